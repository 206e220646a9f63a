import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FairPlaces } from '../fair-places.js';
import { isUpload } from './body-type.decorator.js';
import { CallerCount } from './caller-count.js';
import { answerLate } from './client-errors.js';
import { clientNetwork } from './client-network.js';
import { withoutPlace } from './load-shedding.js';
import type { RateState } from './rate-limiter.js';

/** What an upload has to bring in each second, on average over the time-out. Bytes. */
const SLOWEST_UPLOAD = 1_024;
/** How often all are looked at, within the time-out. */
const LOOKS = 4;
/** For the rest of a body whose request has been answered. Milliseconds. */
const LINGER_MS = 5_000;
/** Bodies that are read at a time, each of up to 1 MiB. One that comes with its headers is there at once and takes no place. */
const PLACES = { per_holder: 32, total: 256 };

/** A body under way. */
interface Arrival {
  request: IncomingMessage;
  response: ServerResponse;
  /** For the headers of the answer. */
  findState: () => Promise<RateState>;
  isUpload: boolean;
  /** From when on, and from which byte of the connection on, it is measured. */
  since: number;
  from: number;
}

/** Whether a body comes with the request. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return length !== '0' || encoding !== undefined;
}

/**
 * The bodies that have not arrived completely. Given up, with 408 and the end of the connection, are: any but an upload after the
 * time-out; an upload that brought too little in as long a time, unless it is us who do not read on; and the oldest of a
 * client address that has too many being read, or of the one with the most when there are too many of all. What is left of a
 * body whose request has been answered is thrown away for a few seconds.
 */
@Injectable()
export class ArrivingBodies {
  private readonly arrivals = new Map<IncomingMessage, Arrival>();
  private readonly places = new FairPlaces<IncomingMessage>(PLACES);

  constructor(private readonly callers: CallerCount) {}

  /** Watches all requests. @param timeoutMs milliseconds */
  watch(fastify: FastifyInstance, timeoutMs: number): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      if (hasBody(request.raw)) this.note(request, reply);
      done();
    });
    fastify.addHook('onResponse', ({ raw }, _reply, done) => {
      if (this.arrivals.delete(raw) && !raw.complete) linger(raw);
      done();
    });
    const timer = setInterval(() => this.look(timeoutMs), timeoutMs / LOOKS).unref();
    fastify.addHook('onClose', (_instance, done) => {
      clearInterval(timer);
      done();
    });
  }

  /**
   * Reads the body, in one of the places of the client's address instead of the request's own among those under way.
   *
   * @throws AppError SERVICE_UNAVAILABLE when no place is left
   */
  whileReading<T>(request: FastifyRequest, read: () => Promise<T>): Promise<T> {
    return request.raw.complete ? read() : withoutPlace(request, () => this.inPlace(request, read));
  }

  private async inPlace<T>({ ip, raw }: FastifyRequest, read: () => Promise<T>): Promise<T> {
    const holder = clientNetwork(ip);
    const evicted = this.places.take(holder, raw);
    if (evicted) this.giveUp(evicted);
    try {
      return await read();
    } finally {
      this.places.leave(holder, raw);
    }
  }

  private note(request: FastifyRequest, reply: FastifyReply): void {
    const { raw } = request;
    this.arrivals.set(raw, {
      request: raw,
      response: reply.raw,
      findState: async () => (await this.callers.countLate(request, reply)).state,
      isUpload: isUpload(request),
      since: performance.now(),
      from: raw.socket.bytesRead,
    });
  }

  private look(timeoutMs: number): void {
    const now = performance.now();
    const least = (SLOWEST_UPLOAD * timeoutMs) / 1000;
    for (const [request, arrival] of this.arrivals) {
      if (request.complete || request.socket.destroyed) {
        this.arrivals.delete(request);
      } else if (now - arrival.since >= timeoutMs) {
        const { bytesRead } = request.socket;
        const mayGoOn = arrival.isUpload && (request.readableLength > 0 || bytesRead - arrival.from >= least);
        if (mayGoOn) Object.assign(arrival, { since: now, from: bytesRead });
        else this.giveUp(request);
      }
    }
  }

  private giveUp(request: IncomingMessage): void {
    const arrival = this.arrivals.get(request);
    if (!this.arrivals.delete(request) || !arrival) return;
    arrival.findState().then(
      (state) => refuse(arrival, state),
      () => request.socket.destroy(),
    );
  }
}

function refuse({ request, response }: Arrival, state: RateState): void {
  // The rest has come while that was looked up: its handler answers.
  if (request.complete) return;
  // Its answer has begun, or an earlier request of the connection has its turn.
  if (response.headersSent || response.socket === null) request.socket.destroy();
  else answerLate(request.socket, state);
}

/** An answer sent before the body was read reaches its client only when the rest of it is taken. */
function linger(request: IncomingMessage): void {
  request.resume();
  setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, LINGER_MS).unref();
}
