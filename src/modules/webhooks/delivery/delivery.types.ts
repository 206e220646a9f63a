import type { DeliveryState } from '../deliveries/webhook-delivery.entity.js';
import type { WebhookAttempt } from '../deliveries/webhook-attempt.entity.js';

/** An endpoint that is on, as delivering needs it. */
export interface ServedEndpoint {
  id: string;
  url: string;
  /** Another one after every change of the endpoint, or by hand of what waits for it. */
  version: string;
  sealed_secret: Buffer;
  /** Null when there is none, or its time is over. */
  sealed_previous_secret: Buffer | null;
}

/** A pending delivery with its event. */
export interface PendingDelivery {
  id: string;
  /** Made so far. */
  attempts: number;
  /** Until its next attempt is due; 0 when it is. */
  wait_ms: number;
  event_id: string;
  type: string;
  data: Record<string, unknown>;
  occurred_at: Date;
}

/** One attempt as it is kept; its number is given when it is recorded. */
export type Attempt = Omit<WebhookAttempt, 'delivery_id' | 'number'>;

/** What an attempt brought. */
export interface AttemptResult {
  attempt: Attempt;
  /** What the receiver asked to wait, where its status says that it may; null otherwise. */
  retryAfterMs: number | null;
}

/** How a delivery stands after an attempt. */
export interface Outcome {
  state: Extract<DeliveryState, 'pending' | 'delivered' | 'failed'>;
  /** Until the next attempt; null when it is over. */
  pauseMs: number | null;
}
