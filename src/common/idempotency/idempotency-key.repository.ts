import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

/** A stored response. `response` is sealed: it may contain a secret that is shown only once. */
export interface StoredResponse {
  request_hash: Buffer;
  status: number;
  response: Buffer;
  /** The document shown by the response; its deletion sets `gone`. */
  document_id: string | null;
  gone: boolean;
}

export interface KeyOwner {
  userId: string;
  organizationId: string;
}

/** Older claims belong to dead processes and can be taken over. Minutes. */
const CLAIM_MINUTES = 5;

@Injectable()
export class IdempotencyKeyRepository {
  constructor(private readonly db: Database) {}

  /** Takes the key until the end of the transaction; false while another request holds it. */
  async tryLock(userId: string, key: string): Promise<boolean> {
    const sql = `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked`;
    const [row] = await this.db.query<{ locked: boolean }>(sql, [`idempotency ${userId} ${key}`]);
    return row?.locked === true;
  }

  /** The stored response, `running` while a claim holds the key, otherwise null. */
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

  /** Claims the key; false when it is claimed or answered. */
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

  /** Stores the response of the claimed work, unless the claim was taken over. */
  async complete(claimId: string, { status, response }: Pick<StoredResponse, 'status' | 'response'>): Promise<void> {
    await this.db.query(
      `UPDATE idempotency_keys SET status = $2, response = $3, claim_id = NULL, claimed_until = NULL WHERE claim_id = $1`,
      [claimId, status, response],
    );
  }

  async release(claimId: string): Promise<void> {
    await this.db.query(`DELETE FROM idempotency_keys WHERE claim_id = $1`, [claimId]);
  }

  /** Removes a response that is not final, so that the request can be repeated. */
  async forget(userId: string, key: string): Promise<void> {
    await this.db.query(`DELETE FROM idempotency_keys WHERE user_id = $1 AND key = $2 AND response IS NOT NULL`, [
      userId,
      key,
    ]);
  }

  /** Removes responses after 24 hours (contract). */
  async deleteExpired(): Promise<void> {
    await this.db.query(`DELETE FROM idempotency_keys WHERE created_at <= now() - interval '24 hours'`);
  }
}
