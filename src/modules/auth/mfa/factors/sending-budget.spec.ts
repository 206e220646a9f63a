import { exhausts, secondsLeft } from './sending-budget.js';

const BUDGET = { limit: 3, seconds: 60 };
const NOW = new Date('2026-11-20T12:00:00Z');
/** Send times, in seconds before now. */
const sent = (...ago: number[]): Date[] => ago.map((seconds) => new Date(NOW.getTime() - seconds * 1000));

describe('a budget of sendings', () => {
  it.each([
    ['nothing was sent', [], 0],
    ['there is one left', [1, 2], 0],
    ['it is used up', [1, 2, 15], 45],
    ['the oldest is just old enough', [1, 2, 60], 0],
    ['the oldest of those that count is not the oldest', [10, 20, 30, 90], 30],
  ])('when %s', (_, ago, seconds) => {
    expect(secondsLeft(sent(...ago), BUDGET, NOW)).toBe(seconds);
  });

  it.each([
    ['the first', [], false],
    ['the second', [1], false],
    ['the third', [1, 2], true],
    ['the third, with the first too long ago', [1, 60], false],
    ['one more in the same flood', [10, 59, 65], false],
    ['one more in a flood that goes on', [25, 50, 75, 100], false],
    ['the third after a quiet time', [1, 2, 70, 80, 90], true],
  ])('says once that it is exhausted: by %s', (_, ago, expected) => {
    expect(exhausts(sent(...ago), BUDGET, NOW)).toBe(expected);
  });
});
