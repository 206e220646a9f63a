import { Injectable } from '@nestjs/common';
import { MetricSamples } from '../../common/telemetry/metric-samples.js';
import { gauge } from '../../common/telemetry/metrics.js';
import { IndexFollower } from './index-follower.js';

const behind = gauge('search_index_behind', 'Organizations whose index in this process is being brought up to date.');
const longest = gauge('search_index_behind_seconds', 'How long that has gone on for the one that takes longest.');
const failing = gauge(
  'search_index_failing',
  'Organizations whose index could not be brought up to date, until it can be.',
);

/** Has the indexes of this process looked at when the metrics are asked for. */
@Injectable()
export class SearchMetrics {
  constructor(samples: MetricSamples, follower: IndexFollower) {
    samples.add({
      source: 'search',
      gauges: [behind, longest, failing],
      holdsMs: 0,
      read: () => {
        const standing = follower.standing();
        return [
          [behind, standing.behind],
          [longest, standing.longestMs / 1000],
          [failing, standing.failing],
        ];
      },
    });
  }
}
