import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { acceptsType, EVENT_STREAM } from '../../../../common/streams/accept.js';
import { eventStream, notAcceptable } from '../../../../common/streams/event-stream.js';
import { OpenStreams } from '../../../../common/streams/open-streams.js';
import { requirePrincipal } from '../../../../common/auth/current-principal.decorator.js';
import { onceAborted, whenClosed } from '../../../../common/context/when-closed.js';
import { NotificationStream } from './notification-stream.service.js';

/** Streams notifications after the event id that the handler returns. */
@Injectable()
export class NotificationDelivery implements NestInterceptor {
  constructor(
    private readonly streams: NotificationStream,
    private readonly open: OpenStreams,
  ) {}

  /** @throws AppError NOT_ACCEPTABLE, RATE_LIMIT_EXCEEDED (open_streams) */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const principal = requirePrincipal();
    if (!acceptsType(request.headers.accept, EVENT_STREAM)) throw notAcceptable(EVENT_STREAM);
    const closed = whenClosed(request, reply);
    onceAborted(closed, this.open.open(principal.userId));
    return next
      .handle()
      .pipe(
        map((lastId: string | null) =>
          eventStream(request, reply, () => this.streams.follow(principal, lastId, closed)),
        ),
      );
  }
}
