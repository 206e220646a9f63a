import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { AppError } from '../../../common/errors/app-error.js';
import { ReplayCheck } from '../../../common/idempotency/replay-check.js';
import { CommentService } from './comment.service.js';
import { CommentResponse } from './dto/comment.response.js';

/** Answers a repeated request with the current state of the comment, if the caller can still see it. */
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
