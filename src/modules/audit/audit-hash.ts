import { createHash } from 'node:crypto';
import type { AuditEvent } from './audit-event.entity.js';

/** `previous_hash` of a chain's first event. */
export const GENESIS_HASH = Buffer.alloc(32);

export type HashedFields = Omit<AuditEvent, 'hash'>;

/** An event as it is recorded, before it has a place in its chain. */
export type RecordedEvent = Omit<AuditEvent, 'sequence' | 'previous_hash' | 'hash'>;

/**
 * SHA-256 over the UTF-8 bytes of the event as canonical JSON (RFC 8785): an item of `GET /audit-events` without `hash`, `sealed` and
 * `actor.name`, with `organization_id` added (null in the installation's chain). All fields are present, null if unknown: {action, actor:
 * {api_key_id, id, session_id, type}, details, id, ip, occurred_at, organization_id, previous_hash, reason, request_id, result, sequence,
 * target: {id, type} | null, user_agent} `occurred_at` is ISO 8601 in UTC with milliseconds, `sequence` a number, `previous_hash`
 * lower-case hexadecimal.
 */
export function hashOf(event: HashedFields): Buffer {
  const place = { sequence: event.sequence, previous_hash: event.previous_hash.toString('hex') };
  return createHash('sha256')
    .update(canonicalJson({ ...recordedFields(event), ...place }))
    .digest();
}

/** What {@link hashOf} covers, without the place in the chain. */
export const recordedJson = (event: RecordedEvent): string => canonicalJson(recordedFields(event));

function recordedFields(event: RecordedEvent): object {
  return {
    id: event.id,
    organization_id: event.organization_id,
    action: event.action,
    result: event.result,
    reason: event.reason,
    actor: {
      type: event.actor_type,
      id: event.actor_id,
      session_id: event.session_id,
      api_key_id: event.api_key_id,
    },
    target:
      event.target_type === null && event.target_id === null ? null : { type: event.target_type, id: event.target_id },
    ip: event.ip,
    user_agent: event.user_agent,
    request_id: event.request_id,
    details: event.details,
    occurred_at: event.occurred_at.toISOString(),
  };
}

export function isWhole(event: AuditEvent): boolean {
  try {
    return hashOf(event).equals(event.hash);
  } catch {
    // Unrepresentable times, such as `infinity`, were never hashed.
    return false;
  }
}

/** JSON in the form of RFC 8785: no white space, keys in UTF-16 order, numbers as in ECMAScript. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`;
}
