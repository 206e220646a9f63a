import { Body, Controller, Get, Options, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../common/auth/access.decorator.js';
import { RawResponse } from '../../../common/http/raw-response.decorator.js';
import { OAuthEndpoint } from './oauth-endpoint.service.js';

/**
 * The endpoints of OAuth 2.0 and OpenID Connect. Who calls is found out by the protocol itself: by client secret, access token
 * or the browser's cookie. OPTIONS is for frontends that call from other origins.
 */
@ApiExcludeController()
@Controller('oauth')
@Public()
@RawResponse()
export class OAuthController {
  constructor(private readonly endpoint: OAuthEndpoint) {}

  /** RFC 6749, 3.1. The browser is sent on to the pages, and back here (`:uid`) when the user is done there. */
  @Get(['authorize', 'authorize/:uid'])
  authorize(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Query() _query: object): Promise<void> {
    return this.endpoint.answer(request, reply);
  }

  /** RFC 6749, 3.2. */
  @Post('token')
  exchangeToken(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Body() body?: object): Promise<void> {
    return this.endpoint.answer(request, reply, body);
  }

  /** RFC 7009. */
  @Post('revoke')
  revokeToken(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Body() body?: object): Promise<void> {
    return this.endpoint.answerAboutToken(request, reply, body);
  }

  /** RFC 7662. */
  @Post('introspect')
  introspectToken(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Body() body?: object): Promise<void> {
    return this.endpoint.answerAboutToken(request, reply, body);
  }

  /** OpenID Connect Core 1.0, 5.3. */
  @Get('userinfo')
  getUserinfo(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Query() _query: object): Promise<void> {
    return this.endpoint.answer(request, reply);
  }

  @Post('userinfo')
  postUserinfo(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Body() body?: object): Promise<void> {
    return this.endpoint.answer(request, reply, body);
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

  @Options(['token', 'revoke', 'introspect', 'userinfo'])
  preflight(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.endpoint.answer(request, reply);
  }
}
