import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { mergeMap, type Observable } from 'rxjs';
import type { Principal } from '../auth/principal.js';
import { AppError } from '../errors/app-error.js';
import { currentContext } from '../http/request-context.js';
import { forgetReplay, isReplayed } from './replayed.js';

/**
 * Looks, before the first answer to a request is given again, whether the caller may still see what it shows, and as what.
 * Stands below `@Idempotent()` on a handler, so that it runs before it.
 */
export abstract class ReplayCheck<Shown> implements NestInterceptor {
  /**
   * @param shown what the first answer showed
   * @returns what the caller is shown instead: the same, or what has become of it
   * @throws AppError NOT_FOUND in place of the replay
   */
  protected abstract showAgain(principal: Principal, shown: Shown): Promise<Shown>;

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next
      .handle()
      .pipe(mergeMap((data: unknown) => (isReplayed(reply) ? this.checked(data as Shown, reply) : [data])));
  }

  private async checked(shown: Shown, reply: FastifyReply): Promise<Shown> {
    const principal = currentContext()?.principal;
    try {
      if (!principal) throw AppError.unauthorized('jwt', 'missing');
      return await this.showAgain(principal, shown);
    } catch (error) {
      forgetReplay(reply);
      throw error;
    }
  }
}
