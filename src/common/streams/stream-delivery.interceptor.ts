import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { requirePrincipal } from '../auth/current-principal.decorator.js';
import { onceAborted, whenClosed } from '../context/when-closed.js';
import { acceptsType, EVENT_STREAM } from './accept.js';
import { eventStream, notAcceptable } from './event-stream.js';
import { OpenStreams } from './open-streams.js';

/** Formatted events and heartbeats until the signal is aborted: the client has disconnected. */
export type Follow = (signal: AbortSignal) => AsyncIterable<string>;

/** Streams what the handler returns, a {@link Follow}. The module of the controller provides the `OpenStreams`. */
@Injectable()
export class StreamDelivery implements NestInterceptor {
  constructor(private readonly open: OpenStreams) {}

  /** @throws AppError NOT_ACCEPTABLE, RATE_LIMIT_EXCEEDED (open_streams) */
  intercept(context: ExecutionContext, next: CallHandler<Follow>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const { userId } = requirePrincipal();
    const closed = whenClosed(request, reply);
    return next.handle().pipe(
      map((follow) => {
        if (!acceptsType(request.headers.accept, EVENT_STREAM)) throw notAcceptable(EVENT_STREAM);
        onceAborted(closed, this.open.open(userId));
        return eventStream(request, reply, () => follow(closed));
      }),
    );
  }
}
