import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Client, Interaction as OidcInteraction, Provider } from 'oidc-provider';
import { AppError } from '../../../common/errors/app-error.js';
import { SessionService } from '../../auth/sessions/session.service.js';
import { GrantService } from '../grants/grant.service.js';
import { grantableScopes, refusalOf, SCOPES } from '../scopes.js';
import type { SignedInAccount } from './account.repository.js';
import { AccountService } from './account.service.js';
import { requestFor } from './hand-over.js';
import { InteractionsService, type Interaction } from './interactions.service.js';
import { oidcLibrary } from './oidc-library.js';
import { OidcServer } from './oidc-server.js';

const LOGIN_HINT_MAX_CHARS = 320;

/** An authorization request that waits, and for whom. */
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
    if (account.organization_id !== client.organization_id) {
      await this.sessions.signOut(account.user_id, sessionId);
      throw new AppError('FORBIDDEN', 'This application belongs to another organization', {
        reason: 'other_organization',
      });
    }
    const login = {
      accountId: sessionId,
      amr: account.authentication_methods,
      ts: Math.floor(account.authenticated_at.getTime() / 1000),
      // The cookie goes with the browser; how long the session lasts is decided by its row.
      remember: false,
    };
    // Who has just signed in has chosen the account.
    const returnTo = await this.conclude(provider, request, reply, { login, select_account: {} });
    await this.setAccount(provider, interaction, sessionId);
    await goTo(reply, returnTo);
  }

  async accountChosen(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { provider, signedIn } = await this.waiting(request, reply);
    if (!signedIn) throw expired();
    await goTo(reply, await this.conclude(provider, request, reply, { select_account: {} }));
  }

  async forgetAccount(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { provider, interaction } = await this.waiting(request, reply);
    await this.setAccount(provider, interaction, null);
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
    await goTo(reply, await this.conclude(provider, request, reply, { consent: { grantId } }));
  }

  async refused(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { provider } = await this.waiting(request, reply);
    const result = { error: 'access_denied', error_description: 'the user refused' };
    await goTo(reply, await this.conclude(provider, request, reply, result));
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
    const signedIn = account?.organization_id === client.organization_id ? account : null;
    return { provider, interaction, client, signedIn };
  }

  /**
   * The browser was signed in before, in a session that is over, or that the user leaves behind by signing in again. oidc-provider
   * would sign them out first, by a page of its own; the earlier session ends by itself, as on other devices.
   */
  private async setAccount(provider: Provider, { session }: OidcInteraction, sessionId: string | null): Promise<void> {
    const browser = session?.uid === undefined ? undefined : await provider.Session.findByUid(session.uid);
    if (!browser) return;
    if (sessionId === null) delete browser.accountId;
    else browser.accountId = sessionId;
    delete browser.authorizations;
    await browser.persist();
  }

  /** Tells oidc-provider how it ended; answers where the browser goes on. */
  private conclude(
    provider: Provider,
    request: FastifyRequest,
    reply: FastifyReply,
    result: Record<string, unknown>,
  ): Promise<string> {
    return provider.interactionResult(requestFor(this.server.issuer, request), reply.raw, result);
  }
}

const PROMPTS = ['login', 'select_account', 'refusal', 'enrolment', 'consent'] as const;

function isPrompt(name: string): name is Interaction['prompt'] {
  return PROMPTS.some((prompt) => prompt === name);
}

async function goTo(reply: FastifyReply, address: string): Promise<void> {
  await reply.status(303).headers({ location: address, 'cache-control': 'no-store' }).send();
}

function expired(): AppError {
  return new AppError('GONE', 'This sign-in has expired; go back to the application and start again', {
    reason: 'interaction_expired',
  });
}
