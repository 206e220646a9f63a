/** Token of the interval of digest checks, in milliseconds. */
export const DIGEST_INTERVAL_MS = Symbol('digest interval');
