import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import type { Adapter, Client, Context, OidcContext, Provider } from 'oidc-provider';
import { Secrets } from '../../../common/crypto/secrets.js';
import { SessionService } from '../../auth/sessions/session.service.js';
import { TokenService } from '../../auth/tokens/token.service.js';
import { isClientSecret } from '../clients/client-secret.js';
import { ClientRepository } from '../clients/client.repository.js';
import { GrantCheck } from '../grants/grant-check.service.js';
import { GrantService } from '../grants/grant.service.js';
import { grantableScopes, mayUseClient } from '../scopes.js';
import { AccessTokenAdapter } from './adapters/access-token-adapter.js';
import type { SignedInAccount } from './account.repository.js';
import { AccountService } from './account.service.js';
import { ArtifactAdapter } from './adapters/artifact-adapter.js';
import { ArtifactRepository } from './adapters/artifact.repository.js';
import { ClientAdapter } from './adapters/client-adapter.js';
import { GrantAdapter } from './adapters/grant-adapter.js';
import { OAuthPages } from './oauth-pages.js';
import { OAuthQuota } from './oauth-quota.service.js';
import { oidcConfiguration, resourcesOf, showPage } from './oidc-configuration.js';
import { oidcLibrary, type OidcLibrary } from './oidc-library.js';
import { isOfClientsOrganization, signedInOf } from './sign-in-policy.js';

/** Configures oidc-provider: it implements the protocol, with our users, sessions, grants and keys. */
@Injectable()
export class OidcServer {
  private readonly logger = new Logger(OidcServer.name);
  private current: { madeOf: string; provider: Promise<Provider> } | null = null;

  constructor(
    private readonly tokens: TokenService,
    private readonly secrets: Secrets,
    private readonly sessions: SessionService,
    private readonly accounts: AccountService,
    private readonly clients: ClientRepository,
    private readonly grants: GrantService,
    private readonly grantCheck: GrantCheck,
    private readonly artifacts: ArtifactRepository,
    private readonly pages: OAuthPages,
    private readonly quota: OAuthQuota,
  ) {}

  get issuer(): string {
    return this.tokens.issuer;
  }

  /** Recreated when signing keys or master key change, because oidc-provider reads its keys once. */
  async provider(): Promise<Provider> {
    const keys = await this.tokens.allKeys();
    const cookieKeys = this.secrets.deriveKeys('oauth cookies').map((key) => key.toString('base64url'));
    const madeOf = JSON.stringify([keys.map(({ kid }) => kid), cookieKeys]);
    if (this.current?.madeOf !== madeOf) {
      const jwks = keys.map(({ kid, privateKey }) => ({
        ...privateKey.export({ format: 'jwk' }),
        kid,
        alg: 'RS256',
        use: 'sig',
      }));
      this.current = { madeOf, provider: oidcLibrary().then((library) => this.make(library, jwks, cookieKeys)) };
    }
    return this.current.provider;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = await this.provider();
    await provider.callback()(request, response);
  }

  private make(library: OidcLibrary, keys: object[], cookieKeys: string[]): Provider {
    const provider: Provider = new library.Provider(
      this.issuer,
      oidcConfiguration({
        library,
        issuer: this.issuer,
        adapter: (kind) => this.adapterOf(kind, library),
        accounts: this.accounts,
        pages: this.pages,
        loadGrant: (context) => this.loadGrant(provider, context),
        isSignedIn: (context) => this.isSignedIn(provider, context),
        keys,
        cookieKeys,
      }),
    );
    // `requestFor` sets the issuer's address instead of the proxy headers.
    provider.proxy = true;
    provider.Client.prototype.compareClientSecret = function (secret) {
      return isClientSecret(secret, this.secret_hashes);
    };
    provider.use((context, next) => this.afterwards(context, next));
    provider.on('server_error', (_context, error) => this.logger.error({ err: error }, 'an OAuth endpoint failed'));
    return provider;
  }

  private adapterOf(kind: string, library: OidcLibrary): Adapter {
    switch (kind) {
      case 'Client':
        return new ClientAdapter(this.clients, this.issuer);
      case 'Grant':
        return new GrantAdapter(this.grantCheck, this.grants, library, resourcesOf(this.issuer));
      case 'AccessToken':
        return new AccessTokenAdapter(this.tokens, this.grantCheck);
      default:
        return new ArtifactAdapter(kind, {
          artifacts: this.artifacts,
          secrets: this.secrets,
          grants: this.grants,
          errors: library.errors,
        });
    }
  }

  /** The client's grant in this session: from a new consent, an earlier one, or without consent for first-party clients. */
  private async loadGrant(provider: Provider, { oidc }: Context): Promise<unknown> {
    const { client, session, account, result } = oidc;
    const user = signedInOf(oidc);
    if (!client || !session || !account || !user || !isOfClientsOrganization(oidc)) return undefined;
    const id = result?.consent?.grantId ?? (await this.giveUnasked(client, user, oidc));
    const grant = id === null ? undefined : await provider.Grant.find(id);
    if (grant?.accountId !== session.accountId || grant?.clientId !== client.clientId) return undefined;
    // oidc-provider compares the grant with the account's subject, which is the user.
    grant.accountId = account.accountId;
    return grant;
  }

  /** @returns null when the user must be asked, cannot be granted anything, or must see another page first */
  private async giveUnasked(client: Client, user: SignedInAccount, oidc: OidcContext): Promise<string | null> {
    const scopes = grantableScopes(oidc.requestParamScopes, user.role);
    if (scopes.length === 0 || !mayUseClient(user.role, client) || user.mfa_missing) return null;
    if (['login', 'select_account', 'consent'].some((prompt) => oidc.promptPending(prompt))) return null;
    if (!client.first_party && mayBePosedAs(client, oidc)) return null;
    const giver = { id: user.user_id, organizationId: user.organization_id, sessionId: user.session_id };
    return client.first_party
      ? this.grants.consent(giver, { id: client.clientId, firstParty: true }, scopes)
      : this.grants.resume(giver, client.clientId, scopes);
  }

  private async afterwards(context: Context, next: () => Promise<void>): Promise<void> {
    const isAllowedOrigin = Boolean(context.response.get('Access-Control-Allow-Origin'));
    await next();
    // Without a decision of `registerCors` it allows every origin.
    if (!isAllowedOrigin) {
      for (const header of ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers']) context.remove(header);
    }
    // Undefined if no route of oidc-provider matched.
    const oidc = context.oidc as Context['oidc'] | undefined;
    if (oidc?.route === 'discovery') Object.assign(context.body as object, { response_modes_supported: ['query'] });
    if (oidc?.route === 'end_session' && context.status === 200 && !oidc.session?.accountId)
      goAfterSignOut(context, oidc);
    if (oidc?.route === 'end_session_confirm' && context.status === 303) {
      await this.afterSignOutPage(context, oidc);
      this.leadOnward(context);
    }
    // Includes oidc-provider's own pages.
    if (context.type === 'text/html') context.set(this.pages.headers);
    await this.quota.charge(context);
  }

  /** Ends the session. Users who decline see a page here: returning to the client would mean signed out (RP-Initiated Logout 1.0, 3). */
  private async afterSignOutPage(context: Context, { params, session }: OidcContext): Promise<void> {
    if (!params['logout']) return context.redirect(context.oidc.urlFor('end_session_success'));
    const account = session?.accountId === undefined ? null : await this.accounts.find(session.accountId);
    if (account) await this.sessions.signOut(account.user_id, account.session_id);
  }

  /** The sign-out page is a form whose policy blocks redirects to the client. */
  private leadOnward(context: Context): void {
    const address = new URL(context.response.get('location') ?? '', this.issuer).href;
    context.response.remove('location');
    context.status = 200;
    showPage(context, this.pages, this.pages.onward(address));
  }

  private async isSignedIn(provider: Provider, context: Context): Promise<boolean> {
    const { accountId } = await provider.Session.get(context);
    return accountId !== undefined && (await this.accounts.find(accountId)) !== null;
  }
}

/** For users who are not signed in. oidc-provider would submit a form by script, which our policy blocks. */
function goAfterSignOut(context: Context, oidc: OidcContext): void {
  const { post_logout_redirect_uri: back, state } = oidc.params;
  if (back === undefined) return context.redirect(oidc.urlFor('end_session_success'));
  const address = new URL(back);
  if (state !== undefined) address.searchParams.set('state', state);
  context.redirect(address.href);
}

/** Any program on the user's machine can impersonate such a client, so earlier consent does not count (RFC 8252, 8.6). */
function mayBePosedAs({ clientAuthMethod }: Client, { params }: OidcContext): boolean {
  return clientAuthMethod === 'none' && (params['redirect_uri'] ?? '').startsWith('http:');
}
