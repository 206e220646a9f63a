import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { EmbeddingModels } from '../../integrations/embeddings/embedding-models.js';
import {
  BlobDamagedError,
  BlobNotFoundError,
  StorageUnavailableError,
} from '../../integrations/storage/blob-storage.errors.js';
import { BlobStorage } from '../../integrations/storage/blob-storage.js';
import { RevisionFailed, RevisionReady } from '../documents/document.events.js';
import { IndexChanges } from '../documents/index-changes/index-changes.service.js';
import { ExtractionError } from '@amks/reader/errors/extraction-error.js';
import { limitMessage } from '@amks/reader/errors/limit-message.js';
import type { ExtractionOptions } from '@amks/reader/extraction/extraction-run.js';
import { Extractor } from '@amks/reader/extraction/extractor.js';
import { failures, pageSeconds, readings } from './ingestion-metrics.js';
import { INGESTION_OPTIONS, type IngestionOptions } from './ingestion-options.js';
import { IngestionRepository, type IngestedRevision } from './ingestion.repository.js';
import { pageWarnings } from './page-warnings.js';
import { ReadingQueueRepository } from './reading-queue.repository.js';
import { readingLock, ReadingStopped } from './reading-stopped.js';
import { ReadingMonitor } from './reading-monitor.js';
import { MAX_ATTEMPTS, retryPauseMs } from './retry-pause.js';

/** Pause after a storage failure, which is not the file's fault. Milliseconds. */
const STORAGE_PAUSE_MS = 10_000;

export type ReadingOutcome = 'done' | 'stopped' | 'paused';

/** Reads a file into searchable passages. Its lock ends with the process. Whole pages are stored, so that reading can resume. */
@Injectable()
export class RevisionReader implements OnApplicationShutdown {
  private readonly logger = new Logger(RevisionReader.name);
  private readonly extractor: Extractor;

  constructor(
    private readonly revisions: IngestionRepository,
    private readonly queue: ReadingQueueRepository,
    private readonly storage: BlobStorage,
    private readonly db: Database,
    private readonly models: EmbeddingModels,
    private readonly changes: IndexChanges,
    private readonly events: DomainEvents,
    @Inject(INGESTION_OPTIONS) private readonly options: IngestionOptions,
  ) {
    const { limits, folder, concurrency } = options;
    this.extractor = new Extractor({ limits, folder, max_processes: concurrency });
  }

  onApplicationShutdown(): void {
    this.extractor.close();
  }

  /**
   * Reads a claimed revision until it ends or is stopped, unless another process does.
   * @returns `stopped` if it may have restarted, `paused` if it gave way to files of its organization
   */
  async read(revisionId: string, stopping: AbortSignal): Promise<ReadingOutcome> {
    const outcome = await this.db.withLock(readingLock(revisionId), async () => {
      const revision = await this.revisions.find(revisionId);
      if (revision?.ingestion_state !== 'processing') return 'done';
      const monitor = new ReadingMonitor(revision, this.revisions, this.queue, this.options.turn_ms, stopping);
      try {
        // So many attempts at one page killed their process; otherwise this one would know the error.
        if (revision.ingestion_attempts >= MAX_ATTEMPTS) throw new ExtractionError('internal', 'too many attempts');
        // Counted first: a permanent failure must not be retried forever.
        await this.revisions.begin(revision);
        await this.storage.withLocalFile(revision.content_sha256, (file) => this.readFile(revision, file, monitor));
        return 'done';
      } catch (error) {
        return this.settle(revision, error, monitor);
      } finally {
        monitor.end();
      }
    });
    return outcome ?? 'done';
  }

  private async readFile(revision: IngestedRevision, file: string, monitor: ReadingMonitor): Promise<void> {
    const { ingestion_checkpoint: checkpoint, pages_done: pagesDone, ingestion_read_ms: readMs } = revision;
    const { local } = this.models;
    const startedAt = performance.now();
    let pageAt = startedAt;
    const options: ExtractionOptions = {
      file,
      format: revision.media_type,
      title: revision.title,
      // The time limit covers all runs together, while they make progress.
      spent_ms: readMs,
      // Vectors of other models follow when the revision is ready; until then its words are searched.
      embed: (await this.changes.modelOf(revision.organization_id)) === local.model,
      resume: checkpoint ? { from_page: pagesDone + 1, state: checkpoint } : undefined,
      onOpened: (document) => this.revisions.recordOpened(revision, document),
      onPage: async (message) => {
        const now = performance.now();
        await this.revisions.savePage(revision, message, local.model, Math.round(now - pageAt));
        pageSeconds.observe((now - pageAt) / 1000);
        pageAt = now;
        monitor.countPage();
      },
      onProgress: ({ stage }) => monitor.enter(stage),
      signal: monitor.signal,
      onRepeat: (reason) =>
        this.logger.warn({ revision_id: revision.id, err: reason }, 'document is read in a new process'),
    };
    const result = await this.extractor.read(options, revision.organization_id);
    // From the stored pages: this run may have read only the last ones.
    const read = await this.revisions.summarizePages(revision.id);
    if (read.pages > 0 && read.unreadable.length === read.pages)
      throw new ExtractionError('corrupt', 'no page could be read');
    await this.db.transaction(async () => {
      await this.revisions.markReady(revision, result.language, [...result.warnings, ...pageWarnings(read)]);
      await this.events.emit(new RevisionReady(named(revision)));
    });
    readings.inc({ outcome: 'ready' });
    const seconds = Math.round(performance.now() - startedAt) / 1000;
    this.logger.log({ revision_id: revision.id, pages: read.pages, passages: read.passages, seconds }, 'document read');
  }

  /** After an error: stopped, failed permanently, or another attempt. */
  private async settle(revision: IngestedRevision, error: unknown, monitor: ReadingMonitor): Promise<ReadingOutcome> {
    try {
      if (!(await this.revisions.isWanted(revision))) throw new ReadingStopped();
      return await this.giveUpOrBack(revision, error, monitor);
    } catch (failure) {
      if (!(failure instanceof ReadingStopped)) throw failure;
      this.logger.log({ revision_id: revision.id }, 'reading stopped');
      return 'stopped';
    }
  }

  private async giveUpOrBack(
    revision: IngestedRevision,
    error: unknown,
    monitor: ReadingMonitor,
  ): Promise<ReadingOutcome> {
    if (monitor.isInterrupted) {
      await this.revisions.giveBack(revision, monitor.pauseMs);
      return monitor.pauseMs > 0 ? 'paused' : 'done';
    }
    // Not the file's fault: it waits until the storage is available again.
    if (error instanceof StorageUnavailableError) {
      readings.inc({ outcome: 'postponed' });
      this.logger.warn({ revision_id: revision.id, err: error }, 'the storage does not answer; reading waits for it');
      await this.revisions.giveBack(revision, STORAGE_PAUSE_MS);
      return 'done';
    }
    const known = asExtractionError(error);
    const attempts = await this.revisions.countAttempts(revision.id);
    const retry = known.retryable && attempts < MAX_ATTEMPTS;
    this.logger.warn(
      { revision_id: revision.id, code: known.code, detail: known.detail, retry, err: error },
      'document not read',
    );
    readings.inc({ outcome: retry ? 'again' : 'failed' });
    // Other revisions are read in the meantime.
    if (retry) {
      await this.revisions.tryAgain(revision, retryPauseMs(attempts));
      return 'done';
    }
    failures.inc({ reason: known.code });
    const failure = { code: known.code, message: limitMessage(known.code, this.options.limits) };
    await this.db.transaction(async () => {
      await this.revisions.markFailed(revision, failure);
      await this.events.emit(new RevisionFailed(named(revision), failure));
    });
    return 'done';
  }
}

function asExtractionError(error: unknown): ExtractionError {
  if (error instanceof ExtractionError) return error;
  if (error instanceof BlobNotFoundError || error instanceof BlobDamagedError) return new ExtractionError('missing');
  return new ExtractionError('internal', String(error));
}

function named({ id, document_id, organization_id }: IngestedRevision) {
  return { organization_id, document_id, revision_id: id };
}
