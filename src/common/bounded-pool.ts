import { AppError } from './errors/app-error.js';

const RETRY_AFTER_SECONDS = 5;

/**
 * Lets only so many pieces of work run at a time; the others wait in the order of their coming. A flood of sign-ins thus
 * fills a queue of its own, not the threads, connections and memory that everything else needs as well.
 */
export class BoundedPool {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly slots: number,
    private readonly maxWaiting: number,
  ) {}

  /**
   * @param signal ends the waiting, not the work
   * @throws AppError SERVICE_UNAVAILABLE with `Retry-After` when too many wait already; the signal's reason when that is
   * aborted before the work began
   */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    await this.enter(signal);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  get isIdle(): boolean {
    return this.running === 0;
  }

  private async enter(signal?: AbortSignal): Promise<void> {
    if (this.running < this.slots) {
      this.running += 1;
      return;
    }
    if (this.waiting.length >= this.maxWaiting) {
      throw new AppError(
        'SERVICE_UNAVAILABLE',
        'Too much of this at once; try again in a moment',
        { reason: 'overload', retry_after: RETRY_AFTER_SECONDS },
        { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } },
      );
    }
    await new Promise<void>((resolve, reject) => {
      const enter = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(enter), 1);
        reject(signal?.reason as Error);
      };
      this.waiting.push(enter);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** Hands the slot to whoever waits longest. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}
