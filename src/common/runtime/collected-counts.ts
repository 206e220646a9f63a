import { Logger, type OnApplicationShutdown } from '@nestjs/common';

/** Counts in memory, written at most `collectingMs` after the first and at shutdown. A killed process loses unwritten ones. */
export abstract class CollectedCounts<Count extends object> implements OnApplicationShutdown {
  private readonly logger = new Logger(this.constructor.name);
  private counts = new Map<string, Count>();
  private timer: NodeJS.Timeout | undefined;
  private writing = Promise.resolve();
  private closing = false;

  protected constructor(private readonly collectingMs: number) {}

  protected abstract keyOf(count: Count): string;
  protected abstract addTo(sum: Count, count: Count): void;
  /** Adds to the stored counts, in the same order on every node to avoid deadlocks. */
  protected abstract store(counts: readonly Count[]): Promise<void>;

  protected collect(count: Count): void {
    this.add(count);
    if (this.closing) void this.flush();
    else this.writeSoon();
  }

  /** Writes the counts. After a failure they are kept for the next time. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  async onApplicationShutdown(): Promise<void> {
    this.closing = true;
    await this.flush();
  }

  private writeSoon(): void {
    this.timer ??= setTimeout(() => void this.flush(), this.collectingMs).unref();
  }

  private add(count: Count): void {
    const key = this.keyOf(count);
    const known = this.counts.get(key);
    if (known) this.addTo(known, count);
    else this.counts.set(key, { ...count });
  }

  private async write(): Promise<void> {
    if (this.counts.size === 0) return;
    const counts = [...this.counts.values()];
    this.counts = new Map();
    try {
      await this.store(counts);
    } catch (error) {
      this.logger.warn({ err: error }, 'counts could not be written; they are kept');
      for (const count of counts) this.add(count);
      if (!this.closing) this.writeSoon();
    }
  }
}
