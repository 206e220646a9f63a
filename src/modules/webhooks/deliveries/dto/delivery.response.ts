import { ApiProperty } from '@nestjs/swagger';
import { WEBHOOK_EVENT_NAMES } from '../../events/event-types.js';
import type { WebhookAttempt } from '../webhook-attempt.entity.js';
import { DELIVERY_STATES, type DeliveryState } from '../webhook-delivery.entity.js';
import type { DeliveryRow } from '../webhook-delivery.repository.js';
import type { DeliveryLog } from '../webhook-delivery.service.js';

export class DeliveryResponse {
  id: string;
  /** The header `webhook-id`, which all deliveries of an event share. */
  event_id: string;
  @ApiProperty({ enum: WEBHOOK_EVENT_NAMES, enumName: 'WebhookEventName' })
  event: string;
  /** The `timestamp` in the body. */
  @ApiProperty({ format: 'date-time' })
  occurred_at: string;
  @ApiProperty({ enum: DELIVERY_STATES, enumName: 'DeliveryState' })
  state: DeliveryState;
  @ApiProperty({ type: 'integer' })
  attempt_count: number;
  /** Status of the last response; null without a response or attempt. */
  @ApiProperty({ type: 'integer', nullable: true })
  last_status: number | null;
  /** Code of the last failure; null if the last attempt succeeded. */
  @ApiProperty({ type: String, nullable: true })
  last_error: string | null;
  /** Earliest time of the next attempt, which also waits for earlier deliveries; null for a finished delivery. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  next_attempt_at: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  finished_at: string | null;

  static from(delivery: DeliveryRow): DeliveryResponse {
    return {
      id: delivery.id,
      event_id: delivery.event_id,
      event: delivery.event,
      occurred_at: delivery.occurred_at.toISOString(),
      state: delivery.state,
      attempt_count: delivery.attempts,
      last_status: delivery.last_status,
      last_error: delivery.last_error,
      next_attempt_at: delivery.next_attempt_at?.toISOString() ?? null,
      created_at: delivery.created_at.toISOString(),
      finished_at: delivery.finished_at?.toISOString() ?? null,
    };
  }
}

/** A request and its outcome, without secrets and signatures. */
export class AttemptResponse {
  @ApiProperty({ type: 'integer' })
  number: number;
  @ApiProperty({ format: 'date-time' })
  started_at: string;
  @ApiProperty({ type: 'integer' })
  duration_ms: number;
  /** Status of the response; null without one. */
  @ApiProperty({ type: 'integer', nullable: true })
  status: number | null;
  /** Code of the failure; null for success. */
  @ApiProperty({ type: String, nullable: true })
  error: string | null;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  request_headers: Record<string, string>;
  /** The first 4 KiB. */
  request_body: string;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, nullable: true })
  response_headers: Record<string, string> | null;
  /** The first 4 KiB; null without a response. */
  @ApiProperty({ type: String, nullable: true })
  response_body: string | null;

  static from(attempt: WebhookAttempt): AttemptResponse {
    return {
      number: attempt.number,
      started_at: attempt.started_at.toISOString(),
      duration_ms: attempt.duration_ms,
      status: attempt.status,
      error: attempt.error,
      request_headers: attempt.request_headers,
      request_body: attempt.request_body,
      response_headers: attempt.response_headers,
      response_body: attempt.response_body,
    };
  }
}

export class DeliveryLogResponse extends DeliveryResponse {
  /** The last attempts, newest first. They are kept for 30 days. */
  @ApiProperty({ type: [AttemptResponse] })
  attempts: AttemptResponse[];

  static of({ delivery, attempts }: DeliveryLog): DeliveryLogResponse {
    return { ...DeliveryResponse.from(delivery), attempts: attempts.map((attempt) => AttemptResponse.from(attempt)) };
  }
}

export class ReplayResponse {
  /** Number of events to deliver again. */
  @ApiProperty({ type: 'integer' })
  replayed: number;
}
