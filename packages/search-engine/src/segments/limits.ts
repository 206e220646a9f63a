/** Limits of an index. Each is checked before use: an overflow or a failed allocation would end the thread with all indexes. */
export const LIMITS = {
  /** Terms, and words, of an organization. A JavaScript array of strings ends slightly above. */
  terms: 2 ** 26,
  /** Entries of one `Map`, half of V8's limit. */
  mapEntries: 2 ** 23,
  /** Terms in all passages of a segment; offsets have 32 bits. */
  tokens: 2 ** 31,
  /** Passages ever added to a library; their numbers have 32 bits. */
  passages: 2 ** 32 - 1,
  /** Bytes of one read or write; the operating system allows 2 GiB. */
  chunkBytes: 2 ** 26,
};

/** @throws Error with the name of the exceeded limit */
export function requireWithin(limit: keyof typeof LIMITS, value: number): void {
  if (value > LIMITS[limit]) throw new Error(`the search index holds at most ${LIMITS[limit]} ${limit}, not ${value}`);
}
