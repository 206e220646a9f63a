import type { FastifyInstance } from 'fastify';
import { currentContext } from '../context/request-context.js';
import { onceAborted, whenClosed } from '../context/when-closed.js';
import type { Tracing } from './tracing.js';

/** Called every few seconds by machines; not traced. */
const UNTRACED = new Set(['/healthz', '/readyz', '/metrics']);

/** Creates a span for every routed request. To be called after the hook that creates the context. */
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
