import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { EvidenceKey } from './evidence-key.entity.js';

export type EvidenceKeyRow = Pick<
  EvidenceKey,
  'id' | 'public_key' | 'sealed_private_key' | 'retired_at' | 'compromised_at'
>;

/** Keys of evidence. Rows are never deleted: each public key verifies what it signed. */
@Injectable()
export class EvidenceKeyRepository {
  constructor(private readonly db: Database) {}

  /** All keys, the newest first. */
  list(): Promise<EvidenceKeyRow[]> {
    return this.db.query(
      `SELECT id, public_key, sealed_private_key, retired_at, compromised_at FROM evidence_keys
       ORDER BY created_at DESC, id`,
    );
  }

  /** Whether the key still signs. Then it does so until the transaction ends. */
  async hold(id: string): Promise<boolean> {
    const rows = await this.db.query(`SELECT 1 FROM evidence_keys WHERE id = $1 AND retired_at IS NULL FOR SHARE`, [
      id,
    ]);
    return rows.length > 0;
  }

  /** Serializes rotations of all nodes until the end of the transaction. */
  async lock(): Promise<void> {
    await this.db.query(`SELECT pg_advisory_xact_lock(hashtextextended('evidence keys', 0))`);
  }

  /** Whether the signing key is at least so old, or missing. */
  async isDue(days: number): Promise<boolean> {
    const [row] = await this.db.query<{ due: boolean }>(
      `SELECT coalesce(max(created_at) < now() - make_interval(days => $1), true) AS due
       FROM evidence_keys WHERE retired_at IS NULL`,
      [days],
    );
    return row?.due ?? true;
  }

  async insert(key: Pick<EvidenceKeyRow, 'id' | 'public_key' | 'sealed_private_key'>): Promise<void> {
    await this.db.query(`INSERT INTO evidence_keys (id, public_key, sealed_private_key) VALUES ($1, $2, $3)`, [
      key.id,
      key.public_key,
      key.sealed_private_key,
    ]);
  }

  /** @returns ids of the keys that stop signing */
  async retireAll(): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `UPDATE evidence_keys SET retired_at = now() WHERE retired_at IS NULL RETURNING id`,
    );
    return rows.map(({ id }) => id);
  }

  /** Retires and marks all keys whose private part still exists, and erases it. @returns their ids */
  async compromiseAll(): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `UPDATE evidence_keys SET retired_at = coalesce(retired_at, now()), compromised_at = now(), sealed_private_key = NULL
       WHERE sealed_private_key IS NOT NULL RETURNING id`,
    );
    return rows.map(({ id }) => id);
  }

  /** Erases private keys that no node uses any longer. */
  async eraseRetired(seconds: number): Promise<void> {
    await this.db.query(
      `UPDATE evidence_keys SET sealed_private_key = NULL
       WHERE sealed_private_key IS NOT NULL AND retired_at < now() - make_interval(secs => $1)`,
      [seconds],
    );
  }
}
