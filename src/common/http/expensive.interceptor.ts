import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { finalize, type Observable } from 'rxjs';
import { ExpensiveRequests } from './expensive-requests.js';
import { EXPENSIVE } from './expensive.decorator.js';
import { currentContext } from './request-context.js';
import { onceAborted } from './when-closed.js';

/**
 * Counts expensive requests until they are over: handled, sent or cut off, and done with what goes on without their client. A
 * client that goes away early has no room for the next before that.
 */
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
    const signal = request?.closed();
    if (!isExpensive || !request?.principal || !signal) return next.handle();
    const end = this.expensive.begin(request.principal);
    const closed = new Promise<void>((resolve) => onceAborted(signal, resolve));
    return next.handle().pipe(
      finalize(() => {
        void closed.then(() => Promise.allSettled(request.lastingWork)).then(end);
      }),
    );
  }
}
