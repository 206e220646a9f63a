import { Body, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OAuthEndpoint } from '../server/oauth-endpoint.service.js';
import { HtmlController } from './html-controller.decorator.js';

/** The endpoints of OAuth 2.0 and OpenID Connect that browsers are sent to. Who is there, the browser's cookie says. */
@HtmlController('oauth')
export class BrowserEndpointController {
  constructor(private readonly endpoint: OAuthEndpoint) {}

  /** RFC 6749, 3.1. The browser is sent on to the pages, and back here (`:uid`) when the user is done there. */
  @Get(['authorize', 'authorize/:uid'])
  authorize(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Query() _query: object): Promise<void> {
    return this.endpoint.answer(request, reply);
  }

  /** OpenID Connect RP-Initiated Logout 1.0. */
  @Get(['end_session', 'end_session/success'])
  endBrowserSession(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query() _query: object,
  ): Promise<void> {
    return this.endpoint.answer(request, reply);
  }

  @Post('end_session/confirm')
  confirmEndOfSession(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() body?: object,
  ): Promise<void> {
    return this.endpoint.answer(request, reply, body);
  }
}
