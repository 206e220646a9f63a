import os from 'node:os';
import pg from 'pg';
import { runTool } from '../../support/service/command-line.js';
import { releases } from '../../support/schema/releases.js';
import { countRows, fillEveryTable } from '../../support/schema/sample-rows.js';
import { schemaOf } from '../../support/schema/schema-of.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';

/** The database of each release, with something in each of its tables, brought to the present schema. */
describe.each(releases())('an upgrade from release $version', ({ last_migration: lastMigration }) => {
  const databases: TestDatabase[] = [];
  const clients: pg.Client[] = [];
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.end()));
    await Promise.all(databases.map((database) => database.drop()));
  });

  async function connectTo(database: TestDatabase): Promise<pg.Client> {
    databases.push(database);
    const client = new pg.Client({ connectionString: database.url });
    clients.push(client);
    await client.connect();
    return client;
  }

  it('keeps every row, and ends with the schema that an empty database gets', async () => {
    const database = await createEmptyDatabase();
    const sql = await connectTo(database);
    const migrate = async (...through: string[]): Promise<void> => {
      const env = { DATABASE_URL: database.url, DATA_DIR: os.tmpdir() };
      expect(await runTool('migration', ['run', ...through], env)).toMatchObject({ code: 0, errors: '' });
    };
    await migrate('--through', String(lastMigration));
    const { rows } = await sql.query(`SELECT max(timestamp)::text AS newest FROM migrations`);
    expect(rows).toEqual([{ newest: String(lastMigration) }]);

    await fillEveryTable(sql);
    const { migrations: released, ...before } = await countRows(sql);
    expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);
    expect(Object.keys(before).length).toBeGreaterThan(30);

    await migrate();
    const after = await countRows(sql);
    expect(after).toMatchObject(before);
    expect(after.migrations).toBeGreaterThanOrEqual(released!);

    const present = await schemaOf(sql);
    expect(present).toEqual(await schemaOf(await connectTo(await createTestDatabase())));
    for (const kind of ['columns', 'constraints', 'indexes', 'triggers', 'functions']) {
      expect(present[kind]).not.toHaveLength(0);
    }
  });
});
