import { Body, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ForgottenPasswordSteps } from './forgotten-password-steps.js';
import { HtmlController } from './html-controller.decorator.js';
import { Visits } from './visits.js';

/** Asking for a new password, on the way of signing in. */
@HtmlController('oauth/interaction/:uid')
export class ForgottenPasswordController {
  constructor(
    private readonly visits: Visits,
    private readonly steps: ForgottenPasswordSteps,
  ) {}

  @Get('forgotten-password')
  async showForgottenPassword(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.steps.show(await this.visits.open(request, reply));
  }

  @Post('forgotten-password')
  async submitForgottenPassword(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.steps.takeEmail(await this.visits.submitted(request, reply, form), form);
  }

  @Get('forgotten-password/sent')
  async showLinkSent(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.steps.showSent(await this.visits.open(request, reply));
  }
}
