import { Logger } from '@nestjs/common';
import type PgBoss from 'pg-boss';
import { QUEUE_POLICY } from './job-table.js';

/** Periodic work, which runs on one worker each time. */
export interface ScheduledJob {
  /** Name of its queue, unique among all queues. */
  name: string;
  /** Cron expression of five fields in UTC, each a number or `*`. */
  cron: string;
  run: () => Promise<unknown>;
}

/** At most one run of a job waits. */
const POLICY = { ...QUEUE_POLICY, policy: 'short' } as const;

/** Creates missing queues. Those of jobs that are no longer listed stay, and nothing fetches from them. */
export async function createQueues(boss: PgBoss, jobs: readonly ScheduledJob[]): Promise<void> {
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const { name } of jobs.filter((job) => !known.has(job.name))) await boss.createQueue(name, { name, ...POLICY });
}

/** Whether the job runs in this minute. pg-boss parses expressions with time zones, which takes an eighth of a start (ADR 34). */
export function isDue({ cron }: Pick<ScheduledJob, 'cron'>, time: Date): boolean {
  const now = [time.getUTCMinutes(), time.getUTCHours(), time.getUTCDate(), time.getUTCMonth() + 1, time.getUTCDay()];
  return cron.split(' ').every((field, index) => field === '*' || Number(field) === now[index]);
}

/** A handler that never throws: a failed run is logged, and the next one comes on schedule. */
export function scheduledHandler({ name, run }: ScheduledJob, logger: Logger): () => Promise<void> {
  return async () => {
    try {
      await run();
    } catch (error) {
      logger.warn({ err: error as Error, job: name }, 'a scheduled job failed');
    }
  };
}
