import { Body, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccountSteps } from './account-steps.js';
import { HtmlController } from './html-controller.decorator.js';
import { Visits } from './visits.js';

/** With which account to go on, and what to do when it is the wrong one. */
@HtmlController('oauth/interaction/:uid')
export class AccountController {
  constructor(
    private readonly visits: Visits,
    private readonly steps: AccountSteps,
  ) {}

  @Get('account')
  async showAccountChoice(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.steps.showChoice(await this.visits.open(request, reply));
  }

  @Post('account')
  async submitAccountChoice(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.steps.takeChoice(await this.visits.submitted(request, reply, form));
  }

  @Get('refusal')
  async showRefusal(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.steps.showRefusal(await this.visits.open(request, reply));
  }

  @Post('another-account')
  async useAnotherAccount(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.steps.useAnother(await this.visits.submitted(request, reply, form));
  }
}
