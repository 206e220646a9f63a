import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { WorkPool } from '../../common/runtime/work-pool.js';
import { JobQueue } from '../../integrations/job-queue/job-queue.js';
import { REVISION_UPLOADED, type RevisionUploaded } from '../documents/document.events.js';
import { INGESTION_OPTIONS, type IngestionOptions } from './ingestion-options.js';
import { ReadingQueueRepository } from './reading-queue.repository.js';
import { readingLock } from './reading-stopped.js';
import { retryPauseMs } from './retry-pause.js';
import { RevisionReader } from './revision-reader.js';

/** Interval of checks for unannounced work: from other nodes, due retries, crashes. Milliseconds. */
const LOOK_INTERVAL_MS = 1_000;
/** Readers report twice a second; after this silence, the service checks whether the reader is alive. */
const SILENT_SECONDS = 2;

/**
 * Schedules readings: queued → processing → ready | failed. Rows hold the work and its progress; jobs only wake the process. Organizations
 * take turns, so that a thousand files of one do not delay another. An interrupted reading resumes after the last stored page.
 */
@Injectable()
export class IngestionService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(IngestionService.name);
  private readonly stopping = new AbortController();
  private readonly pool: WorkPool;
  private timer: NodeJS.Timeout | undefined;
  /** Revisions that this process paused for others. */
  private paused: string[] = [];

  constructor(
    private readonly queue: ReadingQueueRepository,
    private readonly reader: RevisionReader,
    private readonly jobs: JobQueue,
    private readonly db: Database,
    @Inject(INGESTION_OPTIONS) private readonly options: IngestionOptions,
  ) {
    this.pool = new WorkPool(
      options.concurrency,
      () => this.readNext(),
      (error) => this.logger.error(error),
    );
  }

  async onApplicationBootstrap(): Promise<void> {
    const isReader = this.options.concurrency > 0;
    await this.jobs.subscribe<RevisionUploaded>(REVISION_UPLOADED, 'ingestion', { concurrency: isReader ? 1 : 0 }, () =>
      Promise.resolve(this.pool.wake()),
    );
    if (!isReader) return;
    this.timer = setInterval(() => {
      this.poll().catch((error: unknown) => this.logger.error(error));
    }, LOOK_INTERVAL_MS).unref();
    await this.poll();
  }

  /** Interrupts readings, which resume after their last page on any node. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.pool.stop();
  }

  /** Reads the next revision. @returns false if none waits */
  private async readNext(): Promise<boolean> {
    const revisionId = await this.claim();
    if (revisionId === null) return false;
    // More may wait, for idle slots.
    this.pool.wake();
    const outcome = await this.reader.read(revisionId, this.stopping.signal);
    // Reprocessed before its reader noticed; otherwise no process could claim it.
    if (outcome === 'stopped') await this.requeue(revisionId, 0);
    if (outcome === 'paused') this.paused.push(revisionId);
    return true;
  }

  /** When no file waits, those that paused for them continue. */
  private async claim(): Promise<string | null> {
    const claimed = await this.queue.claim();
    if (claimed !== null || this.paused.length === 0) return claimed;
    await this.queue.endPauses(this.paused.splice(0));
    return this.queue.claim();
  }

  private async poll(): Promise<void> {
    for (const { id, attempts } of await this.queue.listSilent(SILENT_SECONDS))
      await this.requeue(id, retryPauseMs(attempts));
    this.pool.wake();
  }

  /** Queues a revision without a reader. */
  private async requeue(revisionId: string, pauseMs: number): Promise<void> {
    await this.db.withLock(readingLock(revisionId), () => this.queue.requeue(revisionId, pauseMs));
  }
}
