import { Controller, Get, HttpStatus, Param, Query, Req, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../common/principal/principal.js';
import { SUPPORTED_MEDIA_TYPES } from '@amks/reader/formats.js';
import { PageNumber } from '../../common/http/page-number.decorator.js';
import { RawResponse } from '../../common/http/raw-response.decorator.js';
import { downloadName } from '../../common/files/download-name.js';
import { sendFile } from '../../common/files/send-file.js';
import { IdPipe } from '../../common/ids/id.pipe.js';
import { Answers, AnswersRanges, AnswersPage } from '../../common/openapi/api-response.decorator.js';
import { Fails } from '../../common/openapi/fails.decorator.js';
import type { Page } from '../../common/pagination/page.js';
import { ListPagesQuery, RevisionQuery } from './dto/document.request.js';
import { HighlightsQuery } from './dto/highlights.request.js';
import { HighlightsResponse, PageResponse, PageSummaryResponse } from './dto/page.response.js';
import { REVISION_STATUS_HEADER, statusHeader } from './dto/revision-status.js';
import { PageService } from './page.service.js';

@ApiTags('Documents')
@Controller('documents/:id')
export class PageController {
  constructor(private readonly pages: PageService) {}

  /** Lists the pages of a document with their text. `meta.warnings` reports a revision that is not active. */
  @Get('pages')
  @Requires('document.view')
  @AnswersPage(PageSummaryResponse)
  async listPages(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Query() query: ListPagesQuery,
  ): Promise<Page<PageSummaryResponse>> {
    return (await this.pages.listPages(principal, id, query)).map((page) => PageSummaryResponse.from(page));
  }

  /** Returns a page with its blocks, warnings and cautions. */
  @Get('pages/:number')
  @ApiParam({ name: 'number', schema: { type: 'integer', minimum: 1 }, description: 'Physical page, counted from 1' })
  @Requires('document.view')
  @Answers(HttpStatus.OK, PageResponse)
  async getPage(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @PageNumber() number: number,
    @Query() query: RevisionQuery,
  ): Promise<PageResponse> {
    const { revision, page } = await this.pages.getPage(principal, id, number, query.revision_id);
    return PageResponse.of(revision, page);
  }

  /**
   * Returns the location of a citation or quote on the page, as an overlay for its image. 404 if the page does not
   * contain the quote.
   */
  @Get('pages/:number/highlights')
  @ApiParam({ name: 'number', schema: { type: 'integer', minimum: 1 }, description: 'Physical page, counted from 1' })
  @Requires('document.view')
  @Answers(HttpStatus.OK, HighlightsResponse)
  async getHighlights(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @PageNumber() number: number,
    @Query() query: HighlightsQuery,
  ): Promise<HighlightsResponse> {
    const { page, rectangles } = await this.pages.getHighlights(principal, id, number, query);
    return HighlightsResponse.of(page, rectangles);
  }

  /** Returns the uploaded file, or a byte range of it. */
  @Get('content')
  @Requires('document.view')
  @RawResponse()
  @AnswersRanges('file', SUPPORTED_MEDIA_TYPES, REVISION_STATUS_HEADER)
  @Fails('RANGE_NOT_SATISFIABLE', 'range')
  async getContent(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Query() query: RevisionQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const revision = await this.pages.getRevision(principal, id, query.revision_id);
    await sendFile(request, reply, {
      size: Number(revision.content_size),
      mediaType: revision.media_type,
      fileName: downloadName(revision.file_name, revision.media_type),
      etag: `"${revision.content_sha256}"`,
      headers: statusHeader(revision),
      open: (range) => this.pages.openContent(revision, range),
    });
  }
}
