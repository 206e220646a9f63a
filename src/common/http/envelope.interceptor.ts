import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { Page } from '../pagination/page.js';
import { acceptsJson, prefersEventStream } from '../streams/accept.js';
import { namesEtag, readEtag, responseMeta, tagsAll } from './envelope.js';
import { notAcceptable, STREAMS_EVENTS } from '../streams/event-stream.js';
import { RAW_RESPONSE } from './raw-response.decorator.js';

/** Wraps results of controllers into `{success, data, meta}`, with `pagination` for a {@link Page}. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { accept } = request.headers;
    const isStreamed = this.isMarked(STREAMS_EVENTS, context) && prefersEventStream(accept);
    if (isStreamed || this.isMarked(RAW_RESPONSE, context)) return next.handle();
    if (!acceptsJson(accept)) throw notAcceptable('application/json');
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map((result: unknown) => {
        if (reply.statusCode === 204) return undefined;
        const etag = readEtag(result);
        if (etag !== null) {
          void reply.header('etag', etag);
          if (request.method === 'GET' && tagsAll(result) && namesEtag(request.headers['if-none-match'], etag)) {
            void reply.status(304);
            return undefined;
          }
        }
        const meta = responseMeta(request.id, request.headers['x-debug'] === 'true');
        return result instanceof Page
          ? { success: true, data: result.items, pagination: result.pagination, meta }
          : { success: true, data: result ?? null, meta };
      }),
    );
  }
  private isMarked(mark: string, context: ExecutionContext): boolean {
    return this.reflector.getAllAndOverride<boolean>(mark, [context.getHandler(), context.getClass()]);
  }
}
