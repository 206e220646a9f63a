import { Injectable } from '@nestjs/common';
import type { Role } from '../../../common/auth/permissions.js';
import type { Plan } from '../../../common/auth/principal.js';
import { Database } from '../../../common/database/database.js';
import { MFA_DEMANDED } from '../../auth/mfa-demand.js';
import { IDLE_TIMEOUT, PROVEN_AT, SESSION_END, SESSIONS } from '../../auth/sessions/session.repository.js';
import type { UserStatus } from '../../users/user.entity.js';

/**
 * All that decides whether a client may act within a grant, in one row. Lists as text and times as seconds: reading arrays and
 * dates out of every request's row would cost more than the look-ups.
 */
export interface GrantState {
  id: string;
  session_id: string;
  client_id: string;
  /** Names of scopes, with spaces between them. */
  scopes: string;
  /** Unix time. */
  created_at: number;
  first_party: boolean;
  user_id: string;
  organization_id: string;
  team_id: string | null;
  role: Role;
  plan: Plan;
  user_status: UserStatus;
  mfa_missing: boolean;
  /** Last proof of identity in the session: by a second factor where the account has one. */
  proven_at: Date | null;
  /** When the session is over at the latest, in Unix time. */
  session_ends_at: number;
  ended: boolean;
  idle: boolean;
  /** `last_used_at` is old enough to be written again. */
  stale: boolean;
}

/** Grants as every request that is made within one sees them. */
@Injectable()
export class GrantStateRepository {
  constructor(private readonly db: Database) {}

  /** The one query that a request with an OAuth token costs: four primary key look-ups. */
  async find(grantId: string): Promise<GrantState | null> {
    const [row] = await this.db.query<GrantState>(
      `SELECT g.id, g.session_id, g.client_id, g.first_party, array_to_string(g.scopes, ' ') AS scopes,
              extract(epoch FROM g.created_at)::int AS created_at,
              u.id AS user_id, u.organization_id, u.team_id, u.role, u.status AS user_status, o.plan,
              NOT u.mfa_enabled AND ${MFA_DEMANDED} AS mfa_missing, ${PROVEN_AT} AS proven_at,
              extract(epoch FROM ${SESSION_END})::int AS session_ends_at,
              s.ended_at IS NOT NULL OR ${SESSION_END} <= now() AS ended,
              s.last_seen_at <= now() - ${IDLE_TIMEOUT} AS idle,
              coalesce(g.last_used_at <= now() - interval '1 minute', true) AS stale
       FROM ${SESSIONS} JOIN oauth_grants g ON g.session_id = s.id
       WHERE g.id = $1 AND u.removed_at IS NULL`,
      [grantId],
    );
    return row ?? null;
  }

  /** Writes that grant and consent are in use, at most once a minute, and waits for nobody. */
  async touch(id: string): Promise<void> {
    await this.db.query(
      `WITH used AS (
         UPDATE oauth_grants SET last_used_at = now()
         WHERE id IN (SELECT id FROM oauth_grants
                      WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= now() - interval '1 minute')
                      FOR NO KEY UPDATE SKIP LOCKED)
         RETURNING consent_id)
       UPDATE oauth_consents SET last_used_at = now()
       WHERE id IN (SELECT k.id FROM oauth_consents k JOIN used ON used.consent_id = k.id
                    FOR NO KEY UPDATE OF k SKIP LOCKED)`,
      [id],
    );
  }
}
