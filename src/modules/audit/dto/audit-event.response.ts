import { ApiProperty } from '@nestjs/swagger';
import type { ActorType, AuditResult } from '../audit-event.entity.js';
import type { AuditEventRow } from '../audit.repository.js';
import { AUDIT_RESULTS } from './audit-event.request.js';

/** The actor. */
export class AuditActorResponse {
  @ApiProperty({ enum: ['user', 'api_key', 'system', 'anonymous'] })
  type: ActorType;
  /** The user; for an API key its owner. */
  @ApiProperty({ type: String, nullable: true })
  id: string | null;
  /** Current name, the only field that the hash does not cover. */
  @ApiProperty({ type: String, nullable: true })
  name: string | null;
  @ApiProperty({ type: String, nullable: true })
  session_id: string | null;
  @ApiProperty({ type: String, nullable: true })
  api_key_id: string | null;
}

/** The target of the action. */
export class AuditTargetResponse {
  type: string;
  id: string;
}

/** A security-relevant action. */
export class AuditEventResponse {
  id: string;
  /** Whether the event has its place in the sealed chain, which it gets within about a second. */
  sealed: boolean;
  /** 1, 2, 3, … within the organization, without gaps; null until the event is sealed. */
  @ApiProperty({ type: 'integer', nullable: true })
  sequence: number | null;
  action: string;
  @ApiProperty({ enum: AUDIT_RESULTS })
  result: AuditResult;
  @ApiProperty({ type: String, nullable: true })
  reason: string | null;
  actor: AuditActorResponse;
  @ApiProperty({ type: AuditTargetResponse, nullable: true })
  target: AuditTargetResponse | null;
  @ApiProperty({ type: String, nullable: true })
  ip: string | null;
  @ApiProperty({ type: String, nullable: true })
  user_agent: string | null;
  @ApiProperty({ type: String, nullable: true })
  request_id: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true })
  details: Record<string, unknown>;
  @ApiProperty({ format: 'date-time' })
  occurred_at: string;
  /** `hash` of the previous event; 64 zeros for the first; null until the event is sealed. */
  @ApiProperty({ type: String, nullable: true })
  previous_hash: string | null;
  /**
   * SHA-256 over the canonical JSON (RFC 8785) of this event without `hash`, `sealed` and `actor.name`, with `organization_id` added.
   * Verifies that a saved list is unchanged. Null until the event is sealed.
   */
  @ApiProperty({ type: String, nullable: true })
  hash: string | null;

  static from(event: AuditEventRow): AuditEventResponse {
    return {
      id: event.id,
      sealed: event.sequence !== null,
      sequence: event.sequence,
      action: event.action,
      result: event.result,
      reason: event.reason,
      actor: {
        type: event.actor_type,
        id: event.actor_id,
        name: event.actor_name,
        session_id: event.session_id,
        api_key_id: event.api_key_id,
      },
      target: event.target_type === null ? null : { type: event.target_type, id: event.target_id ?? '' },
      ip: event.ip,
      user_agent: event.user_agent,
      request_id: event.request_id,
      details: event.details,
      occurred_at: event.occurred_at.toISOString(),
      previous_hash: event.previous_hash?.toString('hex') ?? null,
      hash: event.hash?.toString('hex') ?? null,
    };
  }
}
