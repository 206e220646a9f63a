import { Injectable, type OnModuleInit } from '@nestjs/common';
import { effectivePermissions, type Principal } from '../../../common/principal/principal.js';
import { AppError, type UnauthorizedReason } from '../../../common/errors/app-error.js';
import { SessionService } from '../../auth/sessions/session.service.js';
import { OAuthBearers } from '../../auth/tokens/oauth-bearers.service.js';
import type { OAuthClaims } from '../../auth/tokens/token.service.js';
import { CONSOLE_CLIENT_ID } from '../clients/console-client.js';
import { mayUseClient } from '../scopes.js';
import { ConsentRepository } from './consent.repository.js';
import { GrantStateRepository, type GrantState } from './grant-state.repository.js';

/** Reads all state on every request: ended sessions, suspended users and withdrawn grants apply to the next one. */
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
      (principal, grantId) => this.recheck(principal, grantId),
      (userId) => this.consents.listActive(userId),
    );
  }

  /** The user, with the permissions common to role, token and grant. @throws AppError UNAUTHORIZED (token_type oauth) */
  async authenticate({ gid, client_id, scope }: OAuthClaims): Promise<Principal> {
    const state = await this.find(gid);
    const over = reasonWhyOver(state);
    if (!state || over) throw AppError.unauthorized('oauth', over ?? 'revoked');
    if (state.client_id !== client_id) throw AppError.unauthorized('oauth', 'invalid');
    await this.noteUse(state);
    return principalOf(state, scope.split(' '));
  }

  /** Checks an earlier caller again without recording a use. @throws as {@link authenticate} */
  async recheck({ credential }: Principal, grantId: string): Promise<Principal> {
    const state = await this.find(grantId);
    const over = reasonWhyOver(state);
    if (!state || over) throw AppError.unauthorized('oauth', over ?? 'revoked');
    return principalOf(state, [...(scopesOf(credential) ?? [])]);
  }

  /** The grant if it is in force. Does not record a use: see {@link noteUse}. */
  async findOpen(grantId: string): Promise<GrantState | null> {
    const state = await this.find(grantId);
    return state && !reasonWhyOver(state) ? state : null;
  }

  /** Also counts as a use of the session, which keeps it from idling. */
  async noteUse({ id, session_id, stale }: GrantState): Promise<void> {
    this.sessions.noteUse(session_id);
    if (stale) await this.states.touch(id);
  }

  private async find(grantId: string): Promise<GrantState | null> {
    const state = await this.states.find(grantId);
    if (!state?.idle) return state;
    // A recent use is possibly still unwritten.
    await this.sessions.writeActivity();
    return this.states.find(grantId);
  }
}

function scopesOf(credential: Principal['credential']): ReadonlySet<string> | undefined {
  if (credential.type === 'oauth') return credential.scopes;
  return credential.type === 'session' ? credential.console?.scopes : undefined;
}

function reasonWhyOver(state: GrantState | null): UnauthorizedReason | null {
  if (!state || state.ended || state.user_status !== 'active' || !mayUseClient(state.role, state)) return 'revoked';
  return state.idle ? 'idle_timeout' : null;
}

/** The console is the session itself in a browser, with all that only sessions may do. @param asked scopes of the token */
function principalOf(state: GrantState, asked: readonly string[]): Principal {
  const granted = state.scopes.split(' ');
  const scopes = asked.filter((name) => granted.includes(name));
  const isConsole = state.client_id === CONSOLE_CLIENT_ID;
  const held = isConsole ? [...scopes, 'directory.manage'] : scopes;
  const proof = { sessionId: state.session_id, provenAt: state.proven_at, mfaMissing: state.mfa_missing };
  return {
    userId: state.user_id,
    organizationId: state.organization_id,
    teamId: state.team_id,
    role: state.role,
    plan: state.plan,
    organizationVersion: state.organization_version,
    permissions: effectivePermissions({ role: state.role, grants: [] }, held),
    credential: isConsole
      ? { type: 'session', console: { grantId: state.id, scopes: new Set(scopes) }, ...proof }
      : { type: 'oauth', clientId: state.client_id, grantId: state.id, scopes: new Set(scopes), ...proof },
  };
}
