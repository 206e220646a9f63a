import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { sendError } from '../errors/send-error.js';
import { countShed } from '../telemetry/http-metrics.js';
import type { LoadShedder } from './load-shedder.js';
import type { RateLimiter } from './rate-limiter.js';
import { currentContext } from './request-context.js';
import { isUpload } from './body-type.decorator.js';
import { onceAborted, whenClosed } from './when-closed.js';

/** Those turned away come back at different times. Seconds. */
const RETRY_AFTER = { least: 1, most: 5 };

const SHED = Symbol('turned away');
const PLACE = Symbol('place of a request');
type ShedRequest = FastifyRequest & { [SHED]?: true; [PLACE]?: Place };

/** The place of a request among those under way. */
interface Place {
  leave: () => void;
  /** @throws AppError SERVICE_UNAVAILABLE when no place is left */
  enter: () => void;
}

/** Whether the request was answered here, for want of room. */
export function wasShed(request: ShedRequest): boolean {
  return request[SHED] === true;
}

/**
 * Turns requests away while there is too much to do, before anything is spent on them: 503 with `Retry-After`, uncounted.
 * Essential ones are always let in. Uploads, which last without keeping the process busy, take no room; nor does a request
 * whose body is still to come, or anything from when on its answer is being sent, a stream or a file perhaps.
 *
 * To be registered after {@link registerHttpHooks}.
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
    // Of a client that goes away nothing is sent.
    onceAborted(closed, leave);
    return done();
  });

  fastify.addHook('onSend', (request: ShedRequest, _reply, payload, done) => {
    request[PLACE]?.leave();
    done(null, payload);
  });
}

/**
 * Gives up the request's place while its client is waited for, and takes one again for what follows.
 *
 * @throws AppError SERVICE_UNAVAILABLE when no place is left
 */
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
    'Too much to do at present; try again in a moment',
    { reason: 'overload', retry_after: retryAfter },
    { headers: { 'retry-after': String(retryAfter) } },
  );
}
