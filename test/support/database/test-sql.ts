import pg from 'pg';

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

  close(): Promise<void> {
    return this.pool.end();
  }
}
