import { AsyncResource } from 'node:async_hooks';

/** Processes work in parallel slots. Each slot fetches its next piece itself, so that the choice is made as late as possible. */
export class WorkPool {
  private readonly running = new Set<Promise<void>>();
  /** Work has the context of the pool, not that of the request that woke it. */
  private readonly context = new AsyncResource('WorkPool');
  private wakes = 0;
  private isStopped = false;

  /** @param work does one piece; false without any @param onError receives errors of `work`; the slot then sleeps until woken */
  constructor(
    private readonly slots: number,
    private readonly work: () => Promise<boolean>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Signals that there may be work. */
  wake(): void {
    this.wakes += 1;
    if (this.isStopped || this.running.size >= this.slots) return;
    // Added before it starts, because the first piece may call wake().
    const slot = Promise.resolve()
      .then(() => this.context.runInAsyncScope(() => this.run()))
      .catch(this.onError)
      .finally(() => this.running.delete(slot));
    this.running.add(slot);
  }

  /** Fetches nothing more and resolves when current work has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.running);
  }

  private async run(): Promise<void> {
    let seen: number;
    do {
      seen = this.wakes;
      while (!this.isStopped && (await this.work()));
      // wake() may have been called while this slot found nothing.
    } while (!this.isStopped && seen !== this.wakes);
  }
}
