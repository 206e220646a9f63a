/** Vectors of one model: those of different models cannot be compared. */
export interface VectorSpace {
  model: string;
  /** Numbers per vector. */
  dimensions: number;
}

/**
 * Turns texts into vectors whose cosine says how near their meanings are. Injected by this class; which one serves is
 * decided where the application is put together.
 */
export abstract class Embeddings {
  /** Name of the model. Vectors of different models cannot be compared, so the index keeps them apart by this name. */
  abstract readonly model: string;

  /** Numbers per vector. */
  abstract readonly dimensions: number;

  /** False while the model is not asked: it loads, it failed, or it rests after it failed repeatedly. Search then works by words alone and says so. */
  abstract readonly ready: boolean;

  /** Texts given at a time by work in the background, so that those of searches hardly wait behind them. */
  abstract readonly batch: number;

  /** One vector of unit length per text, in order. Rejects when the model cannot answer. */
  abstract embed(texts: string[]): Promise<Float32Array[]>;
}
