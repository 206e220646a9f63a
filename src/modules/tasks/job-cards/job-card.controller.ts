import { Body, Controller, Get, HttpStatus, Param, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import { contentDisposition } from '../../../common/files/download-name.js';
import { RawResponse } from '../../../common/http/raw-response.decorator.js';
import { RefusalsRecorded } from '../../../common/http/refusals-recorded.decorator.js';
import { Idempotent } from '../../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { Expensive } from '../../../common/limits/limit.decorators.js';
import { Answers, AnswersFile, AnswersPage } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Principal } from '../../../common/principal/principal.js';
import { CreateJobCardRequest, ListJobCardsQuery } from './dto/job-card.request.js';
import { JobCardResponse, JobCardSummaryResponse, JobCardValidityResponse } from './dto/job-card.response.js';
import { JobCardPrinter } from './job-card-printer.service.js';
import { JobCardService } from './job-card.service.js';

const JobCardId = (): ParameterDecorator => Param('id', new IdPipe('job_card'));

@ApiTags('Tasks')
@Controller('job-cards')
@Requires('document.view')
export class JobCardController {
  constructor(
    private readonly cards: JobCardService,
    private readonly printer: JobCardPrinter,
  ) {}

  /** Lists the caller's job cards, newest first; of administrators and managers also those of others. Cards with documents that the caller cannot see are left out. */
  @Get()
  @AnswersPage(JobCardSummaryResponse)
  async listJobCards(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListJobCardsQuery,
  ): Promise<Page<JobCardSummaryResponse>> {
    return (await this.cards.list(principal, query)).map((card) => JobCardSummaryResponse.from(card));
  }

  /**
   * Makes a job card of up to 200 tasks of current revisions for an aircraft.
   *
   * @remarks Steps whose effectivity excludes the aircraft are named, not printed; those of which it is unknown are printed with a mark. A task
   * that does not apply at all is refused (422 `not_applicable`).
   */
  @Post()
  @Expensive()
  @RefusalsRecorded('job_card.created', 'job_card')
  @Idempotent()
  @Fails('CONFLICT', 'revision_superseded', 'revision_not_active', 'not_ready', 'idempotency_key_in_use')
  @Fails('UNPROCESSABLE', 'not_applicable', 'too_large', 'idempotency_key_reused')
  @Answers(HttpStatus.CREATED, JobCardResponse)
  async createJobCard(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateJobCardRequest,
  ): Promise<JobCardResponse> {
    return JobCardResponse.from(await this.cards.create(principal, body));
  }

  /** Returns a job card. Everyone who can see all of its documents can see it. */
  @Get(':id')
  @Answers(HttpStatus.OK, JobCardResponse)
  async getJobCard(@CurrentPrincipal() principal: Principal, @JobCardId() id: string): Promise<JobCardResponse> {
    return JobCardResponse.from(await this.cards.get(principal, id));
  }

  /** Tells whether one can still work by a printed card: the code on its sheets leads here by way of the console. */
  @Get(':id/validity')
  @Expensive()
  @Answers(HttpStatus.OK, JobCardValidityResponse)
  async getJobCardValidity(
    @CurrentPrincipal() principal: Principal,
    @JobCardId() id: string,
  ): Promise<JobCardValidityResponse> {
    const { card, openOn } = await this.printer.check(principal, id);
    return JobCardValidityResponse.of(card, openOn);
  }

  /** Downloads the card as PDF. Sheets of a card that is superseded or withdrawn say so. */
  @Get(':id/pdf')
  @Expensive()
  @RawResponse()
  @Fails('GONE', 'document_deleted')
  @AnswersFile(HttpStatus.OK, 'the card', ['application/pdf'])
  async getJobCardPdf(@CurrentPrincipal() principal: Principal, @JobCardId() id: string): Promise<StreamableFile> {
    return new StreamableFile(await this.printer.print(principal, id), {
      type: 'application/pdf',
      disposition: contentDisposition('attachment', `${id}.pdf`),
    });
  }
}
