import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { mergeMap, type Observable } from 'rxjs';
import { AppError } from '../../common/errors/app-error.js';
import { currentContext } from '../../common/http/request-context.js';
import { forgetReplay, isReplayed } from '../../common/idempotency/replayed.js';
import { PageService } from './page.service.js';

/** What a replayed answer shows: a document, or a revision with its document. */
interface Shown {
  id: string;
  document_id?: string;
}

/**
 * Looks, before the first answer to a request is given again, whether the caller may still see what it shows: the document
 * may have gone to another team, the draft may be deleted.
 */
@Injectable()
export class ReplayVisibilityInterceptor implements NestInterceptor {
  constructor(private readonly pages: PageService) {}

  /** @throws AppError NOT_FOUND in place of the replay */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      mergeMap(async (data: unknown) => {
        if (isReplayed(reply)) await this.requireVisible(data as Shown, reply);
        return data;
      }),
    );
  }

  private async requireVisible({ id, document_id }: Shown, reply: FastifyReply): Promise<void> {
    const principal = currentContext()?.principal;
    try {
      if (!principal) throw AppError.unauthorized('jwt', 'missing');
      if (document_id === undefined) await this.pages.getRevision(principal, id);
      else await this.pages.getRevision(principal, document_id, id);
    } catch (error) {
      forgetReplay(reply);
      throw error;
    }
  }
}
