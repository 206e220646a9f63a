import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { Signals } from '../../../common/database/signals.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import type { Grant, Role } from '../../../common/principal/permissions.js';
import { CALLER_SIGNAL } from '../auth.events.js';
import { ApiKey } from './api-key.entity.js';

export type OwnedApiKey = ApiKey & { owner_role: Role; owner_grants: Grant[] };

/** The keys that a caller can see: their own and those of an organization's service accounts. */
export interface ApiKeyReach {
  userId: string;
  /** Organization id; null for callers who manage no service accounts. */
  serviceAccountsOf: string | null;
}

const COLUMNS = `k.id, k.organization_id, k.owner_id, k.created_with_id, k.name, k.prefix, k.scopes, k.expires_at, k.allowed_cidrs,
  k.previous_expires_at, k.last_used_at, k.row_version, k.created_at, k.updated_at`;

/** Queries for key management; {@link ApiKeyStateRepository} authenticates requests. */
/** SQL: keys of user $1 and, for an account, of the user that mirrors it in the sandbox. */
const OF_PERSON = 'k.owner_id IN ($1, (SELECT id FROM users WHERE mirror_of = $1))';

@Injectable()
export class ApiKeyRepository {
  constructor(
    private readonly db: Database,
    private readonly signals: Signals,
  ) {}

  async insert(key: ApiKey): Promise<void> {
    await this.db.repository(ApiKey).insert(key);
  }

  async list(ownerId: string, afterId: string | null, rowCount: number): Promise<KeysetRows<ApiKey>> {
    return this.db.list<ApiKey>(
      {
        sql: `SELECT ${COLUMNS} FROM api_keys k WHERE k.owner_id = $1 AND ($2::text IS NULL OR k.id < $2) ORDER BY k.id DESC LIMIT $3`,
        parameters: [ownerId, afterId, rowCount],
      },
      { sql: `FROM api_keys WHERE owner_id = $1`, parameters: [ownerId] },
    );
  }

  find(reach: ApiKeyReach, id: string): Promise<OwnedApiKey | null> {
    return this.reachable(reach, id, '');
  }

  lock(reach: ApiKeyReach, id: string): Promise<OwnedApiKey | null> {
    return this.reachable(reach, id, 'FOR UPDATE OF k');
  }

  /** Share-locks the key of any owner until the end of the transaction. */
  async hold(id: string): Promise<ApiKey | null> {
    const [row] = await this.db.query<ApiKey>(`SELECT ${COLUMNS} FROM api_keys k WHERE k.id = $1 FOR SHARE`, [id]);
    return row ?? null;
  }

  findMaker(id: string): Promise<ApiKey | null> {
    return this.db.repository(ApiKey).findOneBy({ id });
  }

  /** Those of the owner's sandbox included, here and below. */
  listWorking(ownerId: string, limit: number): Promise<ApiKey[]> {
    return this.db.query<ApiKey>(
      `SELECT ${COLUMNS} FROM api_keys k WHERE ${OF_PERSON} AND (k.expires_at IS NULL OR k.expires_at > now())
       ORDER BY k.id DESC LIMIT $2`,
      [ownerId, limit],
    );
  }

  lockOwned(ownerId: string): Promise<ApiKey[]> {
    return this.db.query<ApiKey>(`SELECT ${COLUMNS} FROM api_keys k WHERE ${OF_PERSON} ORDER BY k.id FOR UPDATE`, [
      ownerId,
    ]);
  }

  /** Locks all descendants, level by level, which waits for keys that are being created with one of them. */
  async lockMadeWith(ids: readonly string[]): Promise<ApiKey[]> {
    if (ids.length === 0) return [];
    const made = await this.db.query<ApiKey>(
      `SELECT ${COLUMNS} FROM api_keys k WHERE k.created_with_id = ANY ($1) ORDER BY k.id FOR UPDATE`,
      [ids],
    );
    return [...made, ...(await this.lockMadeWith(made.map(({ id }) => id)))];
  }

  /** Whether `makerId` is an ancestor of `id`. */
  async isMadeWith(makerId: string, id: string): Promise<boolean> {
    const rows = await this.db.query<{ id: string }>(
      `WITH RECURSIVE makers AS (
         SELECT created_with_id AS id FROM api_keys WHERE id = $1
         UNION SELECT k.created_with_id FROM api_keys k JOIN makers m ON k.id = m.id)
       SELECT id FROM makers WHERE id = $2`,
      [id, makerId],
    );
    return rows.length > 0;
  }

  /** Writes the editable fields. Returns the new version. */
  async update({ id, name, scopes, expires_at, allowed_cidrs }: ApiKey): Promise<ApiKey> {
    const rows = await this.db.query<ApiKey>(
      `UPDATE api_keys k SET name = $2, scopes = $3, expires_at = $4, allowed_cidrs = $5,
              row_version = row_version + 1, updated_at = now()
       WHERE k.id = $1 RETURNING ${COLUMNS}`,
      [id, name, scopes, expires_at, allowed_cidrs],
    );
    return this.told(onlyOne(rows));
  }

  /** The old hash works for `graceSeconds`, at most until its own expiry; an older one stops. Uses the database's clock. */
  async rotate(id: string, keyHash: Buffer, prefix: string, graceSeconds: number): Promise<ApiKey> {
    const rows = await this.db.query<ApiKey>(
      `UPDATE api_keys k SET previous_key_hash = key_hash, key_hash = $2, prefix = $3,
              previous_expires_at = least(now() + make_interval(secs => $4), expires_at),
              row_version = row_version + 1, updated_at = now()
       WHERE k.id = $1 RETURNING ${COLUMNS}`,
      [id, keyHash, prefix, graceSeconds],
    );
    return this.told(onlyOne(rows));
  }

  async delete(ids: readonly string[]): Promise<void> {
    const gone = await this.db.query<{ owner_id: string }>(
      `DELETE FROM api_keys WHERE id = ANY ($1) RETURNING owner_id`,
      [ids],
    );
    await this.signals.sendEach(CALLER_SIGNAL, [...new Set(gone.map(({ owner_id }) => owner_id))]);
  }

  private async told(key: ApiKey): Promise<ApiKey> {
    await this.signals.send(CALLER_SIGNAL, key.owner_id);
    return key;
  }

  private async reachable(reach: ApiKeyReach, id: string, lock: string): Promise<OwnedApiKey | null> {
    const [row] = await this.db.query<OwnedApiKey>(
      `SELECT ${COLUMNS}, u.role AS owner_role, u.grants AS owner_grants FROM api_keys k JOIN users u ON u.id = k.owner_id
       WHERE k.id = $1 AND (k.owner_id = $2 OR (u.organization_id = $3 AND u.role = 'api_user')) ${lock}`,
      [id, reach.userId, reach.serviceAccountsOf],
    );
    return row ?? null;
  }
}

function onlyOne(rows: ApiKey[]): ApiKey {
  const [row] = rows;
  if (!row) throw new Error('a locked API key no longer exists');
  return row;
}
