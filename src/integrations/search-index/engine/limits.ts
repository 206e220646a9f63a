/**
 * What an index can hold at most. Each is checked where it could be passed, with an error that names it: a number that
 * wraps around, or an array that the engine cannot allocate, would take the thread and every other index with it.
 */
export const LIMITS = {
  /** Different terms, and different words, of an organization: a JavaScript array of strings ends a little above. */
  terms: 2 ** 26,
  /** Entries of one `Map`, half of what V8 allows. */
  mapEntries: 2 ** 23,
  /** Terms of all passages of one segment; offsets into them have 32 bits. */
  tokens: 2 ** 31,
  /** Passages ever put into the index of one audience; their numbers have 32 bits. */
  passages: 2 ** 32 - 1,
  /** Bytes read or written in one call; the operating system takes no more than 2 GiB. */
  chunkBytes: 2 ** 26,
};

/** @throws Error naming the limit when the value is above it */
export function requireWithin(limit: keyof typeof LIMITS, value: number): void {
  if (value > LIMITS[limit]) throw new Error(`the search index holds at most ${LIMITS[limit]} ${limit}, not ${value}`);
}
