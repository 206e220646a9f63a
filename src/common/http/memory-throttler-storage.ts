import type { ThrottlerStorage } from '@nestjs/throttler';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** Shape that throttler expects of a storage's answer; its own declaration is not exported. */
type StorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** What the limits need of a store beyond what throttler asks: to look without counting. */
export interface RateLimitStorage extends ThrottlerStorage {
  /** Hits counted on `key` in its present window. */
  peek(key: string): Promise<number>;
}

/** Counters in this process, by rate-limiter-flexible: one entry a key, no timer per hit as in throttler's own store. */
export class MemoryThrottlerStorage implements RateLimitStorage {
  private readonly limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 3600 });

  /** Counts one hit on `key`, whose window ends after `ttl` milliseconds. */
  async increment(key: string, ttl: number, limit: number): Promise<StorageRecord> {
    const result = await this.limiter.consume(key, 1, { customDuration: Math.ceil(ttl / 1000) });
    const timeToExpire = Math.ceil(result.msBeforeNext / 1000);
    const isBlocked = result.consumedPoints > limit;
    return {
      totalHits: result.consumedPoints,
      timeToExpire,
      isBlocked,
      timeToBlockExpire: isBlocked ? timeToExpire : 0,
    };
  }
  async peek(key: string): Promise<number> {
    return (await this.limiter.get(key))?.consumedPoints ?? 0;
  }
}
