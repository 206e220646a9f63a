import { Logger } from '@nestjs/common';
import type PgBoss from 'pg-boss';
import type { Database } from '../../common/database/database.js';
import { jobsGivenUp, jobsLost } from './job-metrics.js';
import { isStillGiven, jobLock, JOBS_SCHEMA, type GivenJob } from './job-table.js';

/** Rest between two looks. Every node that lost its locks with its connection has them again after one. Milliseconds. */
const LOOK_INTERVAL_MS = 5_000;
/** Looks in a row that find nobody at a job before it counts as lost: a restart of PostgreSQL frees locks of the living, too. */
const LOOKS = 4;

interface ActiveJob extends GivenJob {
  retryLimit: number;
}

/**
 * Gives jobs out again whose process is gone. Whoever works on one holds its lock ({@link jobLock}), however slow it is; the
 * lock of a process that died is free at once. So is that of a job whose end could not be written down.
 */
export class LostJobs {
  private readonly logger = new Logger(LostJobs.name);
  /** How many looks in a row found nobody, by job and time that it was given out. */
  private unheld = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private isLooking = false;

  constructor(
    private readonly db: Database,
    private readonly boss: PgBoss,
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.lookAlone(), LOOK_INTERVAL_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Looks unless it does already: two looks at the same moment prove no more than one. */
  private async lookAlone(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      await this.look();
    } catch (error) {
      // How long nobody held them while nobody could look is not known.
      this.unheld.clear();
      this.logger.warn({ err: error as Error }, 'lost jobs could not be looked for');
    } finally {
      this.isLooking = false;
    }
  }

  private async look(): Promise<void> {
    const active = await this.db.query<ActiveJob>(
      `SELECT name, id, retry_count AS "retryCount", retry_limit AS "retryLimit" FROM ${JOBS_SCHEMA}.job
       WHERE state = 'active' AND name NOT LIKE '\\_\\_%'`,
    );
    // Asked without a job as well: it is what brings the locks of this process back.
    const free = new Set(await this.db.listFreeLocks(active.map(({ id }) => jobLock(id))));
    const before = this.unheld;
    this.unheld = new Map();
    for (const job of active) {
      if (!free.has(jobLock(job.id))) continue;
      const key = `${job.id} ${job.retryCount}`;
      const looks = (before.get(key) ?? 0) + 1;
      if (looks < LOOKS) this.unheld.set(key, looks);
      else await this.giveBack(job);
    }
  }

  private async giveBack(job: ActiveJob): Promise<void> {
    const { name: queue, id, retryCount, retryLimit } = job;
    await this.db.withLock(jobLock(id), async () => {
      if (!(await isStillGiven(this.db, job))) return;
      await this.boss.fail(queue, id, { message: 'whoever worked on it is gone' });
      const line = { queue, job_id: id, tries: retryCount + 1 };
      jobsLost.inc({ queue });
      if (retryCount < retryLimit) {
        this.logger.warn(line, 'the process that had a job is gone; it is tried again');
      } else {
        jobsGivenUp.inc({ queue });
        this.logger.error(line, 'the process that had a job is gone, for the last time');
      }
    });
  }
}
