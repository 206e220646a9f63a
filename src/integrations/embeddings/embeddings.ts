/** Computes vectors whose cosine measures the similarity of texts. Injected by this class. */
export abstract class Embeddings {
  /** Name of the model. Vectors of different models cannot be compared, so the index stores it. */
  abstract readonly model: string;

  abstract readonly dimensions: number;

  /** False while the model loads, has failed, or pauses after repeated failures. Search then uses words only and reports it. */
  abstract readonly ready: boolean;

  /** Texts per call of background work, so that searches hardly wait. */
  abstract readonly batch: number;

  /**
   * One unit vector per text, in order. Rejects when the model cannot answer.
   * @param owner whose texts they are. Vectors are kept by owner, so that response times do not tell one organization what another asked
   */
  abstract embed(texts: string[], owner?: string): Promise<Float32Array[]>;
}
