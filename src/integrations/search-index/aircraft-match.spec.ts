import { aircraftFilter, isOfAircraft, passesAircraftFilter } from './aircraft-match.js';

/** As SQL and the index apply the filter's parts. */
const passesParts = (type: string, asked: string[]): boolean => {
  const { exact, prefixes } = aircraftFilter(asked);
  return exact.includes(type) || prefixes.some((prefix) => type.startsWith(prefix));
};

describe('the aircraft filter', () => {
  it.each([
    ['TR46', ['TR46'], true],
    ['TR46-100', ['TR46'], true],
    ['TR46', ['TR46-100'], true],
    ['TR46-100-A', ['TR46'], true],
    ['TR46', ['TR46-100-A'], true],
    ['TR46-300', ['TR46-100'], false],
    ['TR461', ['TR46'], false],
    ['TR4', ['TR46'], false],
    ['A320', ['TR46', 'A320'], true],
    ['ALL', ['TR46'], true],
    ['N/A', ['TR46'], true],
    ['ALLIED-1', ['TR46'], false],
  ])('%s for %j: %s', (type, asked, expected) => {
    expect(passesAircraftFilter(type, asked)).toBe(expected);
    expect(passesParts(type, asked)).toBe(expected);
  });

  it('is the same both ways between two types', () => {
    for (const [a, b] of [
      ['TR46', 'TR46-100'],
      ['TR46-100', 'TR46-300'],
    ] as const)
      expect(isOfAircraft(a, b)).toBe(isOfAircraft(b, a));
  });
});
