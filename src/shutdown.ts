import type { Logger } from 'pino';
import { STOP_BUDGET_MS } from './common/stop-budget.js';

/**
 * The end of the process: on SIGTERM or SIGINT, or when its start failed, everything that was opened is closed again, the
 * last first. A signal during the start waits until what is being started can be closed.
 */
export class Shutdown {
  private readonly stopping = new AbortController();
  private readonly closers: (() => Promise<void>)[] = [];
  private started: Promise<unknown> = Promise.resolve();

  /** @param delayMs how long it goes on as before once it is asked to stop */
  constructor(
    private readonly logger: Logger,
    delayMs: number,
  ) {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        logger.info({ signal }, 'stopping');
        setTimeout(() => process.exit(1), delayMs + STOP_BUDGET_MS.whole).unref();
        this.stopping.abort();
        void this.started.then(() => this.closeAll()).then((isClean) => process.exit(isClean ? 0 : 1));
      });
    }
  }

  /** Aborted from the first signal on. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** To be called at the end, before those that were given earlier. */
  closeAtEnd(close: () => Promise<void>): void {
    this.closers.push(close);
  }

  /** Runs the start, which may end early once a signal came. @throws what the start throws, after all was closed */
  async guard(start: () => Promise<void>): Promise<void> {
    const starting = start();
    this.started = starting.catch(() => undefined);
    try {
      await starting;
    } catch (error) {
      if (this.signal.aborted) return;
      await this.closeAll();
      throw error;
    }
  }

  /** Whether all of it could be closed. */
  private async closeAll(): Promise<boolean> {
    let isClean = true;
    for (const close of this.closers.splice(0).reverse()) {
      await close().catch((error: unknown) => {
        this.logger.error({ err: error }, 'stopping failed');
        isClean = false;
      });
    }
    return isClean;
  }
}
