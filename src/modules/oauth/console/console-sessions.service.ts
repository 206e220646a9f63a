import { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import jwt from 'jsonwebtoken';
import { AppError } from '../../../common/errors/app-error.js';
import { FORM_TYPE } from '../../../common/http/body-type.decorator.js';
import { SessionService } from '../../auth/sessions/session.service.js';
import { CONSOLE_CLIENT_ID, consoleRedirectUri } from '../clients/console-client.js';
import { GrantRepository } from '../grants/grant.repository.js';
import { AccountService } from '../server/account.service.js';
import { OAUTH_BASE } from '../server/oauth-paths.js';
import { requestFor } from '../server/oidc-http.js';
import { OidcServer } from '../server/oidc-server.js';
import { cookieNamed } from './session-cookie.js';

export interface ConsoleTokens {
  access_token: string;
  expires_in: number;
  scope: string;
  /** The account: a tab that shows another one's data must not use the token. */
  user_id: string;
  /** For the cookie alone. */
  refresh_token: string;
}

/** The console's half of the token endpoint: scripts of the page receive access tokens, never a refresh token. */
@Injectable()
export class ConsoleSessions {
  constructor(
    private readonly server: OidcServer,
    private readonly accounts: AccountService,
    private readonly sessions: SessionService,
    private readonly grants: GrantRepository,
  ) {}

  get issuer(): string {
    return this.server.issuer;
  }

  /**
   * Ends what the browser had before, because its cookie is overwritten and each proof of identity begins a session. Other
   * applications keep the earlier session.
   * @returns null for a code that is unknown, expired, used or of another verifier
   */
  async start(
    request: FastifyRequest,
    code: string,
    verifier: string,
    earlierToken: string | null,
  ): Promise<ConsoleTokens | null> {
    const tokens = await this.redeem(request, {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: consoleRedirectUri(this.issuer),
    });
    if (tokens) await this.replace(earlierToken, tokens.refresh_token);
    return tokens;
  }

  /** Rotates the refresh token. @returns null when the session has ended */
  refresh(request: FastifyRequest, refreshToken: string): Promise<ConsoleTokens | null> {
    return this.redeem(request, { grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  /**
   * Ends the sessions of the refresh token and of the browser with all their tokens, as signing out does. The token can be lost or used
   * while the browser is still signed in at the authorization server. Unknown ones are ignored.
   */
  async end(request: FastifyRequest, refreshToken: string | null): Promise<void> {
    const provider = await this.server.provider();
    const browserId = cookieNamed(request, provider.cookieName('session'));
    const browser = browserId === null ? undefined : await provider.Session.find(browserId);
    for (const id of new Set([(await this.find(refreshToken))?.accountId, browser?.accountId])) {
      if (id !== undefined) await this.signOut(id);
    }
  }

  private async replace(earlierToken: string | null, refreshToken: string): Promise<void> {
    const earlier = await this.find(earlierToken);
    if (!earlier || earlier.accountId === (await this.find(refreshToken))?.accountId) return;
    const account = await this.accounts.find(earlier.accountId);
    if (!account) return;
    await this.grants.end(earlier.grantId);
    if (!(await this.grants.isUsed(account.session_id))) await this.signOut(earlier.accountId);
  }

  private async find(refreshToken: string | null): Promise<{ accountId: string; grantId: string } | undefined> {
    if (refreshToken === null) return undefined;
    const token = await (await this.server.provider()).RefreshToken.find(refreshToken);
    return token?.clientId === CONSOLE_CLIENT_ID ? token : undefined;
  }

  private async signOut(accountId: string): Promise<void> {
    const account = await this.accounts.find(accountId);
    if (account) await this.sessions.signOut(account.user_id, account.session_id);
  }

  private async redeem(request: FastifyRequest, form: Record<string, string>): Promise<ConsoleTokens | null> {
    const copy = requestFor(this.issuer, request, { ...form, client_id: CONSOLE_CLIENT_ID });
    for (const name of ['cookie', 'authorization']) delete copy.headers[name];
    Object.assign(copy.headers, { accept: 'application/json', 'content-type': FORM_TYPE });
    copy.method = 'POST';
    copy.url = `${OAUTH_BASE}/token`;
    const response = new KeptResponse(copy);
    await this.server.answer(copy, response);
    if (response.statusCode === 200) {
      const tokens = JSON.parse(response.text) as Omit<ConsoleTokens, 'user_id'>;
      const claims = jwt.decode(tokens.access_token, { json: true });
      return { ...tokens, user_id: claims?.sub ?? '' };
    }
    if (response.statusCode < 500) return null;
    throw new AppError('INTERNAL_ERROR', 'The session could not be continued');
  }
}

/** Keeps the body instead of sending it. */
class KeptResponse extends ServerResponse {
  text = '';

  override end(body?: unknown): this {
    if (typeof body === 'string' || Buffer.isBuffer(body)) this.text = body.toString();
    return this;
  }
}
