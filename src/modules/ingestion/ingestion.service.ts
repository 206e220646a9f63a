import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { SupportedFormat } from '../../common/files/supported-formats.js';
import { Embeddings } from '../../integrations/embeddings/embeddings.js';
import { JobQueue } from '../../integrations/job-queue/job-queue.js';
import {
  BlobDamagedError,
  BlobNotFoundError,
  StorageUnavailableError,
} from '../../integrations/storage/blob-storage.errors.js';
import { BlobStorage } from '../../integrations/storage/blob-storage.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import {
  REVISION_UPLOADED,
  RevisionFailed,
  RevisionReady,
  type RevisionUploaded,
} from '../documents/document.events.js';
import { ExtractionError } from './extraction/extraction-error.js';
import { runExtraction } from './extraction/extraction-runner.js';
import type { ExtractionLimits } from './extraction/extraction.types.js';
import { IngestionRepository, type IngestedRevision, type PassageOwner } from './ingestion.repository.js';
import { pageWarnings } from './page-warnings.js';
import { PassageIndexer } from './passage-indexer.js';
import { readingLock, ReadingStopped } from './reading-stopped.js';

/** Times that reading is begun at the same page before the file is given up. */
const MAX_ATTEMPTS = 3;
/** Rest between two looks for work whose process died. Milliseconds. */
const SWEEP_INTERVAL_MS = 15_000;
/** Rest between two looks at whether what is being read is still wanted. Milliseconds. */
const WATCH_INTERVAL_MS = 1_000;
/** A revision that waits for longer is announced again, in case its job got lost. Seconds. */
const LONG_WAIT_SECONDS = 600;

export const INGESTION_OPTIONS = Symbol('ingestion options');

export interface IngestionOptions {
  /** Documents read at the same time; 0 when other nodes read. */
  concurrency: number;
  limits: ExtractionLimits;
}

/**
 * Reads uploaded files into pages and passages and makes them searchable: queued → processing → ready | failed.
 *
 * The revision's row says how far it has come; a job only wakes somebody up. Whoever works on a revision holds its
 * lock, which goes with the holder's life, so work cut off anywhere is found by the sweep and resumed after the last
 * stored page.
 */
@Injectable()
export class IngestionService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(IngestionService.name);
  private readonly stopping = new AbortController();
  private sweeper: NodeJS.Timeout | undefined;

  constructor(
    private readonly revisions: IngestionRepository,
    private readonly indexer: PassageIndexer,
    private readonly storage: BlobStorage,
    private readonly queue: JobQueue,
    private readonly db: Database,
    private readonly embeddings: Embeddings,
    private readonly events: DomainEvents,
    @Inject(INGESTION_OPTIONS) private readonly options: IngestionOptions,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { concurrency } = this.options;
    await this.queue.subscribe<RevisionUploaded>(REVISION_UPLOADED, 'ingestion', { concurrency }, (event) =>
      this.ingest(event.revision_id),
    );
    if (concurrency === 0) return;
    await this.sweep(0);
    this.indexer.repair().catch((error: unknown) => this.logger.error(error));
    this.sweeper = setInterval(() => {
      this.sweep(LONG_WAIT_SECONDS).catch((error: unknown) => this.logger.error(error));
    }, SWEEP_INTERVAL_MS).unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.sweeper);
    this.stopping.abort();
  }

  /** Does what is left to do for the revision; nothing when it is done or somebody else is at it. */
  async ingest(revisionId: string): Promise<void> {
    const outcome = await this.db.withLock(readingLock(revisionId), async () => {
      const revision = await this.revisions.find(revisionId);
      if (!revision || revision.ingestion_state === 'ready' || revision.ingestion_state === 'failed') return 'done';
      try {
        // Whoever began it so often at the same page died of it, or this process would have been told why.
        if (revision.ingestion_attempts >= MAX_ATTEMPTS) throw new ExtractionError('internal', 'too many attempts');
        // Counted before anything can go wrong: what fails for ever must not be tried for ever.
        await this.revisions.begin(revision);
        await this.storage.withLocalFile(revision.content_sha256, (file) => this.readWhileWanted(revision, file));
        return 'done';
      } catch (error) {
        return this.settle(revision, error);
      }
    });
    if (outcome === 'stopped') await this.announceAgain(revisionId);
  }

  /** Reads, and stops within a second when nobody wants it any more, whichever node was told so. */
  private async readWhileWanted(revision: IngestedRevision, file: string): Promise<void> {
    const unwanted = new AbortController();
    const watch = setInterval(() => {
      this.revisions.isWanted(revision).then(
        (isWanted) => isWanted || unwanted.abort(),
        (error: unknown) => this.logger.warn(error),
      );
    }, WATCH_INTERVAL_MS);
    try {
      await this.read(revision, file, AbortSignal.any([this.stopping.signal, unwanted.signal]));
    } finally {
      clearInterval(watch);
    }
  }

  private async read(revision: IngestedRevision, file: string, signal: AbortSignal): Promise<void> {
    const startedAt = performance.now();
    const { ingestion_checkpoint: checkpoint, pages_done: pagesDone } = revision;
    const result = await runExtraction({
      file,
      format: revision.media_type as SupportedFormat,
      title: revision.title,
      limits: this.options.limits,
      embed: true,
      resume: checkpoint ? { from_page: pagesDone + 1, state: checkpoint } : undefined,
      onOpened: (document) => this.revisions.recordOpened(revision, document),
      onPage: (message) => this.revisions.savePage(revision, message, this.embeddings.model),
      signal,
    });
    // Asked of what is stored: this run may have read only the last pages.
    const read = await this.revisions.summarizePages(revision.id);
    if (read.pages > 0 && read.unreadable.length === read.pages)
      throw new ExtractionError('corrupt', 'no page could be read');
    await this.revisions.beginIndexing(revision);
    // What the reading before left there, under ids of passages that are no more.
    if (revision.reprocessed_at) await this.indexer.removeRevision(revision.organization_id, revision.id);
    const passages = await this.indexer.indexRevision(revision.organization_id, revision.id);
    await this.db.transaction(async () => {
      await this.revisions.markReady(revision, [...result.warnings, ...pageWarnings(read, passages)]);
      await this.events.emit(new RevisionReady(named(revision)));
    });
    const seconds = Math.round(performance.now() - startedAt) / 1000;
    this.logger.log({ revision_id: revision.id, pages: read.pages, passages, seconds }, 'document read');
  }

  /** What becomes of a revision whose reading ended in an error: stopped, failed for good, or another try. */
  private async settle(revision: IngestedRevision, error: unknown): Promise<'stopped' | 'done'> {
    try {
      if (!(await this.revisions.isWanted(revision))) throw new ReadingStopped();
      await this.giveUpOrBack(revision, error);
      return 'done';
    } catch (failure) {
      if (!(failure instanceof ReadingStopped)) throw failure;
      this.logger.log({ revision_id: revision.id }, 'reading stopped');
      return 'stopped';
    }
  }

  private async giveUpOrBack(revision: IngestedRevision, error: unknown): Promise<void> {
    if (this.stopping.signal.aborted) return this.revisions.giveBack(revision);
    // Nothing is wrong with the file: it waits until the storage is back, however long that takes.
    if (error instanceof StorageUnavailableError) {
      await this.revisions.giveBack(revision);
      throw error;
    }
    const known = asExtractionError(error);
    const retry = known.retryable && (await this.revisions.countAttempts(revision.id)) < MAX_ATTEMPTS;
    this.logger.warn(
      { revision_id: revision.id, code: known.code, detail: known.detail, retry, err: error },
      'document not read',
    );
    if (retry) throw error;
    const failure = { code: known.code, message: known.message };
    await this.db.transaction(async () => {
      await this.revisions.markFailed(revision, failure);
      await this.events.emit(new RevisionFailed(named(revision), failure));
    });
  }

  /** A reading begun anew while the one before went on was announced to nobody: the lock was taken. */
  private async announceAgain(revisionId: string): Promise<void> {
    const revision = await this.revisions.find(revisionId);
    if (revision?.ingestion_state === 'queued') await this.queue.publish(REVISION_UPLOADED, named(revision));
  }

  /** Wakes up work that nobody holds: left by a process that died, or by a job that ran out of tries. */
  private async sweep(waitingSeconds: number): Promise<void> {
    for (const revision of await this.revisions.listUnread(waitingSeconds)) {
      const isLeft = await this.db.withLock(readingLock(revision.id), () => this.revisions.requeue(revision.id));
      // Not under the lock: whoever hears of it at once must get it.
      if (isLeft) await this.queue.publish(REVISION_UPLOADED, named(revision));
    }
  }
}

function asExtractionError(error: unknown): ExtractionError {
  if (error instanceof ExtractionError) return error;
  if (error instanceof BlobNotFoundError || error instanceof BlobDamagedError) return new ExtractionError('missing');
  return new ExtractionError('internal', String(error));
}

function named({ id, document_id, organization_id }: PassageOwner): RevisionUploaded {
  return { organization_id, document_id, revision_id: id };
}
