import { RouteConfig } from '@nestjs/platform-fastify';

const marksOf = new WeakMap<object, Record<string, unknown>>();

/**
 * Marks a route in its configuration (`request.routeOptions.config`), where also what runs before any guard or interceptor
 * finds it. As RouteConfig, which keeps the last configuration only, but adds to other marks of the route.
 */
export const RouteMark =
  (marks: Record<string, unknown>): MethodDecorator =>
  (target, key, descriptor) => {
    const handler = descriptor.value as object;
    const all = { ...marksOf.get(handler), ...marks };
    marksOf.set(handler, all);
    RouteConfig(all)(target, key, descriptor);
  };
