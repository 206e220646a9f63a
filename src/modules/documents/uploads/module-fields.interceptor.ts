import { mixin, type CallHandler, type ExecutionContext, type NestInterceptor, type Type } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { moduleFields, type ModuleFieldName } from './module-fields.js';
import { FILE_PART, StoredUpload } from './stored-upload.js';

/**
 * Adds these fields to a form without them if its file is an S1000D module whose head states them. It runs after the idempotency check, because
 * the fingerprint of a request is of what the client sent.
 */
export function FilledFromModule(...names: ModuleFieldName[]): Type<NestInterceptor> {
  class Filler implements NestInterceptor {
    intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
      const request = context.switchToHttp().getRequest<FastifyRequest<{ Body: Record<string, unknown> }>>();
      const { [FILE_PART]: file } = request.body;
      if (file instanceof StoredUpload && file.module !== null) {
        const stated = moduleFields(file.module);
        const missing = names.filter((name) => request.body[name] === undefined && stated[name] !== undefined);
        Object.assign(request.body, Object.fromEntries(missing.map((name) => [name, stated[name]])));
      }
      return next.handle();
    }
  }
  return mixin(Filler);
}
