/** Times that reading is begun at the same page before the file is given up. */
export const MAX_ATTEMPTS = 3;

const FIRST_PAUSE_MS = 5_000;

/**
 * Rest before reading is begun again, so that what failed for a passing reason finds it gone: 5 s, then 20 s. None where
 * pages were stored since it was begun, nor before the attempt that only says that there were too many.
 *
 * @param attempts how often it was begun at the page where it stands
 */
export function retryPauseMs(attempts: number): number {
  return attempts < 1 || attempts >= MAX_ATTEMPTS ? 0 : FIRST_PAUSE_MS * 4 ** (attempts - 1);
}
