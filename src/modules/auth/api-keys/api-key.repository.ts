import { Injectable } from '@nestjs/common';
import type { Role } from '../../../common/auth/permissions.js';
import type { Plan } from '../../../common/auth/principal.js';
import { Database } from '../../../common/database/database.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import type { UserStatus } from '../../users/user.entity.js';
import { ApiKey } from './api-key.entity.js';

/** All that decides whether a request with an API key is served, in one row. */
export interface ApiKeyState {
  id: string;
  scopes: string[];
  expires_at: Date | null;
  /** `last_used_at` is old enough to be written again. */
  stale: boolean;
  owner_id: string;
  organization_id: string;
  team_id: string | null;
  role: Role;
  plan: Plan;
  owner_status: UserStatus;
}

@Injectable()
export class ApiKeyRepository {
  constructor(private readonly db: Database) {}

  async findState(keyHash: Buffer): Promise<ApiKeyState | null> {
    const [row] = await this.db.query<ApiKeyState>(
      `SELECT k.id, k.scopes, k.expires_at, coalesce(k.last_used_at <= now() - interval '1 minute', true) AS stale,
              u.id AS owner_id, u.organization_id, u.team_id, u.role, u.status AS owner_status, o.plan
       FROM api_keys k JOIN users u ON u.id = k.owner_id JOIN organizations o ON o.id = u.organization_id
       WHERE k.key_hash = $1`,
      [keyHash],
    );
    return row ?? null;
  }

  async touch(id: string): Promise<void> {
    await this.db.query(`UPDATE api_keys SET last_used_at = now() WHERE id = $1`, [id]);
  }

  async insert(key: ApiKey): Promise<void> {
    await this.db.repository(ApiKey).insert(key);
  }

  async list(ownerId: string, afterId: string | null, rowCount: number): Promise<KeysetRows<ApiKey>> {
    const rows = await this.db.query<ApiKey>(
      `SELECT id, organization_id, owner_id, name, prefix, scopes, expires_at, last_used_at, created_at
       FROM api_keys WHERE owner_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
      [ownerId, afterId, rowCount],
    );
    return { rows, totalCount: await this.db.repository(ApiKey).countBy({ owner_id: ownerId }) };
  }

  find(ownerId: string, id: string): Promise<ApiKey | null> {
    return this.db.repository(ApiKey).findOneBy({ id, owner_id: ownerId });
  }

  /** False when the owner has no such key. */
  async delete(ownerId: string, id: string): Promise<boolean> {
    const result = await this.db.repository(ApiKey).delete({ id, owner_id: ownerId });
    return result.affected === 1;
  }
}
