import { Injectable } from '@nestjs/common';
import { MetricSamples } from '../../../common/telemetry/metric-samples.js';
import { gauge, histogram } from '../../../common/telemetry/metrics.js';
import { DeliveryQueueRepository } from './delivery-queue.repository.js';

/** Duration and result of attempts. */
export const attemptSeconds = histogram(
  'webhook_attempt_seconds',
  'Attempts to deliver, by outcome: delivered, retried (will be repeated) or failed (permanently).',
  ['outcome'],
);

const pending = gauge('webhook_deliveries_pending', 'Deliveries that wait for their first or next attempt.');
const overdue = gauge(
  'webhook_overdue_seconds',
  'How long the endpoint that waits longest is due and nobody delivers to it.',
);
const failing = gauge('webhook_endpoints_failing', 'Endpoints whose last attempt failed.');
const disabled = gauge('webhook_endpoints_disabled', 'Endpoints that the service disabled, by reason.', ['reason']);

/** Queries the backlog when the metrics are scraped. */
@Injectable()
export class DeliveryMetrics {
  constructor(samples: MetricSamples, queues: DeliveryQueueRepository) {
    samples.add({
      source: 'webhooks',
      gauges: [pending, overdue, failing, disabled],
      read: async () => {
        const backlog = await queues.findBacklog();
        return [
          [pending, backlog.pending],
          [overdue, backlog.overdue_seconds],
          [failing, backlog.failing],
          [disabled, backlog.disabled_gone, { reason: 'gone' }],
          [disabled, backlog.disabled_failing, { reason: 'failing' }],
        ];
      },
    });
  }
}
