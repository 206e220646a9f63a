import type { FastifyInstance } from 'fastify';
import { currentContext } from '../http/request-context.js';
import { onceAborted, whenClosed } from '../http/when-closed.js';
import type { Tracing } from './tracing.js';

/** Asked every few seconds by machines; nobody looks for their traces. */
const UNTRACED = new Set(['/healthz', '/readyz', '/metrics']);

/** Makes a span of every request that has a route. To be called after the hook that opens the request's context. */
export function registerRequestTraces(fastify: FastifyInstance, tracing: Tracing): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const context = currentContext();
    const { url: route } = request.routeOptions;
    if (!context || request.is404 || route === undefined || UNTRACED.has(route)) return done();
    const { method } = request;
    const span = tracing.startRequest(request.headers, `${method} ${route}`, {
      attributes: { 'http.request.method': method, 'http.route': route, 'amks.request_id': request.id },
    });
    context.span = span;
    onceAborted(whenClosed(request, reply), () => {
      const { statusCode, headersSent } = reply.raw;
      if (headersSent) span.setAttribute('http.response.status_code', statusCode);
      if (!headersSent || statusCode >= 500) tracing.fail(span, headersSent ? String(statusCode) : 'aborted');
      span.end();
    });
    done();
  });
}
