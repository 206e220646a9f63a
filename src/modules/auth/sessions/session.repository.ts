import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Role } from '../../../common/auth/permissions.js';
import type { Plan } from '../../../common/auth/principal.js';
import type { UserStatus } from '../../users/user.entity.js';
import type { UserSessionPolicy } from './session-policy.js';
import { Session, type AuthenticationMethod, type SessionEnd } from './session.entity.js';

/** All that decides whether a request with an access token is served, in one row. */
export interface SessionState {
  user_id: string;
  organization_id: string;
  team_id: string | null;
  role: Role;
  plan: Plan;
  user_status: UserStatus;
  /** Last proof of identity: by a second factor where the account has one. */
  proven_at: Date | null;
  /** The organization demands a second factor of this user, who has none yet. */
  mfa_missing: boolean;
  ended: boolean;
  idle: boolean;
}

/** A session that was ended, and whose trail says so. */
export interface EndedSession {
  id: string;
  organization_id: string;
}

/** Whether a second factor is demanded of user `u` of organization `o`. */
export const MFA_DEMANDED = `o.mfa_policy = 'required' AND (o.mfa_required_roles = '{}' OR u.role = ANY (o.mfa_required_roles))`;
/** How long a session of organization `o` may go unused. */
export const IDLE_TIMEOUT = `make_interval(secs => o.idle_timeout)`;
export const SESSIONS = `sessions s JOIN users u ON u.id = s.user_id JOIN organizations o ON o.id = u.organization_id`;
/** Of {@link SESSIONS}: what may still be used. */
export const OPEN = `s.ended_at IS NULL AND s.expires_at > now() AND s.last_seen_at > now() - ${IDLE_TIMEOUT}`;

@Injectable()
export class SessionRepository {
  constructor(private readonly db: Database) {}

  /** The one query that an authenticated request costs: three primary key look-ups. */
  async findState(sessionId: string): Promise<SessionState | null> {
    const [row] = await this.db.query<SessionState>(
      `SELECT u.id AS user_id, u.organization_id, u.team_id, u.role, u.status AS user_status, o.plan,
              CASE WHEN u.mfa_enabled THEN s.second_factor_at ELSE s.authenticated_at END AS proven_at,
              NOT u.mfa_enabled AND ${MFA_DEMANDED} AS mfa_missing,
              s.ended_at IS NOT NULL AS ended, s.last_seen_at <= now() - ${IDLE_TIMEOUT} AS idle
       FROM ${SESSIONS}
       WHERE s.id = $1 AND u.removed_at IS NULL`,
      [sessionId],
    );
    return row ?? null;
  }

  /**
   * Writes when sessions were last used, as milliseconds ago. Passes over what another transaction holds: waiting for
   * many rows could end in a deadlock, and the next use is written again. What was over at the time stays so.
   */
  async recordUse(sessionIds: string[], millisecondsAgo: number[]): Promise<void> {
    await this.db.query(
      `WITH used AS (
         SELECT id, now() - make_interval(secs => ms / 1000.0) AS at FROM unnest($1::text[], $2::float8[]) AS u (id, ms)),
       free AS (
         SELECT s.id, used.at FROM ${SESSIONS} JOIN used ON used.id = s.id
         WHERE s.ended_at IS NULL AND s.expires_at > used.at AND s.last_seen_at > used.at - ${IDLE_TIMEOUT}
         ORDER BY s.id FOR NO KEY UPDATE OF s SKIP LOCKED)
       UPDATE sessions SET last_seen_at = greatest(last_seen_at, free.at) FROM free WHERE sessions.id = free.id`,
      [sessionIds, millisecondsAgo],
    );
  }

  /** Takes the session for the rest of the transaction, so that parallel refreshes come one after the other. */
  lock(sessionId: string): Promise<Session | null> {
    return this.db.repository(Session).findOne({ where: { id: sessionId }, lock: { mode: 'pessimistic_write' } });
  }

  /** Writes the next generation of tokens, and what was proven with it. */
  async rotate(session: Session): Promise<void> {
    await this.db.repository(Session).update(session.id, {
      refresh_generation: session.refresh_generation,
      rotated_at: session.rotated_at,
      expires_at: session.expires_at,
      last_seen_at: session.last_seen_at,
      access_lifetime: session.access_lifetime,
      authenticated_at: session.authenticated_at,
      second_factor_at: session.second_factor_at,
      authentication_methods: session.authentication_methods,
    });
  }

  async noteSecondFactor(sessionId: string, methods: readonly AuthenticationMethod[]): Promise<void> {
    await this.db.query(
      `UPDATE sessions SET second_factor_at = now(),
         authentication_methods = authentication_methods
           || ARRAY(SELECT m FROM unnest($2::text[]) m WHERE m <> ALL (authentication_methods))
       WHERE id = $1`,
      [sessionId, methods],
    );
  }

  /** The rules for sessions of the user, as their organization has set them; null when there is no such user. */
  async findPolicy(userId: string): Promise<UserSessionPolicy | null> {
    return (await this.policies(userId, ''))[0] ?? null;
  }

  /**
   * The same, and keeps logins of one user apart until the end of the transaction: the limit of open sessions holds for
   * parallel ones too.
   */
  async lockUser(userId: string): Promise<UserSessionPolicy | null> {
    return (await this.policies(userId, 'FOR NO KEY UPDATE OF u'))[0] ?? null;
  }

  /**
   * Inserts the session and ends the least recently used of the user's other open ones, so that no more than `limit` are
   * left; answers which. Never the new one, whatever the clocks of the nodes say: nobody is to get tokens of a session that
   * is over.
   */
  async create(session: Session, limit: number): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `WITH started AS (
         INSERT INTO sessions (id, user_id, device, ip, authenticated_at, second_factor_at, authentication_methods,
           access_lifetime, refresh_generation, rotated_at, last_seen_at, expires_at, created_at)
         VALUES ($1, $2, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14))
       UPDATE sessions SET ended_at = now(), end_reason = 'evicted'
       WHERE ended_at IS NULL AND id IN (
         SELECT id FROM sessions WHERE id IN (
           SELECT s.id FROM ${SESSIONS} WHERE s.user_id = $2 AND s.id <> $1 AND ${OPEN}
           ORDER BY s.last_seen_at DESC, s.id DESC OFFSET $3 - 1)
         ORDER BY id FOR NO KEY UPDATE)
       RETURNING id`,
      [
        session.id,
        session.user_id,
        limit,
        session.device,
        session.ip,
        session.authenticated_at,
        session.second_factor_at,
        session.authentication_methods,
        session.access_lifetime,
        session.refresh_generation,
        session.rotated_at,
        session.last_seen_at,
        session.expires_at,
        session.created_at,
      ],
    );
    return rows.map(({ id }) => id);
  }

  listOpen(userId: string): Promise<Session[]> {
    return this.db.query<Session>(`SELECT s.* FROM ${SESSIONS} WHERE s.user_id = $1 AND ${OPEN} ORDER BY s.id DESC`, [
      userId,
    ]);
  }

  /** Forgets sessions that were over, by logout, age or idleness, for 30 days. */
  async deleteEnded(): Promise<void> {
    await this.db.query(
      `DELETE FROM sessions WHERE id IN (
         SELECT s.id FROM ${SESSIONS}
         WHERE least(s.ended_at, s.expires_at, s.last_seen_at + ${IDLE_TIMEOUT}) <= now() - interval '30 days')`,
    );
  }

  /** Ends open sessions of the user: one, or (sessionId null) all but `exceptId`; answers which. */
  end(
    userId: string,
    sessionId: string | null,
    reason: SessionEnd,
    exceptId: string | null = null,
  ): Promise<EndedSession[]> {
    return this.db.query<EndedSession>(
      `WITH open AS (
         SELECT s.id, u.organization_id FROM ${SESSIONS}
         WHERE s.user_id = $1 AND ($2::text IS NULL OR s.id = $2) AND s.id IS DISTINCT FROM $4 AND ${OPEN}
         ORDER BY s.id FOR NO KEY UPDATE OF s)
       UPDATE sessions SET ended_at = now(), end_reason = $3 FROM open WHERE sessions.id = open.id
       RETURNING open.id, open.organization_id`,
      [userId, sessionId, reason, exceptId],
    );
  }

  private policies(userId: string, lock: string): Promise<UserSessionPolicy[]> {
    return this.db.query<UserSessionPolicy>(
      `SELECT o.id AS organization_id, o.session_timeout, o.refresh_token_expiry, o.max_concurrent_sessions, o.idle_timeout
       FROM users u JOIN organizations o ON o.id = u.organization_id WHERE u.id = $1 ${lock}`,
      [userId],
    );
  }
}
