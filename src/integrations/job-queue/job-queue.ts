import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import PgBoss from 'pg-boss';
import { Database } from '../../common/database/database.js';
import { STOP_BUDGET_MS } from '../../common/stop-budget.js';
import { currentTraceparent } from '../../common/telemetry/tracing.js';
import { WorkPool } from '../../common/work-pool.js';
import { beginCounting } from './job-metrics.js';
import { JobRunner, type JobHandler } from './job-runner.js';
import { JOBS_SCHEMA, QUEUE_POLICY } from './job-table.js';
import { LostJobs } from './lost-jobs.js';

/** How events of one kind are worked off. */
export interface SubscriptionOptions {
  /** Events in work at the same time in this process. */
  concurrency: number;
  /** Whether trying again cannot help; never, unless said otherwise. */
  isHopeless?: (error: unknown) => boolean;
}

/** Rest between two looks at a queue; work made in this process is looked for at once. Milliseconds. */
const LOOK_INTERVAL_MS = 1_000;
/** Jobs that are over are moved out of the way after this: the others are looked through often. Seconds. */
const ARCHIVE_SECONDS = 3_600;
/** Those that failed for the last time stay where somebody can find and repeat them. Seconds. */
const ARCHIVE_FAILED_SECONDS = 7 * 24 * 3_600;
/** PostgreSQL's code for a statement that was ended so that another could go on. */
const DEADLOCK = '40P01';
/** Times that a queue is tried to be made. */
const MAX_TRIES = 10;

/**
 * Events and the work they cause, by pg-boss in the service's own database. An event published inside a transaction
 * exists when the transaction commits and never when it rolls back. Delivery is at least once: handlers are idempotent. No two
 * processes are at one job while both live, unless one was cut off from PostgreSQL or stood still while that restarted.
 */
@Injectable()
export class JobQueue implements OnModuleDestroy, OnApplicationShutdown {
  private readonly logger = new Logger(JobQueue.name);
  private readonly boss: PgBoss;
  private subscribed = Promise.resolve();
  private readonly queues = new Set<string>();
  private readonly poolsByEvent = new Map<string, WorkPool[]>();
  private readonly runner: JobRunner;
  private readonly lost: LostJobs;
  private timer: NodeJS.Timeout | undefined;
  /** Resolves when the jobs under way are over, or their time is. */
  private ended = Promise.resolve();

  /**
   * @param connection how pg-boss, which has a pool of its own, connects to the database of `db`
   * @param isWorker whether this process takes jobs at all; any may publish
   */
  constructor(
    private readonly db: Database,
    connection: PgBoss.DatabaseOptions,
    private readonly isWorker: boolean,
  ) {
    this.boss = new PgBoss({
      ...connection,
      schema: JOBS_SCHEMA,
      max: 3,
      schedule: false,
      monitorStateIntervalSeconds: 60,
      archiveCompletedAfterSeconds: ARCHIVE_SECONDS,
      archiveFailedAfterSeconds: ARCHIVE_FAILED_SECONDS,
    });
    this.boss.on('error', (error) => this.logger.error(error));
    this.runner = new JobRunner(db, this.boss);
    this.lost = new LostJobs(db, this.boss);
  }

  /** Creates or migrates pg-boss's own schema, and begins to look for jobs. */
  async start(): Promise<void> {
    await this.boss.start();
    if (!this.isWorker) return;
    this.timer = setInterval(() => this.pools.forEach((pool) => pool.wake()), LOOK_INTERVAL_MS).unref();
    this.lost.start();
  }

  /** Takes no more jobs. Those under way get as long as requests, beside them. */
  onModuleDestroy(): void {
    clearInterval(this.timer);
    this.lost.stop();
    const over = Promise.all(this.pools.map((pool) => pool.stop()));
    this.ended = Promise.race([over, sleep(STOP_BUDGET_MS.work, undefined, { ref: false })]).then(() => undefined);
  }

  /** What is still under way is given out by another node, once this process is gone. */
  async onApplicationShutdown(): Promise<void> {
    await this.ended;
    await this.boss.stop({ graceful: false, wait: true });
  }

  /** Announces something that happened: to all who subscribed or to none; in the open transaction, if there is one. */
  async publish(event: string, data: object): Promise<void> {
    // By it the trace of the work will point to what caused it.
    const traceparent = currentTraceparent();
    const job = traceparent === null ? data : { ...data, traceparent };
    const db = { executeSql: async (text: string, values: unknown[]) => ({ rows: await this.db.query(text, values) }) };
    // Not by pg-boss's own `publish`, which says nothing of jobs that could not be written down.
    await this.db.transaction(async () => {
      const queues = await this.db.query<{ name: string }>(
        `SELECT name FROM ${JOBS_SCHEMA}.subscription WHERE event = $1`,
        [event],
      );
      for (const { name } of queues) await this.boss.send(name, job, { db });
    });
    this.db.afterCommit(() => this.poolsByEvent.get(event)?.forEach((pool) => pool.wake()));
  }

  /** Removes the jobs, done or not, whose data have one of the values under the key; in the open transaction, if there is one. */
  async forget(key: string, values: readonly string[]): Promise<void> {
    for (const table of ['job', 'archive']) {
      await this.db.query(`DELETE FROM jobs.${table} WHERE data ->> $1 = ANY ($2::text[])`, [key, values]);
    }
  }

  /**
   * Lets `handle` work off every event of the kind, each by one process. A handler that throws is called again, with
   * growing pauses, five times at most, unless `isHopeless` says that it is no use. In a process that is no
   * worker, the share is only kept.
   *
   * @param queue name under which this handler's share is kept; the same on every node, and this handler's alone
   * @throws Error when the queue has a handler already: each job would go to either of them
   */
  subscribe<T extends object>(
    event: string,
    queue: string,
    options: SubscriptionOptions,
    handle: (data: T) => Promise<void>,
  ): Promise<void> {
    if (this.queues.has(queue)) return Promise.reject(new Error(`the queue ${queue} has a handler already`));
    this.queues.add(queue);
    // One after the other: pg-boss makes a table for each queue, and two at once fail.
    const subscribed = this.subscribed.then(() => this.subscribeNow(event, queue, options, handle));
    this.subscribed = subscribed.catch(() => undefined);
    return subscribed;
  }

  /**
   * Changes what jobs of a queue say that are not finished: `change` answers what a job says from now on, or null to leave
   * it. Work that has begun goes on with what it was given; its next try finds the new. Answers how many were changed.
   */
  async rewriteUnfinished<T extends object>(queue: string, change: (data: T) => T | null): Promise<number> {
    return this.db.transaction(async () => {
      const jobs = await this.db.query<{ id: string; data: T }>(
        `SELECT id, data FROM ${JOBS_SCHEMA}.job WHERE name = $1 AND state < 'completed' ORDER BY id FOR UPDATE`,
        [queue],
      );
      let changed = 0;
      for (const { id, data } of jobs) {
        const next = change(data);
        if (next === null) continue;
        await this.db.query(`UPDATE ${JOBS_SCHEMA}.job SET data = $3 WHERE name = $1 AND id = $2`, [queue, id, next]);
        changed += 1;
      }
      return changed;
    });
  }

  private async subscribeNow<T extends object>(
    event: string,
    queue: string,
    options: SubscriptionOptions,
    handle: (data: T) => Promise<void>,
  ): Promise<void> {
    await againAfterDeadlock(async () => {
      await this.boss.createQueue(queue, { name: queue, ...QUEUE_POLICY });
      // One that an earlier release has made is left as it is by that.
      await this.boss.updateQueue(queue, { name: queue, ...QUEUE_POLICY });
      await this.boss.subscribe(event, queue);
    });
    if (!this.isWorker || options.concurrency === 0) return;
    beginCounting(queue);
    const handler = { handle, isHopeless: options.isHopeless ?? (() => false) };
    const pool: WorkPool = new WorkPool(
      options.concurrency,
      () => this.workNext(queue, pool, handler),
      (error) => this.logger.error(error),
    );
    this.poolsByEvent.set(event, [...(this.poolsByEvent.get(event) ?? []), pool]);
    pool.wake();
  }

  /** Works off the job whose turn it is; false when none waits, or the database does not answer. */
  private async workNext<T>(queue: string, pool: WorkPool, handler: JobHandler<T>): Promise<boolean> {
    const [job] = await this.boss.fetch<T>(queue, { includeMetadata: true });
    if (!job) return false;
    // Where one waited there may be more, for slots that sleep.
    pool.wake();
    await this.runner.run(job, handler);
    return true;
  }

  private get pools(): WorkPool[] {
    return [...this.poolsByEvent.values()].flat();
  }
}

/**
 * A queue's table is made under locks of the tables beside it: of processes that start on an empty database at the same
 * moment PostgreSQL may turn one away, which then finds what the other has made.
 */
async function againAfterDeadlock(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK || tries === MAX_TRIES) throw error;
      await sleep(100 * tries * Math.random());
    }
  }
}
