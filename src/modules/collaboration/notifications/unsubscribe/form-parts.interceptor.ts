import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { ArrivingBodies } from '../../../../common/http/arriving-bodies.js';
import { AppError } from '../../../../common/errors/app-error.js';

/** Of a form whose one field is two words long. */
const LIMITS = { files: 0, fields: 8, parts: 8, fieldSize: 256 };

/** Makes parts of a multipart form fields of the body: mail programs may send either kind of form (RFC 8058, 3.2). */
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
    // The parser may have stopped in the middle: what still comes would stand before the next request of the connection.
    request.raw.unpipe();
    request.raw.resume();
    throw AppError.invalid([{ field: 'body', issue: 'is not a complete multipart form of a few short fields' }]);
  }
  return fields;
}
