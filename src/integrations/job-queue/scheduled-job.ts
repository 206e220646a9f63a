import { Logger } from '@nestjs/common';
import type PgBoss from 'pg-boss';
import { QUEUE_POLICY } from './job-table.js';

/** Periodic work, which runs on one worker each time. */
export interface ScheduledJob {
  /** Name of its queue, unique among all queues. */
  name: string;
  /** Cron expression of five fields, in UTC. */
  cron: string;
  run: () => Promise<unknown>;
}

/** At most one run of a job waits. */
const POLICY = { ...QUEUE_POLICY, policy: 'short' } as const;

/** Makes the stored schedule equal to `jobs`. Queues of other scheduled jobs stay, without waiting jobs. */
export async function storeSchedule(boss: PgBoss, jobs: readonly ScheduledJob[]): Promise<void> {
  const queues = new Set((await boss.getQueues()).map(({ name }) => name));
  const crons = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
  for (const { name, cron } of jobs) {
    if (!queues.has(name)) await boss.createQueue(name, { name, ...POLICY });
    if (crons.get(name) !== cron) await boss.schedule(name, cron, {});
    crons.delete(name);
  }
  for (const name of crons.keys()) {
    await boss.unschedule(name);
    await boss.purgeQueue(name);
  }
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
