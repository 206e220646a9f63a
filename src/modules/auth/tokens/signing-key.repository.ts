import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';

export interface SigningKeyRow {
  id: string;
  algorithm: string;
  /** SPKI, PEM. */
  public_key: string;
  /** PKCS #8, PEM, sealed under SECRET_KEY. */
  sealed_private_key: Buffer;
  /** When it stops signing, which may be yet to come; null while no successor was announced. */
  retired_at: Date | null;
}

/** How old the newest key is, and whether it has yet to sign. */
export interface NewestSigningKey {
  id: string;
  age_days: number;
  /** When it takes over from the one before; null when it did. */
  signs_from: Date | null;
}

/** Clocks of two nodes may differ, and what is signed at the last moment is a little older than its signature. */
const LEEWAY = `interval '5 minutes'`;
/** Longer than any token lives that does not belong to a session's refresh: access and ID tokens. */
const SHORT_LIVED = `interval '1 day'`;

@Injectable()
export class SigningKeyRepository {
  constructor(private readonly db: Database) {}

  /** Newest first. */
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

  /** Keeps other nodes from making or removing keys at the same time, until the end of the transaction. */
  async lock(): Promise<void> {
    await this.db.query(`SELECT pg_advisory_xact_lock(hashtextextended('signing keys', 0))`);
  }

  async insert(key: SigningKeyRow): Promise<void> {
    await this.db.query(
      `INSERT INTO signing_keys (id, algorithm, public_key, sealed_private_key) VALUES ($1, $2, $3, $4)`,
      [key.id, key.algorithm, key.public_key, key.sealed_private_key],
    );
  }

  /** The keys in use stop signing in so many seconds; answers when that is. */
  async retireAll(inSeconds: number): Promise<Date | null> {
    const rows = await this.db.query<{ retired_at: Date }>(
      `UPDATE signing_keys SET retired_at = now() + make_interval(secs => $1::float8)
       WHERE retired_at IS NULL RETURNING retired_at`,
      [inSeconds],
    );
    return rows[0]?.retired_at ?? null;
  }

  /** Removes keys whose last token has expired: of a session that is not over, the refresh token made at its last rotation. */
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
