import { DataSource } from 'typeorm';
import { Database } from '../../../src/common/database/database.js';
import { SqlConditions } from '../../../src/common/database/sql-conditions.js';
import { ChangeRepository } from '../../../src/modules/search/changes/change.repository.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';

describe('ChangeRepository', () => {
  let database: TestDatabase;
  let source: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    source = await new DataSource({ type: 'postgres', url: database.url, poolSize: 1 }).initialize();
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  it('asks by a statement that is prepared: planning it takes longer than running it', async () => {
    const db = new Database(source);
    const visible = new SqlConditions().add((p) => `d.organization_id = ${p('org_1')}`);
    const subject = { key: 'hit', document_id: 'doc_1', aircraft_type: 'TR46', revision_date: null };
    await db.transaction(async () => {
      await new ChangeRepository(db).find('org_1', visible, [{ ...subject, sections: ['32-11'], names: [] }]);
      const prepared = await db.query('SELECT name FROM pg_prepared_statements');
      expect(prepared).toHaveLength(1);
    });
  });
});
