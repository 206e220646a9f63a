import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { sendError } from '../errors/send-error.js';
import { countShed } from '../telemetry/http-metrics.js';
import type { LoadShedder } from './load-shedder.js';
import type { RateLimiter } from './rate-limiter.js';
import { currentContext } from './request-context.js';
import { isUpload } from './takes-multipart.decorator.js';

/** Those turned away come back at different times. Seconds. */
const RETRY_AFTER = { least: 1, most: 5 };

const SHED = Symbol('turned away');
const END = Symbol('no longer under way');
type ShedRequest = FastifyRequest & { [SHED]?: true; [END]?: () => void };

/** Whether the request was answered here, for want of room. */
export function wasShed(request: ShedRequest): boolean {
  return request[SHED] === true;
}

/**
 * Turns requests away while there is too much to do, before anything is spent on them: 503 with `Retry-After`, uncounted.
 * Essential ones are always let in. Uploads, which last without keeping the process busy, take no room; nor does anything from
 * when on its answer is being sent, a stream or a file perhaps.
 *
 * To be registered after {@link registerHttpHooks}.
 */
export function registerLoadShedding(fastify: FastifyInstance, shedder: LoadShedder, rateLimiter: RateLimiter): void {
  fastify.addHook('onRequest', (request: ShedRequest, reply, done) => {
    if (currentContext()?.isEssential) return done();
    if (!shedder.admits()) {
      request[SHED] = true;
      countShed('overload');
      rateLimiter.exempt(request);
      return sendError(request, reply, overloaded());
    }
    if (isUpload(request)) return done();
    const end = shedder.begin(request.raw.socket);
    request[END] = end;
    // Of a client that goes away nothing is sent.
    reply.raw.once('close', end);
    return done();
  });

  fastify.addHook('onSend', (request: ShedRequest, _reply, payload, done) => {
    request[END]?.();
    done(null, payload);
  });
}

function overloaded(): AppError {
  const { least, most } = RETRY_AFTER;
  const retryAfter = least + Math.floor(Math.random() * (most - least + 1));
  return new AppError(
    'SERVICE_UNAVAILABLE',
    'Too much to do at present; try again in a moment',
    { reason: 'overload', retry_after: retryAfter },
    { headers: { 'retry-after': String(retryAfter) } },
  );
}
