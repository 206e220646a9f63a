import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';

export interface SigningKeyRow {
  id: string;
  algorithm: string;
  /** SPKI, PEM. */
  public_key: string;
  /** PKCS #8, PEM, sealed under SECRET_KEY. */
  sealed_private_key: Buffer;
  retired_at: Date | null;
}

@Injectable()
export class SigningKeyRepository {
  constructor(private readonly db: Database) {}

  /** Newest first. */
  list(): Promise<SigningKeyRow[]> {
    return this.db.query<SigningKeyRow>(
      `SELECT id, algorithm, public_key, sealed_private_key, retired_at FROM signing_keys ORDER BY id DESC`,
    );
  }

  /** Keeps other nodes from making a key at the same time, until the end of the transaction. */
  async lock(): Promise<void> {
    await this.db.query(`SELECT pg_advisory_xact_lock(hashtextextended('signing keys', 0))`);
  }

  async insert(key: SigningKeyRow): Promise<void> {
    await this.db.query(
      `INSERT INTO signing_keys (id, algorithm, public_key, sealed_private_key) VALUES ($1, $2, $3, $4)`,
      [key.id, key.algorithm, key.public_key, key.sealed_private_key],
    );
  }
}
