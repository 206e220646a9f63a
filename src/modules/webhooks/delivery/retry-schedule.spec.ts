import { MAX_ATTEMPTS, pauseAfter, retryAfterMs } from './retry-schedule.js';

const HOUR = 3_600_000;

describe('pauseAfter', () => {
  it('tries ten times over about 75 hours', () => {
    const pauses = Array.from({ length: MAX_ATTEMPTS }, (_, n) => pauseAfter(n + 1, null, 0.5));
    expect(pauses.slice(0, 3)).toEqual([5_000, 300_000, 1_800_000]);
    expect(pauses).toHaveLength(10);
    expect(pauses.at(-1)).toBeNull();
    expect(pauses.reduce<number>((sum, pause) => sum + (pause ?? 0), 0) / HOUR).toBeCloseTo(75.6, 1);
  });

  it('gives up when more were made than there are, as after a manual retry', () => {
    expect(pauseAfter(11)).toBeNull();
  });

  it('stays within a tenth of each pause, and comes near both ends', () => {
    expect(pauseAfter(2, null, 0)).toBe(270_000);
    expect(pauseAfter(2, null, 0.999_999)).toBe(330_000);
    const drawn = Array.from({ length: 200 }, () => pauseAfter(2) ?? 0);
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(270_000);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(330_000);
    expect(new Set(drawn).size).toBeGreaterThan(100);
  });

  it('waits as long as the receiver asks for, up to the length of the next pause', () => {
    expect(pauseAfter(1, 60_000, 0.5)).toBe(60_000);
    expect(pauseAfter(1, HOUR, 0.5)).toBe(300_000);
    expect(pauseAfter(1, 1_000, 0.5)).toBe(5_000);
    expect(pauseAfter(9, 1_000 * HOUR, 0.5)).toBe(24 * HOUR);
  });
});

describe('retryAfterMs', () => {
  const now = Date.parse('2026-11-20T10:00:00Z');
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Fri, 20 Nov 2026 10:01:00 GMT', 60_000],
    ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
    ['Friday, 20-Nov-26 10:00:30 GMT', 30_000],
    [null, null],
    ['', null],
    ['-1', null],
    ['soon', null],
    ['1e9', null],
    ['99999999999', null],
    ['2026-11-20', null],
  ])('reads %s as %s', (header, milliseconds) => {
    expect(retryAfterMs(header, now)).toBe(milliseconds);
  });
});
