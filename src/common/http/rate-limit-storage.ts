import type { ThrottlerStorage } from '@nestjs/throttler';

/** Shape that throttler expects of a storage's answer; its own declaration is not exported. */
export type StorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** What the limits need of a store beyond what throttler asks: to look without counting. Neither throws. */
export interface RateLimitStorage extends ThrottlerStorage {
  /** Hits counted on `key` in its present window. */
  peek(key: string): Promise<number>;
}

export const RATE_LIMIT_STORAGE = Symbol('rate limit storage');

/** What throttler is told of `hits` in a window that ends after `ttl` milliseconds. */
export function storageRecord(hits: number, ttl: number, limit: number): StorageRecord {
  const timeToExpire = Math.ceil(ttl / 1000);
  const isBlocked = hits > limit;
  return { totalHits: hits, timeToExpire, isBlocked, timeToBlockExpire: isBlocked ? timeToExpire : 0 };
}
