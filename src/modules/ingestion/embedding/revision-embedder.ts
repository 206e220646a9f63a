import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { EmbeddingModels } from '../../../integrations/embeddings/embedding-models.js';
import type { Embeddings } from '../../../integrations/embeddings/embeddings.js';
import { ModelError } from '../../../integrations/model-endpoint/model-error.js';
import { TokenMeter } from '../../../integrations/metering/token-meter.js';
import { IndexChanges } from '../../documents/index-changes/index-changes.service.js';
import { embeddingText } from '@amks/reader/passages/passages.js';
import { PassageEmbeddingRepository, type UnembeddedPassage } from './passage-embedding.repository.js';

/** Concurrent batches of one revision. */
const BATCHES_AT_A_TIME = 2;

/** For a passage whose text the model refuses; only its words are searched. */
const NO_VECTOR = new Float32Array(0);

/** Embeds passages without vectors. Resumes without repeating stored ones. */
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

  /** Models whose vectors the organization's passages need, the current one first; without those that this process cannot call. */
  async modelsFor(organizationId: string): Promise<Embeddings[]> {
    const serving = this.models.of(await this.changes.modelOf(organizationId));
    return [...new Set([serving ?? this.models.wanted, this.models.wanted])];
  }

  /**
   * Embeds all passages of a revision with one model. A passage whose text the model refuses gets an empty vector and is not retried.
   * @throws the reason of `signal`, which ends the wait; errors of the model
   */
  async embed(organizationId: string, revisionId: string, model: Embeddings, signal: AbortSignal): Promise<void> {
    const isServing = (await this.changes.modelOf(organizationId)) === model.model;
    const limit = model.batch * BATCHES_AT_A_TIME;
    for (let after = ''; ;) {
      signal.throwIfAborted();
      // One more than the limit, to detect the last batch.
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

  /** Halves a refused batch until the refused passage is alone. */
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
      // A model that refuses this too refuses everything: the text is not the cause.
      await model.embed([passageId]);
      this.log.warn(
        { revision_id: revisionId, passage_id: passageId, model: model.model, err: error },
        'the embedding model refuses a passage; it is found by its words only',
      );
      return [NO_VECTOR];
    }
  }
}

/** Result of the work. @throws the reason of `signal` when aborted, without waiting for the work */
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
