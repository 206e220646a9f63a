import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Database } from '../../../src/common/database/database.js';
import { JobQueue } from '../../../src/integrations/job-queue/job-queue.js';
import type { ScheduledJob } from '../../../src/integrations/job-queue/scheduled-job.js';
import { until } from '../../support/until.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';

const LEAP_DAY = '0 0 29 2 *';

/** A process, as far as jobs are concerned, and which of its jobs ran. */
class Node {
  readonly runs: string[] = [];
  private constructor(
    readonly queue: JobQueue,
    private readonly dataSource: DataSource,
    private readonly db: Database,
  ) {}

  static async start(url: string, isWorker = true): Promise<Node> {
    const dataSource = await new DataSource({ type: 'postgres', url }).initialize();
    const db = new Database(dataSource);
    const node = new Node(new JobQueue(db, { connectionString: url }, isWorker), dataSource, db);
    await node.queue.start();
    return node;
  }

  job(name: string, cron = LEAP_DAY, fails = false): ScheduledJob {
    return {
      name,
      cron,
      run: () => {
        this.runs.push(name);
        return fails ? Promise.reject(new Error('no')) : Promise.resolve();
      },
    };
  }

  async stop(): Promise<void> {
    this.queue.onModuleDestroy();
    await this.queue.onApplicationShutdown();
    await this.db.onApplicationShutdown();
    await this.dataSource.destroy();
  }
}

describe('JobQueue.schedule', () => {
  let database: TestDatabase;
  let sql: DataSource;
  const nodes: Node[] = [];
  const start = async (isWorker = true): Promise<Node> => {
    const node = await Node.start(database.url, isWorker);
    nodes.push(node);
    return node;
  };
  const runsOf = (name: string): number => nodes.flatMap(({ runs }) => runs).filter((run) => run === name).length;
  const untilRun = (name: string, times: number): Promise<number> =>
    until(
      () => Promise.resolve(runsOf(name)),
      (runs) => runs >= times,
    );

  beforeAll(async () => {
    // Jobs that fail are part of what is tested.
    Logger.overrideLogger(false);
    database = await createTestDatabase();
    sql = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  });
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.stop()));
  });
  afterAll(async () => {
    await sql.destroy();
    await database.drop();
  });

  const statesOf = (name: string): Promise<unknown> =>
    sql.query('SELECT state::text FROM jobs.job WHERE name = $1', [name]);

  it('creates no queue in a process that is no worker', async () => {
    const node = await start(false);
    await node.queue.schedule([node.job('idle')]);
    expect(await sql.query(`SELECT name FROM jobs.queue WHERE name = 'idle'`)).toEqual([]);
  });

  it('runs every job when a worker starts; one that fails is not tried again', async () => {
    const node = await start();
    await node.queue.schedule([node.job('good'), node.job('bad', LEAP_DAY, true)]);
    await Promise.all([untilRun('good', 1), untilRun('bad', 1)]);
    await until(
      () => statesOf('bad'),
      (jobs) => JSON.stringify(jobs) === '[{"state":"completed"}]',
    );
    expect(runsOf('bad')).toBe(1);
  });

  it('runs a job at its time, on one worker', async () => {
    const [one, other] = [await start(), await start()];
    await one.queue.schedule([one.job('minutely', '* * * * *')]);
    await untilRun('minutely', 1);
    await other.queue.schedule([other.job('minutely', '* * * * *')]);
    await untilRun('minutely', 2);
    await Promise.all([one, other].map(({ queue }) => queue.startDue(new Date())));
    await untilRun('minutely', 3);
    const runs = await sql.query(`SELECT count(*)::int AS given FROM jobs.job WHERE name = 'minutely'`);
    expect([runs, runsOf('minutely')]).toEqual([[{ given: 3 }], 3]);
  });

  it('takes over new times, and does not start jobs that are no longer listed', async () => {
    const node = await start();
    await node.queue.schedule([node.job('kept'), node.job('dropped')]);
    await Promise.all([untilRun('kept', 1), untilRun('dropped', 1)]);
    await node.queue.schedule([node.job('kept', '5 4 * * *')]);
    await untilRun('kept', 2);
    for (const time of ['2028-02-29T00:00:00Z', '2028-01-01T04:05:00Z']) await node.queue.startDue(new Date(time));
    await untilRun('kept', 3);
    expect([runsOf('kept'), runsOf('dropped')]).toEqual([3, 1]);
  });
});
