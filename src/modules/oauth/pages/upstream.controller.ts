import { Body, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TakesLargeForm } from '../../../common/http/body-type.decorator.js';
import { HtmlController } from './html-controller.decorator.js';
import { UpstreamSteps } from './steps/upstream-steps.js';
import { PageRequests } from './page-requests.service.js';

@HtmlController('oauth')
export class UpstreamController {
  constructor(
    private readonly pageRequests: PageRequests,
    private readonly steps: UpstreamSteps,
  ) {}

  @Post('interaction/:uid/provider')
  async submitProvider(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.steps.begin(await this.pageRequests.submitted(request, reply, form));
  }

  /** The redirect URI registered at the provider. */
  @Get('callback/:id')
  async returnFromProvider(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
    @Query() _query: object,
  ): Promise<void> {
    await this.steps.comeBack(request, reply, id);
  }

  /** The assertion consumer service of SAML. Cookies do not arrive with the form of another site, but with the redirect that follows. */
  @Post('callback/:id')
  @TakesLargeForm()
  async receiveFromProvider(
    @Res() reply: FastifyReply,
    @Param('id') id: string,
    @Body() form: Record<string, unknown>,
  ): Promise<void> {
    await this.steps.receive(reply, id, form);
  }

  @Get('interaction/:uid/provider')
  async finishProviderSignIn(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.steps.finish(await this.pageRequests.open(request, reply));
  }
}
