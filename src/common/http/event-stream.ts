import { Readable } from 'node:stream';
import { createParamDecorator, SetMetadata, type CustomDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { EVENT_STREAM, prefersEventStream } from './accept.js';

export const STREAMS_EVENTS = 'streams-events';

/** The route answers as a stream of server-sent events whoever prefers that by `Accept`, everybody else in the envelope. */
export const StreamsEvents = (): CustomDecorator => SetMetadata(STREAMS_EVENTS, true);

/** Whether this request is to be answered as a stream of events. */
export const AsEventStream = createParamDecorator((_: unknown, context: ExecutionContext): boolean =>
  prefersEventStream(context.switchToHttp().getRequest<FastifyRequest>().headers.accept),
);

/** One server-sent event; `id` is what `Last-Event-ID` names. */
export interface ServerEvent<Id = number> {
  id: Id;
  event: string;
  data: unknown;
}

/** As the wire has it (WHATWG HTML, 9.2.5). JSON holds no line break, so `data` is one line. */
export function formatEvent({ id, event, data }: ServerEvent<number | string>): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A comment: clients pass over it, proxies see that the connection lives. */
export const HEARTBEAT = ': keep-alive\n\n';

/**
 * The body of a response whose events come as they are made: the next is asked for when the client has taken the last, and
 * none any more when it is gone. Proxies are told to pass each on at once.
 */
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

/** 406 of a route that is answered in another way only. */
export function notAcceptable(supported: string): AppError {
  return new AppError('NOT_ACCEPTABLE', `This is answered as ${supported} only`, {
    reason: 'accept',
    supported: [supported],
  });
}
