import type { PoolClient } from 'pg';
import type { TestSql } from './test-sql.js';

const WAIT_MS = 10_000;

/**
 * The row of a user, held by a transaction of the test's own: what needs it waits, in the order of its coming, until
 * {@link release}. So a race is decided beforehand, and every time alike.
 */
export class HeldUser {
  private constructor(
    private readonly sql: TestSql,
    private readonly client: PoolClient,
    private readonly userId: string,
  ) {}

  static async take(sql: TestSql, userId: string): Promise<HeldUser> {
    const client = await sql.connect();
    await client.query('BEGIN');
    await client.query(`SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE`, [userId]);
    return new HeldUser(sql, client, userId);
  }

  /** Does something to the user ($1) that nobody sees before the release. */
  async change(statement: string): Promise<void> {
    await this.client.query(statement, [this.userId]);
  }

  /** Until so many statements wait for a lock. */
  async waiting(count: number): Promise<void> {
    const deadline = Date.now() + WAIT_MS;
    while (Date.now() < deadline) {
      const rows = await this.sql.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      if (rows.length >= count) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`fewer than ${count} statements came to wait for the user`);
  }

  async release(): Promise<void> {
    await this.client.query('COMMIT');
    this.client.release();
  }
}
