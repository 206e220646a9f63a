import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { WorkPool } from '../../common/work-pool.js';
import { JobQueue } from '../../integrations/job-queue/job-queue.js';
import { REVISION_UPLOADED, type RevisionUploaded } from '../documents/document.events.js';
import { INGESTION_OPTIONS, type IngestionOptions } from './ingestion-options.js';
import { ReadingQueueRepository } from './reading-queue.repository.js';
import { readingLock } from './reading-stopped.js';
import { retryPauseMs } from './retry-pause.js';
import { RevisionReader } from './revision-reader.js';

/** Rest between two looks for work that nobody announced here: of other nodes, due for another try, or left by the dead. */
const LOOK_INTERVAL_MS = 1_000;
/** Whoever reads says so twice a second; after this silence it is asked whether somebody still does. */
const SILENT_SECONDS = 2;

/**
 * Has uploaded files read: queued → processing → ready | failed.
 *
 * The revisions' rows say what is to be done and how far it has come; a job only wakes somebody up. Each free slot takes
 * the next revision by turns of the organizations, so nobody's thousand files stand before another's one. Work cut off
 * anywhere is found by its silence and resumed after the last stored page.
 */
@Injectable()
export class IngestionService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(IngestionService.name);
  private readonly stopping = new AbortController();
  private readonly pool: WorkPool;
  private timer: NodeJS.Timeout | undefined;

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
      this.look().catch((error: unknown) => this.logger.error(error));
    }, LOOK_INTERVAL_MS).unref();
    await this.look();
  }

  /** Breaks off what is being read, which goes on behind its last page wherever the service runs next. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.pool.stop();
  }

  /** Reads the revision whose turn it is; false when none waits. */
  private async readNext(): Promise<boolean> {
    const revisionId = await this.queue.claim();
    if (revisionId === null) return false;
    // Where one waited there may be more, for slots that sleep.
    this.pool.wake();
    const { stopped } = await this.reader.read(revisionId, this.stopping.signal);
    // Begun anew while its reader had not noticed yet, it could be taken by nobody.
    if (stopped) await this.requeue(revisionId, 0);
    return true;
  }

  private async look(): Promise<void> {
    for (const { id, attempts } of await this.queue.listSilent(SILENT_SECONDS))
      await this.requeue(id, retryPauseMs(attempts));
    this.pool.wake();
  }

  /** Lets a revision wait again that nobody reads. */
  private async requeue(revisionId: string, pauseMs: number): Promise<void> {
    await this.db.withLock(readingLock(revisionId), () => this.queue.requeue(revisionId, pauseMs));
  }
}
