import { Injectable, type OnModuleInit } from '@nestjs/common';
import { effectivePermissions, type Principal } from '../../../common/auth/principal.js';
import { AppError, type UnauthorizedReason } from '../../../common/errors/app-error.js';
import { SessionService } from '../../auth/sessions/session.service.js';
import { OAuthBearers } from '../../auth/tokens/oauth-bearers.service.js';
import type { OAuthClaims } from '../../auth/tokens/token.service.js';
import { mayUseClient } from '../scopes.js';
import { ConsentRepository } from './consent.repository.js';
import { GrantStateRepository, type GrantState } from './grant-state.repository.js';

/**
 * Says whether a grant still counts. Everything is read anew with every request: the end of the session, the user's
 * suspension, the grant's withdrawal and the client's deletion count from the next one on.
 */
@Injectable()
export class GrantCheck implements OnModuleInit {
  constructor(
    private readonly states: GrantStateRepository,
    private readonly consents: ConsentRepository,
    private readonly sessions: SessionService,
    private readonly bearers: OAuthBearers,
  ) {}

  onModuleInit(): void {
    this.bearers.register(
      (claims) => this.authenticate(claims),
      (principal, grantId) => this.look(principal, grantId),
      (userId) => this.consents.listActive(userId),
    );
  }

  /**
   * The user for whom a client acts: with the rights that the user's role, the token and the grant all have.
   *
   * @throws AppError UNAUTHORIZED (token_type oauth)
   */
  async authenticate({ gid, client_id, scope }: OAuthClaims): Promise<Principal> {
    const state = await this.find(gid);
    const over = reasonWhyOver(state);
    if (!state || over) throw AppError.unauthorized('oauth', over ?? 'revoked');
    if (state.client_id !== client_id) throw AppError.unauthorized('oauth', 'invalid');
    await this.noteUse(state);
    return principalOf(state, scope.split(' '));
  }

  /** Who a request was made for, as they are now; a later look at it is no use of the grant. @throws as {@link authenticate} */
  async look({ credential }: Principal, grantId: string): Promise<Principal> {
    const state = await this.find(grantId);
    const over = reasonWhyOver(state);
    if (!state || over) throw AppError.unauthorized('oauth', over ?? 'revoked');
    return principalOf(state, credential.type === 'oauth' ? [...credential.scopes] : []);
  }

  /** The grant, while it counts. To look at it is no use of it: see {@link noteUse}. */
  async findOpen(grantId: string): Promise<GrantState | null> {
    const state = await this.find(grantId);
    return state && !reasonWhyOver(state) ? state : null;
  }

  /** The client acts within the grant: that is a use of the session too, and keeps it from going idle. */
  async noteUse({ id, session_id, stale }: GrantState): Promise<void> {
    this.sessions.noteUse(session_id);
    if (stale) await this.states.touch(id);
  }

  private async find(grantId: string): Promise<GrantState | null> {
    const state = await this.states.find(grantId);
    if (!state?.idle) return state;
    // Unless it was used a moment ago, which is not written yet.
    await this.sessions.writeActivity();
    return this.states.find(grantId);
  }
}

function reasonWhyOver(state: GrantState | null): UnauthorizedReason | null {
  if (!state || state.ended || state.user_status !== 'active' || !mayUseClient(state.role, state)) return 'revoked';
  return state.idle ? 'idle_timeout' : null;
}

/** @param asked scopes of the token */
function principalOf(state: GrantState, asked: readonly string[]): Principal {
  const granted = state.scopes.split(' ');
  const scopes = asked.filter((name) => granted.includes(name));
  return {
    userId: state.user_id,
    organizationId: state.organization_id,
    teamId: state.team_id,
    role: state.role,
    plan: state.plan,
    permissions: effectivePermissions({ role: state.role, grants: [] }, scopes),
    credential: {
      type: 'oauth',
      clientId: state.client_id,
      grantId: state.id,
      sessionId: state.session_id,
      provenAt: state.proven_at,
      scopes: new Set(scopes),
      mfaMissing: state.mfa_missing,
    },
  };
}
