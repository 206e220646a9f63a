import { LRUCache } from 'lru-cache';

/** Longer texts are passages, which are embedded once. Searches repeat. Characters. */
const MAX_TEXT = 1_000;

/** Vectors by owner and text, at most `max`. */
export class VectorCache {
  private readonly vectors: LRUCache<string, Float32Array>;

  constructor(max: number) {
    this.vectors = new LRUCache({ max });
  }

  get(owner: string, text: string): Float32Array | undefined {
    return this.vectors.get(keyOf(owner, text));
  }

  set(owner: string, text: string, vector: Float32Array): void {
    if (text.length <= MAX_TEXT) this.vectors.set(keyOf(owner, text), vector);
  }
}

function keyOf(owner: string, text: string): string {
  return `${owner}\n${text}`;
}
