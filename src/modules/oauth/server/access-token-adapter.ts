import type { Payload } from 'oidc-provider';
import type { TokenService } from '../../auth/tokens/token.service.js';
import type { GrantCheck } from '../grants/grant-check.service.js';
import { narrowed } from '../scopes.js';
import { NoArtifacts } from './no-artifacts.js';

/** In front of a JWT it makes a text that oidc-provider does not take for one: see {@link disguised}. */
const DISGUISE = 'jwt.';

/**
 * oidc-provider refuses to introspect and revoke JWTs, since it does not store them. Ours can be read back, so the endpoints are
 * given the token under another guise.
 */
export function disguised(token: string): string {
  return DISGUISE + token;
}

/**
 * Access tokens are JWTs (RFC 9068) and stored nowhere: what they say is read from themselves, and whether they count from
 * their grant.
 */
export class AccessTokenAdapter extends NoArtifacts {
  constructor(
    private readonly tokens: TokenService,
    private readonly grants: GrantCheck,
  ) {
    super();
  }

  /** @param value the token */
  async find(value: string): Promise<Payload | undefined> {
    const claims = await this.tokens.readOAuth(value.startsWith(DISGUISE) ? value.slice(DISGUISE.length) : value);
    if (!claims) return undefined;
    const grant = await this.grants.findOpen(claims.gid);
    if (grant?.client_id !== claims.client_id || grant.user_id !== claims.sub) return undefined;
    const { jti, iat, exp, client_id, gid, sub } = claims;
    const scope = narrowed(claims.scope, grant.scopes.split(' '));
    // No audience: oidc-provider would keep the token from its own userinfo, which belongs to the API.
    const token = { kind: 'AccessToken', jti, iat, exp, scope, clientId: client_id, grantId: gid };
    return { ...token, accountId: grant.session_id, format: 'opaque', extra: { sub } };
  }
}
