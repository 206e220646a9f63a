import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import PgBoss from 'pg-boss';
import { Database } from '../../common/database/database.js';
import { secondsSince } from '../../common/telemetry/metrics.js';
import { currentTraceparent, inJobSpan } from '../../common/telemetry/tracing.js';
import { jobSeconds } from './job-metrics.js';

/** How events of one kind are worked off. */
export interface SubscriptionOptions {
  /** Events in work at the same time in this process. */
  concurrency: number;
  /** Whether trying again cannot help; never, unless said otherwise. */
  isHopeless?: (error: unknown) => boolean;
}

/** Work of a process that died is given to another after this; its own module's sweep may find it earlier. */
const EXPIRE_MINUTES = 15;
/** Rest between two looks at a queue; work made in this process is looked for at once. Seconds. */
const POLLING_SECONDS = 1;
/** Time that running work gets to finish when the process stops. Milliseconds. */
const STOP_TIMEOUT_MS = 8_000;
/** PostgreSQL's code for a statement that was ended so that another could go on. */
const DEADLOCK = '40P01';
/** The schema of pg-boss's tables. */
export const JOBS_SCHEMA = 'jobs';
/** How often a job is tried, and when it counts as lost. */
export const QUEUE_POLICY = {
  retryLimit: 5,
  retryDelay: 2,
  retryBackoff: true,
  expireInMinutes: EXPIRE_MINUTES,
} as const;
/** Times that a queue is tried to be made. */
const MAX_TRIES = 10;

/**
 * Events and the work they cause, by pg-boss in the service's own database. An event published inside a transaction
 * exists when the transaction commits and never when it rolls back. Delivery is at least once: handlers are idempotent.
 */
@Injectable()
export class JobQueue implements OnApplicationShutdown {
  private readonly logger = new Logger(JobQueue.name);
  private readonly boss: PgBoss;
  private subscribed = Promise.resolve();
  private readonly queues = new Set<string>();
  private readonly workersByEvent = new Map<string, string[]>();

  /** @param isWorker whether this process takes jobs at all; any may publish */
  constructor(
    private readonly db: Database,
    connectionString: string,
    private readonly isWorker: boolean,
  ) {
    this.boss = new PgBoss({ connectionString, schema: JOBS_SCHEMA, max: 3, monitorStateIntervalSeconds: 60 });
    this.boss.on('error', (error) => this.logger.error(error));
  }

  /** Creates or migrates pg-boss's own schema. */
  async start(): Promise<void> {
    await this.boss.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS, wait: true });
  }

  /** Announces something that happened; in the open transaction, if there is one. */
  async publish(event: string, data: object): Promise<void> {
    // By it the trace of the work will point to what caused it.
    const traceparent = currentTraceparent();
    await this.boss.publish(event, traceparent === null ? data : { ...data, traceparent }, {
      db: { executeSql: async (text: string, values: unknown[]) => ({ rows: await this.db.query(text, values) }) },
    });
    this.db.afterCommit(() => this.workersByEvent.get(event)?.forEach((worker) => this.boss.notifyWorker(worker)));
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
      await this.boss.subscribe(event, queue);
    });
    const workers: string[] = [];
    for (let worker = 0; this.isWorker && worker < options.concurrency; worker += 1) {
      const id = await this.boss.work<T>(
        queue,
        { pollingIntervalSeconds: POLLING_SECONDS, batchSize: 1, includeMetadata: true },
        async (jobs) => {
          for (const job of jobs) await this.run(queue, job, handle, options);
        },
      );
      workers.push(id);
    }
    this.workersByEvent.set(event, [...(this.workersByEvent.get(event) ?? []), ...workers]);
  }

  /** Says what failed, and whether that is the end of it. The payload is nobody's but the handler's. */
  private async run<T>(
    queue: string,
    { id, data, retryCount, retryLimit }: PgBoss.JobWithMetadata<T>,
    handle: (data: T) => Promise<void>,
    { isHopeless = () => false }: SubscriptionOptions,
  ): Promise<void> {
    const startedAt = performance.now();
    let outcome = 'done';
    try {
      const { traceparent = null } = data as { traceparent?: string | null };
      await inJobSpan(`job ${queue}`, traceparent, () => handle(data));
    } catch (error) {
      const job = { queue, job_id: id, tries: retryCount + 1, err: error };
      outcome = isHopeless(error) ? 'hopeless' : 'failed';
      if (outcome === 'hopeless') {
        await this.boss.cancel(queue, id);
        this.logger.error(job, 'a job failed, and no other try would help');
        return;
      }
      if (retryCount < retryLimit) this.logger.warn(job, 'a job failed; it is tried again');
      else this.logger.error(job, 'a job failed for the last time');
      throw error;
    } finally {
      jobSeconds.observe({ queue, outcome }, secondsSince(startedAt));
    }
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
