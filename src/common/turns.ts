import { BoundedPool } from './bounded-pool.js';

/**
 * Lets pieces of work with the same key run one after the other, in the order of their coming; others run beside them. So
 * many may wait for each key; one more is refused.
 */
export class Turns {
  private readonly queues = new Map<string, BoundedPool>();

  constructor(private readonly maxWaiting: number) {}

  /** @throws AppError SERVICE_UNAVAILABLE with `Retry-After` when too many wait for the key already */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(key) ?? new BoundedPool(1, this.maxWaiting);
    this.queues.set(key, queue);
    try {
      return await queue.run(work);
    } finally {
      if (queue.isIdle) this.queues.delete(key);
    }
  }
}
