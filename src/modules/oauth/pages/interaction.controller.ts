import { Body, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HtmlController } from './html-controller.decorator.js';
import { PasskeySteps } from './steps/passkey-steps.js';
import { SignInSteps } from './steps/sign-in-steps.js';
import { PageRequests } from './page-requests.service.js';

@HtmlController('oauth/interaction/:uid')
export class InteractionController {
  constructor(
    private readonly pageRequests: PageRequests,
    private readonly steps: SignInSteps,
    private readonly passkeys: PasskeySteps,
  ) {}

  @Get()
  async showInteraction(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.steps.showStart(await this.pageRequests.open(request, reply));
  }

  @Post('email')
  async submitEmail(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.steps.takeEmail(await this.pageRequests.submitted(request, reply, form), form);
  }

  @Get('password')
  async showPasswordForm(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.steps.showPassword(await this.pageRequests.open(request, reply));
  }

  @Post('password')
  async submitPassword(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.steps.takePassword(await this.pageRequests.submitted(request, reply, form), form);
  }

  @Post('passkey')
  async submitPasskey(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.passkeys.take(await this.pageRequests.submitted(request, reply, form), form);
  }

  @Get('consent')
  async showConsent(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.steps.showConsent(await this.pageRequests.open(request, reply));
  }

  @Post('consent')
  async submitConsent(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.steps.takeConsent(await this.pageRequests.submitted(request, reply, form), form);
  }

  @Post('cancel')
  async cancelInteraction(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.steps.cancel(await this.pageRequests.submitted(request, reply, form));
  }
}
