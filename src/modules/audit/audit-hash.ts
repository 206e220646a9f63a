import { createHash } from 'node:crypto';
import type { AuditEvent } from './audit-event.entity.js';

/** `previous_hash` of the first event of a chain. */
export const GENESIS_HASH = Buffer.alloc(32);

/** What an event's hash covers: everything but the hash itself. */
export type HashedFields = Omit<AuditEvent, 'hash'>;

/**
 * SHA-256 over the UTF-8 bytes of the event as canonical JSON (RFC 8785). Anyone who has the list of events can compute
 * it: an item of `GET /audit-events` without `hash` and without `actor.name` (names may change), with `organization_id`
 * added (null in the chain of the installation). Its fields, all present, null where unknown:
 *
 *     {action, actor: {api_key_id, id, session_id, type}, details, id, ip, occurred_at, organization_id, previous_hash,
 *      reason, request_id, result, sequence, target: {id, type} | null, user_agent}
 *
 * `occurred_at` is ISO 8601 in UTC with milliseconds, `sequence` a number, `previous_hash` lower-case hexadecimal: the
 * hash of the event with the sequence before, 64 zeros for sequence 1.
 */
export function hashOf(event: HashedFields): Buffer {
  const covered = {
    id: event.id,
    organization_id: event.organization_id,
    sequence: event.sequence,
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
    previous_hash: event.previous_hash.toString('hex'),
  };
  return createHash('sha256').update(canonicalJson(covered)).digest();
}

/** Whether the event is what its hash covers. */
export function isWhole(event: AuditEvent): boolean {
  try {
    return hashOf(event).equals(event.hash);
  } catch {
    // A time that cannot be written, such as `infinity`, was never hashed.
    return false;
  }
}

/** JSON as RFC 8785 writes it: no white space, keys in the order of their UTF-16 code units, numbers as ECMAScript does. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`;
}
