import { Injectable } from '@nestjs/common';
import { MetricSamples } from '../../../common/telemetry/metric-samples.js';
import { gauge } from '../../../common/telemetry/metrics.js';
import { IndexSync } from './index-sync.js';

const behind = gauge('search_index_behind', 'Organizations whose index in this process is being brought up to date.');
const longest = gauge('search_index_behind_seconds', 'Seconds since the longest such update began.');
const failing = gauge(
  'search_index_failing',
  'Organizations whose index could not be brought up to date, until it can be.',
);

@Injectable()
export class IndexMetrics {
  constructor(samples: MetricSamples, sync: IndexSync) {
    samples.add({
      source: 'search',
      gauges: [behind, longest, failing],
      holdsMs: 0,
      read: () => {
        const status = sync.status();
        return [
          [behind, status.behind],
          [longest, status.longestMs / 1000],
          [failing, status.failing],
        ];
      },
    });
  }
}
