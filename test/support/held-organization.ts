import type { PoolClient } from 'pg';
import type { TestSql } from './test-sql.js';

const WAIT_MS = 10_000;

/**
 * The row of an organization, held by a transaction of the test's own: all that administrators change waits until
 * {@link release}, and then sees what was changed here. So a race is decided beforehand, and every time alike.
 */
export class HeldOrganization {
  private constructor(
    private readonly sql: TestSql,
    private readonly client: PoolClient,
  ) {}

  static async take(sql: TestSql, organizationId: string): Promise<HeldOrganization> {
    const client = await sql.connect();
    await client.query('BEGIN');
    await client.query(`SELECT 1 FROM organizations WHERE id = $1 FOR NO KEY UPDATE`, [organizationId]);
    return new HeldOrganization(sql, client);
  }

  /** Does something that nobody sees before the release. */
  async change(statement: string, ...parameters: unknown[]): Promise<void> {
    await this.client.query(statement, parameters);
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
    throw new Error(`fewer than ${count} statements came to wait for the organization`);
  }

  async release(): Promise<void> {
    await this.client.query('COMMIT');
    this.client.release();
  }
}
