import type { Logger } from 'pino';
import { SHUTDOWN_TIMEOUTS_MS } from '../common/runtime/shutdown-timeouts.js';

/**
 * Closes all resources, last opened first, on SIGTERM, SIGINT, or a failed start. A signal during the start waits until the
 * resource being opened can be closed.
 */
export class Shutdown {
  private readonly stopping = new AbortController();
  private readonly closers: (() => Promise<void>)[] = [];
  private started: Promise<unknown> = Promise.resolve();

  /** @param delayMs time to continue after the signal */
  constructor(
    private readonly logger: Logger,
    delayMs: number,
  ) {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        logger.info({ signal }, 'stopping');
        setTimeout(() => process.exit(1), delayMs + SHUTDOWN_TIMEOUTS_MS.process).unref();
        this.stopping.abort();
        void this.started.then(() => this.closeAll()).then((isClean) => process.exit(isClean ? 0 : 1));
      });
    }
  }

  /** Aborted by the first signal. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** Registers a step, which runs before earlier registered ones. */
  closeAtEnd(close: () => Promise<void>): void {
    this.closers.push(close);
  }

  /** Runs the start, which may end early after a signal. @throws its error, after everything was closed */
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

  /** Whether everything was closed. */
  private async closeAll(): Promise<boolean> {
    let isClean = true;
    for (const close of this.closers.splice(0).reverse()) {
      await close().catch((error: unknown) => {
        this.logger.error({ err: error }, 'shutdown failed');
        isClean = false;
      });
    }
    return isClean;
  }
}
