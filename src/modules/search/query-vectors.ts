import { Injectable, Logger } from '@nestjs/common';
import { EmbeddingModels } from '../../integrations/embeddings/embedding-models.js';

/** Milliseconds a search waits for the model. */
const LONGEST_MS = 3_000;

@Injectable()
export class QueryVectors {
  private readonly logger = new Logger(QueryVectors.name);

  constructor(private readonly models: EmbeddingModels) {}

  /** Null if the model is unavailable or does not answer in time. */
  async embed(organizationId: string, query: string, model: string): Promise<Float32Array | null> {
    const embeddings = this.models.of(model);
    if (!embeddings) return null;
    try {
      const [vector] = await within(LONGEST_MS, embeddings.embed([query], organizationId));
      return vector ?? null;
    } catch (error) {
      this.logger.warn(error);
      return null;
    }
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the embedding model did not answer in time')), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
