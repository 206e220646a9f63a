import { Inject, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { BACKGROUND_WORK } from './background-work.js';

const INTERVAL_MS = 60 * 60 * 1000;

/** Something that every process with background work does at start and every hour; the one that comes second finds nothing left to do. */
export abstract class HourlyTask implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(this.constructor.name);
  private timer: NodeJS.Timeout | undefined;
  @Inject(BACKGROUND_WORK) private readonly isWanted: boolean;

  protected abstract run(): Promise<void>;

  onApplicationBootstrap(): void | Promise<void> {
    if (!this.isWanted) return;
    void this.tryToRun();
    this.timer = setInterval(() => void this.tryToRun(), INTERVAL_MS).unref();
  }

  beforeApplicationShutdown(): void | Promise<void> {
    clearInterval(this.timer);
  }

  /** A failure is logged only: the next hour tries again. */
  private async tryToRun(): Promise<void> {
    try {
      await this.run();
    } catch (error) {
      this.logger.warn({ err: error }, 'an hourly task failed');
    }
  }
}
