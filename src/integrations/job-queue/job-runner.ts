import { Logger } from '@nestjs/common';
import type PgBoss from 'pg-boss';
import type { Database } from '../../common/database/database.js';
import { secondsSince } from '../../common/telemetry/metrics.js';
import { inJobSpan } from '../../common/telemetry/tracing.js';
import { jobsGivenUp, jobSeconds } from './job-metrics.js';
import { isStillGiven, jobLock, putOff, type GivenJob } from './job-table.js';

export interface JobHandler<T> {
  handle: (data: T) => Promise<void>;
  isHopeless: (error: unknown) => boolean;
}

/** Runs jobs under a lock, which is held until the result is stored. A free lock shows that the process has died ({@link LostJobs}). */
export class JobRunner {
  private readonly logger = new Logger(JobRunner.name);

  constructor(
    private readonly db: Database,
    private readonly boss: PgBoss,
  ) {}

  /** @throws Error when the result cannot be stored; the job is then found as lost */
  async run<T>(job: PgBoss.JobWithMetadata<T>, handler: JobHandler<T>): Promise<void> {
    const { name: queue, id } = job;
    const isMine = await this.db.withLock(jobLock(id), async () => {
      // A process suspended between fetching and locking is treated as dead, and its job given to another.
      if (await isStillGiven(this.db, job)) await this.workOff(job, handler);
      return true;
    });
    // The former holder is still running it.
    if (isMine === null && (await putOff(this.db, job))) {
      this.logger.warn({ queue, job_id: id }, 'a job is postponed: another process still runs it');
    }
  }

  /** Logs failures without the payload. */
  private async workOff<T>(job: PgBoss.JobWithMetadata<T>, { handle, isHopeless }: JobHandler<T>): Promise<void> {
    const { name: queue, id, data, retryCount, retryLimit } = job;
    const { traceparent = null } = data as { traceparent?: string | null };
    const startedAt = performance.now();
    const observe = (outcome: string): void => jobSeconds.observe({ queue, outcome }, secondsSince(startedAt));
    try {
      await inJobSpan(`job ${queue}`, traceparent, () => handle(data));
    } catch (error) {
      const line = { queue, job_id: id, tries: retryCount + 1, err: error as Error };
      if (isHopeless(error)) {
        observe('hopeless');
        this.logger.error(line, 'a job failed permanently');
        await this.end(job, () => this.boss.cancel(queue, id));
        return;
      }
      observe('failed');
      const isLast = retryCount >= retryLimit;
      if (isLast) this.logger.error(line, 'a job failed for the last time');
      else this.logger.warn(line, 'a job failed; it is retried');
      const isOver = await this.end(job, () => this.boss.fail(queue, id, error as Error));
      if (isLast && isOver) jobsGivenUp.inc({ queue });
      return;
    }
    observe('done');
    await this.end(job, () => this.boss.complete(queue, id));
  }

  /** Stores the result, unless the job was reassigned meanwhile. Returns whether it was stored. */
  private async end(job: GivenJob, write: () => Promise<void>): Promise<boolean> {
    if (await isStillGiven(this.db, job)) {
      await write();
      return true;
    }
    this.logger.warn({ queue: job.name, job_id: job.id }, 'a job was reassigned or removed while it ran');
    return false;
  }
}
