const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after the first failed attempt, the second, …; 75.6 hours in all. Milliseconds. */
const PAUSES = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** Attempts of a delivery; after the last it has failed. */
export const MAX_ATTEMPTS = PAUSES.length + 1;

/** By how much a pause may be shorter or longer, so that those who failed together do not come back together. */
const JITTER = 0.1;

/**
 * How long to wait after a failed attempt, in milliseconds; null when it was the last.
 *
 * @param attempts made so far, this one included
 * @param retryAfterMs what the receiver asked for: waited for as well, but not longer than the pause after this one would
 * be, or a receiver could put everything off for good
 * @param random 0 ≤ x < 1
 */
export function pauseAfter(
  attempts: number,
  retryAfterMs: number | null = null,
  random = Math.random(),
): number | null {
  const pause = PAUSES[attempts - 1];
  if (pause === undefined) return null;
  const longest = PAUSES[attempts] ?? pause;
  const jittered = pause * (1 + JITTER * (2 * random - 1));
  return Math.round(Math.max(jittered, Math.min(retryAfterMs ?? 0, longest)));
}

/**
 * Milliseconds that `Retry-After` (RFC 9110, 10.2.3: seconds or a date) asks to wait from now on; null when it says
 * nothing that can be understood.
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  const value = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND;
  // Anything else that Date.parse would take, such as "-1", is no HTTP date.
  const date = /^[A-Z][a-z]{2,8},? /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
