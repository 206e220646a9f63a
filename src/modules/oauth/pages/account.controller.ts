import { Body, Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../common/auth/access.decorator.js';
import { CountedAsPage } from '../../../common/http/counted.decorator.js';
import { RawResponse } from '../../../common/http/raw-response.decorator.js';
import { AccountSteps } from './account-steps.js';
import { PageErrorFilter } from './page-error.filter.js';
import { Visits } from './visits.js';

/** With which account to go on, and what to do when it is the wrong one. */
@ApiExcludeController()
@Controller('oauth/interaction/:uid')
@Public()
@CountedAsPage()
@RawResponse()
@UseFilters(PageErrorFilter)
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
