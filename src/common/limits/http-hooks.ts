import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { errorBody, sendError } from '../http/send-error.js';
import type { CallerCount } from '../auth/caller-count.js';
import type { Draining } from '../context/draining.js';
import { attachContext, contextOf, createRequestContext, runWithContext } from '../context/request-context.js';
import { isSandbox } from '../sandbox/sandbox-base.js';
import { wasShed } from './load-shedding.js';
import { rateLimitHeaders, type RateLimiter, type RateState } from '../rate-limits/rate-limiter.js';
import { whenClosed } from '../context/when-closed.js';

/** Routes of the API description. They have no controller and no guard, so they are counted here. */
const DESCRIPTIONS = /^\/(docs|openapi\.(json|yaml))(\/|$)/;

/**
 * Hooks of every request, routed or not: context, headers and log line.
 * @param headers for every response, by name
 * @param essential templates of routes with priority
 */
export function registerHttpHooks(
  fastify: FastifyInstance,
  rateLimiter: RateLimiter,
  callers: CallerCount,
  draining: Draining,
  headers: Record<string, string>,
  essential: readonly RegExp[],
): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const origin = { ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, 200) ?? null };
    const route = request.routeOptions.url ?? null;
    const isEssential = route !== null && essential.some((template) => template.test(route));
    const context = createRequestContext(request.id, origin, isEssential);
    context.route = route;
    context.isSandbox = isSandbox(request.raw);
    context.closed = () => whenClosed(request, reply);
    attachContext(request, context);
    void reply.headers(headers).header('x-request-id', request.id);
    runWithContext(context, done);
  });

  fastify.addHook('onRequest', (request, reply, done) => {
    if (!DESCRIPTIONS.test(request.routeOptions.url ?? '')) return done();
    callers.count(request, reply).then(
      () => done(),
      (error: AppError) => sendError(request, reply, error),
    );
  });

  // Reading the body leaves the asynchronous context of onRequest.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const context = contextOf(request);
    if (context) runWithContext(context, done);
    else done();
  });

  fastify.addHook('onSend', (request, reply, payload, done) => {
    // Otherwise kept-alive connections would hold the process until its deadline.
    if (draining.isUnderWay) void reply.header('connection', 'close');
    const send = (state: RateState, body = payload): void => {
      void reply.headers(rateLimitHeaders(state));
      done(null, body);
    };
    const counted = rateLimiter.stateOf(request);
    if (counted) return send(counted);
    if (rateLimiter.isExempt(request)) return void rateLimiter.peekAddress(request).then(send, done);
    callers.countLate(request, reply).then(({ state, refusal }) => {
      if (!refusal) return send(state);
      const { type, body } = errorBody(request, refusal);
      void reply.status(refusal.status).headers(refusal.headers).type(type);
      return send(state, JSON.stringify(body));
    }, done);
  });

  fastify.addHook('onResponse', (request, reply, done) => {
    const context = contextOf(request);
    const caller = context?.principal ?? context?.caller;
    const line = {
      request_id: request.id,
      trace_id: context?.span?.spanContext().traceId,
      method: request.method,
      // The route template, not the URL: ids and queries are not logged.
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
      db_queries: context?.dbQueries,
      user_id: caller?.userId,
      organization_id: caller?.organizationId,
      client: clientName(request),
    };
    const isFailure = reply.statusCode >= 500 && !wasShed(request) && !context?.isSimulation;
    if (isFailure) request.log.error(line, 'request failed');
    else request.log.info(line, 'request');
    done();
  });
}

function clientName({ headers }: FastifyRequest): string | undefined {
  const { 'x-client-name': name, 'x-client-version': version } = headers;
  if (name === undefined && version === undefined) return undefined;
  return [name ?? '-', version ?? []].flat().join('/').slice(0, 100);
}
