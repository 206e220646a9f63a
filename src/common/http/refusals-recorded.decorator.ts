import type { FastifyRequest } from 'fastify';
import { isId, type ObjectKind } from '../ids/type-id.js';
import { RouteMark } from './route-mark.decorator.js';

/** As what refusals of a route are recorded, and what kind of object the `id` of its path names. */
interface RecordedAs {
  action: string;
  kind: ObjectKind;
}

/**
 * Marks a route that changes what somebody may do: a refusal (403, 409) of it is an event of the audit trail, a failed
 * `action`, once a request. It lies in the route's configuration, since guards refuse before anything of the route runs.
 */
export const RefusalsRecorded = (action: string, kind: ObjectKind): MethodDecorator =>
  RouteMark({ refusalsRecorded: { action, kind } satisfies RecordedAs });

/** What the route of the request is marked with, and the object it names; null for any other. */
export function refusalsRecordedAs({
  routeOptions,
  params,
}: FastifyRequest): { action: string; target: { type: ObjectKind; id: string } | null } | null {
  const { refusalsRecorded: recorded } = (routeOptions.config ?? {}) as { refusalsRecorded?: RecordedAs };
  if (!recorded) return null;
  const { id } = (params ?? {}) as { id?: string };
  const target = id !== undefined && isId(recorded.kind, id) ? { type: recorded.kind, id } : null;
  return { action: recorded.action, target };
}
