import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { storageRecord, type RateLimitStorage, type StorageRecord } from '../../common/http/rate-limit-storage.js';
import { CircuitBreaker } from '../../common/circuit-breaker.js';
import { KnownHitsTable, totalOf, type KnownHits } from './known-hits.js';
import { NoAnswerError, within } from './within.js';

/** A request waits no longer for Redis. Milliseconds. */
const LONGEST_WAIT_MS = 200;
/** After a failure Redis is left alone for so long, then one request tries it. Milliseconds. */
const REST_MS = 1_000;

/**
 * Counters in Redis, the same for every node. While Redis fails or is slow each node goes on from the last total that it knew,
 * and what it counts is added to the counter with its next hit once Redis answers again. A hit whose answer was lost is added as well, so
 * it may count twice and never not at all. A counter that Redis has forgotten is set to what this node knew.
 */
export class RedisThrottlerStorage implements RateLimitStorage, OnApplicationShutdown {
  private readonly logger = new Logger('RateLimits');
  private readonly limiter: RateLimiterRedis;
  private readonly known = new KnownHitsTable();
  private readonly breaker = new CircuitBreaker({ failures: 1, restMs: REST_MS });
  private opening: Promise<void> | null = null;
  private isLost = false;

  /**
   * @param redis made by `createRedisClient`; it is connected with the first question
   * @param prefix put before every key
   */
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

  /** Counts one hit on `key`, whose window ends after `ttl` milliseconds. */
  async increment(key: string, ttl: number, limit: number): Promise<StorageRecord> {
    const known = this.known.take(key, ttl);
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
      return storageRecord(totalOf(known), ttl, limit);
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

  /** Adds hits to the counter; answers its total, which is never below what was known before. */
  private async add(key: string, hits: number, told: number, seconds: number): Promise<number> {
    const { consumedPoints: total } = await this.limiter.consume(key, hits, { customDuration: seconds });
    if (total >= told + hits) return total;
    await this.limiter.set(key, told + hits, seconds);
    return told + hits;
  }

  /** @throws Error when Redis cannot be asked, fails, or takes too long */
  private async ask<T>(question: () => Promise<T>): Promise<T> {
    const answer = await this.breaker.run(
      () => within(LONGEST_WAIT_MS, this.connected(question)),
      (error) => this.noticeFailure(error as Error),
      () => new Error('Redis is left alone for a moment'),
    );
    this.noticeReturn();
    return answer;
  }

  private async connected<T>(question: () => Promise<T>): Promise<T> {
    // Later connections are made by the client itself.
    await (this.opening ??= this.redis.connect().catch(() => undefined));
    return question();
  }

  private noticeFailure(error: Error): true {
    // The way there may be dead and a new connection find another one; until there is one, nobody waits.
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
