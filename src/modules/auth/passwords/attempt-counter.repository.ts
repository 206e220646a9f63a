import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';

/** How often something was tried in the window that is open: until when it counts, in milliseconds from now. */
export interface AttemptCount {
  key: string;
  points: number;
  ms_left: number;
}

/** A counter that closes the way when it is full. */
export interface Gate {
  key: string;
  limit: number;
  /** From the first count on; null counts until it is forgotten. */
  windowSeconds: number | null;
}

/** How far an attempt came: the count of each gate that it passed, and of the one that did not let it, milliseconds left. */
export interface Passage {
  points: number[];
  /** Null when it passed all, or when the gate that is closed does not open by itself. */
  msLeft: number | null;
}

/** Key of a counter of an account. Hashed: the table is no list of accounts, and keeps no trace of those that were deleted. */
export function accountKey(counter: string, account: string): string {
  return `${counter}:${createHash('sha256').update(account.toLowerCase()).digest('base64url')}`;
}

/** Milliseconds since 1970 of the database's clock, which is one for all nodes. */
const NOW = `(extract(epoch FROM now()) * 1000)::bigint`;

const COUNT = `
  INSERT INTO login_failures AS f (key, points, expire)
  SELECT key, 1, ${NOW} + $2::bigint FROM unnest($1::text[]) WITH ORDINALITY AS k (key, n) ORDER BY n
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN f.expire <= ${NOW} THEN 1 ELSE f.points + 1 END,
    expire = CASE WHEN f.expire <= ${NOW} THEN excluded.expire ELSE f.expire END
  RETURNING key, points, (expire - ${NOW})::float8 AS ms_left`;

/**
 * Counters with fixed windows or none, for all nodes together. They are written in connections of their own, not with the open
 * transaction unless that is said: what was tried stays counted, whatever is rolled back.
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
      text: COUNT,
      values: [keys, windowSeconds * 1000],
    });
    return rows;
  }

  /** {@link count} of one key with the open transaction: what that takes back was not tried. */
  async countInTransaction(key: string, windowSeconds: number): Promise<AttemptCount> {
    const [count] = await this.db.query<AttemptCount>(COUNT, [[key], windowSeconds * 1000]);
    if (!count) throw new Error('a count without a row');
    return count;
  }

  /**
   * Counts once more at each gate, in the order given, until one is full: nothing is counted there or behind it. One round
   * trip; locks like {@link count}.
   */
  async pass(gates: readonly Gate[]): Promise<Passage> {
    const parameter = (gate: number, column: number): string => `$${gate * 3 + column}`;
    const steps = gates.map((_, n) => {
      const [key, limit, window] = [parameter(n, 1), parameter(n, 2), parameter(n, 3)];
      return `gate${n} AS (
        INSERT INTO login_failures AS f (key, points, expire)
        SELECT ${key}::text, 1, ${NOW} + ${window}::bigint ${n === 0 ? '' : `FROM gate${n - 1}`}
        ON CONFLICT (key) DO UPDATE SET
          points = CASE WHEN f.expire <= ${NOW} THEN 1 ELSE f.points + 1 END,
          expire = CASE WHEN f.expire <= ${NOW} THEN excluded.expire ELSE f.expire END
        WHERE f.expire <= ${NOW} OR f.points < ${limit}::int
        RETURNING points)`;
    });
    const all = gates.map((_, n) => `(SELECT points FROM gate${n})`).join(', ');
    const closed = gates.map((_, n) => `WHEN NOT EXISTS (SELECT FROM gate${n}) THEN ${parameter(n, 1)}`).join(' ');
    const { rows } = await this.db.pool.query<{ points: number[]; ms_left: number | null }>({
      name: `pass-${gates.length}-gates`,
      text: `WITH ${steps.join(', ')}
             SELECT array_remove(ARRAY[${all}], NULL) AS points,
               (SELECT (expire - ${NOW})::float8 FROM login_failures WHERE key = CASE ${closed} END) AS ms_left`,
      values: gates.flatMap(({ key, limit, windowSeconds }) => [key, limit, windowSeconds && windowSeconds * 1000]),
    });
    const [row] = rows;
    return { points: row?.points ?? [], msLeft: row?.ms_left ?? null };
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

  /** Removes what counts nothing any more. */
  async deleteExpired(): Promise<void> {
    await this.db.query(`DELETE FROM login_failures WHERE expire <= ${NOW} OR points = 0`);
  }
}
