import { BoundedPool } from './bounded-pool.js';

/**
 * Lets pieces of work with the same key run one after the other, in the order of their coming; others run beside them. So
 * many may wait for each key, and of each holder; one more is refused.
 */
export class Turns {
  private readonly queues = new Map<string, BoundedPool>();

  constructor(
    private readonly maxWaiting: number,
    private readonly maxWaitingEach = maxWaiting,
  ) {}

  /** As {@link BoundedPool.run}. @throws AppError SERVICE_UNAVAILABLE when too many wait for the key already */
  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal, holder?: string): Promise<T> {
    const queue = this.queues.get(key) ?? new BoundedPool(1, this.maxWaiting, this.maxWaitingEach);
    this.queues.set(key, queue);
    try {
      return await queue.run(work, signal, holder);
    } finally {
      if (queue.isIdle) this.queues.delete(key);
    }
  }
}
