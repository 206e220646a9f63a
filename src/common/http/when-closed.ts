import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';

/** One for all: to make an error for each request, with its stack, costs more than all else that is done here. */
const CLOSED = new AppError('REQUEST_TIMEOUT', 'The client has gone', { reason: 'client_gone' });

const signals = new WeakMap<ServerResponse, AbortSignal>();

/**
 * Aborted when the response is over, its client gone, or the connection, where a pipelined response may wait for ever; at
 * once for a client that went away while it was found out who it is: of that nothing is heard any more. The same signal for
 * all who ask about a response.
 */
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

/** Listeners alone are not told of what was before. */
export function onceAborted(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true });
}
