import { Injectable } from '@nestjs/common';
import type { Grant, Role } from '../../../common/principal/permissions.js';
import type { Plan } from '../../../common/principal/principal.js';
import { Database } from '../../../common/database/database.js';
import type { UserStatus } from '../../users/user.entity.js';
import { MFA_DEMANDED } from '../mfa-demand.js';

/** Everything that decides whether a request with an API key is served. */
export interface ApiKeyState {
  id: string;
  scopes: string[];
  /** Expiry of the presented secret, which a rotation may have shortened. */
  expires_at: Date | null;
  expired: boolean;
  allowed_cidrs: string[] | null;
  /** `last_used_at` is due for an update. */
  stale: boolean;
  owner_id: string;
  /** In a sandbox, the account that the owner mirrors. Role, grants and status are the account's. */
  account_id: string | null;
  organization_id: string;
  team_id: string | null;
  role: Role;
  grants: Grant[];
  plan: Plan;
  organization_version: number;
  owner_status: UserStatus;
  /** The organization requires a second factor that the owner does not have. */
  mfa_missing: boolean;
}

const COLUMNS = `k.id, k.scopes, e.expires_at, coalesce(e.expires_at <= now(), false) AS expired, k.allowed_cidrs,
              coalesce(k.last_used_at <= now() - interval '1 minute', true) AS stale,
              u.id AS owner_id, u.mirror_of AS account_id, u.organization_id, u.team_id, coalesce(a.role, u.role) AS role,
              coalesce(a.grants, u.grants) AS grants, coalesce(a.status, u.status) AS owner_status, o.plan,
              o.row_version AS organization_version, NOT u.mfa_enabled AND ${MFA_DEMANDED} AS mfa_missing`;
const OWNER = `JOIN users u ON u.id = k.owner_id JOIN organizations o ON o.id = u.organization_id
       LEFT JOIN users a ON a.id = u.mirror_of`;

/** For keys without an expiry, which releases before 0.2.0 still create during a rolling upgrade. */
const LONGEST_LIFE = `interval '365 days'`;

@Injectable()
export class ApiKeyStateRepository {
  constructor(private readonly db: Database) {}

  /** The only query per request: lookups in two unique indexes of hashes and by primary keys. */
  async find(keyHash: Buffer): Promise<ApiKeyState | null> {
    const [row] = await this.db.lookup<ApiKeyState>(
      `SELECT ${COLUMNS}
       FROM api_keys k
       CROSS JOIN LATERAL (
         SELECT CASE WHEN k.key_hash = $1 THEN life.ends_at ELSE least(k.previous_expires_at, life.ends_at) END AS expires_at
         FROM (SELECT coalesce(k.expires_at, k.created_at + ${LONGEST_LIFE}) AS ends_at) life
       ) e
       ${OWNER}
       WHERE (k.key_hash = $1 OR k.previous_key_hash = $1) AND u.removed_at IS NULL AND a.removed_at IS NULL`,
      [keyHash],
    );
    return row ?? null;
  }

  /** Updates `last_used_at` at most once a minute. Skips a locked row so that no request waits. */
  async touch(id: string): Promise<void> {
    // `last_used_at` is part of the representation, so the version changes and with it the ETag.
    await this.db.query(
      `UPDATE api_keys SET last_used_at = now(), row_version = row_version + 1
       WHERE id IN (SELECT id FROM api_keys
                    WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= now() - interval '1 minute')
                    FOR NO KEY UPDATE SKIP LOCKED)`,
      [id],
    );
  }

  /** True at most once a minute across all nodes: the refusal is then recorded. */
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
