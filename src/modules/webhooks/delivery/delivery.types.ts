import type { ReportedEvent } from './event-formats.js';
import type { DeliveryState } from '../deliveries/webhook-delivery.entity.js';
import type { WebhookFormat } from '../endpoints/webhook-endpoint.entity.js';
import type { WebhookAttempt } from '../deliveries/webhook-attempt.entity.js';

export interface ServedEndpoint {
  id: string;
  organization_id: string;
  url: string;
  format: WebhookFormat;
  /** False in a sandbox. */
  livemode: boolean;
  /** Changes with the endpoint, and with manual changes of its queue. */
  version: string;
  sealed_secret: Buffer;
  /** Null without one, or after it expired. */
  sealed_previous_secret: Buffer | null;
}

export interface PendingDelivery extends ReportedEvent {
  id: string;
  /** Attempts so far. */
  attempts: number;
  /** Milliseconds until the next attempt; 0 if it is due. */
  wait_ms: number;
}

/** An attempt to record; its number is assigned then. */
export type Attempt = Omit<WebhookAttempt, 'delivery_id' | 'number'>;

export interface AttemptResult {
  attempt: Attempt;
  /** Delay requested by `Retry-After`, for statuses that allow it; or null. */
  retryAfterMs: number | null;
}

export interface Outcome {
  state: Extract<DeliveryState, 'pending' | 'delivered' | 'failed'>;
  /** Milliseconds until the next attempt; null for a finished delivery. */
  pauseMs: number | null;
}
