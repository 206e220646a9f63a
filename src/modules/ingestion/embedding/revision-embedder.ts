import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { EmbeddingModels } from '../../../integrations/embeddings/embedding-models.js';
import type { Embeddings } from '../../../integrations/embeddings/embeddings.js';
import { ModelError } from '../../../integrations/model-endpoint/model-error.js';
import { TokenMeter } from '../../../integrations/token-usage/token-meter.js';
import { IndexChanges } from '../../documents/index-changes.service.js';
import { embeddingText } from '../extraction/passages.js';
import { PassageEmbeddingRepository, type UnembeddedPassage } from './passage-embedding.repository.js';

/** Batches of one revision that a model is given at the same time. */
const BATCHES_AT_A_TIME = 2;

/** Of a passage whose text the model refuses: it is found by its words. */
const NO_VECTOR = new Float32Array(0);

/** Gives the passages of revisions the vectors that they lack. What was stored when it broke off is not made again. */
@Injectable()
export class RevisionEmbedder {
  private readonly log = new Logger(RevisionEmbedder.name);

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
   * meaning as soon as the last has its own. A passage whose text the model refuses gets an empty one and is not asked for
   * again.
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
      const vectors = await orAborted(
        this.meter.onBehalfOf(organizationId, () => this.inBatches(model, revisionId, some)),
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

  private async inBatches(
    model: Embeddings,
    revisionId: string,
    passages: UnembeddedPassage[],
  ): Promise<Float32Array[]> {
    const batches = Array.from({ length: Math.ceil(passages.length / model.batch) }, (_, i) =>
      passages.slice(i * model.batch, (i + 1) * model.batch),
    );
    return (await Promise.all(batches.map((batch) => this.oneByOneIfRefused(model, revisionId, batch)))).flat();
  }

  /** Halves a batch that is refused until what is refused is alone. */
  private async oneByOneIfRefused(
    model: Embeddings,
    revisionId: string,
    passages: UnembeddedPassage[],
  ): Promise<Float32Array[]> {
    try {
      return await model.embed(passages.map((passage) => embeddingText(passage, passage.title)));
    } catch (error) {
      if (!(error instanceof ModelError && error.failure === 'refused')) throw error;
      const half = passages.length >> 1;
      if (half > 0) {
        const first = await this.oneByOneIfRefused(model, revisionId, passages.slice(0, half));
        return [...first, ...(await this.oneByOneIfRefused(model, revisionId, passages.slice(half)))];
      }
      const passageId = passages[0]!.id;
      // A model that refuses this as well refuses everything: then it is not the text.
      await model.embed([passageId]);
      this.log.warn(
        { revision_id: revisionId, passage_id: passageId, model: model.model, err: error },
        'the embedding model refuses a passage; it is found by its words only',
      );
      return [NO_VECTOR];
    }
  }
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
