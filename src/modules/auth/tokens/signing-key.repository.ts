import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';

export interface SigningKeyRow {
  id: string;
  algorithm: string;
  /** SPKI, PEM. */
  public_key: string;
  /** PKCS #8, PEM, encrypted with SECRET_KEY. */
  sealed_private_key: Buffer;
  /** When it stops signing, possibly in the future; null without a successor. */
  retired_at: Date | null;
}

export interface NewestSigningKey {
  id: string;
  age_days: number;
  /** Null if it already signs. */
  signs_from: Date | null;
}

/** Clock skew between nodes, and the delay between a token's timestamp and its signature. */
const LEEWAY = `interval '5 minutes'`;
/** Exceeds the lifetime of access and ID tokens. */
const SHORT_LIVED = `interval '1 day'`;

@Injectable()
export class SigningKeyRepository {
  constructor(private readonly db: Database) {}

  list(): Promise<SigningKeyRow[]> {
    return this.db.query<SigningKeyRow>(
      `SELECT id, algorithm, public_key, sealed_private_key, retired_at FROM signing_keys ORDER BY id DESC`,
    );
  }

  async findNewest(): Promise<NewestSigningKey | null> {
    const rows = await this.db.query<NewestSigningKey>(
      `SELECT id, extract(epoch FROM now() - created_at)::float8 / 86400 AS age_days,
              (SELECT max(retired_at) FROM signing_keys WHERE retired_at > now()) AS signs_from
       FROM signing_keys WHERE retired_at IS NULL ORDER BY id DESC LIMIT 1`,
    );
    return rows[0] ?? null;
  }

  /** Serializes rotations of all nodes until the end of the transaction. */
  async lock(): Promise<void> {
    await this.db.query(`SELECT pg_advisory_xact_lock(hashtextextended('signing keys', 0))`);
  }

  async insert(key: SigningKeyRow): Promise<void> {
    await this.db.query(
      `INSERT INTO signing_keys (id, algorithm, public_key, sealed_private_key) VALUES ($1, $2, $3, $4)`,
      [key.id, key.algorithm, key.public_key, key.sealed_private_key],
    );
  }

  /** Returns when the keys in use stop signing. */
  async retireAll(inSeconds: number): Promise<Date | null> {
    const rows = await this.db.query<{ retired_at: Date }>(
      `UPDATE signing_keys SET retired_at = now() + make_interval(secs => $1::float8)
       WHERE retired_at IS NULL RETURNING retired_at`,
      [inSeconds],
    );
    return rows[0]?.retired_at ?? null;
  }

  /** Deletes keys whose last token has expired, including refresh tokens of open sessions. */
  async deleteSpent(): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `DELETE FROM signing_keys k
       WHERE k.retired_at < now() - ${SHORT_LIVED} AND NOT EXISTS (
         SELECT FROM sessions s
         WHERE s.ended_at IS NULL AND s.expires_at > now() AND s.rotated_at <= k.retired_at + ${LEEWAY})
       RETURNING k.id`,
    );
    return rows.map(({ id }) => id);
  }

  async deleteAll(): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(`DELETE FROM signing_keys RETURNING id`);
    return rows.map(({ id }) => id);
  }
}
