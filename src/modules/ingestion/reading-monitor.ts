import { Logger } from '@nestjs/common';
import type { IngestedRevision, IngestionRepository } from './ingestion.repository.js';
import type { ReadingQueueRepository } from './reading-queue.repository.js';

export type ReadingStage = 'reading' | 'embedding';

/** Interval of checks whether the reading is still wanted. Milliseconds. */
const INTERVAL_MS = 500;

/** Reports the stage of a reading, and aborts it when it is no longer wanted, or when its turn ended and other files wait. */
export class ReadingMonitor {
  stage: ReadingStage = 'reading';
  /** Time that files of the same organization get after the turn: as long as it was. Milliseconds. */
  pauseMs = 0;
  private firstPageAt: number | null = null;
  private readonly unwanted = new AbortController();
  private readonly turnOver = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly logger = new Logger(ReadingMonitor.name);

  /** @param turnMs maximum time after the first page of this run while others wait */
  constructor(
    private readonly revision: IngestedRevision,
    private readonly revisions: IngestionRepository,
    private readonly queue: ReadingQueueRepository,
    private readonly turnMs: number,
    private readonly stopping: AbortSignal,
  ) {
    this.timer = setInterval(() => {
      this.check().catch((error: unknown) => this.logger.warn(error));
    }, INTERVAL_MS);
  }

  /** Aborted when the reading must stop, for any reason. */
  get signal(): AbortSignal {
    return AbortSignal.any([this.stopping, this.unwanted.signal, this.turnOver.signal]);
  }

  /** Whether it stopped for no fault of the file, to be resumed later. */
  get isInterrupted(): boolean {
    return this.stopping.aborted || this.turnOver.signal.aborted;
  }

  enter(stage: ReadingStage): void {
    this.stage = stage;
  }

  /** After the first stored page of a run, an interruption loses nothing. */
  countPage(): void {
    this.firstPageAt ??= performance.now();
  }

  end(): void {
    clearInterval(this.timer);
  }

  private async check(): Promise<void> {
    if (!(await this.revisions.keepAlive(this.revision, this.stage))) this.unwanted.abort();
    const hadItsTurn = this.firstPageAt !== null && performance.now() - this.firstPageAt > this.turnMs;
    if (!hadItsTurn) return;
    const { own, others } = await this.queue.whoWaits(this.revision.organization_id);
    if (!own && !others) return;
    if (own) this.pauseMs = this.turnMs;
    this.turnOver.abort();
  }
}
