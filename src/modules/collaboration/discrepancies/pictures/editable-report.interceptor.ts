import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { requirePrincipal } from '../../../../common/auth/current-principal.decorator.js';
import { AppError } from '../../../../common/errors/app-error.js';
import { isId } from '../../../../common/ids/type-id.js';
import { DiscrepancyService } from '../discrepancy.service.js';

/** Checks access to the report of the path before the file is received, to save bandwidth and storage. */
@Injectable()
export class EditableReportInterceptor implements NestInterceptor {
  constructor(private readonly reports: DiscrepancyService) {}

  /** @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT */
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const { id } = context.switchToHttp().getRequest<FastifyRequest<{ Params: { id: string } }>>().params;
    const principal = requirePrincipal();
    if (!isId('discrepancy', id)) throw AppError.notFound('discrepancy');
    this.reports.requireEditor(principal, await this.reports.get(principal, id));
    return next.handle();
  }
}
