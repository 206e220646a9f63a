import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../common/auth/access.decorator.js';
import { RawResponse } from '../../../common/http/raw-response.decorator.js';
import { OAuthEndpoint } from './oauth-endpoint.service.js';

const DOCUMENTS = ['openid-configuration', 'oauth-authorization-server'];

/** Discovery documents (OpenID Connect Discovery 1.0; RFC 8414), served at the root. */
@ApiExcludeController()
@Controller('.well-known')
@Public()
@RawResponse()
export class DiscoveryController {
  constructor(private readonly endpoint: OAuthEndpoint) {}

  @Get(DOCUMENTS)
  discover(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.endpoint.answer(request, reply);
  }
}
