import { frequencyPerMillion } from './word-frequency.js';

describe('frequencyPerMillion', () => {
  it.each([
    ['still', 500, 1000],
    ['Still', 500, 1000],
    ['wheel', 20, 40],
    ['spoiler', 0.01, 1],
    ['trunnion', 0, 0.1],
    ['TA32-11024-1', 0, 0],
  ])('%s: from %d to %d', (word, least, most) => {
    expect(frequencyPerMillion(word)).toBeGreaterThanOrEqual(least);
    expect(frequencyPerMillion(word)).toBeLessThanOrEqual(most);
  });
});
