import { Injectable } from '@nestjs/common';
import { MetricSamples, type Reading } from '../../common/telemetry/metric-samples.js';
import { counter, gauge, histogram } from '../../common/telemetry/metrics.js';
import { ReadingQueueRepository } from './reading-queue.repository.js';

/** Time to read and store a page. */
export const pageSeconds = histogram('ingestion_page_seconds', 'Pages that were read and stored.');

export const readings = counter(
  'ingestion_readings_total',
  'Readings of a file by how they ended: ready, failed, again (an error that may pass), or postponed (the storage does not answer).',
  ['outcome'],
);

/** Reasons of failed readings. */
export const failures = counter('ingestion_failures_total', 'Files that could not be read, by reason.', ['reason']);

const revisions = gauge('ingestion_revisions', 'Revisions that wait to be read or are being read, by state.', [
  'state',
]);
const oldest = gauge('ingestion_oldest_seconds', 'How long the revision at the head of the line has waited.');

/** Queries the reading queue when the metrics are scraped. */
@Injectable()
export class IngestionMetrics {
  constructor(samples: MetricSamples, queue: ReadingQueueRepository) {
    samples.add({
      source: 'ingestion',
      gauges: [revisions, oldest],
      read: async (): Promise<Reading[]> => {
        const { queued, processing, oldest_seconds: age } = await queue.standing();
        return [
          [revisions, queued, { state: 'queued' }],
          [revisions, processing, { state: 'processing' }],
          [oldest, age],
        ];
      },
    });
  }
}
