import { Index, MetricKind, ScalarKind } from 'usearch';

/** Measured (ADR 0019). */
const GRAPH = { connectivity: 16, expansion_add: 64, expansion_search: 96 };
/** Otherwise usearch starts threads for every call. */
const ONE_THREAD = 1;

/**
 * The vectors of a library in an HNSW graph, one byte per dimension, keyed by passage number. Vectors are never
 * removed: adding after a removal hangs or corrupts memory (usearch 2.25.3, after some hundred of each).
 */
export class VectorGraph {
  private readonly index: Index;

  constructor(dimensions: number) {
    this.index = new Index({
      ...GRAPH,
      dimensions,
      metric: MetricKind.Cos,
      quantization: ScalarKind.I8,
      multi: false,
    });
  }

  get size(): number {
    return this.index.size();
  }

  add(numbers: readonly number[], vectors: Float32Array): void {
    if (numbers.length === 0) return;
    this.index.add(BigUint64Array.from(numbers, BigInt), vectors, ONE_THREAD);
  }

  /** Approximate nearest neighbors, nearest first. */
  nearest(vector: Float32Array, count: number): number[] {
    if (this.size === 0) return [];
    return Array.from(this.index.search(vector, Math.min(count, this.size), ONE_THREAD).keys, Number);
  }

  save(file: string): void {
    this.index.save(file);
  }

  /** @throws Error if the file is damaged */
  load(file: string): void {
    this.index.load(file);
  }
}
