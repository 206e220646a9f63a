import type { FastifyRequest } from 'fastify';
import { isId, type ObjectKind } from '../ids/type-id.js';
import { RouteMark } from '../context/route-mark.decorator.js';

/** The audit action of refusals, and the type of the object in the path. */
interface RecordedAs {
  action: string;
  kind: ObjectKind;
}

/** Records refusals (403, 409) as failed `action`, once per request. Part of the route's configuration: guards run before the handler. */
export const RefusalsRecorded = (action: string, kind: ObjectKind): MethodDecorator =>
  RouteMark({ refusalsRecorded: { action, kind } satisfies RecordedAs });

/** The mark of the request's route and the object named in the path; null without a mark. */
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
