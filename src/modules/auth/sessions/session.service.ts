import { Injectable, Logger } from '@nestjs/common';
import { effectivePermissions, type Principal } from '../../../common/auth/principal.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { newId } from '../../../common/ids/type-id.js';
import { SessionActivity } from './session-activity.js';
import { REFRESH_RACE_SECONDS, type SessionPolicy } from './session-policy.js';
import type { AuthenticationMethod, Session, SessionEnd } from './session.entity.js';
import { SessionRepository } from './session.repository.js';

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
  private readonly logger = new Logger(SessionService.name);

  constructor(
    private readonly sessions: SessionRepository,
    private readonly activity: SessionActivity,
    private readonly db: Database,
  ) {}

  /** The caller behind an access token. @throws AppError UNAUTHORIZED when the session is over or its user may not act */
  async authenticate(sessionId: string): Promise<Principal> {
    const state = await this.sessions.findState(sessionId);
    if (!state || state.ended || state.user_status !== 'active') throw AppError.unauthorized('jwt', 'revoked');
    if (state.idle) throw AppError.unauthorized('jwt', 'idle_timeout');
    this.activity.note(sessionId);
    return {
      userId: state.user_id,
      organizationId: state.organization_id,
      teamId: state.team_id,
      role: state.role,
      plan: state.plan,
      permissions: effectivePermissions(state.role),
      credential: { type: 'session', sessionId, provenAt: state.proven_at, mfaMissing: state.mfa_missing },
    };
  }

  /** Starts a session; one beyond the limit ends the user's least recently used. */
  async start(userId: string, client: ClientInfo, proof: Proof): Promise<Session> {
    await this.activity.write();
    return this.db.transaction(async () => {
      const now = new Date();
      const policy = required(await this.sessions.lockUser(userId));
      const session = await this.sessions.create({
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
      });
      await this.sessions.evictBeyond(userId, policy.max_concurrent_sessions);
      return session;
    });
  }

  /**
   * The session with its next generation. A token of the generation before is honoured for a moment: then the present
   * generation is answered again, not another one. Anything older was stolen or replayed, and the session ends.
   *
   * @throws AppError UNAUTHORIZED (token_type refresh)
   */
  async refresh(sessionId: string, generation: number): Promise<Session> {
    const outcome = await this.db.transaction(async () => {
      const session = await this.sessions.lock(sessionId);
      if (!session || session.ended_at !== null) return 'revoked';
      const policy = required(await this.sessions.findPolicy(session.user_id));
      const now = new Date();
      const idleSince = now.getTime() - session.last_seen_at.getTime();
      if (idleSince >= policy.idle_timeout * 1000) return 'idle_timeout';
      if (generation === session.refresh_generation) return this.rotate(session, policy, now);
      const sinceRotation = now.getTime() - session.rotated_at.getTime();
      if (generation === session.refresh_generation - 1 && sinceRotation <= REFRESH_RACE_SECONDS * 1000) return session;
      await this.sessions.end(session.user_id, sessionId, 'reuse_detected');
      return 'reuse_detected';
    });
    if (typeof outcome !== 'string') return outcome;
    if (outcome === 'reuse_detected') {
      this.logger.warn({ event: 'security.refresh_reuse_detected', session_id: sessionId });
    }
    throw AppError.unauthorized('refresh', outcome);
  }

  /**
   * Notes that the user proved once more who they are, which makes the next generation of tokens.
   *
   * @throws AppError UNAUTHORIZED when the session is over
   */
  async stepUp(sessionId: string, proof: Proof): Promise<Session> {
    return this.db.transaction(async () => {
      const session = await this.sessions.lock(sessionId);
      if (!session || session.ended_at !== null) throw AppError.unauthorized('jwt', 'revoked');
      const policy = required(await this.sessions.findPolicy(session.user_id));
      const now = new Date();
      session.authenticated_at = now;
      if (proof.secondFactor) session.second_factor_at = now;
      session.authentication_methods = [...new Set([...session.authentication_methods, ...proof.methods])];
      return this.rotate(session, policy, now);
    });
  }

  async listOpen(userId: string): Promise<Session[]> {
    await this.activity.write();
    return this.sessions.listOpen(userId);
  }

  /** Ends one session of the user, or all; answers how many ended. */
  logout(userId: string, sessionId: string | null): Promise<number> {
    return this.sessions.end(userId, sessionId, 'logout');
  }

  /** Ends every session of the user, save the one in which they ask for it. */
  async endAll(userId: string, reason: SessionEnd, exceptId: string | null = null): Promise<void> {
    await this.sessions.end(userId, null, reason, exceptId);
  }

  /** @throws AppError NOT_FOUND when the user has no such open session */
  async end(userId: string, sessionId: string): Promise<void> {
    if ((await this.sessions.end(userId, sessionId, 'ended_by_user')) === 0) throw AppError.notFound('session');
  }

  /** Under the session's lock. */
  private async rotate(session: Session, policy: SessionPolicy, now: Date): Promise<Session> {
    const rotated: Session = {
      ...session,
      refresh_generation: session.refresh_generation + 1,
      rotated_at: now,
      last_seen_at: now,
      access_lifetime: policy.session_timeout,
    };
    await this.sessions.rotate(rotated);
    return rotated;
  }
}

function required(policy: SessionPolicy | null): SessionPolicy {
  if (!policy) throw AppError.unauthorized('jwt', 'revoked');
  return policy;
}
