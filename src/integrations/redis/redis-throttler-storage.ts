import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import {
  storageRecord,
  type RateLimitStorage,
  type StorageRecord,
} from '../../common/rate-limits/rate-limit-storage.js';
import { CircuitBreaker } from '../../common/limits/circuit-breaker.js';
import { KnownHitsTable, totalOf, type KnownHits } from './known-hits.js';

/** Maximum wait of a request for Redis. Milliseconds. */
const LONGEST_WAIT_MS = 200;
/** Pause after a failure; then one request tries Redis. Milliseconds. */
const REST_MS = 1_000;

/** While Redis fails, each node counts on from the last total and adds its hits later. A hit can count twice, never zero times. */
export class RedisThrottlerStorage implements RateLimitStorage, OnApplicationShutdown {
  private readonly logger = new Logger('RateLimits');
  private readonly limiter: RateLimiterRedis;
  private readonly known = new KnownHitsTable();
  private readonly breaker = new CircuitBreaker({ failures: 1, restMs: REST_MS });
  private opening: Promise<void> | null = null;
  private isLost = false;

  /** @param redis from `createRedisClient`; connects with the first command @param prefix of every key */
  constructor(
    private readonly redis: Redis,
    prefix: string,
  ) {
    this.limiter = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `${prefix}limits`,
      points: Number.MAX_SAFE_INTEGER,
      duration: 3600,
      rejectIfRedisNotReady: true,
    });
    redis.on('error', (error: Error) => this.noticeFailure(error));
  }

  /** Counts a hit on `key`, whose window ends after `ttl` milliseconds. */
  async increment(key: string, ttl: number, limit: number): Promise<StorageRecord> {
    const known = this.known.take(key, ttl);
    const place = totalOf(known) + 1;
    const hits = known.owed + 1;
    known.owed = 0;
    known.sent += hits;
    try {
      const total = await this.ask(() => this.add(key, hits, known.told, Math.ceil(ttl / 1000)));
      known.sent -= hits;
      known.told = Math.max(known.told, total);
      return storageRecord(total, ttl, limit);
    } catch {
      known.sent -= hits;
      known.owed += hits;
      // Hits that fail together get different totals, unless other nodes have counted more.
      return storageRecord(place > known.told ? place : known.told + known.owed, ttl, limit);
    }
  }

  async peek(key: string): Promise<number> {
    const known: KnownHits = this.known.find(key) ?? { told: 0, owed: 0, sent: 0, endsAt: 0 };
    try {
      const answer = await this.ask(() => this.limiter.get(key));
      return totalOf({ ...known, told: Math.max(known.told, answer?.consumedPoints ?? 0) });
    } catch {
      return totalOf(known);
    }
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  /** Adds hits to the counter. Returns its total, never below what was known. */
  private async add(key: string, hits: number, told: number, seconds: number): Promise<number> {
    const { consumedPoints: total } = await this.limiter.consume(key, hits, { customDuration: seconds });
    if (total >= told + hits) return total;
    await this.limiter.set(key, told + hits, seconds);
    return told + hits;
  }

  /** @throws Error when Redis fails or is too slow */
  private async ask<T>(question: () => Promise<T>): Promise<T> {
    const answer = await this.breaker.run(
      () => within(LONGEST_WAIT_MS, this.connected(question)),
      (error) => this.noticeFailure(error as Error),
      () => new Error('Redis is paused after a failure'),
    );
    this.noticeReturn();
    return answer;
  }

  private async connected<T>(question: () => Promise<T>): Promise<T> {
    // The client makes later connections itself.
    await (this.opening ??= this.redis.connect().catch(() => undefined));
    return question();
  }

  private noticeFailure(error: Error): true {
    // The connection may be dead; until there is a new one, requests do not wait.
    if (error instanceof NoAnswerError && this.redis.status === 'ready') this.redis.disconnect(true);
    if (!this.isLost) {
      this.isLost = true;
      this.logger.warn({ reason: error.message }, 'Redis cannot be used: each node counts requests on its own');
    }
    return true;
  }

  private noticeReturn(): void {
    if (!this.isLost) return;
    this.isLost = false;
    this.logger.log('Redis is back: all nodes count requests together');
  }
}

export class NoAnswerError extends Error {}

/** @throws NoAnswerError after `ms` milliseconds, unless the answer arrived while the process was busy */
export function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const fail = (): void => reject(new NoAnswerError(`no answer within ${ms} ms`));
    const timer = setTimeout(() => setImmediate(fail), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
