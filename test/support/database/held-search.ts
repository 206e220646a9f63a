import type { PoolClient } from 'pg';
import type { TestSql } from './test-sql.js';

/** No evidence is found until {@link release}, so an answer is in the making for as long as a test wants. */
export class HeldSearch {
  private isReleased = false;

  private constructor(private readonly client: PoolClient) {}

  /** @param table additional table to lock */
  static async take(sql: TestSql, table = 'passages'): Promise<HeldSearch> {
    const client = await sql.connect();
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    return new HeldSearch(client);
  }

  /** Only the first call has an effect. */
  async release(): Promise<void> {
    if (this.isReleased) return;
    this.isReleased = true;
    await this.client.query('COMMIT');
    this.client.release();
  }
}
