import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { ArrivingBodies } from '../../../../common/connections/arriving-bodies.js';
import { AppError } from '../../../../common/errors/app-error.js';

const LIMITS = { files: 0, fields: 8, parts: 8, fieldSize: 256 };

/** Copies the parts of a multipart form to the body. Mail programs may send either kind of form (RFC 8058, 3.2). */
@Injectable()
export class FormPartsInterceptor implements NestInterceptor {
  constructor(private readonly arriving: ArrivingBodies) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.isMultipart()) request.body = await this.arriving.whileReading(request, () => fieldsOf(request));
    return next.handle();
  }
}

async function fieldsOf(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type === 'field') fields[part.fieldname] = part.value;
    }
  } catch {
    // Reads the form to its end: on a kept-alive connection, unread bytes would be parsed as the next request.
    request.raw.unpipe();
    request.raw.resume();
    throw AppError.invalid([{ field: 'body', issue: 'is not a complete multipart form of a few short fields' }]);
  }
  return fields;
}
