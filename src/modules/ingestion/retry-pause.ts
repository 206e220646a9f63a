/** Attempts at the same page before the file fails. */
export const MAX_ATTEMPTS = 3;

const FIRST_PAUSE_MS = 5_000;

/**
 * Pause before the next attempt: 5 s, then 20 s. None after progress, nor before the attempt that only records the failure. @param attempts
 * at this page
 */
export function retryPauseMs(attempts: number): number {
  return attempts < 1 || attempts >= MAX_ATTEMPTS ? 0 : FIRST_PAUSE_MS * 4 ** (attempts - 1);
}
