import { Body, Controller, Get, HttpStatus, Param, Patch, Post, Query, Res, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import { contentDisposition } from '../../../common/files/download-name.js';
import { IfMatch } from '../../../common/http/if-match.js';
import { RawResponse } from '../../../common/http/raw-response.decorator.js';
import { Idempotent } from '../../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { Expensive } from '../../../common/limits/limit.decorators.js';
import { Answers, AnswersFile, AnswersPage } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import { PageQuery } from '../../../common/pagination/page-query.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Principal } from '../../../common/principal/principal.js';
import { DiscrepancyForm } from './discrepancy-form.service.js';
import { DiscrepancyReplayInterceptor } from './discrepancy-replay.interceptor.js';
import type { ShownDiscrepancy } from './discrepancy.repository.js';
import { DiscrepancyService } from './discrepancy.service.js';
import {
  CreateDiscrepancyRequest,
  ListDiscrepanciesQuery,
  UpdateDiscrepancyRequest,
} from './dto/discrepancy.request.js';
import { DiscrepancyResponse, DiscrepancyStatisticsResponse } from './dto/discrepancy.response.js';

const ReportId = (): ParameterDecorator => Param('id', new IdPipe('discrepancy'));

@ApiTags('Discrepancies')
@Controller('discrepancies')
export class DiscrepancyController {
  constructor(
    private readonly reports: DiscrepancyService,
    private readonly form: DiscrepancyForm,
  ) {}

  /** Lists discrepancy reports on the documents that the caller can see, newest first. */
  @Get()
  @Requires('document.view')
  @AnswersPage(DiscrepancyResponse)
  async listDiscrepancies(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListDiscrepanciesQuery,
  ): Promise<Page<DiscrepancyResponse>> {
    return (await this.reports.list(principal, query)).map((row) => this.shown(principal, row));
  }

  /** Reports that a page is inaccurate, incomplete or ambiguous. The managers of the document are notified. */
  @Post()
  @Requires(['discrepancy.create', 'document.view'])
  @Idempotent()
  // Listed below @Idempotent() to run inside of it.
  @UseInterceptors(DiscrepancyReplayInterceptor)
  @Fails('CONFLICT', 'too_many_reports', 'idempotency_key_in_use')
  // For a replay, if the document is no longer visible.
  @Fails('NOT_FOUND')
  @Answers(HttpStatus.CREATED, DiscrepancyResponse)
  async createDiscrepancy(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateDiscrepancyRequest,
  ): Promise<DiscrepancyResponse> {
    return this.shown(principal, await this.reports.create(principal, body));
  }

  /** Counts the reports on each document that the caller can see, the newest document first. */
  @Get('statistics')
  @Expensive()
  @Requires('document.view')
  @AnswersPage(DiscrepancyStatisticsResponse)
  async getDiscrepancyStatistics(
    @CurrentPrincipal() principal: Principal,
    @Query() query: PageQuery,
  ): Promise<Page<DiscrepancyStatisticsResponse>> {
    return (await this.reports.statistics(principal, query)).map((row) => DiscrepancyStatisticsResponse.from(row));
  }

  /** Returns a discrepancy report with the location of its quote in the current revision. */
  @Get(':id')
  @Requires('document.view')
  @Answers(HttpStatus.OK, DiscrepancyResponse)
  async getDiscrepancy(@CurrentPrincipal() principal: Principal, @ReportId() id: string): Promise<DiscrepancyResponse> {
    return this.shown(principal, await this.reports.get(principal, id));
  }

  /** Updates a report. For its reporter until it is sent, and for managers of the document while it is open. */
  @Patch(':id')
  @Requires(['discrepancy.create', 'document.view'])
  @Fails('FORBIDDEN', 'not_reporter', 'other_team')
  @Fails('CONFLICT', 'not_open')
  @Answers(HttpStatus.OK, DiscrepancyResponse)
  async updateDiscrepancy(
    @CurrentPrincipal() principal: Principal,
    @ReportId() id: string,
    @Body() body: UpdateDiscrepancyRequest,
    @IfMatch() ifMatch: string | null,
  ): Promise<DiscrepancyResponse> {
    return this.shown(principal, await this.reports.update(principal, id, body, ifMatch));
  }

  /** Returns the form of a report for its author: document, page, quote, description and pictures. */
  @Get(':id/form')
  @Expensive()
  @Requires('document.view')
  @RawResponse()
  @AnswersFile(HttpStatus.OK, 'the form', ['application/pdf'])
  @Fails('UNPROCESSABLE', 'not_drawable')
  @Fails('SERVICE_UNAVAILABLE', 'database', 'storage', 'overload', 'drawing_ended')
  async getDiscrepancyForm(
    @CurrentPrincipal() principal: Principal,
    @ReportId() id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const form = await this.form.draw(await this.reports.get(principal, id));
    const description = {
      'content-type': 'application/pdf',
      'content-disposition': contentDisposition('attachment', `${id}.pdf`),
      'cache-control': 'private, no-store',
    };
    await reply.headers(description).send(form);
  }

  private shown(principal: Principal, row: ShownDiscrepancy): DiscrepancyResponse {
    return DiscrepancyResponse.of(row, this.reports.mayManage(principal, row));
  }
}
