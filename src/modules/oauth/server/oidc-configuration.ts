import type { Adapter, Context, Token } from 'oidc-provider';
import { MCP_PATH } from '../../../common/mcp-path.js';
import { SCOPES } from '../scopes.js';
import type { AccountService, SessionAccount } from './account.service.js';
import { OWN_CLIENT_METADATA } from './adapters/client-adapter.js';
import { OAUTH_BASE } from './oauth-paths.js';
import type { OAuthPages } from './oauth-pages.js';
import type { OidcLibrary } from './oidc-library.js';
import { signInPolicy } from './sign-in-policy.js';

const DAY_SECONDS = 86_400;
const ALGORITHM = 'RS256';

export const COOKIE = { signed: true, httpOnly: true, sameSite: 'lax' } as const;

export interface OidcParts {
  library: OidcLibrary;
  issuer: string;
  adapter: (kind: string) => Adapter;
  accounts: AccountService;
  pages: OAuthPages;
  loadGrant: (context: Context) => Promise<unknown>;
  isSignedIn: (context: Context) => Promise<boolean>;
  /** Private, as JWK; the first one signs. */
  keys: object[];
  cookieKeys: string[];
}

/** Only the authorization code flow with PKCE and refresh tokens (RFC 9700). */
export function oidcConfiguration(parts: OidcParts): Record<string, unknown> {
  const { library, issuer, accounts, pages } = parts;
  return {
    adapter: parts.adapter,
    jwks: { keys: parts.keys },
    cookies: {
      names: cookieNames(issuer),
      long: COOKIE,
      short: COOKIE,
      keys: parts.cookieKeys,
    },
    routes: {
      authorization: `${OAUTH_BASE}/authorize`,
      token: `${OAUTH_BASE}/token`,
      revocation: `${OAUTH_BASE}/revoke`,
      introspection: `${OAUTH_BASE}/introspect`,
      userinfo: `${OAUTH_BASE}/userinfo`,
      end_session: `${OAUTH_BASE}/end_session`,
      jwks: '/.well-known/jwks.json',
    },
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    pkce: { required: () => true },
    scopes: [...SCOPES],
    claims: {
      openid: ['sub', 'auth_time', 'amr'],
      profile: ['name', 'role', 'organization_id', 'updated_at'],
      email: ['email', 'email_verified'],
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    extraClientMetadata: { properties: OWN_CLIENT_METADATA },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      // Clients can introspect and revoke only their own tokens (RFC 7662, 4; RFC 7009, 2.1).
      introspection: {
        enabled: true,
        allowedPolicy: (_context: Context, client: Owner, token: Token) => mayIntrospect(accounts, client, token),
      },
      revocation: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context: Context) => {
          const form = {
            action: context.oidc.urlFor('end_session_confirm'),
            xsrf: context.oidc.session?.state?.secret ?? '',
          };
          showPage(context, pages, pages.signOut(form));
        },
        // Depends on the current state: anyone can open this page's URL.
        postLogoutSuccessSource: async (context: Context) =>
          showPage(context, pages, (await parts.isSignedIn(context)) ? pages.stillSignedIn() : pages.signedOut()),
      },
      // RFC 8707: this API is the only audience, even if not requested, so access tokens are JWTs for it. Its MCP endpoint is part of it.
      resourceIndicators: {
        enabled: true,
        defaultResource: () => issuer,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context: Context, resource: string) => {
          if (!resourcesOf(issuer).includes(resource)) throw new library.errors.InvalidTarget();
          return {
            scope: SCOPES.join(' '),
            audience: issuer,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: ALGORITHM } },
          };
        },
      },
    },
    extraTokenClaims: (_context: Context, token: Token) => ({ token_use: 'oauth', gid: token.grantId }),
    findAccount: (_context: Context, sessionId: string) => accounts.findAccount(sessionId),
    loadExistingGrant: parts.loadGrant,
    // Everything ends with the user's session anyway: see AccountService.
    expiresWithSession: () => false,
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    interactions: {
      policy: signInPolicy(library, issuer),
      url: (_context: Context, { uid }: { uid: string }) =>
        `${new URL(issuer).pathname.replace(/\/$/, '')}${OAUTH_BASE}/interaction/${uid}`,
    },
    renderError: (context: Context, { error, error_description }: { error: string; error_description?: string }) =>
      showPage(context, pages, pages.error({ error, description: error_description ?? null })),
    ttl: {
      AuthorizationCode: 60,
      Interaction: 3600,
      IdToken: 3600,
      AccessToken: ({ oidc }: Context) =>
        Math.min(
          (oidc.entities.Account as SessionAccount | undefined)?.signedIn.access_lifetime ?? 0,
          secondsLeft(oidc),
        ),
      RefreshToken: ({ oidc }: Context) => secondsLeft(oidc),
      Session: 30 * DAY_SECONDS,
      Grant: 30 * DAY_SECONDS,
    },
  };
}

/** Resource indicators that clients can request. */
export function resourcesOf(issuer: string): string[] {
  return [issuer, `${issuer}${MCP_PATH}`];
}

/** Over https, browsers protect cookies with these prefixes from other hosts and from http (RFC 6265bis, 4.1.3). */
function cookieNames(issuer: string): Record<'session' | 'interaction' | 'resume', string> {
  const [host, secure] = issuer.startsWith('https:') ? ['__Host-', '__Secure-'] : ['', ''];
  return {
    session: `${host}amks_session`,
    // Limited to a path, which `__Host-` does not allow.
    interaction: `${secure}amks_interaction`,
    resume: `${secure}amks_resume`,
  };
}

interface Owner {
  clientId: string;
}

async function mayIntrospect(accounts: AccountService, { clientId }: Owner, token: Token): Promise<boolean> {
  if (token.clientId !== clientId) return false;
  const account = await accounts.find(token.accountId);
  if (!account) return false;
  token.extra = { ...token.extra, sub: account.user_id };
  return true;
}

/** Remaining lifetime of the grant, which ends with the session. At least 1, the minimum of oidc-provider. */
function secondsLeft({ entities }: Context['oidc']): number {
  return Math.max(1, (entities.Grant?.exp ?? 0) - Math.floor(Date.now() / 1000));
}

export function showPage(context: Context, { headers }: OAuthPages, html: string): void {
  context.set(headers);
  context.type = 'html';
  context.body = html;
}
