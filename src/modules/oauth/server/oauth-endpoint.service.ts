import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiter } from '../../../common/rate-limits/rate-limiter.js';
import { AppError } from '../../../common/errors/app-error.js';
import { CONSOLE_CLIENT_ID } from '../clients/console-client.js';
import { disguised } from './adapters/access-token-adapter.js';
import { requestFor, responseOf } from './oidc-http.js';
import { OAuthQuota } from './oauth-quota.service.js';
import { OidcServer } from './oidc-server.js';

type Form = Readonly<Record<string, unknown>>;

/** Passes requests to the authorization server, which sends responses in the shapes of the RFCs. */
@Injectable()
export class OAuthEndpoint {
  constructor(
    private readonly server: OidcServer,
    private readonly quota: OAuthQuota,
    private readonly rateLimiter: RateLimiter,
  ) {}

  /** For requests that a guard has counted. */
  async answer(request: FastifyRequest, reply: FastifyReply, body?: object): Promise<void> {
    const copy = requestFor(this.server.issuer, request, { ...body });
    await this.server.answer(copy, responseOf(request, reply, this.rateLimiter));
  }

  /**
   * For calls of clients, counted after the response. Not for the console, whose scripts must not receive a refresh token.
   * @throws AppError RATE_LIMIT_EXCEEDED, FORBIDDEN
   */
  async answerClient(request: FastifyRequest, reply: FastifyReply, form: Form = {}): Promise<void> {
    const clientId = clientIdOf(request, form);
    if (clientId === CONSOLE_CLIENT_ID) throw new AppError('FORBIDDEN', 'The console has its tokens from /app/session');
    const copy = requestFor(this.server.issuer, request, { ...form } as ParsedForm);
    // The RFCs define JSON only; oidc-provider would send errors as HTML to clients that prefer it.
    copy.headers.accept = 'application/json';
    await this.quota.admit(request, copy, clientId);
    await this.server.answer(copy, responseOf(request, reply, this.rateLimiter));
  }

  /** {@link answerClient} for a token that can be a JWT. @throws AppError RATE_LIMIT_EXCEEDED */
  answerAboutToken(request: FastifyRequest, reply: FastifyReply, form: Form = {}): Promise<void> {
    const { token } = form;
    const isJwt = typeof token === 'string' && token.split('.').length === 3;
    return this.answerClient(request, reply, isJwt ? { ...form, token: disguised(token) } : form);
  }
}

type ParsedForm = NonNullable<Parameters<typeof requestFor>[2]>;

/** The claimed, unverified client (RFC 6749, 2.3.1). */
function clientIdOf({ headers }: FastifyRequest, { client_id }: Form): string | null {
  const [scheme, credentials = ''] = headers.authorization?.split(' ', 2) ?? [];
  if (scheme?.toLowerCase() === 'basic') {
    const [name = ''] = Buffer.from(credentials, 'base64').toString('utf8').split(':', 1);
    return name;
  }
  return typeof client_id === 'string' ? client_id : null;
}
