import { Logger } from '@nestjs/common';
import type PgBoss from 'pg-boss';
import type { Database } from '../../common/database/database.js';
import { secondsSince } from '../../common/telemetry/metrics.js';
import { inJobSpan } from '../../common/telemetry/tracing.js';
import { jobsGivenUp, jobSeconds } from './job-metrics.js';
import { isStillGiven, jobLock, putOff, type GivenJob } from './job-table.js';

/** How jobs of one queue are worked off. */
export interface JobHandler<T> {
  handle: (data: T) => Promise<void>;
  /** Whether trying again cannot help. */
  isHopeless: (error: unknown) => boolean;
}

/**
 * Works off jobs that this process was given, each under its lock from before it begins until its end is written down: for
 * as long it is nobody else's, and when the process dies others see it ({@link LostJobs}).
 */
export class JobRunner {
  private readonly logger = new Logger(JobRunner.name);

  constructor(
    private readonly db: Database,
    private readonly boss: PgBoss,
  ) {}

  /** @throws Error when the database cannot be told how it ended; the job is then found as lost */
  async run<T>(job: PgBoss.JobWithMetadata<T>, handler: JobHandler<T>): Promise<void> {
    const { name: queue, id } = job;
    const isMine = await this.db.withLock(jobLock(id), async () => {
      // A process that sleeps between being given a job and this is taken for dead: then the job is another's.
      if (await isStillGiven(this.db, job)) await this.workOff(job, handler);
      return true;
    });
    // Somebody is still at it from whom it was taken back.
    if (isMine === null && (await putOff(this.db, job))) {
      this.logger.warn({ queue, job_id: id }, 'a job is put off: somebody who lost it is still at it');
    }
  }

  /** Says what failed, and whether that is the end of it. The payload is nobody's but the handler's. */
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
        this.logger.error(line, 'a job failed, and no other try would help');
        await this.end(job, () => this.boss.cancel(queue, id));
        return;
      }
      observe('failed');
      const isLast = retryCount >= retryLimit;
      if (isLast) this.logger.error(line, 'a job failed for the last time');
      else this.logger.warn(line, 'a job failed; it is tried again');
      const isOver = await this.end(job, () => this.boss.fail(queue, id, error as Error));
      if (isLast && isOver) jobsGivenUp.inc({ queue });
      return;
    }
    observe('done');
    await this.end(job, () => this.boss.complete(queue, id));
  }

  /** Has the end of a job written down, unless it was taken back meanwhile: then it is another's. Answers whether it was. */
  private async end(job: GivenJob, write: () => Promise<void>): Promise<boolean> {
    if (await isStillGiven(this.db, job)) {
      await write();
      return true;
    }
    this.logger.warn({ queue: job.name, job_id: job.id }, 'a job was taken back or removed while it was worked on');
    return false;
  }
}
