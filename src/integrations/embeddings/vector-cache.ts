import { LRUCache } from 'lru-cache';

/** Longer texts are passages, which are embedded once. Searches repeat. Characters. */
const MAX_TEXT = 1_000;

export type VectorCache = LRUCache<string, Float32Array>;

/** Vectors by text, at most `max`. */
export function createVectorCache(max: number): VectorCache {
  return new LRUCache({ max, maxEntrySize: MAX_TEXT, sizeCalculation: (_vector, text) => Math.max(1, text.length) });
}
