import { Body, Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../common/auth/access.decorator.js';
import { CountedAsPage } from '../../../common/http/counted.decorator.js';
import { RawResponse } from '../../../common/http/raw-response.decorator.js';
import { ForgottenPasswordSteps } from './forgotten-password-steps.js';
import { PageErrorFilter } from './page-error.filter.js';
import { Visits } from './visits.js';

/** Asking for a new password, on the way of signing in. */
@ApiExcludeController()
@Controller('oauth/interaction/:uid')
@Public()
@CountedAsPage()
@RawResponse()
@UseFilters(PageErrorFilter)
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
