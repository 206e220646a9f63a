import { Controller, Delete, Get, HttpStatus, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import { Expensive } from '../../../common/limits/limit.decorators.js';
import { RefusalsRecorded } from '../../../common/http/refusals-recorded.decorator.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { Answers, AnswersNothing, AnswersPage } from '../../../common/openapi/api-response.decorator.js';
import { PageQuery } from '../../../common/pagination/page-query.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Principal } from '../../../common/principal/principal.js';
import { ListPublicationsQuery } from './dto/publication.request.js';
import {
  PublicationDetailResponse,
  PublicationIssueResponse,
  PublicationResponse,
} from './dto/publication.response.js';
import { PublicationService } from './publication.service.js';

@ApiTags('Documents')
@Controller('publications')
export class PublicationController {
  constructor(private readonly publications: PublicationService) {}

  /** Lists the publication modules that the caller can see, newest first. Imports create them. */
  @Get()
  @Requires('document.view')
  @AnswersPage(PublicationResponse)
  async listPublications(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListPublicationsQuery,
  ): Promise<Page<PublicationResponse>> {
    return (await this.publications.list(principal, query)).map((row) => PublicationResponse.from(row));
  }

  /** Returns a publication with its current issue and the references of it in order. */
  @Get(':id')
  @Expensive()
  @Requires('document.view')
  @Answers(HttpStatus.OK, PublicationDetailResponse)
  async getPublication(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('publication')) id: string,
  ): Promise<PublicationDetailResponse> {
    return PublicationDetailResponse.from(await this.publications.get(principal, id));
  }

  /** Lists the issues of a publication, the last imported first. */
  @Get(':id/issues')
  @Requires('document.view')
  @AnswersPage(PublicationIssueResponse)
  async listPublicationIssues(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('publication')) id: string,
    @Query() query: PageQuery,
  ): Promise<Page<PublicationIssueResponse>> {
    return (await this.publications.listIssues(principal, id, query)).map((row) => PublicationIssueResponse.from(row));
  }

  /** Returns a publication with one of its issues and the references of it in order. */
  @Get(':id/issues/:issue_id')
  @Expensive()
  @Requires('document.view')
  @Answers(HttpStatus.OK, PublicationDetailResponse)
  async getPublicationIssue(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('publication')) id: string,
    @Param('issue_id', new IdPipe('publication_issue')) issueId: string,
  ): Promise<PublicationDetailResponse> {
    return PublicationDetailResponse.from(await this.publications.get(principal, id, issueId));
  }

  /** Deletes a publication with all its issues. Its documents stay. */
  @Delete(':id')
  @Requires('document.manage')
  @RefusalsRecorded('publication.deleted', 'publication')
  @AnswersNothing()
  deletePublication(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('publication')) id: string,
  ): Promise<void> {
    return this.publications.remove(principal, id);
  }
}
