import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';

/** Shared: a new error with its stack for each request would be expensive. */
const CLOSED = new AppError('REQUEST_TIMEOUT', 'The client has disconnected', { reason: 'client_gone' });

const signals = new WeakMap<ServerResponse, AbortSignal>();

/** Aborted when response or connection has ended: a pipelined response may wait forever. The same signal for all callers. */
export function whenClosed({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply): AbortSignal {
  const known = signals.get(raw);
  if (known) return known;
  const closed = new AbortController();
  const close = (): void => {
    socket.off('close', close);
    closed.abort(CLOSED);
  };
  raw.once('close', close);
  socket.once('close', close);
  if (raw.destroyed || socket.destroyed) close();
  signals.set(raw, closed.signal);
  return closed.signal;
}

/** Listeners are not called for an earlier abort. */
export function onceAborted(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true });
}
