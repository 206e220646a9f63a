import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { Database } from '../../../src/common/database/database.js';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { JobQueue } from '../../../src/integrations/job-queue/job-queue.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { until } from '../../support/until.js';

/** Longer than it takes to notice that nobody works on a job. */
const LONG_MS = 27_000;
const LOCK_TIMEOUT_MS = 500;
const NO_LOCK = { code: '55P03' };

interface Job {
  name: string;
}

/** A process, as far as jobs are concerned. */
class Node {
  readonly begun: string[] = [];
  private constructor(
    readonly queue: JobQueue,
    private readonly dataSource: DataSource,
    readonly db: Database,
  ) {}

  static async start(url: string, isWorker: boolean): Promise<Node> {
    const extra = { lock_timeout: LOCK_TIMEOUT_MS };
    const options = { type: 'postgres', url, poolErrorHandler: () => undefined, extra } as const;
    const dataSource = await new DataSource(options).initialize();
    const db = new Database(dataSource);
    const node = new Node(new JobQueue(db, { connectionString: url }, isWorker), dataSource, db);
    await node.queue.start();
    await node.queue.subscribe<Job>('test', 'tests', { concurrency: 2 }, async ({ name }) => {
      node.begun.push(name);
      if (name === 'long') await sleep(LONG_MS);
    });
    return node;
  }

  async stop(): Promise<void> {
    this.queue.onModuleDestroy();
    await this.queue.onApplicationShutdown();
    await this.db.onApplicationShutdown();
    await this.dataSource.destroy();
  }
}

describe('JobQueue', () => {
  let database: TestDatabase;
  const nodes: Node[] = [];
  let client: pg.Client;
  beforeAll(async () => {
    // Cut connections are part of what is tested.
    Logger.overrideLogger(false);
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    nodes.push(await Node.start(database.url, false));
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await client.end();
    await database.drop();
  });

  const jobOf = async (id: string) => {
    const { rows } = await client.query<{ state: string; retries: number; waits: number }>(
      `SELECT state::text, retry_count AS retries, extract(epoch FROM start_after - now())::float8 AS waits
       FROM jobs.job WHERE id = $1`,
      [id],
    );
    return rows[0]!;
  };
  const begun = (): string[] => nodes.flatMap((node) => node.begun).sort();

  it('says of an event that it could not be written down, and undoes what caused it', async () => {
    const { queue, db } = nodes[0]!;
    await client.query('CREATE TABLE causes (name text)');
    await client.query('BEGIN; LOCK TABLE jobs.job');
    try {
      await expect(queue.publish('test', { name: 'locked out' })).rejects.toMatchObject(NO_LOCK);
      const done = db.transaction(async () => {
        await db.query(`INSERT INTO causes VALUES ('locked out')`);
        await queue.publish('test', { name: 'locked out' });
      });
      await expect(done).rejects.toMatchObject(NO_LOCK);
    } finally {
      await client.query('ROLLBACK');
    }
    const left = `SELECT name FROM causes UNION ALL SELECT data ->> 'name' FROM jobs.job WHERE name = 'tests'`;
    expect((await client.query(left)).rows).toEqual([]);
  });

  it('gives out again what nobody has, and nothing of the living, whose connections were all lost', async () => {
    const [publisher] = nodes;
    await publisher!.queue.publish('test', { name: 'lost' });
    // Given to a process that was never told.
    await client.query(`UPDATE jobs.job SET state = 'active', started_on = now() WHERE name = 'tests'`);
    nodes.push(await Node.start(database.url, true), await Node.start(database.url, true));
    await publisher!.queue.publish('test', { name: 'long' });
    await until(() => begun().includes('long'));
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND datname = current_database() AND pid <> pg_backend_pid()`);
    const states = `SELECT data ->> 'name' AS name, state::text, retry_count AS retries FROM jobs.job
      WHERE name = 'tests' ORDER BY 1`;
    const rows = await until(
      async () => (await client.query<{ state: string }>(states)).rows,
      (jobs) => jobs.every(({ state }) => state === 'completed'),
    );
    expect(rows).toEqual([
      { name: 'long', state: 'completed', retries: 0 },
      { name: 'lost', state: 'completed', retries: 1 },
    ]);
    expect(begun()).toEqual(['long', 'lost']);
  });

  it('puts a job off that somebody is at, which is no try', async () => {
    const id = randomUUID();
    const lock = `(hashtextextended('job ${id}', 0))`;
    await client.query(`SELECT pg_advisory_lock${lock}`);
    await client.query(`INSERT INTO jobs.job (id, name, data) VALUES ($1, 'tests', '{"name":"held"}')`, [id]);
    await until(
      () => jobOf(id),
      ({ state, waits }) => state === 'retry' && waits > 20,
    );
    expect(begun()).not.toContain('held');
    await client.query(`SELECT pg_advisory_unlock${lock}`);
    await client.query('UPDATE jobs.job SET start_after = now() WHERE id = $1', [id]);
    const job = await until(
      () => jobOf(id),
      ({ state }) => state === 'completed',
    );
    expect(job.retries).toBe(0);
  });

  it('keeps jobs that failed for the last time, to be found and repeated as the manual says', async () => {
    const manual = readFileSync(path.join(projectRoot(), 'docs/operations/telemetry.md'), 'utf8');
    const [find, repeat] = (/```sql\n([^]*?)```/.exec(manual)?.[1] ?? '').split(';\n');
    const { rows: made } = await client.query<{ id: string }>(
      `INSERT INTO jobs.job (name, data, state, retry_limit, retry_count, started_on, completed_on)
       VALUES ('tests', '{"name":"failed"}', 'failed', 5, 5, now(), now() - interval '6 days') RETURNING id`,
    );
    const id = made[0]!.id;
    // What pg-boss does now and then.
    await nodes[0]!.queue['boss'].maintain();
    const { rows: found } = await client.query<{ id: string; tries: number }>(find!);
    expect(found).toMatchObject([{ id, name: 'tests', tries: 6 }]);
    expect((await client.query(repeat!.replace('…', id))).rowCount).toBe(1);
    const job = await until(
      () => jobOf(id),
      ({ state }) => state === 'completed',
    );
    expect(job.retries).toBe(0);
    expect(begun()).toContain('failed');
  });
});
