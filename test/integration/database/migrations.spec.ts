import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { newId } from '../../../src/common/ids/type-id.js';
import { compiledFile } from '@amks/reader/processes/installation.js';
import { createMigrationSource } from '../../../src/start/migrate.js';
import { migrationFiles } from '../../support/schema/releases.js';
import { migrationClass } from '../../support/schema/statements.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';

describe('migrations', () => {
  let database: TestDatabase;
  let sql: pg.Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    const { extra } = createMigrationSource(database.url).options;
    sql = new pg.Client({ connectionString: database.url, ...(extra as pg.ClientConfig) });
    await sql.connect();
  });
  afterAll(async () => {
    await sql.end();
    await database.drop();
  });

  const revert = (): Promise<unknown> =>
    promisify(execFile)(process.execPath, [compiledFile('migration.js'), 'revert', '--force'], {
      env: { ...process.env, DATABASE_URL: database.url },
    });
  const isApplied = async (name: string): Promise<boolean> =>
    (await sql.query(`SELECT 1 FROM migrations WHERE name = $1`, [name])).rowCount === 1;

  it('take as long as a large library makes them, but wait for a lock only so long', async () => {
    const { rows } = await sql.query(
      `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`,
    );
    expect(rows).toEqual([{ statement: '0', lock: '4s' }]);
  });

  it('leave pages as they are stored: their hashes are made when they are wanted', async () => {
    const { rows } = await sql.query(
      `SELECT is_nullable, is_generated FROM information_schema.columns
       WHERE table_name = 'pages' AND column_name = 'content_hash'`,
    );
    expect(rows).toEqual([{ is_nullable: 'YES', is_generated: 'NEVER' }]);
  });

  it('give each foreign key an index, by which rows go with those they refer to', async () => {
    // The first releases had these without; they look at whole tables when an organization, a person or a team goes.
    const known = [
      ...['fk_api_keys_organization', 'fk_document_revisions_creator'],
      ...['fk_documents_creator', 'fk_documents_team', 'fk_idempotency_keys_organization'],
    ];
    const { rows } = await sql.query<{ conname: string }>(
      `SELECT conname FROM pg_constraint c WHERE contype = 'f' AND connamespace = 'public'::regnamespace
         AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.conrelid AND (i.indkey::int2[])[0] = ANY(c.conkey))
       ORDER BY 1`,
    );
    expect(rows.map(({ conname }) => conname)).toEqual(known);
  });

  it('taken back show nothing that was deleted', async () => {
    const [organization, kept, deleted] = [newId('organization'), newId('document'), newId('document')];
    await sql.query(`INSERT INTO organizations (id, name, plan) VALUES ($1, 'Hangar', 'standard')`, [organization]);
    await sql.query(
      `INSERT INTO documents (id, organization_id, title, document_type, aircraft_type, access, deleted_at)
       VALUES ($1, $3, 'Kept', 'AMM', 'A320', 'organization', NULL),
              ($2, $3, 'Deleted', 'AMM', 'A320', 'organization', now())`,
      [kept, deleted, organization],
    );
    await revert();
    // A process for each of the rest would take longer with every migration.
    const migrations = await Promise.all(migrationFiles().map(migrationClass));
    const source = await new DataSource({ type: 'postgres', url: database.url, migrations }).initialize();
    while (await isApplied('CompleteDocuments1763900400000')) await source.undoLastMigration({ transaction: 'each' });
    await source.destroy();
    expect((await sql.query(`SELECT id FROM documents`)).rows).toEqual([{ id: kept }]);
  });
});
