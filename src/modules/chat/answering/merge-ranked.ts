/** Takes the first of each list, then the second of each, and so on; what comes again is passed over. */
export function mergeRanked<T>(lists: readonly (readonly T[])[], idOf: (item: T) => string, limit: number): T[] {
  const merged = new Map<string, T>();
  const depth = Math.max(0, ...lists.map((list) => list.length));
  for (let rank = 0; rank < depth && merged.size < limit; rank += 1) {
    for (const list of lists) {
      const item = list[rank];
      if (item !== undefined && merged.size < limit && !merged.has(idOf(item))) merged.set(idOf(item), item);
    }
  }
  return [...merged.values()];
}
