import type { FastifyInstance } from 'fastify';
import { onceAborted, whenClosed } from '../context/when-closed.js';
import { counter, gauge, histogram, secondsSince } from './metrics.js';

const requests = counter(
  'http_requests_total',
  'Requests that were answered, by route template and class of the status; aborted where the client did not wait.',
  ['method', 'route', 'status'],
);
const durations = histogram(
  'http_request_seconds',
  'From the request head to the end of the response, without event streams.',
  ['method', 'route', 'status'],
);
const inFlight = gauge('http_requests_in_flight', 'Requests that are being answered, open event streams among them.');

/** Requests over the hourly limit. Other 429 responses are only in the request counter. */
export const rateLimited = counter('http_rate_limited_total', 'Requests refused by the hourly limits.');

const shed = counter('http_shed_total', 'Requests refused because there were too many at once, by what was short.', [
  'reason',
]);

/** Counts a rejected request. @param reason one of a few words */
export function countShed(reason: string): void {
  shed.inc({ reason });
}

/** Counts and times every request, including unknown routes. */
export function registerHttpMetrics(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const startedAt = performance.now();
    const { method } = request;
    // Never the URL: unknown paths would create unlimited metrics.
    const route = request.is404 ? 'unmatched' : (request.routeOptions.url ?? 'unmatched');
    inFlight.inc();
    // Emitted whether the response was sent or aborted.
    onceAborted(whenClosed(request, reply), () => {
      inFlight.dec();
      const status = reply.raw.headersSent ? `${Math.floor(reply.raw.statusCode / 100)}xx` : 'aborted';
      requests.inc({ method, route, status });
      const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream');
      if (!isStream) durations.observe({ method, route, status }, secondsSince(startedAt));
    });
    done();
  });
}
