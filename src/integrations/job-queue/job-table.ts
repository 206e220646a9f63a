import type PgBoss from 'pg-boss';
import type { Database } from '../../common/database/database.js';

/** The schema of pg-boss's tables. */
export const JOBS_SCHEMA = 'jobs';

/**
 * How often a job is tried, and when it counts as lost. Jobs of a process that died are found by {@link LostJobs} within seconds;
 * the expiry is for nothing but rows that something else left behind, and as long as pg-boss allows.
 */
export const QUEUE_POLICY = { retryLimit: 5, retryDelay: 2, retryBackoff: true, expireInHours: 23 } as const;

/**
 * A job that was given to some process. `retryCount` grows with each time that it is given out, and so names this one. After
 * it was put off it is the same as before: then nobody had begun it.
 */
export type GivenJob = Pick<PgBoss.JobWithMetadata, 'name' | 'id' | 'retryCount'>;

/** Name of the lock that is held by whoever works on the job. */
export const jobLock = (id: string): string => `job ${id}`;

/** Whether the job is still given to whom it was given, and has not been taken back since. */
export async function isStillGiven(db: Database, { name, id, retryCount }: GivenJob): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM ${JOBS_SCHEMA}.job WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3`,
    [name, id, retryCount],
  );
  return rows.length > 0;
}

/**
 * Puts a job back that could not be begun; false when it was taken back before. That is no try: pg-boss counts one when
 * it gives out what has been started before.
 */
export async function putOff(db: Database, { name, id, retryCount }: GivenJob): Promise<boolean> {
  const rows = await db.query(
    `UPDATE ${JOBS_SCHEMA}.job SET state = 'retry', started_on = NULL, start_after = now() + interval '30 seconds'
     WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3 RETURNING 1`,
    [name, id, retryCount],
  );
  return rows.length > 0;
}
