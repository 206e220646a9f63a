/** What may be had again at any time: the newest so many, each for so long. */
export class ExpiringMap<T> {
  private readonly entries = new Map<string, { value: T; until: number }>();

  constructor(
    private readonly lifeMs: number,
    private readonly maxEntries: number,
  ) {}

  /** Entries that are still in memory. */
  get size(): number {
    return this.entries.size;
  }

  get(key: string): T | undefined {
    this.dropExpired();
    return this.entries.get(key)?.value;
  }

  set(key: string, value: T): void {
    // To the end, so that the first is always the oldest.
    this.entries.delete(key);
    this.dropExpired();
    const [oldest] = this.entries.keys();
    if (this.entries.size >= this.maxEntries && oldest !== undefined) this.entries.delete(oldest);
    this.entries.set(key, { value, until: Date.now() + this.lifeMs });
  }

  private dropExpired(): void {
    const now = Date.now();
    for (const [key, { until }] of this.entries) {
      if (until > now) return;
      this.entries.delete(key);
    }
  }
}
