import { compilePattern, matchesPath } from './path-pattern.js';

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
    ['/AMM/*/32-*.txt', 'AMM/cards/32-41.txt', true],
    ['AMM/*/32-*.txt', 'AMM/cards/33-41.txt', false],
    ['a*b*c', 'abbc', true],
    ['ab*bc', 'abc', false],
    ['**/x/**/y.pdf', 'x/a/x/b/y.pdf', true],
    ['**/x/y', 'x/x/y', true],
    ['r\u00e4der/*', 'Ra\u0308der/1.pdf', true],
    ['a**b', 'a/b', false],
    ['AMM', 'AMM', true],
    ['AMM', 'AMMO', false],
    ['a.c', 'abc', false],
    ['[ab]+(x)', '[ab]+(x)', true],
    ['**', 'any/path', true],
    ['', 'any', false],
  ])('%j of %j: %s', (pattern, path, expected) => {
    expect(matchesPath(compilePattern(pattern), path)).toBe(expected);
  });

  it('ends soon for hostile patterns', () => {
    expect(matchesPath(compilePattern(`${'*a'.repeat(99)}b`), 'a'.repeat(512))).toBe(false);
    expect(matchesPath(compilePattern(`${'**/a/'.repeat(40)}b`), 'a/'.repeat(250))).toBe(false);
  });
});
