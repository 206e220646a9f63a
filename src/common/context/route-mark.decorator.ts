import { RouteConfig } from '@nestjs/platform-fastify';

const marksOf = new WeakMap<object, Record<string, unknown>>();

/** Marks a route in `request.routeOptions.config`, available before guards. Unlike RouteConfig it adds to earlier marks. */
export const RouteMark =
  (marks: Record<string, unknown>): MethodDecorator =>
  (target, key, descriptor) => {
    const handler = descriptor.value as object;
    const all = { ...marksOf.get(handler), ...marks };
    marksOf.set(handler, all);
    RouteConfig(all)(target, key, descriptor);
  };
