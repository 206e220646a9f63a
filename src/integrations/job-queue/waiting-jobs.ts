import PgBoss from 'pg-boss';
import { JOBS_SCHEMA, QUEUE_POLICY } from './job-table.js';

export interface WaitingJob {
  id: string;
  name: string;
  data: object | null;
  /** ISO 8601. */
  startAfter: string;
}

export type RunSql = <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>;

/** Unfinished jobs of events. Scheduled jobs are omitted, because each start creates them. */
export async function readWaitingJobs(run: RunSql): Promise<WaitingJob[]> {
  const [schema] = await run<{ found: boolean }>(`SELECT to_regclass('${JOBS_SCHEMA}.job') IS NOT NULL AS found`);
  if (!schema?.found) return [];
  return run<WaitingJob>(
    `SELECT id, name, data, to_char(start_after AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startAfter"
     FROM ${JOBS_SCHEMA}.job WHERE state < 'completed' AND name IN (SELECT name FROM ${JOBS_SCHEMA}.subscription)
     ORDER BY created_on, id`,
  );
}

/** Creates pg-boss's schema and the queues of the jobs. */
export async function prepareQueues(connectionString: string, jobs: readonly WaitingJob[]): Promise<void> {
  const boss = newBoss(connectionString);
  await boss.start();
  for (const name of new Set(jobs.map((job) => job.name))) await boss.createQueue(name, { name, ...QUEUE_POLICY });
  await boss.stop({ graceful: false, wait: true });
}

/** Inserts the jobs into their queues, in the transaction of `run` if it has one. */
export async function putBackJobs(connectionString: string, jobs: WaitingJob[], run: RunSql): Promise<void> {
  if (jobs.length === 0) return;
  const db = { executeSql: async (sql: string, values: unknown[]) => ({ rows: await run(sql, values) }) };
  await newBoss(connectionString).insert(
    jobs.map(({ data, ...job }) => ({ ...job, data: data ?? undefined })),
    { db },
  );
}

function newBoss(connectionString: string): PgBoss {
  const boss = new PgBoss({ connectionString, schema: JOBS_SCHEMA, max: 1, supervise: false, schedule: false });
  // Callers get errors from the calls.
  boss.on('error', () => undefined);
  return boss;
}
