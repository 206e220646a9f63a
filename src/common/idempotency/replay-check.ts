import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { mergeMap, type Observable } from 'rxjs';
import type { Principal } from '../principal/principal.js';
import { AppError } from '../errors/app-error.js';
import { currentContext } from '../context/request-context.js';
import { forgetReplay, isReplayed } from './replayed.js';

/** Before a replay, checks whether the caller can still see the response. Place below `@Idempotent()`, so that it runs first. */
export abstract class ReplayCheck<Shown> implements NestInterceptor {
  /**
   * @param shown data of the first response
   * @returns the data to show instead: the same, or its current state
   * @throws AppError NOT_FOUND instead of the replay
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
