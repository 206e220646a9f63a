import { BoundedPool } from './bounded-pool.js';

/** Runs work with the same key one at a time, in order of arrival. Bounds how much waits for each key, and for each holder. */
export class KeyedMutex {
  private readonly queues = new Map<string, BoundedPool>();

  constructor(
    private readonly maxWaiting: number,
    private readonly maxWaitingEach = maxWaiting,
  ) {}

  /** As {@link BoundedPool.run}. @throws AppError SERVICE_UNAVAILABLE when too many wait for the key */
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
