import { Logger } from '@nestjs/common';
import type { IngestedRevision, IngestionRepository } from './ingestion.repository.js';
import type { ReadingQueueRepository } from './reading-queue.repository.js';

/** What is being done to a file. */
export type ReadingStage = 'reading' | 'embedding';

/** Rest between two looks at whether what is being read is still wanted. Milliseconds. */
const INTERVAL_MS = 500;

/**
 * Looks after one reading while it goes on: tells others what is being done, and breaks it off when nobody wants it any
 * more, whichever node was told so, or when it had its turn and others wait.
 */
export class ReadingWatch {
  stage: ReadingStage = 'reading';
  private firstPageAt: number | null = null;
  private readonly unwanted = new AbortController();
  private readonly turnOver = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly logger = new Logger(ReadingWatch.name);

  /** @param turnMs how long it is read on, after the first page of this run, while others wait */
  constructor(
    private readonly revision: IngestedRevision,
    private readonly revisions: IngestionRepository,
    private readonly queue: ReadingQueueRepository,
    private readonly turnMs: number,
    private readonly stopping: AbortSignal,
  ) {
    this.timer = setInterval(() => {
      this.look().catch((error: unknown) => this.logger.warn(error));
    }, INTERVAL_MS);
  }

  /** Aborted when the reading is to be broken off, for whatever reason. */
  get signal(): AbortSignal {
    return AbortSignal.any([this.stopping, this.unwanted.signal, this.turnOver.signal]);
  }

  /** Whether it was broken off through no fault of the file, to go on later. */
  get isInterrupted(): boolean {
    return this.stopping.aborted || this.turnOver.signal.aborted;
  }

  enter(stage: ReadingStage): void {
    this.stage = stage;
  }

  /** A page was stored: from the first on, breaking off loses nothing, however often it happens. */
  countPage(): void {
    this.firstPageAt ??= performance.now();
  }

  end(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    if (!(await this.revisions.keepAlive(this.revision, this.stage))) this.unwanted.abort();
    const hadItsTurn = this.firstPageAt !== null && performance.now() - this.firstPageAt > this.turnMs;
    if (hadItsTurn && (await this.queue.othersWait(this.revision.organization_id))) this.turnOver.abort();
  }
}
