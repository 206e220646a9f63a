import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/auth/principal.js';
import { AppError } from '../../../common/errors/app-error.js';
import { ReplayCheck } from '../../../common/idempotency/replay-check.js';
import { CommentService } from './comment.service.js';
import { CommentResponse } from './dto/comment.response.js';

/**
 * In place of the first answer to a request that is repeated gives the comment as the caller sees it now: it may be
 * deleted, its document gone to another team, the share ended.
 */
@Injectable()
export class CommentReplayInterceptor extends ReplayCheck<CommentResponse> {
  constructor(private readonly comments: CommentService) {
    super();
  }

  protected async showAgain(principal: Principal, { id }: CommentResponse): Promise<CommentResponse> {
    const comment = await this.comments.get(principal, id);
    if (comment.deleted_at !== null) throw AppError.notFound('comment');
    return CommentResponse.from(comment);
  }
}
