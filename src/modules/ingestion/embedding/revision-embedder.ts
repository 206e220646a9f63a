import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { EmbeddingModels } from '../../../integrations/embeddings/embedding-models.js';
import type { Embeddings } from '../../../integrations/embeddings/embeddings.js';
import { TokenMeter } from '../../../integrations/token-usage/token-meter.js';
import { IndexChanges } from '../../documents/index-changes.service.js';
import { embeddingText } from '../extraction/passages.js';
import { PassageEmbeddingRepository } from './passage-embedding.repository.js';

/** Batches of one revision that a model is given at the same time. */
const BATCHES_AT_A_TIME = 2;

/** Gives the passages of revisions the vectors that they lack. What was stored when it broke off is not made again. */
@Injectable()
export class RevisionEmbedder {
  constructor(
    private readonly passages: PassageEmbeddingRepository,
    private readonly models: EmbeddingModels,
    private readonly changes: IndexChanges,
    private readonly meter: TokenMeter,
    private readonly db: Database,
  ) {}

  /** The models whose vectors an organization's passages are to have, the one that serves first; without those that this process cannot ask. */
  async modelsFor(organizationId: string): Promise<Embeddings[]> {
    const serving = this.models.of(await this.changes.modelOf(organizationId));
    return [...new Set([serving ?? this.models.wanted, this.models.wanted])];
  }

  /**
   * Gives all passages of a revision their vectors of one model. When it is the one that serves, searches find them by
   * meaning as soon as the last has its own.
   *
   * @throws the reason of `signal`, which ends the waiting for the model; what the model throws
   */
  async embed(organizationId: string, revisionId: string, model: Embeddings, signal: AbortSignal): Promise<void> {
    const isServing = (await this.changes.modelOf(organizationId)) === model.model;
    const limit = model.batch * BATCHES_AT_A_TIME;
    for (let after = ''; ;) {
      signal.throwIfAborted();
      // One more than are embedded, to know the last.
      const found = await this.passages.listPassages(revisionId, model.model, after, limit + 1);
      const some = found.slice(0, limit);
      const isLast = found.length <= limit;
      if (some.length === 0) return;
      const texts = some.map((passage) => embeddingText(passage, passage.title));
      const vectors = await orAborted(
        this.meter.onBehalfOf(organizationId, () => inBatches(model, texts)),
        signal,
      );
      const ids = some.map(({ id }) => id);
      await this.db.transaction(async () => {
        await this.passages.store(model.model, ids, vectors);
        if (isLast && isServing) await this.changes.mark(organizationId, [revisionId], 'text');
      });
      if (isLast) return;
      after = ids.at(-1)!;
    }
  }
}

async function inBatches(model: Embeddings, texts: string[]): Promise<Float32Array[]> {
  const batches = Array.from({ length: Math.ceil(texts.length / model.batch) }, (_, i) =>
    texts.slice(i * model.batch, (i + 1) * model.batch),
  );
  return (await Promise.all(batches.map((batch) => model.embed(batch)))).flat();
}

/** What the work gives, unless `signal` is aborted before: then nobody waits for it any more. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
