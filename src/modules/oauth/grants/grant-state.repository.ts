import { Injectable } from '@nestjs/common';
import type { Role } from '../../../common/principal/permissions.js';
import type { Plan } from '../../../common/principal/principal.js';
import { Database } from '../../../common/database/database.js';
import { MFA_DEMANDED } from '../../auth/mfa-demand.js';
import { IDLE_TIMEOUT, PROVEN_AT, SESSION_END, SESSIONS } from '../../auth/sessions/session.repository.js';
import type { UserStatus } from '../../users/user.entity.js';

/** Decides whether a client can act. Lists are text, times seconds: parsing arrays and dates would cost more than the lookups. */
export interface GrantState {
  id: string;
  session_id: string;
  client_id: string;
  /** Space-separated. */
  scopes: string;
  /** Unix time. */
  created_at: number;
  first_party: boolean;
  user_id: string;
  organization_id: string;
  team_id: string | null;
  role: Role;
  plan: Plan;
  organization_version: number;
  user_status: UserStatus;
  mfa_missing: boolean;
  /** Last proof of identity in the session: by a second factor if the account has one. */
  proven_at: Date | null;
  /** Latest end of the session, in Unix time. */
  session_ends_at: number;
  ended: boolean;
  idle: boolean;
  /** `last_used_at` is due for an update. */
  stale: boolean;
}

@Injectable()
export class GrantStateRepository {
  constructor(private readonly db: Database) {}

  /** The only query per request with an OAuth token: four primary key lookups. */
  async find(grantId: string): Promise<GrantState | null> {
    const [row] = await this.db.lookup<GrantState>(
      `SELECT g.id, g.session_id, g.client_id, g.first_party, array_to_string(g.scopes, ' ') AS scopes,
              extract(epoch FROM g.created_at)::int AS created_at,
              u.id AS user_id, u.organization_id, u.team_id, u.role, u.status AS user_status, o.plan,
              o.row_version AS organization_version, NOT u.mfa_enabled AND ${MFA_DEMANDED} AS mfa_missing, ${PROVEN_AT} AS proven_at,
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

  /** Updates the last use of grant and consent at most once a minute. Does not wait for locks. */
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
