import { Body, Controller, Delete, Get, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../../common/principal/principal.js';
import { IfMatch } from '../../../common/http/if-match.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { Answers, AnswersNothing, AnswersPage } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import { PageQuery } from '../../../common/pagination/page-query.js';
import type { Page } from '../../../common/pagination/page.js';
import { CommentChanges } from './comment-changes.service.js';
import { CommentService } from './comment.service.js';
import { UpdateCommentRequest } from './dto/comment.request.js';
import { CommentEditResponse, CommentResponse } from './dto/comment.response.js';

const CommentId = (): ParameterDecorator => Param('id', new IdPipe('comment'));

@ApiTags('Collaboration')
@Controller('comments/:id')
export class CommentController {
  constructor(
    private readonly comments: CommentService,
    private readonly changes: CommentChanges,
  ) {}

  /** Returns a comment with its location in the current revision of its document. */
  @Get()
  @Requires('document.view')
  @Answers(HttpStatus.OK, CommentResponse)
  async getComment(@CurrentPrincipal() principal: Principal, @CommentId() id: string): Promise<CommentResponse> {
    return CommentResponse.from(await this.comments.get(principal, id));
  }

  /** Updates a comment of the caller. */
  @Patch()
  @Requires(['document.comment', 'document.view'])
  @Fails('FORBIDDEN', 'not_author', 'view_only')
  @Fails('CONFLICT', 'has_replies', 'private_thread', 'too_many_edits')
  @Answers(HttpStatus.OK, CommentResponse)
  async updateComment(
    @CurrentPrincipal() principal: Principal,
    @CommentId() id: string,
    @Body() body: UpdateCommentRequest,
    @IfMatch() ifMatch: string | null,
  ): Promise<CommentResponse> {
    return CommentResponse.from(await this.changes.update(principal, id, body, ifMatch));
  }

  /** Deletes a comment of the caller; admins can delete any public comment. Its replies stay. */
  @Delete()
  @Requires('document.comment')
  @Fails('FORBIDDEN', 'not_author')
  @AnswersNothing()
  deleteComment(@CurrentPrincipal() principal: Principal, @CommentId() id: string): Promise<void> {
    return this.changes.remove(principal, id);
  }

  /** Resolves a thread. */
  @Post('resolve')
  @Requires(['document.comment', 'document.view'])
  @Fails('FORBIDDEN', 'view_only')
  @Fails('CONFLICT', 'not_a_thread')
  @Answers(HttpStatus.OK, CommentResponse)
  async resolveComment(@CurrentPrincipal() principal: Principal, @CommentId() id: string): Promise<CommentResponse> {
    return CommentResponse.from(await this.changes.setResolved(principal, id, true));
  }

  /** Reopens a resolved thread. */
  @Post('reopen')
  @Requires(['document.comment', 'document.view'])
  @Fails('FORBIDDEN', 'view_only')
  @Fails('CONFLICT', 'not_a_thread')
  @Answers(HttpStatus.OK, CommentResponse)
  async reopenComment(@CurrentPrincipal() principal: Principal, @CommentId() id: string): Promise<CommentResponse> {
    return CommentResponse.from(await this.changes.setResolved(principal, id, false));
  }

  /** Lists earlier versions of a comment, newest first. Other users than the author see public versions only. */
  @Get('edits')
  @Requires('document.view')
  @AnswersPage(CommentEditResponse)
  async listCommentEdits(
    @CurrentPrincipal() principal: Principal,
    @CommentId() id: string,
    @Query() query: PageQuery,
  ): Promise<Page<CommentEditResponse>> {
    return (await this.changes.listEdits(principal, id, query)).map((edit) => CommentEditResponse.from(edit));
  }
}
