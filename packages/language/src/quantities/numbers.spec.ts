import { numberStyle, type NumberStyle } from './numbers.js';
import { findQuantities } from './quantities.js';

const ENGLISH = 'Do the test of the pump and the valve in accordance with the manual.';
const GERMAN = 'Das Ventil und die Pumpe mit der Zange auf den Tisch legen.';

describe('numberStyle', () => {
  it.each<[string, string | null, NumberStyle, NumberStyle]>([
    [ENGLISH, null, null, 'point'],
    [ENGLISH, 'en', null, 'point'],
    [GERMAN, 'de-DE', null, 'comma'],
    [GERMAN, null, 'point', 'comma'],
    ['25 N', 'de', null, 'comma'],
    ['25 N', null, 'comma', 'comma'],
    // A template declares what nobody wrote.
    [ENGLISH, 'de-DE', null, 'mixed'],
    ['The torque of it', 'de-DE', null, 'mixed'],
    [GERMAN, 'en-US', null, 'mixed'],
    ['25 N', 'de-DE', 'mixed', 'mixed'],
  ])('of "%s", declared %s, before %s: %s', (text, language, before, expected) => {
    expect(numberStyle(text, language, before)).toBe(expected);
  });

  it('leaves open what words and declaration read differently', () => {
    const found = findQuantities('max. 1.250 in. | max. 12.5 mm | max. 12,500 psi', 'mixed');
    expect(found.map(({ max }) => max)).toEqual([null, 12.5, null]);
  });
});
