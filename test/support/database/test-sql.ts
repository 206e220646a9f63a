import pg from 'pg';
import { until } from '../until.js';

/** Sessions that wait for a lock of session $1, or for a session that does. */
const BLOCKED = `WITH RECURSIVE blocked(pid) AS (
    SELECT $1::int
    UNION SELECT a.pid FROM blocked b JOIN pg_stat_activity a ON b.pid = ANY(pg_blocking_pids(a.pid)))
  SELECT pid FROM blocked WHERE pid <> $1`;

/** The tests' own way to the database under test, past the service: to set things up, and to move clocks. */
export class TestSql {
  private readonly pool: pg.Pool;

  constructor(databaseUrl: string) {
    this.pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    // The database is dropped under idle connections at the end of a test file.
    this.pool.on('error', () => undefined);
  }

  async query<Row extends object = Record<string, unknown>>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return (await this.pool.query<Row>(sql, parameters)).rows;
  }

  async insert(table: string, row: Record<string, unknown>): Promise<void> {
    const columns = Object.keys(row);
    const placeholders = columns.map((_, index) => `$${index + 1}`);
    await this.query(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${placeholders.join(', ')})`,
      Object.values(row),
    );
  }

  /** Gives the connection back that {@link query} would use, for statements that must share one, such as locks. */
  connect(): Promise<pg.PoolClient> {
    return this.pool.connect();
  }

  /**
   * Waits until `count` sessions wait for locks of `holder`, and answers their process ids. Periodic jobs wait for locks of
   * others at any time, so a wait alone does not tell that the statement of a test has come to its lock.
   */
  async untilBlocked(holder: pg.PoolClient, count = 1): Promise<number[]> {
    const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const blocked = await until(
      () => this.query<{ pid: number }>(BLOCKED, [rows[0]!.pid]),
      (sessions) => sessions.length >= count,
    );
    return blocked.map(({ pid }) => pid);
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}
