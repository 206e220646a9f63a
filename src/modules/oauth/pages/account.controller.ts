import { Body, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccountSteps } from './steps/account-steps.js';
import { HtmlController } from './html-controller.decorator.js';
import { PageRequests } from './page-requests.service.js';

@HtmlController('oauth/interaction/:uid')
export class AccountController {
  constructor(
    private readonly pageRequests: PageRequests,
    private readonly steps: AccountSteps,
  ) {}

  @Get('account')
  async showAccountChoice(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.steps.showChoice(await this.pageRequests.open(request, reply));
  }

  @Post('account')
  async submitAccountChoice(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.steps.takeChoice(await this.pageRequests.submitted(request, reply, form));
  }

  @Get('refusal')
  async showRefusal(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.steps.showRefusal(await this.pageRequests.open(request, reply));
  }

  @Post('another-account')
  async useAnotherAccount(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.steps.useAnother(await this.pageRequests.submitted(request, reply, form));
  }
}
