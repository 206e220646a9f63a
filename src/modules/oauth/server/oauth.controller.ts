import { Body, Controller, Get, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiBearerAuth, ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../common/auth/access.decorator.js';
import { TakesForm } from '../../../common/http/body-type.decorator.js';
import { CountedByAnswer } from '../../../common/limits/limit.decorators.js';
import { RawResponse } from '../../../common/http/raw-response.decorator.js';
import { InSandbox } from '../../../common/sandbox/in-sandbox.decorator.js';
import {
  OAuthIntrospectionResponse,
  OAuthTokenResponse,
  OAuthUserinfoResponse,
} from './dto/oauth-endpoint.response.js';
import { OAuthAnswers, OAuthForm } from './oauth-endpoint.decorator.js';
import { OAuthEndpoint } from './oauth-endpoint.service.js';
import { OAuthErrorFilter } from './oauth-error.filter.js';

type Form = Record<string, unknown>;

/**
 * Endpoints of OAuth 2.0 and OpenID Connect for clients, which authenticate by secret, code or access token. OPTIONS serves browser
 * applications of other origins.
 */
@ApiTags('OAuth')
@Controller('oauth')
@InSandbox('refused')
@Public()
@RawResponse()
@CountedByAnswer()
@TakesForm()
@UseFilters(OAuthErrorFilter)
export class OAuthController {
  constructor(private readonly endpoint: OAuthEndpoint) {}

  /** Exchanges an authorization code or a refresh token for tokens (RFC 6749, 3.2; RFC 7636). */
  @Post('token')
  @OAuthForm({
    grant_type: {
      description: 'Kind of credential to exchange',
      required: true,
      enum: ['authorization_code', 'refresh_token'],
    },
    code: { description: 'The authorization code' },
    redirect_uri: { description: 'With a code: the value sent to the authorization endpoint' },
    code_verifier: { description: 'With a code: the verifier of the code_challenge (S256)' },
    refresh_token: { description: 'The refresh token' },
    scope: { description: 'With a refresh token: a subset of the granted scopes' },
  })
  @OAuthAnswers(OAuthTokenResponse)
  exchangeToken(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Body() body?: Form): Promise<void> {
    return this.endpoint.answerClient(request, reply, body);
  }

  /** Revokes a token and all others of the same sign-in (RFC 7009). */
  @Post('revoke')
  @OAuthForm({ token: { description: 'An access or refresh token', required: true } })
  @OAuthAnswers()
  revokeToken(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Body() body?: Form): Promise<void> {
    return this.endpoint.answerAboutToken(request, reply, body);
  }

  /** Returns whether one of the client's tokens is active (RFC 7662). */
  @Post('introspect')
  @OAuthForm({ token: { description: 'An access or refresh token', required: true } })
  @OAuthAnswers(OAuthIntrospectionResponse)
  introspectToken(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Body() body?: Form): Promise<void> {
    return this.endpoint.answerAboutToken(request, reply, body);
  }

  /** Returns the user that an access token belongs to (OpenID Connect Core 1.0, 5.3). */
  @Get('userinfo')
  @ApiBearerAuth('bearer')
  @OAuthAnswers(OAuthUserinfoResponse)
  getUserinfo(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Query() _query: object): Promise<void> {
    return this.endpoint.answerClient(request, reply);
  }

  @Post('userinfo')
  @ApiExcludeEndpoint()
  postUserinfo(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Body() body?: Form): Promise<void> {
    return this.endpoint.answerClient(request, reply, body);
  }
}
