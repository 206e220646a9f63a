import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { finalize, type Observable } from 'rxjs';
import { ExpensiveRequests } from './expensive-requests.js';
import { EXPENSIVE } from './limit.decorators.js';
import { currentContext } from '../context/request-context.js';

/** Counts expensive requests until the handler, the response, and work that continues after a disconnect have ended. */
@Injectable()
export class ExpensiveInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly expensive: ExpensiveRequests,
  ) {}

  /** @throws AppError RATE_LIMIT_EXCEEDED (concurrency) */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const isExpensive = this.reflector.get<true | undefined>(EXPENSIVE, context.getHandler()) === true;
    const request = currentContext();
    if (!isExpensive || !request) return next.handle();
    return next.handle().pipe(finalize(this.expensive.beginRequest(request)));
  }
}
