import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiter } from '../../../common/http/rate-limiter.js';
import { disguised } from './access-token-adapter.js';
import { requestFor, responseOf } from './hand-over.js';
import { OAuthQuota } from './oauth-quota.service.js';
import { OidcServer } from './oidc-server.js';

/** A form, parsed. */
type Form = Readonly<Record<string, unknown>>;

/** Hands requests over to the authorization server, which answers them itself, in the shapes of the RFCs. */
@Injectable()
export class OAuthEndpoint {
  constructor(
    private readonly server: OidcServer,
    private readonly quota: OAuthQuota,
    private readonly rateLimiter: RateLimiter,
  ) {}

  /** A request of a browser or of anybody, that a guard has counted. */
  async answer(request: FastifyRequest, reply: FastifyReply, body?: object): Promise<void> {
    const copy = requestFor(this.server.issuer, request, { ...body });
    await this.server.answer(copy, responseOf(request, reply, this.rateLimiter));
  }

  /** A call of a client, charged when it has been answered. @throws AppError RATE_LIMIT_EXCEEDED */
  async answerClient(request: FastifyRequest, reply: FastifyReply, form: Form = {}): Promise<void> {
    const copy = requestFor(this.server.issuer, request, { ...form } as ParsedForm);
    // The RFCs know JSON alone here; a client that prefers HTML would get errors as a page.
    copy.headers.accept = 'application/json';
    await this.quota.admit(request, copy, clientIdOf(request, form));
    await this.server.answer(copy, responseOf(request, reply, this.rateLimiter));
  }

  /** The same for what is asked about a token that may be a JWT. @throws AppError RATE_LIMIT_EXCEEDED */
  answerAboutToken(request: FastifyRequest, reply: FastifyReply, form: Form = {}): Promise<void> {
    const { token } = form;
    const isJwt = typeof token === 'string' && token.split('.').length === 3;
    return this.answerClient(request, reply, isJwt ? { ...form, token: disguised(token) } : form);
  }
}

type ParsedForm = NonNullable<Parameters<typeof requestFor>[2]>;

/** The client that the caller says it is (RFC 6749, 2.3.1), proven by nothing yet. */
function clientIdOf({ headers }: FastifyRequest, { client_id }: Form): string | null {
  const [scheme, credentials = ''] = headers.authorization?.split(' ', 2) ?? [];
  if (scheme?.toLowerCase() === 'basic') {
    const [name = ''] = Buffer.from(credentials, 'base64').toString('utf8').split(':', 1);
    return name;
  }
  return typeof client_id === 'string' ? client_id : null;
}
