import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { answerLate } from './client-errors.js';
import type { CallerCount } from './caller-count.js';
import type { RateState } from './rate-limiter.js';
import { isUpload } from './takes-multipart.decorator.js';

/** What an upload has to bring in each second, on average over the time-out. Bytes. */
const SLOWEST_UPLOAD = 1_024;
/** How often all are looked at, within the time-out. */
const LOOKS = 4;

/** A body under way. */
interface Arrival {
  response: ServerResponse;
  /** For the headers of the answer. */
  findState: () => Promise<RateState>;
  isUpload: boolean;
  /** From when on, and from which byte of the connection on, it is measured. */
  since: number;
  from: number;
}

/**
 * Gives up bodies that do not arrive: any but an upload after the time-out; an upload when it brought too little in as long a time,
 * unless it is us who do not read on. Answered with 408 and the end of the connection.
 *
 * @param timeoutMs milliseconds
 */
export function registerSlowBodyWatch(
  fastify: FastifyInstance,
  timeoutMs: number,
  callers: Pick<CallerCount, 'countLate'>,
): void {
  const arrivals = new Map<IncomingMessage, Arrival>();
  const least = (SLOWEST_UPLOAD * timeoutMs) / 1000;

  fastify.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers;
    if (length !== '0' || encoding !== undefined) {
      const measured = { since: performance.now(), from: raw.socket.bytesRead };
      const findState = async () => (await callers.countLate(request, reply)).state;
      arrivals.set(raw, { response: reply.raw, findState, isUpload: isUpload(request), ...measured });
    }
    done();
  });
  // Whatever is not an upload has been read by then.
  fastify.addHook('preValidation', ({ raw }, _reply, done) => {
    if (raw.complete) arrivals.delete(raw);
    done();
  });

  const look = (): void => {
    const now = performance.now();
    for (const [request, arrival] of arrivals) {
      if (request.complete || request.socket.destroyed) {
        arrivals.delete(request);
      } else if (now - arrival.since >= timeoutMs) {
        const { bytesRead } = request.socket;
        const mayGoOn = arrival.isUpload && (request.readableLength > 0 || bytesRead - arrival.from >= least);
        if (mayGoOn) Object.assign(arrival, { since: now, from: bytesRead });
        else void giveUp(request, arrival);
      }
    }
  };
  const timer = setInterval(look, timeoutMs / LOOKS).unref();
  fastify.addHook('onClose', (_instance, done) => {
    clearInterval(timer);
    done();
  });

  async function giveUp(request: IncomingMessage, { response, findState }: Arrival): Promise<void> {
    arrivals.delete(request);
    const state = response.headersSent ? null : await findState();
    // The rest has come while that was looked up: its handler answers.
    if (request.complete) return;
    // Answered already, and only the rest of the body was still to be thrown away; or an earlier request has its turn.
    if (state === null || response.headersSent || response.socket === null) request.socket.destroy();
    else answerLate(request.socket, state);
  }
}
