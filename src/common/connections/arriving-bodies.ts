import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FairSlots } from './fair-slots.js';
import { isUpload } from '../http/body-type.decorator.js';
import { CallerCount } from '../auth/caller-count.js';
import { answerLate } from './client-errors.js';
import { clientNetwork } from '../context/client-network.js';
import { withoutPlace } from '../limits/load-shedding.js';
import type { RateState } from '../rate-limits/rate-limiter.js';

/** Minimum bytes per second of an upload, averaged over the timeout. */
const SLOWEST_UPLOAD = 1_024;
const CHECKS = 4;
/** Time for the rest of a body after its request was answered. Milliseconds. */
const LINGER_MS = 5_000;
/** Bodies read at the same time, up to 1 MiB each. Bodies that arrive with their headers take no slot. */
const SLOTS = { per_holder: 32, total: 256 };

interface Arrival {
  request: IncomingMessage;
  response: ServerResponse;
  /** For the headers of the response. */
  findState: () => Promise<RateState>;
  isUpload: boolean;
  /** Start of the measurement: time and bytes of the connection. */
  since: number;
  from: number;
}

export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return length !== '0' || encoding !== undefined;
}

/**
 * Bodies that have not arrived completely. Closed with 408 are: bodies other than uploads after the timeout; uploads slower
 * than the minimum, unless the service does not read; and, when an address or all together have too many, the oldest of the
 * largest address. After a response the rest of a body is discarded for a few seconds.
 */
@Injectable()
export class ArrivingBodies {
  private readonly arrivals = new Map<IncomingMessage, Arrival>();
  private readonly slots = new FairSlots<IncomingMessage>(SLOTS);

  constructor(private readonly callers: CallerCount) {}

  /** @param timeoutMs milliseconds */
  watch(fastify: FastifyInstance, timeoutMs: number): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      if (hasBody(request.raw)) this.note(request, reply);
      done();
    });
    fastify.addHook('onResponse', ({ raw }, _reply, done) => {
      if (this.arrivals.delete(raw) && !raw.complete) linger(raw);
      done();
    });
    const timer = setInterval(() => this.check(timeoutMs), timeoutMs / CHECKS).unref();
    fastify.addHook('onClose', (_instance, done) => {
      clearInterval(timer);
      done();
    });
  }

  /** Reads the body in a slot of the client address. @throws AppError SERVICE_UNAVAILABLE when no slot is free */
  whileReading<T>(request: FastifyRequest, read: () => Promise<T>): Promise<T> {
    return request.raw.complete ? read() : withoutPlace(request, () => this.inPlace(request, read));
  }

  private async inPlace<T>({ ip, raw }: FastifyRequest, read: () => Promise<T>): Promise<T> {
    const holder = clientNetwork(ip);
    const evicted = this.slots.take(holder, raw);
    if (evicted) this.giveUp(evicted);
    try {
      return await read();
    } finally {
      this.slots.release(holder, raw);
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

  private check(timeoutMs: number): void {
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
  // The rest has arrived meanwhile, so the handler answers.
  if (request.complete) return;
  // Its response has started, or an earlier request of the connection is not finished.
  if (response.headersSent || response.socket === null) request.socket.destroy();
  else answerLate(request.socket, state);
}

/** A response sent before the body was read reaches the client only if the rest is read. */
function linger(request: IncomingMessage): void {
  request.resume();
  setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, LINGER_MS).unref();
}
