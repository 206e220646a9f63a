import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import PgBoss from 'pg-boss';
import { Database } from '../../common/database/database.js';
import { SHUTDOWN_TIMEOUTS_MS } from '../../common/runtime/shutdown-timeouts.js';
import { currentTraceparent } from '../../common/telemetry/tracing.js';
import { WorkPool } from '../../common/runtime/work-pool.js';
import { beginCounting } from './job-metrics.js';
import { JobRunner, type JobHandler } from './job-runner.js';
import { JOBS_SCHEMA, QUEUE_POLICY } from './job-table.js';
import { LostJobs } from './lost-jobs.js';
import { createQueues, isDue, scheduledHandler, type ScheduledJob } from './scheduled-job.js';

export interface SubscriptionOptions {
  concurrency: number;
  /** Whether a retry cannot help. Default: never. */
  isHopeless?: (error: unknown) => boolean;
}

/** Interval of polling the queues; jobs of this process are fetched at once. Milliseconds. */
const POLL_INTERVAL_MS = 1_000;
const MINUTE_MS = 60_000;
/** Timers can be early, and clocks of nodes differ. */
const MARGIN_MS = 500;
/** Queues of $1 with a job that can run now. */
const DUE_QUEUES = `SELECT q.name FROM unnest($1::text[]) AS q (name) WHERE EXISTS (
  SELECT FROM ${JOBS_SCHEMA}.job j WHERE j.name = q.name AND j.state < 'active' AND j.start_after < now())`;
/** Delay of the runs at the start, which do not compete with the first requests. An interval of PostgreSQL. */
const FIRST_RUN_AFTER = '2 s';
/** Finished jobs are archived after this, because the table is scanned often. Seconds. */
const ARCHIVE_SECONDS = 3_600;
/** Jobs that failed for the last time stay longer, so that operators can find and repeat them. Seconds. */
const ARCHIVE_FAILED_SECONDS = 7 * 24 * 3_600;
const DEADLOCK = '40P01';
/** Attempts to create a queue. */
const MAX_TRIES = 10;

/**
 * Events and their jobs, by pg-boss in the service's database. Events are published transactionally. Delivery is at least once,
 * so handlers are idempotent. A job runs in one process at a time, unless that process lost PostgreSQL or was suspended.
 */
@Injectable()
export class JobQueue implements OnModuleDestroy, OnApplicationShutdown {
  private readonly logger = new Logger(JobQueue.name);
  private readonly boss: PgBoss;
  private subscribed = Promise.resolve();
  private readonly queues = new Set<string>();
  private readonly pools = new Map<string, WorkPool>();
  private readonly polling = new WorkPool(
    1,
    () => this.wakeDue(),
    (error) => this.logger.error(error),
  );
  private readonly poolsByEvent = new Map<string, WorkPool[]>();
  private readonly runner: JobRunner;
  private readonly lost: LostJobs;
  private timers: NodeJS.Timeout[] = [];
  private minute: NodeJS.Timeout | undefined;
  private scheduled: readonly ScheduledJob[] = [];
  /** Resolves when current jobs have ended, or their time is up. */
  private ended = Promise.resolve();

  /** @param connection options for pg-boss's own pool @param isWorker whether this process runs jobs; every process can publish */
  constructor(
    private readonly db: Database,
    connection: PgBoss.DatabaseOptions,
    private readonly isWorker: boolean,
  ) {
    this.boss = new PgBoss({
      ...connection,
      schema: JOBS_SCHEMA,
      max: 3,
      // See startDue.
      schedule: false,
      monitorStateIntervalSeconds: 60,
      archiveCompletedAfterSeconds: ARCHIVE_SECONDS,
      archiveFailedAfterSeconds: ARCHIVE_FAILED_SECONDS,
    });
    this.boss.on('error', (error) => this.logger.error(error));
    this.runner = new JobRunner(db, this.boss);
    this.lost = new LostJobs(db, this.boss);
  }

  async start(): Promise<void> {
    await this.boss.start();
    if (!this.isWorker) return;
    this.timers = [setInterval(() => this.polling.wake(), POLL_INTERVAL_MS).unref()];
    this.lost.start();
    this.awaitNextMinute();
  }

  /** Fetches no more jobs. Current ones get as much time as requests. */
  onModuleDestroy(): void {
    this.timers.forEach((timer) => clearInterval(timer));
    clearTimeout(this.minute);
    this.lost.stop();
    const over = Promise.all([this.polling, ...this.pools.values()].map((pool) => pool.stop()));
    this.ended = Promise.race([over, sleep(SHUTDOWN_TIMEOUTS_MS.work, undefined, { ref: false })]).then(
      () => undefined,
    );
  }

  /** Another node gets unfinished jobs after this process has ended. */
  async onApplicationShutdown(): Promise<void> {
    await this.ended;
    await this.boss.stop({ graceful: false, wait: true });
  }

  /** Publishes an event to all subscribers, in the open transaction if there is one. */
  async publish(event: string, data: object): Promise<void> {
    // Links the trace of the job to that of its cause.
    const traceparent = currentTraceparent();
    const job = traceparent === null ? data : { ...data, traceparent };
    const db = { executeSql: async (text: string, values: unknown[]) => ({ rows: await this.db.query(text, values) }) };
    // pg-boss's `publish` does not report jobs that could not be inserted.
    await this.db.transaction(async () => {
      const queues = await this.db.query<{ name: string }>(
        `SELECT name FROM ${JOBS_SCHEMA}.subscription WHERE event = $1`,
        [event],
      );
      for (const { name } of queues) await this.boss.send(name, job, { db });
    });
    this.db.afterCommit(() => this.poolsByEvent.get(event)?.forEach((pool) => pool.wake()));
  }

  /** Removes jobs, finished or not, whose data have one of the values at the key; in the open transaction if there is one. */
  async forget(key: string, values: readonly string[]): Promise<void> {
    for (const table of ['job', 'archive']) {
      await this.db.query(`DELETE FROM jobs.${table} WHERE data ->> $1 = ANY ($2::text[])`, [key, values]);
    }
  }

  /**
   * Subscribes `handle` to all events of a kind. A handler that throws is retried five times with growing pauses, unless
   * `isHopeless`. In a process that is not a worker, jobs are only stored.
   * @param queue name of this handler's queue, the same on every node
   * @throws Error when the queue has a handler
   */
  subscribe<T extends object>(
    event: string,
    queue: string,
    options: SubscriptionOptions,
    handle: (data: T) => Promise<void>,
  ): Promise<void> {
    if (this.queues.has(queue)) return Promise.reject(new Error(`the queue ${queue} has a handler already`));
    this.queues.add(queue);
    // One after the other: concurrent creation of pg-boss's tables fails.
    const subscribed = this.subscribed.then(() => this.subscribeNow(event, queue, options, handle));
    this.subscribed = subscribed.catch(() => undefined);
    return subscribed;
  }

  /** Replaces the schedule. Each job runs on one worker, at its times and soon after a worker starts. */
  schedule(jobs: readonly ScheduledJob[]): Promise<void> {
    if (!this.isWorker) return Promise.resolve();
    const scheduled = this.subscribed.then(() => this.scheduleNow(jobs));
    this.subscribed = scheduled.catch(() => undefined);
    return scheduled;
  }

  /** Starts the scheduled jobs of this minute, unless another worker has. */
  async startDue(time: Date): Promise<void> {
    const due = this.scheduled.filter((job) => isDue(job, time));
    if (due.length === 0) return;
    await this.boss.insert(
      due.map(({ name }) => ({ name, data: {}, singletonKey: 'minute', singletonSeconds: MINUTE_MS / 1000 })),
    );
    due.forEach(({ name }) => this.pools.get(name)?.wake());
  }

  /** Values at the key of the data of unfinished jobs. */
  async listUnfinished(queue: string, key: string): Promise<Set<string>> {
    const jobs = await this.db.query<{ value: string }>(
      `SELECT data ->> $2 AS value FROM ${JOBS_SCHEMA}.job WHERE name = $1 AND state < 'completed'`,
      [queue, key],
    );
    return new Set(jobs.map(({ value }) => value));
  }

  /** Changes the data of unfinished jobs; null keeps it. Running jobs see the change at their next attempt. Returns the number changed. */
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

  private async scheduleNow(jobs: readonly ScheduledJob[]): Promise<void> {
    const taken = jobs.find(({ name }) => this.queues.has(name));
    if (taken) throw new Error(`the queue ${taken.name} belongs to an event`);
    await againAfterDeadlock(() => createQueues(this.boss, jobs));
    for (const job of jobs) {
      this.openPool(job.name, 1, { handle: scheduledHandler(job, this.logger), isHopeless: () => false });
    }
    await this.boss.insert(jobs.map(({ name }) => ({ name, data: {}, startAfter: FIRST_RUN_AFTER })));
    this.scheduled = jobs;
  }

  private awaitNextMinute(): void {
    const next = (Math.floor(Date.now() / MINUTE_MS) + 1) * MINUTE_MS;
    this.minute = setTimeout(
      () => {
        this.startDue(new Date(next)).catch((error: unknown) => this.logger.error(error));
        this.awaitNextMinute();
      },
      next - Date.now() + MARGIN_MS,
    ).unref();
  }

  private async subscribeNow<T extends object>(
    event: string,
    queue: string,
    options: SubscriptionOptions,
    handle: (data: T) => Promise<void>,
  ): Promise<void> {
    await againAfterDeadlock(async () => {
      await this.boss.createQueue(queue, { name: queue, ...QUEUE_POLICY });
      // createQueue leaves existing queues unchanged.
      await this.boss.updateQueue(queue, { name: queue, ...QUEUE_POLICY });
      await this.boss.subscribe(event, queue);
    });
    if (!this.isWorker || options.concurrency === 0) return;
    const handler = { handle, isHopeless: options.isHopeless ?? (() => false) };
    const pool = this.openPool(queue, options.concurrency, handler);
    this.poolsByEvent.set(event, [...(this.poolsByEvent.get(event) ?? []), pool]);
  }

  private openPool<T>(queue: string, concurrency: number, handler: JobHandler<T>): WorkPool {
    beginCounting(queue);
    const pool: WorkPool = new WorkPool(
      concurrency,
      () => this.workNext(queue, pool, handler),
      (error) => this.logger.error(error),
    );
    void this.pools.get(queue)?.stop();
    this.pools.set(queue, pool);
    return pool;
  }

  /** Runs the next job; false without one, or when the database does not answer. */
  private async workNext<T>(queue: string, pool: WorkPool, handler: JobHandler<T>): Promise<boolean> {
    const [job] = await this.boss.fetch<T>(queue, { includeMetadata: true });
    if (!job) return false;
    // There may be more for sleeping slots.
    pool.wake();
    await this.runner.run(job, handler);
    return true;
  }

  /** One statement for all queues, because most of them are empty most of the time. */
  private async wakeDue(): Promise<boolean> {
    const { rows } = await this.boss.getDb().executeSql(DUE_QUEUES, [[...this.pools.keys()]]);
    for (const { name } of rows as { name: string }[]) this.pools.get(name)?.wake();
    return false;
  }
}

/** Creating a queue locks other tables, so processes that start on an empty database together may deadlock. */
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
