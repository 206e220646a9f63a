import { timesPerMillion } from './everyday-words.js';

describe('timesPerMillion', () => {
  it.each([
    ['still', 500, 1000],
    ['Still', 500, 1000],
    ['wheel', 20, 40],
    ['spoiler', 0.01, 1],
    ['trunnion', 0, 0.1],
    ['TA32-11024-1', 0, 0],
  ])('%s: from %d to %d', (word, least, most) => {
    expect(timesPerMillion(word)).toBeGreaterThanOrEqual(least);
    expect(timesPerMillion(word)).toBeLessThanOrEqual(most);
  });
});
