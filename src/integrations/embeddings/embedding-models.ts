import type { Embeddings } from './embeddings.js';

/**
 * The embedding models that this process can ask. The one that comes with the service is always among them; the one that
 * serves an organization's searches need not be, for it may have been configured before.
 */
export class EmbeddingModels {
  /**
   * @param local the one that comes with the service
   * @param remote that of an endpoint, if there is one
   * @param wanted the one that libraries are to be searched with
   */
  constructor(
    readonly local: Embeddings,
    private readonly remote: Embeddings | null,
    readonly wanted: Embeddings = remote ?? local,
  ) {}

  /** The model of that name; null when it is none of this process. */
  of(model: string): Embeddings | null {
    return [this.local, this.remote].find((one) => one?.model === model) ?? null;
  }
}
