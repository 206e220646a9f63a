/** Names how often it is looked which digests are due, in milliseconds. */
export const DIGEST_INTERVAL_MS = Symbol('digest interval');
