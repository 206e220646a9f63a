import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { Signals } from '../../../common/database/signals.js';
import type { Role } from '../../../common/principal/permissions.js';
import type { Plan } from '../../../common/principal/principal.js';
import type { UserStatus } from '../../users/user.entity.js';
import { CALLER_SIGNAL } from '../auth.events.js';
import { MFA_DEMANDED } from '../mfa-demand.js';
import type { LapseRules, UserSessionPolicy } from './session-policy.js';
import { Session, type AuthenticationMethod, type SessionEnd } from './session.entity.js';

/** Everything that decides whether a request with an access token is served. */
export interface SessionState {
  user_id: string;
  organization_id: string;
  team_id: string | null;
  role: Role;
  plan: Plan;
  organization_version: number;
  user_status: UserStatus;
  /** Last proof of identity: by a second factor if the account has one. */
  proven_at: Date | null;
  /** The organization requires a second factor that the user does not have. */
  mfa_missing: boolean;
  ended: boolean;
  /** Null unless the session has reached its maximum age. */
  expired_at: Date | null;
  idle: boolean;
}

export interface EndedSession {
  id: string;
  organization_id: string;
}

/** SQL: idle timeout of organization `o`. */
export const IDLE_TIMEOUT = `make_interval(secs => o.idle_timeout)`;
/** SQL: latest end of session `s` of organization `o`, as `endOf` of the policy. */
export const SESSION_END = `least(s.expires_at, s.created_at + make_interval(secs => o.refresh_token_expiry))`;
export const SESSIONS = `sessions s JOIN users u ON u.id = s.user_id JOIN organizations o ON o.id = u.organization_id`;
/** SQL: why session `s` has lapsed, or null. */
export const LAPSED = `CASE WHEN ${SESSION_END} <= now() THEN 'expired' WHEN s.last_seen_at <= now() - ${IDLE_TIMEOUT} THEN 'idle' END`;
/** SQL for {@link SESSIONS}: see `SessionCredential.provenAt`. */
export const PROVEN_AT = `CASE WHEN u.mfa_enabled THEN s.second_factor_at ELSE s.authenticated_at END`;
/** SQL for {@link SESSIONS}: neither ended nor lapsed. */
export const OPEN = `s.ended_at IS NULL AND ${LAPSED} IS NULL`;

@Injectable()
export class SessionRepository {
  constructor(
    private readonly db: Database,
    private readonly signals: Signals,
  ) {}

  /** The only query per authenticated request: three primary key lookups. */
  async findState(sessionId: string): Promise<SessionState | null> {
    const [row] = await this.db.lookup<SessionState>(
      `SELECT u.id AS user_id, u.organization_id, u.team_id, u.role, u.status AS user_status, o.plan,
              o.row_version AS organization_version, ${PROVEN_AT} AS proven_at,
              NOT u.mfa_enabled AND ${MFA_DEMANDED} AS mfa_missing,
              s.ended_at IS NOT NULL AS ended, CASE WHEN ${SESSION_END} <= now() THEN ${SESSION_END} END AS expired_at,
              s.last_seen_at <= now() - ${IDLE_TIMEOUT} AS idle
       FROM ${SESSIONS}
       WHERE s.id = $1 AND u.removed_at IS NULL`,
      [sessionId],
    );
    return row ?? null;
  }

  /** `millisecondsAgo` belongs to `sessionIds` by index. Skips locked rows, because waiting for many rows can deadlock. */
  async recordUse(sessionIds: string[], millisecondsAgo: number[]): Promise<void> {
    await this.db.query(
      `WITH used AS (
         SELECT id, now() - make_interval(secs => ms / 1000.0) AS at FROM unnest($1::text[], $2::float8[]) AS u (id, ms)),
       free AS (
         SELECT s.id, used.at FROM ${SESSIONS} JOIN used ON used.id = s.id
         WHERE s.ended_at IS NULL AND ${SESSION_END} > used.at AND s.last_seen_at > used.at - ${IDLE_TIMEOUT}
         ORDER BY s.id FOR NO KEY UPDATE OF s SKIP LOCKED)
       UPDATE sessions SET last_seen_at = greatest(last_seen_at, free.at) FROM free WHERE sessions.id = free.id`,
      [sessionIds, millisecondsAgo],
    );
  }

  /** Locks the session until the end of the transaction, which serializes parallel refreshes. */
  lock(sessionId: string): Promise<Session | null> {
    return this.db.repository(Session).findOne({ where: { id: sessionId }, lock: { mode: 'pessimistic_write' } });
  }

  async renew(session: Session): Promise<void> {
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

  /** Whether the session belongs to the user, is open, and the user can act. */
  async isOpen(sessionId: string, userId: string): Promise<boolean> {
    const rows = await this.db.query(
      `SELECT 1 FROM ${SESSIONS}
       WHERE s.id = $1 AND s.user_id = $2 AND s.ended_at IS NULL AND ${SESSION_END} > now()
         AND u.status = 'active' AND u.removed_at IS NULL`,
      [sessionId, userId],
    );
    return rows.length > 0;
  }

  async noteSecondFactor(sessionId: string, methods: readonly AuthenticationMethod[]): Promise<boolean> {
    const rows = await this.db.query(
      `UPDATE sessions SET second_factor_at = now(),
         authentication_methods = authentication_methods
           || ARRAY(SELECT m FROM unnest($2::text[]) m WHERE m <> ALL (authentication_methods))
       WHERE id = $1 AND ended_at IS NULL RETURNING id`,
      [sessionId, methods],
    );
    return rows.length > 0;
  }

  async findPolicy(userId: string): Promise<UserSessionPolicy | null> {
    return (await this.policies(userId, ''))[0] ?? null;
  }

  /** The lock of {@link lockUser}, from the next statement on. */
  async holdUser(userId: string): Promise<void> {
    await this.db.defer(`SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE`, [userId]);
  }

  /** {@link findPolicy} with a lock that serializes the user's logins, so that the session limit holds for parallel ones. */
  async lockUser(userId: string): Promise<UserSessionPolicy | null> {
    return (await this.policies(userId, 'FOR NO KEY UPDATE OF u'))[0] ?? null;
  }

  /**
   * Inserts the session and ends the least recently used other ones beyond `limit`; returns their ids. Never ends the new one, even with
   * clock skew between nodes. Lapsed sessions are ended too, because a longer idle timeout would reopen them.
   */
  async create(session: Session, limit: number): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `WITH started AS (
         INSERT INTO sessions (id, user_id, device, ip, authenticated_at, second_factor_at, authentication_methods,
           access_lifetime, refresh_generation, rotated_at, last_seen_at, expires_at, created_at)
         VALUES ($1, $2, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)),
       others AS (
         SELECT s.id, lapsed, row_number() OVER (PARTITION BY lapsed ORDER BY s.last_seen_at DESC, s.id DESC) AS place
         FROM ${SESSIONS}, LATERAL (SELECT ${LAPSED} AS lapsed) AS l
         WHERE s.user_id = $2 AND s.id <> $1 AND s.ended_at IS NULL),
       going AS (
         SELECT s.id, lapsed FROM sessions s JOIN others ON others.id = s.id
         WHERE s.ended_at IS NULL AND (lapsed IS NOT NULL OR place >= $3)
         ORDER BY s.id FOR NO KEY UPDATE OF s),
       gone AS (
         UPDATE sessions SET ended_at = now(), end_reason = coalesce(lapsed, 'evicted')
         FROM going WHERE sessions.id = going.id RETURNING going.id, lapsed)
       SELECT id FROM gone WHERE lapsed IS NULL`,
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
    if (rows.length > 0) await this.signals.send(CALLER_SIGNAL, session.user_id);
    return rows.map(({ id }) => id);
  }

  listOpen(userId: string): Promise<Session[]> {
    return this.db.query<Session>(`SELECT s.* FROM ${SESSIONS} WHERE s.user_id = $1 AND ${OPEN} ORDER BY s.id DESC`, [
      userId,
    ]);
  }

  async deleteEnded(): Promise<void> {
    await this.db.query(
      `DELETE FROM sessions WHERE id IN (
         SELECT s.id FROM ${SESSIONS}
         WHERE least(s.ended_at, s.expires_at, s.last_seen_at + ${IDLE_TIMEOUT}) <= now() - interval '30 days')`,
    );
  }

  /** Ends one session or, with `sessionId` null, all except `exceptId`, lapsed ones included. Returns those that were open. */
  async end(
    userId: string,
    sessionId: string | null,
    reason: SessionEnd,
    exceptId: string | null = null,
  ): Promise<EndedSession[]> {
    const ended = await this.db.query<EndedSession>(
      `WITH going AS (
         SELECT s.id, u.organization_id, ${LAPSED} AS lapsed FROM ${SESSIONS}
         WHERE s.user_id = $1 AND ($2::text IS NULL OR s.id = $2) AND s.id IS DISTINCT FROM $4 AND s.ended_at IS NULL
         ORDER BY s.id FOR NO KEY UPDATE OF s),
       gone AS (
         UPDATE sessions SET ended_at = now(), end_reason = coalesce(lapsed, $3) FROM going WHERE sessions.id = going.id
         RETURNING going.id, organization_id, lapsed)
       SELECT id, organization_id FROM gone WHERE lapsed IS NULL`,
      [userId, sessionId, reason, exceptId],
    );
    // Also without open sessions: the account may have API keys.
    await this.signals.send(CALLER_SIGNAL, userId);
    return ended;
  }

  async endAll(reason: SessionEnd): Promise<void> {
    await this.db.query(`UPDATE sessions SET ended_at = now(), end_reason = $1 WHERE ended_at IS NULL`, [reason]);
  }

  /** Ends sessions of the organization that have lapsed by `rules`, which can differ from its current settings. */
  async endLapsed(organizationId: string, rules: LapseRules): Promise<void> {
    await this.db.query(
      `WITH going AS (
         SELECT s.id, ${LAPSED} AS lapsed
         FROM sessions s JOIN users u ON u.id = s.user_id
           JOIN (VALUES ($1::text, $2::integer, $3::integer)) AS o (id, idle_timeout, refresh_token_expiry)
             ON o.id = u.organization_id
         WHERE s.ended_at IS NULL AND ${LAPSED} IS NOT NULL
         ORDER BY s.id FOR NO KEY UPDATE OF s)
       UPDATE sessions SET ended_at = now(), end_reason = lapsed FROM going WHERE sessions.id = going.id`,
      [organizationId, rules.idle_timeout, rules.refresh_token_expiry],
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
