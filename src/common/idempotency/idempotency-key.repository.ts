import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

/** A response kept for replays. `response` is sealed: it may hold a key that is shown only once. */
export interface StoredResponse {
  request_hash: Buffer;
  status: number;
  response: Buffer;
  /** The document that it shows, or shows a part of; a deletion of that sets `gone`. */
  document_id: string | null;
  gone: boolean;
}

/** Whose key it is. */
export interface KeyOwner {
  userId: string;
  organizationId: string;
}

/** A claim older than this was left by a process that died: somebody else may take it over. Minutes. */
const CLAIM_MINUTES = 5;

@Injectable()
export class IdempotencyKeyRepository {
  constructor(private readonly db: Database) {}

  /** Takes the key for the rest of the transaction; false while another request holds it. */
  async tryLock(userId: string, key: string): Promise<boolean> {
    const sql = `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked`;
    const [row] = await this.db.query<{ locked: boolean }>(sql, [`idempotency ${userId} ${key}`]);
    return row?.locked === true;
  }

  /** The answer under the key, `running` while a claim holds it, null when there is neither. */
  async find(userId: string, key: string): Promise<StoredResponse | 'running' | null> {
    const [row] = await this.db.query<StoredResponse | { response: null }>(
      `SELECT request_hash, status, response, document_id, gone FROM idempotency_keys
       WHERE user_id = $1 AND key = $2 AND created_at > now() - interval '24 hours'
         AND (response IS NOT NULL OR claimed_until > now())`,
      [userId, key],
    );
    if (!row) return null;
    return row.response === null ? 'running' : row;
  }

  async save({ userId, organizationId }: KeyOwner, key: string, stored: Omit<StoredResponse, 'gone'>): Promise<void> {
    await this.db.query(
      `INSERT INTO idempotency_keys (organization_id, user_id, key, request_hash, status, response, document_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (user_id, key) DO UPDATE
       SET request_hash = EXCLUDED.request_hash, status = EXCLUDED.status, response = EXCLUDED.response,
           document_id = EXCLUDED.document_id, gone = false, claim_id = NULL, claimed_until = NULL, created_at = now()`,
      [organizationId, userId, key, stored.request_hash, stored.status, stored.response, stored.document_id],
    );
  }

  /** Marks the key as being worked on; false when it is taken or answered already. */
  async claim(
    { userId, organizationId }: KeyOwner,
    key: string,
    requestHash: Buffer,
    claimId: string,
  ): Promise<boolean> {
    const rows = await this.db.query(
      `INSERT INTO idempotency_keys (organization_id, user_id, key, request_hash, claim_id, claimed_until)
       VALUES ($1, $2, $3, $4, $5, now() + interval '${CLAIM_MINUTES} minutes')
       ON CONFLICT (user_id, key) DO UPDATE
       SET request_hash = EXCLUDED.request_hash, status = NULL, response = NULL, document_id = NULL, gone = false, claim_id = EXCLUDED.claim_id,
           claimed_until = EXCLUDED.claimed_until, created_at = now()
       WHERE idempotency_keys.created_at <= now() - interval '24 hours'
          OR (idempotency_keys.response IS NULL AND idempotency_keys.claimed_until <= now())
       RETURNING 1`,
      [organizationId, userId, key, requestHash, claimId],
    );
    return rows.length > 0;
  }

  /** Stores the answer of the claimed work; does nothing when the claim was taken over. */
  async complete(claimId: string, { status, response }: Pick<StoredResponse, 'status' | 'response'>): Promise<void> {
    await this.db.query(
      `UPDATE idempotency_keys SET status = $2, response = $3, claim_id = NULL, claimed_until = NULL WHERE claim_id = $1`,
      [claimId, status, response],
    );
  }

  /** Gives a claim back, so that the request may be repeated at once. */
  async release(claimId: string): Promise<void> {
    await this.db.query(`DELETE FROM idempotency_keys WHERE claim_id = $1`, [claimId]);
  }

  /** Forgets an answer that was none after all, so that the request may be repeated at once. */
  async forget(userId: string, key: string): Promise<void> {
    await this.db.query(`DELETE FROM idempotency_keys WHERE user_id = $1 AND key = $2 AND response IS NOT NULL`, [
      userId,
      key,
    ]);
  }

  /** Forgets what is older than the 24 hours of the contract. */
  async deleteExpired(): Promise<void> {
    await this.db.query(`DELETE FROM idempotency_keys WHERE created_at <= now() - interval '24 hours'`);
  }
}
