import type { Payload, Provider } from 'oidc-provider';
import type { GrantCheck } from '../../grants/grant-check.service.js';
import type { GrantEnd, GrantService } from '../../grants/grant.service.js';
import { IDENTITY_SCOPES } from '../../scopes.js';
import { NoArtifacts } from './no-artifacts.js';
import type { OidcLibrary } from '../oidc-library.js';

/** Provides grants in force to oidc-provider; {@link GrantService.give} creates them. */
export class GrantAdapter extends NoArtifacts {
  constructor(
    private readonly check: GrantCheck,
    private readonly grants: GrantService,
    private readonly library: Pick<OidcLibrary, 'Provider'>,
    private readonly resources: readonly string[],
  ) {
    super();
  }

  async find(id: string): Promise<Payload | undefined> {
    const grant = await this.check.findOpen(id);
    if (!grant) return undefined;
    if (isUse(this.library.Provider.ctx)) await this.check.noteUse(grant);
    const identity = grant.scopes.split(' ').filter((scope) => (IDENTITY_SCOPES as readonly string[]).includes(scope));
    return {
      kind: 'Grant',
      jti: grant.id,
      accountId: grant.session_id,
      clientId: grant.client_id,
      openid: { scope: identity.join(' ') },
      resources: Object.fromEntries(this.resources.map((resource) => [resource, grant.scopes])),
      iat: grant.created_at,
      exp: grant.session_ends_at,
    };
  }

  override async destroy(id: string): Promise<void> {
    await this.grants.end(id, whyEnded(this.library.Provider.ctx));
  }
}

/** Whether the current request acts for the user. Introspection and revocation do not count as uses. */
function isUse(context: (typeof Provider)['ctx']): boolean {
  return context?.oidc.route === 'token' || context?.oidc.route === 'userinfo';
}

/** oidc-provider ends grants in four cases, told apart by the current request. */
function whyEnded(context: (typeof Provider)['ctx']): GrantEnd {
  switch (context?.oidc.route) {
    case 'token':
      return context.oidc.params['grant_type'] === 'refresh_token' ? 'refresh_token_reused' : 'code_replayed';
    case 'revocation':
      return 'revoked_by_client';
    default:
      return 'signed_out';
  }
}
