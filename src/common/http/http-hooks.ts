import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Draining } from './draining.js';
import { createRequestContext, runWithContext, type RequestContext } from './request-context.js';
import { wasShed } from './load-shedding.js';
import { rateLimitHeaders, type RateLimiter, type RateState } from './rate-limiter.js';
import { whenClosed } from './when-closed.js';

const CONTEXT = Symbol('request context');
type ContextRequest = FastifyRequest & { [CONTEXT]?: RequestContext };

/** Not counted, though their headers show the count: what no controller answers and only describes the service. */
const UNCOUNTED_PATHS = /^\/(metrics|docs|openapi\.json)(\/|\?|$)/;

/**
 * What surrounds every request, whether or not a route was found: its context, its headers and its log line.
 *
 * @param headers the same for every response, by name
 * @param essential templates of the routes that are served before others
 */
export function registerHttpHooks(
  fastify: FastifyInstance,
  rateLimiter: RateLimiter,
  draining: Draining,
  headers: Record<string, string>,
  essential: readonly RegExp[],
): void {
  fastify.addHook('onRequest', (request: ContextRequest, reply, done) => {
    const origin = { ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, 200) ?? null };
    const route = request.routeOptions.url ?? null;
    const isEssential = route !== null && essential.some((template) => template.test(route));
    const context = createRequestContext(request.id, origin, isEssential);
    context.route = route;
    context.closed = () => whenClosed(request, reply);
    request[CONTEXT] = context;
    void reply.headers(headers).header('x-request-id', request.id);
    runWithContext(context, done);
  });

  // Reading the body leaves the asynchronous context of onRequest, so it is entered again before handlers run.
  fastify.addHook('preValidation', (request: ContextRequest, _reply, done) => {
    const context = request[CONTEXT];
    if (context) runWithContext(context, done);
    else done();
  });

  fastify.addHook('onSend', (request: ContextRequest, reply, payload, done) => {
    // A client that kept its connection after the last answer would hold the process until its deadline.
    if (draining.isUnderWay) void reply.header('connection', 'close');
    const send = (state: RateState): void => {
      void reply.headers(rateLimitHeaders(state));
      done(null, payload);
    };
    const counted = rateLimiter.stateOf(request);
    if (counted) return send(counted);
    const uncounted = rateLimiter.isExempt(request) || UNCOUNTED_PATHS.test(request.url);
    (uncounted ? rateLimiter.peekAddress(request) : countLate(request, rateLimiter)).then(send, done);
  });

  fastify.addHook('onResponse', (request: ContextRequest, reply, done) => {
    const context = request[CONTEXT];
    const line = {
      request_id: request.id,
      trace_id: context?.span?.spanContext().traceId,
      method: request.method,
      // The route's template, not the address: ids and query texts stay out of the log.
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
      db_queries: context?.dbQueries,
      user_id: context?.principal?.userId,
      organization_id: context?.principal?.organizationId,
      client: clientName(request),
    };
    if (reply.statusCode >= 500 && !wasShed(request)) request.log.error(line, 'request failed');
    else request.log.info(line, 'request');
    done();
  });
}

/** The context that the hooks opened for the request; null before they did. */
export function contextOf(request: ContextRequest): RequestContext | null {
  return request[CONTEXT] ?? null;
}

/** Requests that ended before a guard counted them (no such route, unreadable body) are counted now, like any other. */
async function countLate(request: ContextRequest, rateLimiter: RateLimiter): Promise<RateState> {
  const principal = request[CONTEXT]?.principal;
  try {
    return await (principal ? rateLimiter.countOrganization(request, principal) : rateLimiter.countAddress(request));
  } catch (error) {
    const state = rateLimiter.stateOf(request);
    if (state) return state;
    throw error;
  }
}

function clientName(request: FastifyRequest): string | undefined {
  const { 'x-client-name': name, 'x-client-version': version } = request.headers;
  if (typeof name !== 'string') return undefined;
  return `${name}${typeof version === 'string' ? `/${version}` : ''}`.slice(0, 100);
}
