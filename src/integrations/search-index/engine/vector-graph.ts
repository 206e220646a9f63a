import { Index, MetricKind, ScalarKind } from 'usearch';

/**
 * Links per vector, and candidates kept while one is put in and while one is looked for; chosen by measurement (ADR 0019).
 */
const GRAPH = { connectivity: 16, expansion_add: 64, expansion_search: 96 };
/** The library would otherwise take threads of its own for every call. */
const ONE_THREAD = 1;

/**
 * The vectors of an organization in a navigable graph (HNSW), one byte a dimension, by numbers of passages. None is ever
 * taken out: adding after that makes the library go on for ever or destroys memory (usearch 2.25.3, some hundred of each).
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

  /** Numbers of about the nearest, nearest first. */
  nearest(vector: Float32Array, count: number): number[] {
    if (this.size === 0) return [];
    return Array.from(this.index.search(vector, Math.min(count, this.size), ONE_THREAD).keys, Number);
  }

  save(file: string): void {
    this.index.save(file);
  }

  /** @throws Error when the file is none */
  load(file: string): void {
    this.index.load(file);
  }
}
