import { Injectable } from '@nestjs/common';
import { effectivePermissions, type Principal } from '../../../common/principal/principal.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { newId } from '../../../common/ids/type-id.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { SessionActivity } from './session-activity.js';
import type { UserSessionPolicy } from './session-policy.js';
import type { AuthenticationMethod, Session, SessionEnd } from './session.entity.js';
import { SessionRepository, type SessionState } from './session.repository.js';

export interface ClientInfo {
  device: string | null;
  ip: string | null;
}

export interface Proof {
  methods: readonly AuthenticationMethod[];
  secondFactor: boolean;
}

/** Tokens refer to sessions. Every request reads the session, so ending one takes effect immediately. */
@Injectable()
export class SessionService {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly activity: SessionActivity,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  /** @throws AppError UNAUTHORIZED when the session has ended or the user cannot act */
  async authenticate(sessionId: string): Promise<Principal> {
    const principal = await this.recheck(sessionId);
    this.activity.note(sessionId);
    return principal;
  }

  /** {@link authenticate} without recording a use. @throws AppError UNAUTHORIZED */
  async recheck(sessionId: string): Promise<Principal> {
    let state = open(await this.sessions.findState(sessionId));
    if (state.idle) {
      // A recent use is possibly still unwritten.
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
      organizationVersion: state.organization_version,
      permissions: effectivePermissions({ role: state.role, grants: [] }),
      credential: { type: 'session', sessionId, provenAt: state.proven_at, mfaMissing: state.mfa_missing },
    };
  }

  /** Writes pending last-use times. Call before a transaction: inside one it would wait for a second connection. */
  writeActivity(): Promise<void> {
    return this.activity.write();
  }

  /** For use by an OAuth client of the user. */
  noteUse(sessionId: string): void {
    this.activity.note(sessionId);
  }

  async start(userId: string, client: ClientInfo, proof: Proof): Promise<Session> {
    return this.db.transaction(async () => {
      const policy = required(await this.sessions.lockUser(userId));
      // After the lock, so that the last of several parallel logins gets the latest time.
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

  /** Requires the user's lock. @throws AppError UNAUTHORIZED (revoked) when the session has ended */
  async requireOpen(sessionId: string, userId: string): Promise<void> {
    if (!(await this.sessions.isOpen(sessionId, userId))) throw AppError.unauthorized('jwt', 'revoked');
  }

  /**
   * Keeps the caller's session open until the end of the transaction, before an action that outlasts it. A password change, which ends the
   * session, waits. Call before locking rows of the user. Other credentials are not affected.
   * @throws AppError UNAUTHORIZED (revoked) when the session has ended
   */
  async holdOpen({ userId, sandbox, credential }: Principal): Promise<void> {
    if (credential.type !== 'session') return;
    const accountId = sandbox?.accountId ?? userId;
    await this.sessions.holdUser(accountId);
    await this.requireOpen(credential.sessionId, accountId);
  }

  /** Records a proof by a second factor. Tokens stay valid. @throws as {@link requireOpen} */
  async noteSecondFactor(sessionId: string, methods: readonly AuthenticationMethod[]): Promise<void> {
    if (!(await this.sessions.noteSecondFactor(sessionId, methods))) throw AppError.unauthorized('jwt', 'revoked');
  }

  async listOpen(userId: string): Promise<Session[]> {
    await this.activity.write();
    return this.sessions.listOpen(userId);
  }

  /** `sessionId` null ends all. Returns the number of ended sessions. In a transaction, call {@link writeActivity} before it. */
  async logout(userId: string, sessionId: string | null): Promise<number> {
    return this.db.transaction(async () => {
      // Serialized with the user's other changes, which can hold one session and end the others.
      if (sessionId === null) await this.sessions.holdUser(userId);
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

  /** Signs out of the session that the browser's cookie names. */
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

  async endAll(userId: string, reason: SessionEnd, exceptId: string | null = null): Promise<void> {
    await this.endAndRecord(userId, null, reason, exceptId);
  }

  /** @throws AppError NOT_FOUND when the user has no such open session */
  async end(userId: string, sessionId: string): Promise<void> {
    await this.activity.write();
    if ((await this.endAndRecord(userId, sessionId, 'ended_by_user')) === 0) throw AppError.notFound('session');
  }

  async endOthers(userId: string, sessionId: string): Promise<void> {
    await this.activity.write();
    await this.endAndRecord(userId, null, 'ended_by_user', sessionId);
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

/** @throws AppError UNAUTHORIZED when the session has ended (idleness excepted), or its user cannot act interactively */
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
