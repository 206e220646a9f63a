import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

/** A response kept for replays. `response` is sealed: it may hold a key that is shown only once. */
export interface StoredResponse {
  request_hash: Buffer;
  status: number;
  response: Buffer;
}

@Injectable()
export class IdempotencyKeyRepository {
  constructor(private readonly db: Database) {}

  /** Takes the key for the rest of the transaction; false while another request holds it. */
  async tryLock(userId: string, key: string): Promise<boolean> {
    const sql = `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked`;
    const [row] = await this.db.query<{ locked: boolean }>(sql, [`idempotency ${userId} ${key}`]);
    return row?.locked === true;
  }

  async find(userId: string, key: string): Promise<StoredResponse | null> {
    const [row] = await this.db.query<StoredResponse>(
      `SELECT request_hash, status, response FROM idempotency_keys
       WHERE user_id = $1 AND key = $2 AND created_at > now() - interval '24 hours'`,
      [userId, key],
    );
    return row ?? null;
  }

  async save(organizationId: string, userId: string, key: string, stored: StoredResponse): Promise<void> {
    await this.db.query(
      `INSERT INTO idempotency_keys (organization_id, user_id, key, request_hash, status, response)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (user_id, key) DO UPDATE
       SET request_hash = EXCLUDED.request_hash, status = EXCLUDED.status, response = EXCLUDED.response, created_at = now()`,
      [organizationId, userId, key, stored.request_hash, stored.status, stored.response],
    );
  }

  /** Forgets what is older than the 24 hours of the contract. */
  async deleteExpired(): Promise<void> {
    await this.db.query(`DELETE FROM idempotency_keys WHERE created_at <= now() - interval '24 hours'`);
  }
}
