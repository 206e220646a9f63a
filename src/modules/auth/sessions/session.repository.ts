import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Role } from '../../../common/auth/permissions.js';
import type { Plan } from '../../../common/auth/principal.js';
import type { UserStatus } from '../../users/user.entity.js';
import { SESSION_POLICY } from './session-policy.js';
import { Session, type SessionEnd } from './session.entity.js';

/** All that decides whether a request with an access token is served, in one row. */
export interface SessionState {
  user_id: string;
  organization_id: string;
  team_id: string | null;
  role: Role;
  plan: Plan;
  user_status: UserStatus;
  ended: boolean;
  idle: boolean;
}

const OPEN = `ended_at IS NULL AND expires_at > now() AND last_seen_at > now() - make_interval(secs => ${SESSION_POLICY.idle_timeout})`;

@Injectable()
export class SessionRepository {
  constructor(private readonly db: Database) {}

  /** The one query that an authenticated request costs: three primary key look-ups. */
  async findState(sessionId: string): Promise<SessionState | null> {
    const [row] = await this.db.query<SessionState>(
      `SELECT u.id AS user_id, u.organization_id, u.team_id, u.role, u.status AS user_status, o.plan,
              s.ended_at IS NOT NULL AS ended,
              s.last_seen_at <= now() - make_interval(secs => ${SESSION_POLICY.idle_timeout}) AS idle
       FROM sessions s JOIN users u ON u.id = s.user_id JOIN organizations o ON o.id = u.organization_id
       WHERE s.id = $1`,
      [sessionId],
    );
    return row ?? null;
  }

  /**
   * Writes when sessions were last used, as milliseconds ago. Passes over what another transaction holds: waiting for
   * many rows could end in a deadlock, and the next use is written again. What is over stays so.
   */
  async recordUse(sessionIds: string[], millisecondsAgo: number[]): Promise<void> {
    await this.db.query(
      `WITH free AS (
         SELECT id, now() - make_interval(secs => used.ms / 1000.0) AS used_at
         FROM sessions JOIN unnest($1::text[], $2::float8[]) AS used (session_id, ms) ON used.session_id = id
         WHERE ${OPEN}
         ORDER BY id FOR NO KEY UPDATE OF sessions SKIP LOCKED)
       UPDATE sessions SET last_seen_at = greatest(last_seen_at, free.used_at) FROM free WHERE sessions.id = free.id`,
      [sessionIds, millisecondsAgo],
    );
  }

  create(session: Session): Promise<Session> {
    return this.db.repository(Session).save(session);
  }

  /** Takes the session for the rest of the transaction, so that parallel refreshes come one after the other. */
  lock(sessionId: string): Promise<Session | null> {
    return this.db.repository(Session).findOne({ where: { id: sessionId }, lock: { mode: 'pessimistic_write' } });
  }

  async rotate(session: Session, rotatedAt: Date): Promise<void> {
    await this.db.repository(Session).update(session.id, {
      refresh_generation: session.refresh_generation + 1,
      rotated_at: rotatedAt,
      last_seen_at: rotatedAt,
    });
  }

  /** Keeps logins of one user apart until the end of the transaction: the limit of open sessions holds for parallel ones too. */
  async lockUser(userId: string): Promise<void> {
    await this.db.query(`SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE`, [userId]);
  }

  async evictBeyond(userId: string, limit: number): Promise<void> {
    await this.db.query(
      `UPDATE sessions SET ended_at = now(), end_reason = 'evicted'
       WHERE id IN (SELECT id FROM sessions WHERE user_id = $1 AND ${OPEN} ORDER BY last_seen_at DESC, id DESC OFFSET $2)`,
      [userId, limit],
    );
  }

  listOpen(userId: string): Promise<Session[]> {
    return this.db.query<Session>(`SELECT * FROM sessions WHERE user_id = $1 AND ${OPEN} ORDER BY id DESC`, [userId]);
  }

  /** Forgets sessions that were over, by logout, age or idleness, for 30 days. */
  async deleteEnded(): Promise<void> {
    await this.db.query(
      `DELETE FROM sessions WHERE least(ended_at, expires_at, last_seen_at) <= now() - interval '30 days'`,
    );
  }

  /** Ends open sessions of the user, one or (sessionId null) all; answers how many there were. */
  async end(userId: string, sessionId: string | null, reason: SessionEnd): Promise<number> {
    const rows = await this.db.query<{ id: string }>(
      `UPDATE sessions SET ended_at = now(), end_reason = $3
       WHERE user_id = $1 AND ($2::text IS NULL OR id = $2) AND ${OPEN} RETURNING id`,
      [userId, sessionId, reason],
    );
    return rows.length;
  }
}
