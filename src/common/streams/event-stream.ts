import { Readable } from 'node:stream';
import { createParamDecorator, SetMetadata, type CustomDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { EVENT_STREAM, prefersEventStream } from './accept.js';

export const STREAMS_EVENTS = 'streams-events';

/** The route answers with server-sent events if the client prefers them by `Accept`, otherwise with the envelope. */
export const StreamsEvents = (): CustomDecorator => SetMetadata(STREAMS_EVENTS, true);

export const AsEventStream = createParamDecorator((_: unknown, context: ExecutionContext): boolean =>
  prefersEventStream(context.switchToHttp().getRequest<FastifyRequest>().headers.accept),
);

/** A server-sent event. `id` is the value for `Last-Event-ID`. */
export interface ServerEvent<Id = number> {
  id: Id;
  event: string;
  data: unknown;
}

/** Wire format (WHATWG HTML, 9.2.5). JSON contains no line breaks, so `data` is one line. */
export function formatEvent({ id, event, data }: ServerEvent<number | string>): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A comment, which clients ignore and which keeps proxies from closing the connection. */
export const HEARTBEAT = ': keep-alive\n\n';

/** The next event is requested when the client has read the last. Proxies must not buffer. */
export function eventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  chunks: () => AsyncIterable<string>,
): Readable {
  void reply.headers({
    'content-type': `${EVENT_STREAM}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  return Readable.from(request.method === 'HEAD' ? [] : chunks());
}

export function notAcceptable(supported: string): AppError {
  return new AppError('NOT_ACCEPTABLE', `The response is available as ${supported} only`, {
    reason: 'accept',
    supported: [supported],
  });
}
