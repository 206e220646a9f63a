/** The vectors of the texts used last. A Map keeps insertion order: the first key is the one unused for longest. */
export class VectorCache {
  private readonly vectors = new Map<string, Float32Array>();

  constructor(private readonly size: number) {}

  get(text: string): Float32Array | undefined {
    const vector = this.vectors.get(text);
    if (vector) {
      this.vectors.delete(text);
      this.vectors.set(text, vector);
    }
    return vector;
  }

  /** Long texts are passages, not searches: they are not kept. */
  set(text: string, vector: Float32Array): void {
    if (text.length > 1000) return;
    this.vectors.set(text, vector);
    if (this.vectors.size > this.size) this.vectors.delete(this.vectors.keys().next().value!);
  }
}
