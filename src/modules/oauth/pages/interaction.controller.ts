import { Body, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HtmlController } from './html-controller.decorator.js';
import { PasskeySteps } from './passkey-steps.js';
import { SignInSteps } from './sign-in-steps.js';
import { Visits } from './visits.js';

/** The pages on which a person signs in and consents, for an authorization request that waits for it. */
@HtmlController('oauth/interaction/:uid')
export class InteractionController {
  constructor(
    private readonly visits: Visits,
    private readonly steps: SignInSteps,
    private readonly passkeys: PasskeySteps,
  ) {}

  @Get()
  async showInteraction(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.steps.showStart(await this.visits.open(request, reply));
  }

  @Post('email')
  async submitEmail(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.steps.takeEmail(await this.visits.submitted(request, reply, form), form);
  }

  @Get('password')
  async showPasswordForm(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.steps.showPassword(await this.visits.open(request, reply));
  }

  @Post('password')
  async submitPassword(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.steps.takePassword(await this.visits.submitted(request, reply, form), form);
  }

  @Post('passkey')
  async submitPasskey(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.passkeys.take(await this.visits.submitted(request, reply, form), form);
  }

  @Get('consent')
  async showConsent(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.steps.showConsent(await this.visits.open(request, reply));
  }

  @Post('consent')
  async submitConsent(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.steps.takeConsent(await this.visits.submitted(request, reply, form), form);
  }

  @Post('cancel')
  async cancelInteraction(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.steps.cancel(await this.visits.submitted(request, reply, form));
  }
}
