import { Body, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ForgottenPasswordSteps } from './steps/forgotten-password-steps.js';
import { HtmlController } from './html-controller.decorator.js';
import { PageRequests } from './page-requests.service.js';

@HtmlController('oauth/interaction/:uid')
export class ForgottenPasswordController {
  constructor(
    private readonly pageRequests: PageRequests,
    private readonly steps: ForgottenPasswordSteps,
  ) {}

  @Get('forgotten-password')
  async showForgottenPassword(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.steps.show(await this.pageRequests.open(request, reply));
  }

  @Post('forgotten-password')
  async submitForgottenPassword(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.steps.takeEmail(await this.pageRequests.submitted(request, reply, form), form);
  }

  @Get('forgotten-password/sent')
  async showLinkSent(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.steps.showSent(await this.pageRequests.open(request, reply));
  }
}
