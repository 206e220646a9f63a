import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { OneTimeToken, OneTimeTokenKind } from './one-time-token.entity.js';

export type UsableToken = Pick<OneTimeToken, 'id' | 'user_id' | 'kind' | 'expires_at' | 'created_at'>;

const COLUMNS = 't.id, t.user_id, t.kind, t.expires_at, t.created_at';
const USABLE = 't.kind = $1 AND t.token_hash = $2 AND t.used_at IS NULL AND t.expires_at > now()';

/** Writers lock the user's row first, as all writers of accounts do, which prevents deadlocks. */
@Injectable()
export class OneTimeTokenRepository {
  constructor(private readonly db: Database) {}

  async insert(id: string, userId: string, kind: OneTimeTokenKind, hash: Buffer, seconds: number): Promise<void> {
    await this.db.defer(
      `INSERT INTO one_time_tokens (id, user_id, kind, token_hash, expires_at)
       VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5::float8))`,
      [id, userId, kind, hash, seconds],
    );
  }

  async findUsable(kind: OneTimeTokenKind, hash: Buffer): Promise<UsableToken | null> {
    const sql = `SELECT ${COLUMNS} FROM one_time_tokens t WHERE ${USABLE}`;
    return (await this.db.query<UsableToken>(sql, [kind, hash]))[0] ?? null;
  }

  /** Expiry of an unused token, kept for a day. */
  async findExpiry(kind: OneTimeTokenKind, hash: Buffer): Promise<Date | null> {
    const rows = await this.db.query<{ expires_at: Date }>(
      `SELECT expires_at FROM one_time_tokens
       WHERE kind = $1 AND token_hash = $2 AND used_at IS NULL AND expires_at <= now()`,
      [kind, hash],
    );
    return rows[0]?.expires_at ?? null;
  }

  /** Only one of several parallel calls gets the token. */
  async use(kind: OneTimeTokenKind, hash: Buffer): Promise<UsableToken | null> {
    const rows = await this.db.query<UsableToken>(
      `WITH owner AS (
         SELECT u.id FROM users u JOIN one_time_tokens t ON t.user_id = u.id WHERE ${USABLE} FOR NO KEY UPDATE OF u)
       UPDATE one_time_tokens t SET used_at = now() FROM owner
       WHERE t.user_id = owner.id AND ${USABLE} RETURNING ${COLUMNS}`,
      [kind, hash],
    );
    return rows[0] ?? null;
  }

  /** `kind` null deletes all kinds. */
  async deleteAll(userId: string, kind: OneTimeTokenKind | null): Promise<void> {
    await this.db.defer(`SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE`, [userId]);
    await this.db.defer(`DELETE FROM one_time_tokens WHERE user_id = $1 AND ($2::text IS NULL OR kind = $2)`, [
      userId,
      kind,
    ]);
  }

  async deleteExpired(): Promise<void> {
    await this.db.query(`DELETE FROM one_time_tokens WHERE expires_at <= now() - interval '1 day'`);
  }
}
