import { Body, Controller, Delete, Get, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import { IfMatch } from '../../../common/http/if-match.js';
import { RefusalsRecorded } from '../../../common/http/refusals-recorded.decorator.js';
import { Idempotent } from '../../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { Answers, AnswersNothing, AnswersPage } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Principal } from '../../../common/principal/principal.js';
import {
  CreateTemporaryRevisionRequest,
  ListTemporaryRevisionsQuery,
  UpdateTemporaryRevisionRequest,
} from './dto/temporary-revision.request.js';
import { TemporaryRevisionResponse } from './dto/temporary-revision.response.js';
import { TemporaryRevisionService } from './temporary-revision.service.js';

const OwnId = (): ParameterDecorator => Param('id', new IdPipe('temporary_revision'));

@ApiTags('Documents')
@Controller()
export class TemporaryRevisionController {
  constructor(private readonly temporaryRevisions: TemporaryRevisionService) {}

  /** Lists the temporary revisions of a document, newest first. */
  @Get('documents/:id/temporary-revisions')
  @Requires('document.view')
  @AnswersPage(TemporaryRevisionResponse)
  async listTemporaryRevisions(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Query() query: ListTemporaryRevisionsQuery,
  ): Promise<Page<TemporaryRevisionResponse>> {
    return (await this.temporaryRevisions.list(principal, id, query)).map((row) => TemporaryRevisionResponse.from(row));
  }

  /**
   * Records that pages of another document change pages of this one for a time. While it is in force, search and answers use its pages and never the
   * ones that it replaces or cancels. 409 `temporary_revision_conflict` names another one that changes the same page in the same period.
   */
  @Post('documents/:id/temporary-revisions')
  @Requires('document.manage')
  @RefusalsRecorded('temporary_revision.created', 'document')
  @Idempotent()
  @Fails('FORBIDDEN', 'other_team')
  @Fails('CONFLICT', 'temporary_revision_conflict', 'too_many_temporary_revisions', 'idempotency_key_in_use')
  @Answers(HttpStatus.CREATED, TemporaryRevisionResponse)
  async createTemporaryRevision(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Body() body: CreateTemporaryRevisionRequest,
  ): Promise<TemporaryRevisionResponse> {
    return TemporaryRevisionResponse.from(await this.temporaryRevisions.create(principal, id, body));
  }

  /** Returns a temporary revision. */
  @Get('temporary-revisions/:id')
  @Requires('document.view')
  @Answers(HttpStatus.OK, TemporaryRevisionResponse)
  async getTemporaryRevision(
    @CurrentPrincipal() principal: Principal,
    @OwnId() id: string,
  ): Promise<TemporaryRevisionResponse> {
    return TemporaryRevisionResponse.from(await this.temporaryRevisions.get(principal, id));
  }

  /**
   * Changes a temporary revision. `pages` also confirms it for the current revision of the document; `incorporated_by_revision_id` names the revision
   * that contains its changes. One that took effect cannot be postponed.
   */
  @Patch('temporary-revisions/:id')
  @Requires('document.manage')
  @RefusalsRecorded('temporary_revision.updated', 'temporary_revision')
  @Fails('FORBIDDEN', 'other_team')
  @Fails('CONFLICT', 'temporary_revision_conflict', 'illegal_transition')
  @Answers(HttpStatus.OK, TemporaryRevisionResponse)
  async updateTemporaryRevision(
    @CurrentPrincipal() principal: Principal,
    @OwnId() id: string,
    @Body() body: UpdateTemporaryRevisionRequest,
    @IfMatch() ifMatch: string | null,
  ): Promise<TemporaryRevisionResponse> {
    return TemporaryRevisionResponse.from(await this.temporaryRevisions.update(principal, id, body, ifMatch));
  }

  /**
   * Ends a temporary revision at once. The pages beneath count again, and its own pages no longer answer questions. The one that it superseded is in
   * force again, unless another one now changes the same page: that is 409 `temporary_revision_conflict`.
   */
  @Post('temporary-revisions/:id/withdraw')
  @Requires('document.manage')
  @RefusalsRecorded('temporary_revision.withdrawn', 'temporary_revision')
  @Fails('FORBIDDEN', 'other_team')
  @Fails('CONFLICT', 'temporary_revision_conflict', 'illegal_transition')
  @Answers(HttpStatus.OK, TemporaryRevisionResponse)
  async withdrawTemporaryRevision(
    @CurrentPrincipal() principal: Principal,
    @OwnId() id: string,
  ): Promise<TemporaryRevisionResponse> {
    return TemporaryRevisionResponse.from(await this.temporaryRevisions.withdraw(principal, id));
  }

  /** Deletes a temporary revision that never took effect; 409 `illegal_transition` for another one. Its overlay document stays. */
  @Delete('temporary-revisions/:id')
  @Requires('document.manage')
  @RefusalsRecorded('temporary_revision.deleted', 'temporary_revision')
  @Fails('FORBIDDEN', 'other_team')
  @Fails('CONFLICT', 'temporary_revision_conflict', 'illegal_transition')
  @AnswersNothing()
  deleteTemporaryRevision(@CurrentPrincipal() principal: Principal, @OwnId() id: string): Promise<void> {
    return this.temporaryRevisions.remove(principal, id);
  }
}
