import { matchesPath } from './path-pattern.js';

describe('matchesPath', () => {
  it.each([
    ['AMM/**', 'AMM/32/main wheel.pdf', true],
    ['AMM/**', 'amm/wheel.pdf', true],
    ['AMM/**', 'CMM/AMM/wheel.pdf', false],
    ['**/AMM/**', 'library/AMM/32/wheel.pdf', true],
    ['**/AMM/**', 'AMM/wheel.pdf', true],
    ['*.pdf', 'wheel.pdf', true],
    ['*.pdf', 'AMM/wheel.pdf', false],
    ['**/*.pdf', 'wheel.PDF', true],
    ['/AMM/*/32-??.txt', 'AMM/cards/32-41.txt', true],
    ['AMM/*/32-??.txt', 'AMM/cards/32-4.txt', false],
    ['AMM', 'AMM', true],
    ['AMM', 'AMMO', false],
    ['a.c', 'abc', false],
    ['[ab]+(x)', '[ab]+(x)', true],
    ['**', 'any/path', true],
    ['', 'any', false],
  ])('%j of %j: %s', (pattern, path, expected) => {
    expect(matchesPath(pattern, path)).toBe(expected);
  });

  it('takes no more steps for a hostile pattern than the product of the lengths', () => {
    expect(matchesPath(`${'*a'.repeat(240)}b`, 'a'.repeat(500))).toBe(false);
    expect(matchesPath(`${'**/'.repeat(160)}b`, 'a/'.repeat(250))).toBe(false);
  });
});
