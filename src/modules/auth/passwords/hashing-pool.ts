import { availableParallelism } from 'node:os';
import { AppError } from '../../../common/errors/app-error.js';

/** libuv has four threads for hashing, files and name look-ups together: one stays free for the others. */
const MAX_SLOTS = 3;
/** Pieces of work that wait for each slot: about a second's worth. More would only time out at its client. */
const WAITING_PER_SLOT = 128;
const RETRY_AFTER_SECONDS = 5;

/**
 * Lets only so many password hashes be computed at a time as there are cores, the others wait in the order of their coming.
 * A flood of logins thus fills a queue of its own, not the threads and the memory (19 MiB a hash) of the process.
 */
export class HashingPool {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly slots = Math.min(availableParallelism(), MAX_SLOTS),
    private readonly maxWaiting = slots * WAITING_PER_SLOT,
  ) {}

  /** @throws AppError SERVICE_UNAVAILABLE with `Retry-After` when too many wait already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.running < this.slots) {
      this.running += 1;
      return;
    }
    if (this.waiting.length >= this.maxWaiting) {
      throw new AppError(
        'SERVICE_UNAVAILABLE',
        'Too many sign-ins at once; try again in a moment',
        { reason: 'sign_in_overload', retry_after: RETRY_AFTER_SECONDS },
        { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } },
      );
    }
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Hands the slot to whoever waits longest. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}
