import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { sendError } from '../http/send-error.js';
import { countShed } from '../telemetry/http-metrics.js';
import type { LoadShedder } from './load-shedder.js';
import type { RateLimiter } from '../rate-limits/rate-limiter.js';
import { currentContext } from '../context/request-context.js';
import { isUpload } from '../http/body-type.decorator.js';
import { onceAborted, whenClosed } from '../context/when-closed.js';

/** Random, so that rejected clients do not return together. Seconds. */
const RETRY_AFTER = { least: 1, most: 5 };

const SHED = Symbol('turned away');
const PLACE = Symbol('place of a request');
type ShedRequest = FastifyRequest & { [SHED]?: true; [PLACE]?: Place };

/** The slot of a request among those in progress. */
interface Place {
  leave: () => void;
  /** @throws AppError SERVICE_UNAVAILABLE when no slot is free */
  enter: () => void;
}

export function wasShed(request: ShedRequest): boolean {
  return request[SHED] === true;
}

/**
 * Rejects requests under overload with 503 and `Retry-After`, uncounted. Essential requests are always accepted. Uploads, requests whose
 * body has not arrived, and responses being sent hold no slot. To be registered after {@link registerHttpHooks}.
 */
export function registerLoadShedding(fastify: FastifyInstance, shedder: LoadShedder, rateLimiter: RateLimiter): void {
  fastify.addHook('onRequest', (request: ShedRequest, reply, done) => {
    if (currentContext()?.isEssential) return done();
    const isAdmitted = (): boolean => {
      if (shedder.admits()) return true;
      request[SHED] = true;
      countShed('overload');
      return false;
    };
    if (!isAdmitted()) {
      rateLimiter.exempt(request);
      return sendError(request, reply, overloaded());
    }
    if (isUpload(request)) return done();
    const closed = whenClosed(request, reply);
    let end = shedder.begin(request.raw.socket);
    const leave = (): void => end();
    const enter = (): void => {
      if (closed.aborted) return;
      if (!isAdmitted()) throw overloaded();
      end = shedder.begin(request.raw.socket);
    };
    request[PLACE] = { leave, enter };
    // Nothing is sent to a disconnected client.
    onceAborted(closed, leave);
    return done();
  });

  fastify.addHook('onSend', (request: ShedRequest, _reply, payload, done) => {
    request[PLACE]?.leave();
    done(null, payload);
  });
}

/** Releases the request's slot while waiting for its client. @throws AppError SERVICE_UNAVAILABLE when no slot is free afterward */
export async function withoutPlace<T>({ [PLACE]: place }: ShedRequest, wait: () => Promise<T>): Promise<T> {
  if (!place) return wait();
  place.leave();
  const result = await wait();
  place.enter();
  return result;
}

function overloaded(): AppError {
  const { least, most } = RETRY_AFTER;
  const retryAfter = least + Math.floor(Math.random() * (most - least + 1));
  return new AppError(
    'SERVICE_UNAVAILABLE',
    'The service is overloaded; try again later',
    { reason: 'overload', retry_after: retryAfter },
    { headers: { 'retry-after': String(retryAfter) } },
  );
}
