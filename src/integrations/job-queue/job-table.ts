import type PgBoss from 'pg-boss';
import type { Database } from '../../common/database/database.js';

export const JOBS_SCHEMA = 'jobs';

/** Retries and expiry. {@link LostJobs} finds jobs of dead processes within seconds, so the expiry is the longest that pg-boss allows. */
export const QUEUE_POLICY = { retryLimit: 5, retryDelay: 2, retryBackoff: true, expireInHours: 23 } as const;

/** A job given to a process. `retryCount` grows with each start, and so identifies it. Jobs that were put off keep it. */
export type GivenJob = Pick<PgBoss.JobWithMetadata, 'name' | 'id' | 'retryCount'>;

/** Name of the lock held while the job runs. */
export const jobLock = (id: string): string => `job ${id}`;

/** Whether the job is still given to the same process. */
export async function isStillGiven(db: Database, { name, id, retryCount }: GivenJob): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM ${JOBS_SCHEMA}.job WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3`,
    [name, id, retryCount],
  );
  return rows.length > 0;
}

/** Returns a job that could not start; false if reassigned. `started_on` is cleared, so pg-boss does not count an attempt. */
export async function putOff(db: Database, { name, id, retryCount }: GivenJob): Promise<boolean> {
  const rows = await db.query(
    `UPDATE ${JOBS_SCHEMA}.job SET state = 'retry', started_on = NULL, start_after = now() + interval '30 seconds'
     WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3 RETURNING 1`,
    [name, id, retryCount],
  );
  return rows.length > 0;
}
