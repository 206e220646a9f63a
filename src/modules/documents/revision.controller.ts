import { Body, Controller, Delete, Get, HttpStatus, Param, Post, Query, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../common/principal/principal.js';
import { Expensive } from '../../common/limits/limit.decorators.js';
import { RefusalsRecorded } from '../../common/http/refusals-recorded.decorator.js';
import { TakesMultipart } from '../../common/http/body-type.decorator.js';
import { Idempotent } from '../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../common/ids/id.pipe.js';
import { Answers, AnswersNothing, AnswersPage } from '../../common/openapi/api-response.decorator.js';
import { Fails } from '../../common/openapi/fails.decorator.js';
import { PageQuery } from '../../common/pagination/page-query.js';
import type { Page } from '../../common/pagination/page.js';
import { ComparisonService } from './comparison/comparison.service.js';
import { ComparisonResponse } from './dto/comparison.response.js';
import { RevisionQuery } from './dto/document.request.js';
import { CompareRevisionsQuery, CreateRevisionRequest } from './dto/revision.request.js';
import { OutlineResponse, RevisionResponse } from './dto/revision.response.js';
import { ManagedDocumentInterceptor } from './managed-document.interceptor.js';
import { RevisionService } from './revision.service.js';
import { DocumentReplayInterceptor } from './document-replay.interceptor.js';
import { FilledFromModule } from './uploads/module-fields.interceptor.js';
import { FailsForFile } from './uploads/upload-errors.js';
import { UploadInterceptor } from './uploads/upload.interceptor.js';

@ApiTags('Documents')
@Controller('documents/:id')
export class RevisionController {
  constructor(
    private readonly revisions: RevisionService,
    private readonly comparisons: ComparisonService,
  ) {}

  /** Lists the revisions of a document, newest first. Drafts are visible to those who manage it. */
  @Get('revisions')
  @Requires('document.view')
  @AnswersPage(RevisionResponse)
  async listRevisions(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Query() query: PageQuery,
  ): Promise<Page<RevisionResponse>> {
    return (await this.revisions.list(principal, id, query)).map((revision) => RevisionResponse.from(revision));
  }

  /** Adds a draft. It is read in the background and becomes the current revision when activated. */
  @Post('revisions')
  @Requires('document.manage')
  @RefusalsRecorded('document.revision_added', 'document')
  @TakesMultipart()
  @UseInterceptors(FilledFromModule('version', 'revision_date', 'effectivity'))
  @Idempotent()
  // Listed below @Idempotent() to run before it: the file's hash is part of the request's fingerprint.
  @UseInterceptors(ManagedDocumentInterceptor, DocumentReplayInterceptor, UploadInterceptor)
  @FailsForFile()
  @Fails('CONFLICT', 'version_exists', 'duplicate_content', 'idempotency_key_in_use')
  @Answers(HttpStatus.ACCEPTED, RevisionResponse)
  async createRevision(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Body() body: CreateRevisionRequest,
  ): Promise<RevisionResponse> {
    return RevisionResponse.from(await this.revisions.add(principal, id, body));
  }

  /** Compares two revisions: added, removed, changed and moved pages, with the changed lines. */
  @Get('revisions/diff')
  @Expensive()
  @Requires('document.view')
  @Fails('CONFLICT', 'not_ready')
  @Fails('SERVICE_UNAVAILABLE', 'overload')
  @Answers(HttpStatus.OK, ComparisonResponse)
  async compareRevisions(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Query() query: CompareRevisionsQuery,
  ): Promise<ComparisonResponse> {
    return ComparisonResponse.of(await this.comparisons.compare(principal, id, query));
  }

  /** Returns a revision. */
  @Get('revisions/:revision_id')
  @Requires('document.view')
  @Answers(HttpStatus.OK, RevisionResponse)
  async getRevision(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Param('revision_id', new IdPipe('revision')) revisionId: string,
  ): Promise<RevisionResponse> {
    return RevisionResponse.from(await this.revisions.get(principal, id, revisionId));
  }

  /** Deletes a draft. Its version can be used again. Published revisions cannot be deleted. */
  @Delete('revisions/:revision_id')
  @Requires('document.manage')
  @RefusalsRecorded('document.revision_deleted', 'document')
  @Fails('CONFLICT', 'illegal_transition')
  @AnswersNothing()
  deleteRevision(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Param('revision_id', new IdPipe('revision')) revisionId: string,
  ): Promise<void> {
    return this.revisions.remove(principal, id, revisionId);
  }

  /** Makes a draft the current revision and supersedes the previous one. */
  @Post('revisions/:revision_id/activate')
  @Requires('document.manage')
  @RefusalsRecorded('document.revision_activated', 'document')
  @Fails('CONFLICT', 'illegal_transition', 'not_ready')
  @Answers(HttpStatus.OK, RevisionResponse)
  async activateRevision(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Param('revision_id', new IdPipe('revision')) revisionId: string,
  ): Promise<RevisionResponse> {
    return RevisionResponse.from(await this.revisions.activate(principal, id, revisionId));
  }

  /** Withdraws the active revision. Searches find nothing of the document until another is activated. */
  @Post('revisions/:revision_id/withdraw')
  @Requires('document.manage')
  @RefusalsRecorded('document.revision_withdrawn', 'document')
  @Fails('CONFLICT', 'illegal_transition')
  @Answers(HttpStatus.OK, RevisionResponse)
  async withdrawRevision(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Param('revision_id', new IdPipe('revision')) revisionId: string,
  ): Promise<RevisionResponse> {
    return RevisionResponse.from(await this.revisions.withdraw(principal, id, revisionId));
  }

  /** Returns the table of contents of a revision, by default the current one. */
  @Get('outline')
  @Requires('document.view')
  @Answers(HttpStatus.OK, OutlineResponse)
  async getOutline(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Query() query: RevisionQuery,
  ): Promise<OutlineResponse> {
    const { revision, outline } = await this.revisions.getOutline(principal, id, query.revision_id);
    return OutlineResponse.of(revision, outline);
  }
}
