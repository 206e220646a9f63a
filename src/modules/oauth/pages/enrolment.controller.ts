import { Body, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EnrolmentSteps } from './enrolment-steps.js';
import { HtmlController } from './html-controller.decorator.js';
import { Visits } from './visits.js';

/** The pages before consent, where the organization demands a second factor and the account has none. */
@HtmlController('oauth/interaction/:uid')
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
