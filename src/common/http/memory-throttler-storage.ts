import { RateLimiterMemory } from 'rate-limiter-flexible';
import { storageRecord, type RateLimitStorage, type StorageRecord } from './rate-limit-storage.js';

/** Counters in this process, by rate-limiter-flexible: one entry a key, no timer per hit as in throttler's own store. */
export class MemoryThrottlerStorage implements RateLimitStorage {
  private readonly limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 3600 });

  /** Counts one hit on `key`, whose window ends after `ttl` milliseconds. */
  async increment(key: string, ttl: number, limit: number): Promise<StorageRecord> {
    const result = await this.limiter.consume(key, 1, { customDuration: Math.ceil(ttl / 1000) });
    return storageRecord(result.consumedPoints, result.msBeforeNext, limit);
  }

  async peek(key: string): Promise<number> {
    return (await this.limiter.get(key))?.consumedPoints ?? 0;
  }
}
