import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Client, Interaction as OidcInteraction, Provider, Session } from 'oidc-provider';
import { AppError } from '../../../common/errors/app-error.js';
import { SessionService } from '../../auth/sessions/session.service.js';
import { GrantService } from '../grants/grant.service.js';
import { grantableScopes, refusalOf, SCOPES } from '../scopes.js';
import type { SignedInAccount } from './account.repository.js';
import { AccountService } from './account.service.js';
import { requestFor } from './oidc-http.js';
import { InteractionsService, type Interaction } from './interactions.service.js';
import { OAuthPages } from './oauth-pages.js';
import { COOKIE } from './oidc-configuration.js';
import { oidcLibrary } from './oidc-library.js';
import { OidcServer } from './oidc-server.js';
import { isOpenTo } from './sign-in-policy.js';

const LOGIN_HINT_MAX_CHARS = 320;

interface Login {
  accountId: string;
  amr: string[];
  /** Unix time. */
  ts: number;
  remember: boolean;
}

interface Waiting {
  provider: Provider;
  interaction: OidcInteraction;
  client: Client;
  signedIn: SignedInAccount | null;
}

/** {@link InteractionsService} on oidc-provider's interactions. */
@Injectable()
export class OidcInteractions extends InteractionsService {
  constructor(
    private readonly server: OidcServer,
    private readonly accounts: AccountService,
    private readonly sessions: SessionService,
    private readonly grants: GrantService,
    private readonly pages: OAuthPages,
  ) {
    super();
  }

  async details(request: FastifyRequest, reply: FastifyReply): Promise<Interaction> {
    const { interaction, client, signedIn } = await this.waiting(request, reply);
    const scopes = (interaction.params['scope'] ?? '').split(' ');
    return {
      uid: interaction.uid,
      client: { name: client.clientName, organizationId: client.organization_id, firstParty: client.first_party },
      scopes: signedIn ? grantableScopes(scopes, signedIn.role) : SCOPES.filter((scope) => scopes.includes(scope)),
      prompt: signedIn && isPrompt(interaction.prompt.name) ? interaction.prompt.name : 'login',
      refusal: signedIn && refusalOf(signedIn.role, client, scopes),
      signedInUser: signedIn && {
        id: signedIn.user_id,
        sessionId: signedIn.session_id,
        name: signedIn.name,
        email: signedIn.email,
      },
      loginHint: interaction.params['login_hint']?.slice(0, LOGIN_HINT_MAX_CHARS) ?? null,
    };
  }

  async signedIn(request: FastifyRequest, reply: FastifyReply, sessionId: string): Promise<void> {
    const { provider, interaction, client } = await this.waiting(request, reply);
    const account = await this.accounts.find(sessionId);
    if (!account) throw AppError.unauthorized('jwt', 'revoked');
    if (!isOpenTo(client, account.organization_id)) {
      await this.sessions.signOut(account.user_id, sessionId);
      throw new AppError('FORBIDDEN', 'This application belongs to another organization', {
        reason: 'other_organization',
      });
    }
    const login: Login = {
      accountId: sessionId,
      amr: account.authentication_methods,
      ts: Math.floor(account.authenticated_at.getTime() / 1000),
      // A cookie for the browser session; the session's row limits its lifetime.
      remember: false,
    };
    // Signing in selects the account.
    const returnTo = await this.conclude(provider, request, reply, { login, select_account: {} });
    const browser = await this.replaceAccount(provider, interaction, login);
    if (browser) this.sendCookie(provider, request, reply, browser);
    await this.goTo(request, reply, returnTo);
  }

  async accountChosen(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { provider, signedIn } = await this.waiting(request, reply);
    if (!signedIn) throw expired();
    await this.goTo(request, reply, await this.conclude(provider, request, reply, { select_account: {} }));
  }

  async forgetAccount(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { provider, interaction } = await this.waiting(request, reply);
    const browser = await browserOf(provider, interaction);
    delete browser?.accountId;
    delete browser?.authorizations;
    await browser?.persist();
    delete interaction.session?.accountId;
    await interaction.persist();
  }

  async consented(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { provider, interaction, client, signedIn } = await this.waiting(request, reply);
    if (!signedIn || interaction.prompt.name !== 'consent') throw expired();
    const scopes = grantableScopes((interaction.params['scope'] ?? '').split(' '), signedIn.role);
    const user = { id: signedIn.user_id, organizationId: signedIn.organization_id, sessionId: signedIn.session_id };
    const grantId = await this.grants.consent(user, { id: client.clientId, firstParty: client.first_party }, scopes);
    if (grantId === null) throw expired();
    await this.goTo(request, reply, await this.conclude(provider, request, reply, { consent: { grantId } }));
  }

  async refused(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { provider } = await this.waiting(request, reply);
    const result = { error: 'access_denied', error_description: 'the user refused' };
    await this.goTo(request, reply, await this.conclude(provider, request, reply, result));
  }

  /** @throws AppError GONE (interaction_expired) */
  private async waiting(request: FastifyRequest, reply: FastifyReply): Promise<Waiting> {
    const provider = await this.server.provider();
    const { errors } = await oidcLibrary();
    const { uid } = request.params as { uid: string };
    const interaction = await provider
      .interactionDetails(requestFor(this.server.issuer, request), reply.raw)
      .catch((error: unknown) => {
        throw error instanceof errors.SessionNotFound ? expired() : error;
      });
    const client = await provider.Client.find(interaction.params['client_id'] ?? '');
    if (interaction.uid !== uid || !client) throw expired();
    const sessionId = interaction.session?.accountId;
    const account = sessionId === undefined ? null : await this.accounts.find(sessionId);
    const signedIn = account && isOpenTo(client, account.organization_id) ? account : null;
    return { provider, interaction, client, signedIn };
  }

  /** Replaces an abandoned session of the browser with a new cookie, so that a stolen or planted one is not signed in as this user. */
  private async replaceAccount(
    provider: Provider,
    interaction: OidcInteraction,
    { remember, ...login }: Login,
  ): Promise<Session | undefined> {
    const browser = await browserOf(provider, interaction);
    if (!browser) return undefined;
    browser.loginAccount({ ...login, loginTs: login.ts, transient: !remember });
    delete browser.authorizations;
    delete browser.state;
    browser.resetIdentifier();
    await browser.persist();
    return browser;
  }

  /** Sent with the current response, so that the browser is recognized when it returns. */
  private sendCookie(provider: Provider, request: FastifyRequest, reply: FastifyReply, { jti }: Session): void {
    const { cookies } = provider.createContext(requestFor(this.server.issuer, request), reply.raw);
    cookies.set(provider.cookieName('session'), jti, COOKIE);
    // Fastify overwrites headers that were set on Node's response.
    const lines = reply.raw.getHeader('set-cookie');
    reply.raw.removeHeader('set-cookie');
    void reply.header('set-cookie', lines);
  }

  private async goTo(request: FastifyRequest, reply: FastifyReply, address: string): Promise<void> {
    void reply.headers(this.pages.headers);
    if (request.method === 'GET') await reply.status(303).header('location', address).send();
    else await reply.status(200).type('text/html; charset=utf-8').send(this.pages.onward(address));
  }

  /** Stores the result in oidc-provider; returns where the browser continues. */
  private conclude(
    provider: Provider,
    request: FastifyRequest,
    reply: FastifyReply,
    result: Record<string, unknown>,
  ): Promise<string> {
    return provider.interactionResult(requestFor(this.server.issuer, request), reply.raw, result);
  }
}

/** oidc-provider's browser session, if any. */
async function browserOf(provider: Provider, { session }: OidcInteraction): Promise<Session | undefined> {
  return session?.uid === undefined ? undefined : provider.Session.findByUid(session.uid);
}

const PROMPTS = ['login', 'select_account', 'refusal', 'enrolment', 'consent'] as const;

function isPrompt(name: string): name is Interaction['prompt'] {
  return PROMPTS.some((prompt) => prompt === name);
}

function expired(): AppError {
  return new AppError('GONE', 'This sign-in has expired. Go back to the application and start again', {
    reason: 'interaction_expired',
  });
}
