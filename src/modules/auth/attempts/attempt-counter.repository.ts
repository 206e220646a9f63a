import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';

/** Attempts in the current window and the milliseconds left in it. */
export interface AttemptCount {
  key: string;
  points: number;
  ms_left: number;
}

export interface Gate {
  key: string;
  limit: number;
  /** Starts with the first attempt. Null counts until the counter is cleared. */
  windowSeconds: number | null;
}

/** The count of each gate passed and of the gate that rejected the attempt, and the milliseconds left. */
export interface Passage {
  points: number[];
  /** Null when all gates were passed, or when the closed gate does not reopen by itself. */
  msLeft: number | null;
}

/** Hashed, so that the table reveals no accounts and keeps no trace of deleted ones. */
export function accountKey(counter: string, account: string): string {
  return `${counter}:${createHash('sha256').update(account.toLowerCase()).digest('base64url')}`;
}

/** Unix time in milliseconds by the database's clock, which all nodes share. */
const NOW = `(extract(epoch FROM now()) * 1000)::bigint`;

const COUNT = `
  INSERT INTO login_failures AS f (key, points, expire)
  SELECT key, 1, ${NOW} + $2::bigint FROM unnest($1::text[]) WITH ORDINALITY AS k (key, n) ORDER BY n
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN f.expire <= ${NOW} THEN 1 ELSE f.points + 1 END,
    expire = CASE WHEN f.expire <= ${NOW} THEN excluded.expire ELSE f.expire END
  RETURNING key, points, (expire - ${NOW})::float8 AS ms_left`;

/** Attempt counters shared by all nodes. Written outside the open transaction by default, so that a rollback keeps the attempts. */
@Injectable()
export class AttemptCounterRepository {
  constructor(private readonly db: Database) {}

  /** Increments each key and returns the counts. Rows are locked in the given order: put widely shared keys first. */
  async count(keys: readonly string[], windowSeconds: number): Promise<AttemptCount[]> {
    const { rows } = await this.db.pool.query<AttemptCount>({
      name: 'count-attempts',
      text: COUNT,
      values: [keys, windowSeconds * 1000],
    });
    return rows;
  }

  /** {@link count} of one key in the open transaction: a rollback undoes it. */
  async countInTransaction(key: string, windowSeconds: number): Promise<AttemptCount> {
    const [count] = await this.db.query<AttemptCount>(COUNT, [[key], windowSeconds * 1000]);
    if (!count) throw new Error('a count without a row');
    return count;
  }

  /** Increments each gate in order until one is full; that gate and later ones are not incremented. Locks like {@link count}. */
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

  /** Decrements each key; clears those in `cleared`. Locks like {@link count}. */
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

  /** Uses the open transaction, if any. */
  async clear(keys: readonly string[]): Promise<void> {
    await this.db.query(`DELETE FROM login_failures WHERE key = ANY ($1::text[])`, [keys]);
  }

  async deleteExpired(): Promise<void> {
    await this.db.query(`DELETE FROM login_failures WHERE expire <= ${NOW} OR points = 0`);
  }
}
