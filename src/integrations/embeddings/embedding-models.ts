import type { Embeddings } from './embeddings.js';

/** Always has the built-in model. An organization may still use another, configured earlier. */
export class EmbeddingModels {
  /** @param remote the model of an endpoint, if any @param wanted the model that libraries should use */
  constructor(
    readonly local: Embeddings,
    private readonly remote: Embeddings | null,
    readonly wanted: Embeddings = remote ?? local,
  ) {}

  /** The model with this name; null if this process does not have it. */
  of(model: string): Embeddings | null {
    return [this.local, this.remote].find((one) => one?.model === model) ?? null;
  }
}
