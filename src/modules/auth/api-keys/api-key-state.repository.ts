import { Injectable } from '@nestjs/common';
import type { Grant, Role } from '../../../common/auth/permissions.js';
import type { Plan } from '../../../common/auth/principal.js';
import { Database } from '../../../common/database/database.js';
import type { UserStatus } from '../../users/user.entity.js';
import { MFA_DEMANDED } from '../mfa-demand.js';

/** All that decides whether a request with an API key is served, in one row. */
export interface ApiKeyState {
  id: string;
  scopes: string[];
  /** When this very key stops working: one that was replaced by a rotation sooner than its successor. */
  expires_at: Date | null;
  expired: boolean;
  allowed_cidrs: string[] | null;
  /** `last_used_at` is old enough to be written again. */
  stale: boolean;
  owner_id: string;
  organization_id: string;
  team_id: string | null;
  role: Role;
  grants: Grant[];
  plan: Plan;
  owner_status: UserStatus;
  /** The organization demands a second factor of the owner, a person who has none yet. */
  mfa_missing: boolean;
}

const COLUMNS = `k.id, k.scopes, e.expires_at, coalesce(e.expires_at <= now(), false) AS expired, k.allowed_cidrs,
              coalesce(k.last_used_at <= now() - interval '1 minute', true) AS stale,
              u.id AS owner_id, u.organization_id, u.team_id, u.role, u.grants, u.status AS owner_status, o.plan,
              NOT u.mfa_enabled AND ${MFA_DEMANDED} AS mfa_missing`;
const OWNER = 'JOIN users u ON u.id = k.owner_id JOIN organizations o ON o.id = u.organization_id';

/** API keys as every request that carries one sees them. */
/** For keys without an end: the release before 0.2.0 still makes some while nodes are upgraded one after another. */
const LONGEST_LIFE = `interval '365 days'`;

@Injectable()
export class ApiKeyStateRepository {
  constructor(private readonly db: Database) {}

  /** The one query that such a request costs: look-ups in the two unique indexes of hashes and by primary keys. */
  async find(keyHash: Buffer): Promise<ApiKeyState | null> {
    const [row] = await this.db.query<ApiKeyState>(
      `SELECT ${COLUMNS}
       FROM api_keys k
       CROSS JOIN LATERAL (
         SELECT CASE WHEN k.key_hash = $1 THEN life.ends_at ELSE least(k.previous_expires_at, life.ends_at) END AS expires_at
         FROM (SELECT coalesce(k.expires_at, k.created_at + ${LONGEST_LIFE}) AS ends_at) life
       ) e
       ${OWNER}
       WHERE (k.key_hash = $1 OR k.previous_key_hash = $1) AND u.removed_at IS NULL`,
      [keyHash],
    );
    return row ?? null;
  }

  /**
   * Writes that the key is in use, at most once a minute. Who finds the row taken passes on: another request writes the
   * same, or somebody is changing the key, and no request waits for that.
   */
  async touch(id: string): Promise<void> {
    // The key is shown with its last use, so there is a new version of it: an ETag stands for all that is shown.
    await this.db.query(
      `UPDATE api_keys SET last_used_at = now(), row_version = row_version + 1
       WHERE id IN (SELECT id FROM api_keys
                    WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= now() - interval '1 minute')
                    FOR NO KEY UPDATE SKIP LOCKED)`,
      [id],
    );
  }

  /** Whether a refusal of the key's address is to be recorded now: once a minute, on all nodes together. */
  async claimRefusal(id: string): Promise<boolean> {
    const rows = await this.db.query<{ id: string }>(
      `UPDATE api_keys SET last_refused_at = now()
       WHERE id IN (SELECT id FROM api_keys
                    WHERE id = $1 AND (last_refused_at IS NULL OR last_refused_at <= now() - interval '1 minute')
                    FOR NO KEY UPDATE SKIP LOCKED)
       RETURNING id`,
      [id],
    );
    return rows.length > 0;
  }
}
