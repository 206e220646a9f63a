import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';

/** How often something was tried in the window that is open: until when it counts, in milliseconds from now. */
export interface AttemptCount {
  key: string;
  points: number;
  ms_left: number;
}

/** Milliseconds since 1970 of the database's clock, which is one for all nodes. */
const NOW = `(extract(epoch FROM now()) * 1000)::bigint`;

/**
 * Counters with fixed windows, for all nodes together. They are written in connections of their own, never with the open
 * transaction: what was tried stays counted, whatever is rolled back.
 */
@Injectable()
export class AttemptCounterRepository {
  constructor(private readonly db: Database) {}

  /**
   * Counts once more for each key and answers how often by now, in one round trip. The rows are locked in the order of the
   * keys given: keys that many share, such as an address, come first everywhere.
   */
  async count(keys: readonly string[], windowSeconds: number): Promise<AttemptCount[]> {
    const { rows } = await this.db.pool.query<AttemptCount>({
      name: 'count-attempts',
      text: `INSERT INTO login_failures AS f (key, points, expire)
             SELECT key, 1, ${NOW} + $2::bigint FROM unnest($1::text[]) WITH ORDINALITY AS k (key, n) ORDER BY n
             ON CONFLICT (key) DO UPDATE SET
               points = CASE WHEN f.expire <= ${NOW} THEN 1 ELSE f.points + 1 END,
               expire = CASE WHEN f.expire <= ${NOW} THEN excluded.expire ELSE f.expire END
             RETURNING key, points, (expire - ${NOW})::float8 AS ms_left`,
      values: [keys, windowSeconds * 1000],
    });
    return rows;
  }

  /** Takes one count back from each key, or all that there are from those in `cleared`. Locks like {@link count}. */
  async takeBack(keys: readonly string[], cleared: readonly string[] = []): Promise<void> {
    await this.db.pool.query({
      name: 'take-back-attempts',
      text: `INSERT INTO login_failures AS f (key, points, expire)
             SELECT key, 0, ${NOW} FROM unnest($1::text[]) WITH ORDINALITY AS k (key, n) ORDER BY n
             ON CONFLICT (key) DO UPDATE SET
               points = CASE WHEN f.key = ANY ($2::text[]) THEN 0 ELSE greatest(f.points - 1, 0) END`,
      values: [keys, cleared],
    });
  }

  /** Forgets the keys, with the open transaction if there is one. */
  async clear(keys: readonly string[]): Promise<void> {
    await this.db.query(`DELETE FROM login_failures WHERE key = ANY ($1::text[])`, [keys]);
  }

  async deleteExpired(): Promise<void> {
    await this.db.query(`DELETE FROM login_failures WHERE expire <= ${NOW}`);
  }
}
