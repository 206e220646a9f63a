import type { PoolClient } from 'pg';
import { observePool } from '../../../src/common/database/pool-metrics.js';
import { ReservingPool } from '../../../src/common/database/reserving-pool.js';
import { createRequestContext, runWithContext } from '../../../src/common/context/request-context.js';
import type { MetricSamples } from '../../../src/common/telemetry/metric-samples.js';
import { registry } from '../../../src/common/telemetry/metrics.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';

describe('ReservingPool', () => {
  let database: TestDatabase;
  let pool: ReservingPool;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    pool = new ReservingPool({ connectionString: database.url, max: 5 });
  });
  afterEach(() => pool.end());

  const essential = <T>(work: () => Promise<T>): Promise<T> =>
    runWithContext(createRequestContext('request', undefined, true), work);
  const takeAll = (): Promise<PoolClient[]> => Promise.all(Array.from({ length: 4 }, () => pool.connect()));

  it('keeps a connection for what is essential when all others are taken', async () => {
    const held = await takeAll();
    // Only now: opening the connections may take any time.
    pool.options.connectionTimeoutMillis = 100;
    await expect(pool.query('SELECT 1')).rejects.toThrow('timeout exceeded when trying to connect');
    pool.options.connectionTimeoutMillis = 0;
    for (let round = 0; round < 3; round += 1) {
      expect((await essential(() => pool.query('SELECT 1 AS one'))).rows).toEqual([{ one: 1 }]);
    }
    for (const client of held) client.release();
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('serves waiting callers in order of arrival, each in their own context, and reports how long they wait', async () => {
    const held = await takeAll();
    expect(pool.longestWaitMs).toBe(0);
    const served: string[] = [];
    const waiting = ['first', 'second'].map((id) =>
      runWithContext(
        createRequestContext(id),
        () =>
          new Promise<void>((resolve) =>
            pool.connect((_error, client) => {
              served.push(id);
              client?.release();
              resolve();
            }),
          ),
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([pool.longestWaitMs > 10, pool.waitingAll]).toEqual([true, 2]);
    held[0]?.release();
    await Promise.all(waiting);
    expect([served, pool.longestWaitMs]).toEqual([['first', 'second'], 0]);
    for (const client of held.slice(1)) client.release();
  });

  it('is measured once for each connection', async () => {
    observePool(pool, { add: () => undefined } as unknown as MetricSamples);
    const counted = async (): Promise<number> =>
      Number(/^amks_db_pool_wait_seconds_count (\d+)$/m.exec(await registry.metrics())?.[1] ?? 0);
    const before = await counted();
    (await pool.connect()).release();
    await pool.query('SELECT 1');
    expect(await counted()).toBe(before + 2);
  });

  it('loses no place to connections that fail, are cut or are given back broken', async () => {
    const down = new ReservingPool({ host: '127.0.0.1', port: 1, max: 5, connectionTimeoutMillis: 300 });
    for (let round = 0; round < 6; round += 1) await expect(down.query('SELECT 1')).rejects.toThrow('ECONNREFUSED');
    await down.end();
    pool.on('error', () => undefined);
    for (const client of await takeAll()) client.release(new Error('broken'));
    for (const client of await takeAll()) {
      client.on('error', () => undefined);
      await client.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
      client.release();
    }
    const again = await takeAll();
    expect(again).toHaveLength(4);
    for (const client of again) client.release();
  });
});
