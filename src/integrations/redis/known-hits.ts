export interface KnownHits {
  /** The highest total from Redis. */
  told: number;
  /** Counted here, not yet in Redis. */
  owed: number;
  /** On their way to Redis. */
  sent: number;
  /** Unix time in milliseconds. */
  endsAt: number;
}

/** Counters that this node has seen, until their windows end. */
export class KnownHitsTable {
  private readonly counters = new Map<string, KnownHits>();
  private sweepAt = 0;

  constructor(private readonly now: () => number = Date.now) {}

  get size(): number {
    return this.counters.size;
  }

  /** The counter of `key`, created if missing, whose window ends after `ttl` milliseconds. */
  take(key: string, ttl: number): KnownHits {
    const now = this.now();
    if (now >= this.sweepAt) this.sweep(now, now + ttl);
    let known = this.counters.get(key);
    if (!known) this.counters.set(key, (known = { told: 0, owed: 0, sent: 0, endsAt: now + ttl }));
    return known;
  }

  find(key: string): KnownHits | undefined {
    return this.counters.get(key);
  }

  /** All windows end on the hour, so one sweep after each is enough. */
  private sweep(now: number, next: number): void {
    this.sweepAt = next;
    for (const [key, { endsAt }] of this.counters) if (endsAt <= now) this.counters.delete(key);
  }
}

export const totalOf = ({ told, owed, sent }: KnownHits): number => told + owed + sent;
