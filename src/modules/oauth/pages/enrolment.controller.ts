import { Body, Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../common/auth/access.decorator.js';
import { CountedAsPage } from '../../../common/http/counted.decorator.js';
import { RawResponse } from '../../../common/http/raw-response.decorator.js';
import { EnrolmentSteps } from './enrolment-steps.js';
import { PageErrorFilter } from './page-error.filter.js';
import { Visits } from './visits.js';

/** The pages before consent, where the organization demands a second factor and the account has none. */
@ApiExcludeController()
@Controller('oauth/interaction/:uid')
@Public()
@CountedAsPage()
@RawResponse()
@UseFilters(PageErrorFilter)
export class EnrolmentController {
  constructor(
    private readonly visits: Visits,
    private readonly steps: EnrolmentSteps,
  ) {}

  @Get('enrolment')
  async showEnrolment(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.steps.show(await this.visits.open(request, reply));
  }

  @Post('enrolment')
  async submitEnrolmentCode(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.steps.takeCode(await this.visits.submitted(request, reply, form), form);
  }

  @Post('enrolment/kept')
  async submitCodesKept(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.steps.takeKept(await this.visits.submitted(request, reply, form));
  }
}
