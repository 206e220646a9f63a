import type { ThrottlerStorage } from '@nestjs/throttler';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** The result type of a throttler storage, which throttler does not export. */
export type StorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** A throttler storage that can also be read without counting. Its methods do not throw. */
export interface RateLimitStorage extends ThrottlerStorage {
  peek(key: string): Promise<number>;
}

export const RATE_LIMIT_STORAGE = Symbol('rate limit storage');

/** The result for `hits` in a window that ends after `ttl` milliseconds. */
export function storageRecord(hits: number, ttl: number, limit: number): StorageRecord {
  const timeToExpire = Math.ceil(ttl / 1000);
  const isBlocked = hits > limit;
  return { totalHits: hits, timeToExpire, isBlocked, timeToBlockExpire: isBlocked ? timeToExpire : 0 };
}

/** Counters in this process, by rate-limiter-flexible: one entry per key, without a timer per hit. */
export class MemoryThrottlerStorage implements RateLimitStorage {
  private readonly limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 3600 });

  /** Counts a hit on `key`, whose window ends after `ttl` milliseconds. */
  async increment(key: string, ttl: number, limit: number): Promise<StorageRecord> {
    const result = await this.limiter.consume(key, 1, { customDuration: Math.ceil(ttl / 1000) });
    return storageRecord(result.consumedPoints, result.msBeforeNext, limit);
  }

  async peek(key: string): Promise<number> {
    return (await this.limiter.get(key))?.consumedPoints ?? 0;
  }
}
