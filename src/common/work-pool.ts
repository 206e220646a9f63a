/**
 * Does pieces of work, so many at a time, for as long as there are any. Nobody hands them in: each slot fetches the next
 * when it is free, so what is done next is decided as late as can be.
 */
export class WorkPool {
  private readonly running = new Set<Promise<void>>();
  private wakes = 0;
  private isStopped = false;

  /**
   * @param work does one piece; false when there was none
   * @param onError told when `work` throws; its slot then rests until somebody wakes it
   */
  constructor(
    private readonly slots: number,
    private readonly work: () => Promise<boolean>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Says that there may be work. */
  wake(): void {
    this.wakes += 1;
    if (this.isStopped || this.running.size >= this.slots) return;
    // Counted before it begins: its own first piece may call for another.
    const slot = Promise.resolve()
      .then(() => this.run())
      .catch(this.onError)
      .finally(() => this.running.delete(slot));
    this.running.add(slot);
  }

  /** Fetches nothing more, and resolves when what is being done has come to its end. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.running);
  }

  private async run(): Promise<void> {
    let seen: number;
    do {
      seen = this.wakes;
      while (!this.isStopped && (await this.work()));
      // Somebody may have called while this slot was finding that there is none.
    } while (!this.isStopped && seen !== this.wakes);
  }
}
