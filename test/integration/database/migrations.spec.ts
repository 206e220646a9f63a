import { newId } from '../../../src/common/ids/type-id.js';
import { createMigrationSource } from '../../../src/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

describe('migrations', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('take as long as a large library makes them, but wait for a lock only so long', async () => {
    const source = await createMigrationSource(database.url).initialize();
    const [limits] = await source.query<Record<string, string>[]>(
      `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`,
    );
    await source.destroy();
    expect(limits).toEqual({ statement: '0', lock: '30s' });
  });

  it('write no page of the library anew for its hash, and taken back show nothing that was deleted', async () => {
    const source = await createMigrationSource(database.url).initialize();
    const [organization, kept, deleted] = [newId('organization'), newId('document'), newId('document')];
    await source.query(`INSERT INTO organizations (id, name, slug) VALUES ($1, 'Hangar', 'hangar')`, [organization]);
    for (const [id, at] of [
      [kept, null],
      [deleted, new Date()],
    ])
      await source.query(
        `INSERT INTO documents (id, organization_id, title, document_type, aircraft_type, access, deleted_at)
         VALUES ($1, $2, 'Manual', 'AMM', 'A320', 'organization', $3)`,
        [id, organization, at],
      );
    const [column] = await source.query<object[]>(
      `SELECT is_nullable, is_generated FROM information_schema.columns
       WHERE table_name = 'pages' AND column_name = 'content_hash'`,
    );
    expect(column).toEqual({ is_nullable: 'YES', is_generated: 'NEVER' });
    const isApplied = async (): Promise<boolean> =>
      (await source.query<object[]>(`SELECT 1 FROM migrations WHERE name = 'CompleteDocuments1763900400000'`)).length >
      0;
    while (await isApplied()) await source.undoLastMigration({ transaction: 'each' });
    expect(await source.query(`SELECT id FROM documents`)).toEqual([{ id: kept }]);
    await source.destroy();
  });
});
