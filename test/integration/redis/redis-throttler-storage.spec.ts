import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { createRedisClient } from '../../../src/integrations/redis/redis-client.js';
import { RedisThrottlerStorage } from '../../../src/integrations/redis/redis-throttler-storage.js';
import { parseRedisUrl } from '../../../src/integrations/redis/redis-url.js';
import { describeWithRedis, startRedis, type TestRedis } from '../../support/peers/redis-server.js';
import { until } from '../../support/until.js';

const HOUR_MS = 3_600_000;
const LIMIT = 100;

/** One process of the service, as far as limits go. */
class LimitNode {
  private readonly storage: RedisThrottlerStorage;

  constructor(url: string) {
    this.storage = new RedisThrottlerStorage(createRedisClient(parseRedisUrl(url)), 'test:');
  }

  async hit(key: string): Promise<number> {
    return (await this.storage.increment(key, HOUR_MS, LIMIT)).totalHits;
  }

  async hits(key: string, count: number): Promise<number[]> {
    return Promise.all(Array.from({ length: count }, () => this.hit(key)));
  }

  peek(key: string): Promise<number> {
    return this.storage.peek(key);
  }

  /** Resolves when it asks Redis again. */
  async untilBack(control: Redis): Promise<void> {
    await until(
      async () => {
        const key = `probe-${randomUUID()}`;
        await this.hit(key);
        return control.exists(`test:limits:${key}`);
      },
      (found) => found === 1,
    );
  }

  close(): void {
    this.storage.onApplicationShutdown();
  }
}

const upTo = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const sorted = (numbers: number[]): number[] => [...numbers].sort((a, b) => a - b);

describeWithRedis('RedisThrottlerStorage', () => {
  let redis: TestRedis;
  let control: Redis;
  let nodes: [LimitNode, LimitNode];
  let warnings: jest.SpyInstance;
  let returns: jest.SpyInstance;

  beforeEach(async () => {
    warnings = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    returns = jest.spyOn(Logger.prototype, 'log').mockReturnValue(undefined);
    redis = await startRedis();
    control = createRedisClient(parseRedisUrl(redis.url));
    control.on('error', () => undefined);
    await control.connect();
    nodes = [new LimitNode(redis.url), new LimitNode(redis.url)];
    await Promise.all(nodes.map((node) => node.peek('nothing')));
  });
  afterEach(async () => {
    control.disconnect();
    nodes.forEach((node) => node.close());
    await redis.stop();
    jest.restoreAllMocks();
  });

  const untilControlled = (): Promise<string> =>
    until(
      () => Promise.resolve(control.status),
      (status) => status === 'ready',
    );

  it('gives every hit of several nodes a number of its own, and forgets it with its window', async () => {
    const [one, two] = nodes;
    const totals = (await Promise.all([one.hits('many', 150), two.hits('many', 150)])).flat();
    expect(sorted(totals)).toEqual(upTo(1, 300));
    expect(await one.peek('many')).toBe(300);
    expect(await two.peek('many')).toBe(300);
    expect(await two.peek('other')).toBe(0);
    const left = await control.pttl('test:limits:many');
    expect(left).toBeGreaterThan(HOUR_MS - 60_000);
    expect(left).toBeLessThanOrEqual(HOUR_MS);
    expect(warnings).not.toHaveBeenCalled();
  });

  it('goes on from the last total on every node when Redis is killed, and gives back what Redis lost', async () => {
    const [one, two] = nodes;
    await one.hits('org', 30);
    expect(await two.hit('org')).toBe(31);
    await redis.kill();
    expect(sorted(await one.hits('org', 50))).toEqual(upTo(31, 80));
    expect(sorted(await two.hits('org', 2))).toEqual([32, 33]);
    expect(await one.peek('org')).toBe(80);

    await redis.start();
    await untilControlled();
    await Promise.all(nodes.map((node) => node.untilBack(control)));
    // Redis lost its data: the highest total that a node received is restored, and later hits are added once.
    expect(await two.hit('org')).toBe(34);
    expect(await one.hit('org')).toBe(34 + 51);
    expect(await two.hit('org')).toBe(86);
    expect(await control.get('test:limits:org')).toBe('86');
    expect(await control.pttl('test:limits:org')).toBeGreaterThan(0);
    expect(warnings).toHaveBeenCalledTimes(2);
    expect(returns).toHaveBeenCalledTimes(2);
  });

  it('answers while Redis hangs, and adds what it counted when it no longer does', async () => {
    const [one, two] = nodes;
    await one.hits('org', 10);
    redis.hang();
    const first = await one.hits('org', 5);
    expect(Math.min(...first)).toBeGreaterThan(10);
    expect(Math.max(...first)).toBe(15);
    expect(sorted(await one.hits('org', 40))).toEqual(upTo(16, 55));
    redis.resume();
    await Promise.all(nodes.map((node) => node.untilBack(control)));
    await one.hit('org');
    const total = await two.hit('org');
    // The five that nobody answered may have been counted by Redis as well.
    expect(total).toBeGreaterThanOrEqual(57);
    expect(total).toBeLessThanOrEqual(62);
    expect(warnings.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it('counts alone while Redis refuses to write', async () => {
    const [one] = nodes;
    expect(await one.hits('org', 3)).toEqual([1, 2, 3]);
    await control.config('SET', 'maxmemory', '1');
    expect(await one.hits('org', 20)).toEqual(upTo(4, 23));
    expect(warnings).toHaveBeenCalledTimes(1);
    await control.config('SET', 'maxmemory', '0');
    await one.untilBack(control);
    expect(await one.hit('org')).toBe(24);
    expect(await control.get('test:limits:org')).toBe('24');
  });

  it('gives back a counter that was removed from Redis', async () => {
    const [one, two] = nodes;
    await one.hits('org', 40);
    await control.flushall();
    expect(await one.hit('org')).toBe(41);
    expect(await two.hit('org')).toBe(42);
  });

  it('counts alone from the start where there is no Redis, and says so once', async () => {
    const [one] = nodes;
    await redis.kill();
    const late = new LimitNode(redis.url);
    try {
      expect(await late.hits('org', 5)).toEqual([1, 2, 3, 4, 5]);
      expect(await late.hits('org', 5)).toEqual([6, 7, 8, 9, 10]);
      await one.hit('org');
      expect(warnings).toHaveBeenCalledTimes(2);
      await redis.start();
      await untilControlled();
      await late.untilBack(control);
      expect(await late.hit('org')).toBe(11);
    } finally {
      late.close();
    }
  });

  it('does not say passwords', async () => {
    const guarded = await startRedis(['--requirepass', 'right']);
    const node = new LimitNode(guarded.url.replace('://', '://:wrong-password@'));
    try {
      expect(await node.hits('org', 2)).toEqual([1, 2]);
      expect(warnings).toHaveBeenCalledTimes(1);
      expect(JSON.stringify(warnings.mock.calls)).not.toContain('wrong-password');
    } finally {
      node.close();
      await guarded.stop();
    }
  });
});
