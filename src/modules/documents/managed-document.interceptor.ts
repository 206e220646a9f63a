import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { AppError } from '../../common/errors/app-error.js';
import { requirePrincipal } from '../../common/auth/current-principal.decorator.js';
import { isId } from '../../common/ids/type-id.js';
import { DocumentService } from './document.service.js';

/** Checks access to the document of the path before the file is received, to save bandwidth and storage. */
@Injectable()
export class ManagedDocumentInterceptor implements NestInterceptor {
  constructor(private readonly documents: DocumentService) {}

  /** @throws AppError NOT_FOUND, FORBIDDEN */
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const { id } = context.switchToHttp().getRequest<FastifyRequest<{ Params: { id: string } }>>().params;
    const principal = requirePrincipal();
    if (!isId('document', id)) throw AppError.notFound('document');
    await this.documents.getManaged(principal, id);
    return next.handle();
  }
}
