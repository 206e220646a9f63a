import { Body, Controller, Get, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../common/auth/access.decorator.js';
import { CountedAsPage } from '../../../common/http/counted.decorator.js';
import { RawResponse } from '../../../common/http/raw-response.decorator.js';
import { OAuthEndpoint } from '../server/oauth-endpoint.service.js';
import { PageErrorFilter } from './page-error.filter.js';

/** The endpoints of OAuth 2.0 and OpenID Connect that browsers are sent to. Who is there, the browser's cookie says. */
@ApiExcludeController()
@Controller('oauth')
@Public()
@RawResponse()
@CountedAsPage()
@UseFilters(PageErrorFilter)
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
