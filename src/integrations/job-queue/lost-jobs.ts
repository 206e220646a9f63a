import { Logger } from '@nestjs/common';
import type PgBoss from 'pg-boss';
import type { Database } from '../../common/database/database.js';
import { jobsGivenUp, jobsLost } from './job-metrics.js';
import { isStillGiven, jobLock, JOBS_SCHEMA, type GivenJob } from './job-table.js';

/** Nodes that lost their locks with the connection have them again after one interval. Milliseconds. */
const CHECK_INTERVAL_MS = 5_000;
/** Consecutive checks with a free lock before a job counts as lost: a restart of PostgreSQL frees locks of live processes, too. */
const CHECKS = 4;

interface ActiveJob extends GivenJob {
  retryLimit: number;
}

/** Restarts jobs of dead processes. A running job holds its lock ({@link jobLock}); the lock of a dead process is free at once. */
export class LostJobs {
  private readonly logger = new Logger(LostJobs.name);
  /** Consecutive checks that found the lock free, by job and retry count. */
  private unheld = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private isChecking = false;

  constructor(
    private readonly db: Database,
    private readonly boss: PgBoss,
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.checkAlone(), CHECK_INTERVAL_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Skips a check while another runs. */
  private async checkAlone(): Promise<void> {
    if (this.isChecking) return;
    this.isChecking = true;
    try {
      await this.check();
    } catch (error) {
      // The state during the failure is unknown.
      this.unheld.clear();
      this.logger.warn({ err: error as Error }, 'the check for lost jobs failed');
    } finally {
      this.isChecking = false;
    }
  }

  private async check(): Promise<void> {
    const active = await this.db.query<ActiveJob>(
      `SELECT name, id, retry_count AS "retryCount", retry_limit AS "retryLimit" FROM ${JOBS_SCHEMA}.job
       WHERE state = 'active' AND name NOT LIKE '\\_\\_%'`,
    );
    // Also without jobs, because it restores the locks of this process.
    const free = new Set(await this.db.listFreeLocks(active.map(({ id }) => jobLock(id))));
    const before = this.unheld;
    this.unheld = new Map();
    for (const job of active) {
      if (!free.has(jobLock(job.id))) continue;
      const key = `${job.id} ${job.retryCount}`;
      const checks = (before.get(key) ?? 0) + 1;
      if (checks < CHECKS) this.unheld.set(key, checks);
      else await this.giveBack(job);
    }
  }

  private async giveBack(job: ActiveJob): Promise<void> {
    const { name: queue, id, retryCount, retryLimit } = job;
    await this.db.withLock(jobLock(id), async () => {
      if (!(await isStillGiven(this.db, job))) return;
      await this.boss.fail(queue, id, { message: 'the process has died' });
      const line = { queue, job_id: id, tries: retryCount + 1 };
      jobsLost.inc({ queue });
      if (retryCount < retryLimit) {
        this.logger.warn(line, 'the process of a job has died; the job is retried');
      } else {
        jobsGivenUp.inc({ queue });
        this.logger.error(line, 'the process of a job has died, for the last time');
      }
    });
  }
}
