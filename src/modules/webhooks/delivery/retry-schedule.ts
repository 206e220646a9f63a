const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after the first, second, … failed attempt; 75.6 hours in all. Milliseconds. */
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

/** Attempts until a delivery fails. */
export const MAX_ATTEMPTS = PAUSES.length + 1;

/** Random part of a pause, so that failed deliveries do not all retry at the same time. */
const JITTER = 0.1;

/**
 * Milliseconds until the next attempt; null after the last.
 * @param attempts including this one
 * @param retryAfterMs requested by the receiver, limited to the next pause, so that a receiver cannot postpone forever
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

/** Milliseconds of `Retry-After` (RFC 9110, 10.2.3: seconds or a date) from now on; null if it is invalid. */
export function retryAfterMs(header: string | null, now: number): number | null {
  const value = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND;
  // Date.parse accepts more, such as "-1", that is no HTTP date.
  const date = /^[A-Z][a-z]{2,8},? /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
