import { Body, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { textOf } from './forms.js';
import { HtmlController } from './html-controller.decorator.js';
import { SecondFactorSteps } from './steps/second-factor-steps.js';
import { PageRequests } from './page-requests.service.js';

@HtmlController('oauth/interaction/:uid/second-factor')
export class SecondFactorController {
  constructor(
    private readonly pageRequests: PageRequests,
    private readonly steps: SecondFactorSteps,
  ) {}

  @Get()
  async showFactorChoice(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.steps.showChoice(await this.pageRequests.open(request, reply));
  }

  @Post()
  async submitFactorChoice(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.steps.choose(await this.pageRequests.submitted(request, reply, form), textOf(form, 'method_id'));
  }

  @Get('answer')
  async showFactorForm(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.steps.showAnswer(await this.pageRequests.open(request, reply));
  }

  @Post('answer')
  async submitFactorAnswer(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.steps.takeAnswer(await this.pageRequests.submitted(request, reply, form), form);
  }

  @Get('recovery')
  async showRecoveryForm(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.steps.showRecovery(await this.pageRequests.open(request, reply));
  }

  @Post('recovery')
  async submitRecoveryCode(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.steps.takeRecoveryCode(await this.pageRequests.submitted(request, reply, form), form);
  }
}
