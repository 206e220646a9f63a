import { Body, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OAuthEndpoint } from '../server/oauth-endpoint.service.js';
import { HtmlController } from './html-controller.decorator.js';

/** Endpoints of OAuth 2.0 and OpenID Connect for browsers, which the session cookie authenticates. */
@HtmlController('oauth')
export class BrowserEndpointController {
  constructor(private readonly endpoint: OAuthEndpoint) {}

  /** RFC 6749, 3.1. Redirects to the pages, which redirect back here (`:uid`). */
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
