import { Body, Controller, Get, HttpStatus, Param, Post, Query, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../../common/principal/principal.js';
import { Idempotent } from '../../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { Answers, AnswersPage } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import type { Page } from '../../../common/pagination/page.js';
import { CommentReplayInterceptor } from './comment-replay.interceptor.js';
import { CommentService } from './comment.service.js';
import { CreateCommentRequest, ListCommentsQuery } from './dto/comment.request.js';
import { CommentResponse } from './dto/comment.response.js';

@ApiTags('Collaboration')
@Controller('documents/:id/comments')
export class DocumentCommentController {
  constructor(private readonly comments: CommentService) {}

  /**
   * Lists comments on a document with replies, newest first: public ones and the caller's own. `page_number` selects
   * comments located on that page of the revision. Outdated comments have no location; `outdated=true` lists them by
   * the page where they were made.
   */
  @Get()
  @Requires('document.view')
  @AnswersPage(CommentResponse)
  async listComments(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Query() query: ListCommentsQuery,
  ): Promise<Page<CommentResponse>> {
    return (await this.comments.list(principal, id, query)).map((comment) => CommentResponse.from(comment));
  }

  /** Creates a comment on a page, or a reply. */
  @Post()
  @Requires(['document.comment', 'document.view'])
  @Idempotent()
  // Listed below @Idempotent() to run inside of it.
  @UseInterceptors(CommentReplayInterceptor)
  @Fails('FORBIDDEN', 'view_only')
  @Fails('CONFLICT', 'too_many_replies', 'idempotency_key_in_use')
  @Answers(HttpStatus.CREATED, CommentResponse)
  async createComment(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Body() body: CreateCommentRequest,
  ): Promise<CommentResponse> {
    return CommentResponse.from(await this.comments.create(principal, id, body));
  }
}
