import pg from 'pg';
import { createTestDatabase } from '../../support/database/test-database.js';

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('createTestDatabase', () => {
  it('gives every caller a database of its own, of which nothing stays after drop()', async () => {
    const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await query(first.url, 'CREATE TABLE only_in_first (id int)');

    expect(await query(second.url, "SELECT to_regclass('only_in_first') AS found")).toEqual([{ found: null }]);

    await Promise.all([first.drop(), second.drop()]);
    await expect(query(first.url, 'SELECT 1')).rejects.toMatchObject({ code: '3D000' });
  });

  it('drops a database that still has connections', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => {});
    await client.connect();
    await database.drop();
    await expect(client.query('SELECT 1')).rejects.toThrow();
  });

  it('hides the developer’s own database from the tests', () => {
    expect(process.env.DATABASE_URL).toBeUndefined();
  });
});
