import type { PoolClient } from 'pg';
import type { TestSql } from './test-sql.js';

/**
 * A row locked by a transaction of the test: statements that need it wait, in their order, until {@link release}. This decides
 * the outcome of a race.
 */
export class HeldRow {
  private constructor(
    private readonly sql: TestSql,
    private readonly client: PoolClient,
  ) {}

  static async of(sql: TestSql, table: 'organizations' | 'users', id: string): Promise<HeldRow> {
    const client = await sql.connect();
    await client.query('BEGIN');
    await client.query(`SELECT 1 FROM ${table} WHERE id = $1 FOR NO KEY UPDATE`, [id]);
    return new HeldRow(sql, client);
  }

  /** Changes something that other transactions see after the release. */
  async change(statement: string, ...parameters: unknown[]): Promise<void> {
    await this.client.query(statement, parameters);
  }

  /** Waits until `count` statements wait for the row. */
  async waiting(count: number): Promise<void> {
    await this.sql.untilBlocked(this.client, count);
  }

  async release(): Promise<void> {
    await this.client.query('COMMIT');
    this.client.release();
  }
}
