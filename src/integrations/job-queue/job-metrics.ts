import type { Database } from '../../common/database/database.js';
import type { MetricSamples, Reading } from '../../common/telemetry/metric-samples.js';
import { counter, gauge, histogram } from '../../common/telemetry/metrics.js';

export const jobSeconds = histogram(
  'job_seconds',
  'Jobs that this process worked off, by queue and by how that ended: done, failed (tried again, perhaps) or hopeless.',
  ['queue', 'outcome'],
  [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300, 900],
);

export const jobsLost = counter('jobs_lost_total', 'Jobs whose process died, by queue.', ['queue']);

export const jobsGivenUp = counter('jobs_given_up_total', 'Jobs that failed for the last time, by queue.', ['queue']);

/** Starts the counters of a queue at 0, because Prometheus does not see a rise from nothing to one. */
export function beginCounting(queue: string): void {
  jobsLost.inc({ queue }, 0);
  jobsGivenUp.inc({ queue }, 0);
}

const waiting = gauge(
  'job_queue_jobs',
  'Jobs by queue and state: created, retry (failed, to be tried again) or active.',
  ['queue', 'state'],
);
const oldest = gauge('job_queue_oldest_seconds', 'How long the oldest job that could be begun has waited, by queue.', [
  'queue',
]);

interface QueueState {
  queue: string;
  state: string;
  jobs: number;
  oldest_seconds: number | null;
}

/** Reads the queues when metrics are requested. */
export function sampleJobs(db: Database, samples: MetricSamples): void {
  samples.add({
    source: 'jobs',
    gauges: [waiting, oldest],
    read: async () => {
      const rows = await db.query<QueueState>(
        `SELECT name AS queue, state::text AS state, count(*)::int AS jobs,
                extract(epoch FROM now() - min(start_after) FILTER (WHERE start_after <= now()))::float8 AS oldest_seconds
         FROM jobs.job WHERE state < 'completed' AND name NOT LIKE '\\_\\_%' GROUP BY name, state`,
      );
      return [...rows.map(toReading), ...oldestOf(rows)];
    },
  });
}

const toReading = ({ queue, state, jobs }: QueueState): Reading => [waiting, jobs, { queue, state }];

/** Of jobs that have not started. */
function oldestOf(rows: readonly QueueState[]): Reading[] {
  const ages = new Map<string, number>();
  for (const { queue, state, oldest_seconds: age } of rows) {
    if (state !== 'active' && age !== null) ages.set(queue, Math.max(age, ages.get(queue) ?? 0));
  }
  return [...ages].map(([queue, age]) => [oldest, age, { queue }]);
}
