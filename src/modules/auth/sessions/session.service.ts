import { Injectable } from '@nestjs/common';
import { effectivePermissions, type Principal } from '../../../common/auth/principal.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { newId } from '../../../common/ids/type-id.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { SessionActivity } from './session-activity.js';
import type { UserSessionPolicy } from './session-policy.js';
import type { AuthenticationMethod, Session, SessionEnd } from './session.entity.js';
import { SessionRepository, type SessionState } from './session.repository.js';

/** Where a session was started from. */
export interface ClientInfo {
  device: string | null;
  ip: string | null;
}

/** How a user just proved who they are. */
export interface Proof {
  methods: readonly AuthenticationMethod[];
  /** Whether a second factor was among them. */
  secondFactor: boolean;
}

/** Sessions: the only thing a token stands for. Ending one is a write to its row, and every request reads that row. */
@Injectable()
export class SessionService {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly activity: SessionActivity,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  /** The caller behind an access token. @throws AppError UNAUTHORIZED when the session is over or its user may not act */
  async authenticate(sessionId: string): Promise<Principal> {
    const principal = await this.look(sessionId);
    this.activity.note(sessionId);
    return principal;
  }

  /** {@link authenticate} without it being a use of the session. @throws AppError UNAUTHORIZED */
  async look(sessionId: string): Promise<Principal> {
    let state = open(await this.sessions.findState(sessionId));
    if (state.idle) {
      // Unless it was used a moment ago, which is not written yet.
      await this.activity.write();
      state = open(await this.sessions.findState(sessionId));
      if (state.idle) throw AppError.unauthorized('jwt', 'idle_timeout');
    }
    return {
      userId: state.user_id,
      organizationId: state.organization_id,
      teamId: state.team_id,
      role: state.role,
      plan: state.plan,
      permissions: effectivePermissions({ role: state.role, grants: [] }),
      credential: { type: 'session', sessionId, provenAt: state.proven_at, mfaMissing: state.mfa_missing },
    };
  }

  /**
   * Writes when sessions were last used, for {@link start} to find the least recently used. Before any transaction: inside
   * one it would wait for a second connection while it holds the first.
   */
  writeActivity(): Promise<void> {
    return this.activity.write();
  }

  /** Notes a use of the session by a client that its user lets act. */
  noteUse(sessionId: string): void {
    this.activity.note(sessionId);
  }

  /** Starts a session; one beyond the limit ends the user's least recently used. */
  async start(userId: string, client: ClientInfo, proof: Proof): Promise<Session> {
    return this.db.transaction(async () => {
      const policy = required(await this.sessions.lockUser(userId));
      // Not before the lock: of parallel logins, who starts last is to be the newest.
      const now = new Date();
      const session: Session = {
        id: newId('session'),
        user_id: userId,
        device: client.device,
        ip: client.ip,
        authenticated_at: now,
        second_factor_at: proof.secondFactor ? now : null,
        authentication_methods: [...proof.methods],
        access_lifetime: policy.session_timeout,
        refresh_generation: 1,
        rotated_at: now,
        last_seen_at: now,
        expires_at: new Date(now.getTime() + policy.refresh_token_expiry * 1000),
        ended_at: null,
        end_reason: null,
        created_at: now,
      };
      const { max_concurrent_sessions: limit, organization_id } = policy;
      for (const id of await this.sessions.create(session, limit)) {
        await this.audit.record({
          action: 'session.evicted',
          target: { type: 'session', id },
          actor: { type: 'user', id: userId, session_id: session.id },
          organization_id,
        });
      }
      return session;
    });
  }

  /** Under the user's lock, before what outlasts a session. @throws AppError UNAUTHORIZED (revoked) when it is over */
  async requireOpen(sessionId: string, userId: string): Promise<void> {
    if (!(await this.sessions.isOpen(sessionId, userId))) throw AppError.unauthorized('jwt', 'revoked');
  }

  /**
   * Keeps the caller's session open until the end of the transaction, before what outlasts it: a change of the password, which
   * ends it, comes after or is waited for. Before rows of the user's are locked. Other credentials have no session to end.
   *
   * @throws AppError UNAUTHORIZED (revoked) when it is over
   */
  async holdOpen({ userId, credential }: Principal): Promise<void> {
    if (credential.type !== 'session') return;
    await this.sessions.lockUser(userId);
    await this.requireOpen(credential.sessionId, userId);
  }

  /** Notes a proof by a second factor. The tokens, which say nothing of that, stay good. @throws as {@link requireOpen} */
  async noteSecondFactor(sessionId: string, methods: readonly AuthenticationMethod[]): Promise<void> {
    if (!(await this.sessions.noteSecondFactor(sessionId, methods))) throw AppError.unauthorized('jwt', 'revoked');
  }

  async listOpen(userId: string): Promise<Session[]> {
    await this.activity.write();
    return this.sessions.listOpen(userId);
  }

  /** Signs the user out of one session, or of all; answers how many ended. Before a transaction around it, {@link writeActivity}. */
  async logout(userId: string, sessionId: string | null): Promise<number> {
    return this.db.transaction(async () => {
      // Apart from the user's other changes, whose transactions may hold one session and end the others.
      if (sessionId === null) await this.sessions.lockUser(userId);
      const ended = await this.sessions.end(userId, sessionId, 'logout');
      if (ended.length > 0) {
        await this.audit.record({
          action: 'auth.logout',
          target: sessionId === null ? { type: 'user', id: userId } : { type: 'session', id: sessionId },
          details: { sessions: ended.map(({ id }) => id) },
        });
      }
      return ended.length;
    });
  }

  /** Signs the user out of the session by what their browser remembers, not by a token. */
  async signOut(userId: string, sessionId: string): Promise<void> {
    await this.db.transaction(async () => {
      for (const { id, organization_id } of await this.sessions.end(userId, sessionId, 'logout')) {
        await this.audit.record({
          action: 'auth.logout',
          target: { type: 'session', id },
          details: { sessions: [id] },
          actor: { type: 'user', id: userId, session_id: id },
          organization_id,
        });
      }
    });
  }

  /** Ends every session of the user, save the one in which they ask for it. */
  async endAll(userId: string, reason: SessionEnd, exceptId: string | null = null): Promise<void> {
    await this.endAndRecord(userId, null, reason, exceptId);
  }

  /** @throws AppError NOT_FOUND when the user has no such open session */
  async end(userId: string, sessionId: string): Promise<void> {
    await this.activity.write();
    if ((await this.endAndRecord(userId, sessionId, 'ended_by_user')) === 0) throw AppError.notFound('session');
  }

  private endAndRecord(
    userId: string,
    sessionId: string | null,
    reason: SessionEnd,
    exceptId: string | null = null,
  ): Promise<number> {
    return this.db.transaction(async () => {
      const ended = await this.sessions.end(userId, sessionId, reason, exceptId);
      for (const { id, organization_id } of ended) {
        await this.audit.record({
          action: 'session.ended',
          target: { type: 'session', id },
          reason,
          details: { user_id: userId },
          organization_id,
        });
      }
      return ended.length;
    });
  }
}

/** @throws AppError UNAUTHORIZED when the session is over (but for idleness), or its user may not act or not in person */
function open(state: SessionState | null): SessionState {
  if (!state || state.ended || state.user_status !== 'active' || state.role === 'api_user') {
    throw AppError.unauthorized('jwt', 'revoked');
  }
  if (state.expired_at) throw AppError.unauthorized('jwt', 'expired', { expired_at: state.expired_at.toISOString() });
  return state;
}

function required(policy: UserSessionPolicy | null): UserSessionPolicy {
  if (!policy) throw AppError.unauthorized('jwt', 'revoked');
  return policy;
}
