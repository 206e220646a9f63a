import { partCode, partKey, wholeNumber } from './part-numbers.js';

describe('part numbers', () => {
  it('are compared with plain hyphens, and looked for without', () => {
    expect([partCode(' ta32\u201311046\u20111 '), partKey('TA32-11046-1')]).toEqual(['TA32-11046-1', 'TA32110461']);
  });

  it.each([
    ['-1', 'TA32-11081-3', 'TA32-11081-1'],
    ['-12A', 'TA32-11081-3B', 'TA32-11081-12A'],
    ['QX32-5', 'TA32-11081-3', 'QX32-5'],
    ['-2', '65-24875', null],
    ['-2', '1234-5678', null],
    ['-3', 'MS21250-04012', null],
    ['-3', 'NAS1149-F0363', null],
    ['-ABC', 'TA32-11081-3', null],
    ['-2', 'TA3211081', null],
  ])('%s next to %s is %s', (written, base, whole) => {
    expect(wholeNumber(written, base)).toBe(whole);
  });
});
