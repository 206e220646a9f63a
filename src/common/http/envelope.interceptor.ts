import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { AppError } from '../errors/app-error.js';
import { Page } from '../pagination/page.js';
import { acceptsJson } from './accepts-json.js';
import { namesEtag, readEtag, responseMeta } from './envelope.js';
import { RAW_RESPONSE } from './raw-response.decorator.js';

/** Wraps what controllers return into `{success, data, meta}`, or `{success, data, pagination, meta}` for a {@link Page}. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (this.reflector.getAllAndOverride<boolean>(RAW_RESPONSE, [context.getHandler(), context.getClass()])) {
      return next.handle();
    }
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!acceptsJson(request.headers.accept)) {
      throw new AppError('NOT_ACCEPTABLE', 'This is answered as application/json only', {
        reason: 'accept',
        supported: ['application/json'],
      });
    }
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map((result: unknown) => {
        if (reply.statusCode === 204) return undefined;
        const etag = readEtag(result);
        if (etag !== null) {
          void reply.header('etag', etag);
          if (request.method === 'GET' && namesEtag(request.headers['if-none-match'], etag)) {
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
}
