import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiter } from '../../../common/http/rate-limiter.js';
import { disguised } from './access-token-adapter.js';
import { requestFor, responseOf } from './hand-over.js';
import { OidcServer } from './oidc-server.js';

/** Hands requests over to the authorization server, which answers them itself, in the shapes of the RFCs. */
@Injectable()
export class OAuthEndpoint {
  constructor(
    private readonly server: OidcServer,
    private readonly rateLimiter: RateLimiter,
  ) {}

  /** @param body the form, parsed */
  async answer(request: FastifyRequest, reply: FastifyReply, body?: object): Promise<void> {
    const copy = requestFor(this.server.issuer, request, { ...body });
    await this.server.answer(copy, responseOf(request, reply, this.rateLimiter));
  }

  /** The same for what is asked about a token that may be a JWT. */
  answerAboutToken(request: FastifyRequest, reply: FastifyReply, body: { token?: unknown } = {}): Promise<void> {
    const { token } = body;
    const isJwt = typeof token === 'string' && token.split('.').length === 3;
    return this.answer(request, reply, isJwt ? { ...body, token: disguised(token) } : body);
  }
}
