import type { Payload } from 'oidc-provider';
import type { TokenService } from '../../../auth/tokens/token.service.js';
import type { GrantCheck } from '../../grants/grant-check.service.js';
import { narrowed } from '../../scopes.js';
import { NoArtifacts } from './no-artifacts.js';

/** Prefix that hides from oidc-provider that a token is a JWT: see {@link disguised}. */
const DISGUISE = 'jwt.';

/** oidc-provider does not introspect or revoke JWTs. Ours can be read, so these endpoints receive the token with a prefix. */
export function disguised(token: string): string {
  return DISGUISE + token;
}

/** Access tokens are JWTs (RFC 9068) and are not stored: their claims are read from the token, their validity from the grant. */
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
    // Without an audience, which would make oidc-provider reject the token at its own userinfo endpoint.
    const token = { kind: 'AccessToken', jti, iat, exp, scope, clientId: client_id, grantId: gid };
    return { ...token, accountId: grant.session_id, format: 'opaque', extra: { sub } };
  }
}
