import { Body, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EnrolmentSteps } from './steps/enrolment-steps.js';
import { HtmlController } from './html-controller.decorator.js';
import { PageRequests } from './page-requests.service.js';

@HtmlController('oauth/interaction/:uid')
export class EnrolmentController {
  constructor(
    private readonly pageRequests: PageRequests,
    private readonly steps: EnrolmentSteps,
  ) {}

  @Get('enrolment')
  async showEnrolment(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.steps.show(await this.pageRequests.open(request, reply));
  }

  @Post('enrolment')
  async submitEnrolmentCode(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.steps.takeCode(await this.pageRequests.submitted(request, reply, form), form);
  }

  @Post('enrolment/kept')
  async submitCodesKept(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.steps.takeKept(await this.pageRequests.submitted(request, reply, form));
  }
}
