import { DataSource } from 'typeorm';
import { Database } from '../../../src/common/database/database.js';
import { SynonymLists } from '../../../src/modules/search/synonym-lists.js';
import { SynonymRepository } from '../../../src/modules/search/synonym.repository.js';
import { IdentityFactory } from '../../factories/identity.factory.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { TestSql } from '../../support/test-sql.js';

describe('SynonymLists', () => {
  let database: TestDatabase;
  let sql: TestSql;
  let source: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    sql = new TestSql(database.url);
    source = await new DataSource({ type: 'postgres', url: database.url, poolSize: 2 }).initialize();
  });
  afterAll(async () => {
    await source.destroy();
    await sql.close();
    await database.drop();
  });

  it('follow the settings of each organization on every node', async () => {
    const identity = new IdentityFactory(sql);
    const [first, second] = [await identity.organization(), await identity.organization()];
    const nodes = [1, 2].map(() => new SynonymLists(new SynonymRepository(new Database(source))));
    const terms = async (organizationId: string): Promise<string[]> => {
      const lists = await Promise.all(nodes.map((node) => node.listOf(organizationId)));
      return lists.flatMap((list) => list.expansionsOf(['donkei'], ['donkey'])).map((found) => found.terms.join(' '));
    };
    const set = (entries: string[]): Promise<unknown> =>
      sql.query(`UPDATE organizations SET search_synonyms = $2, row_version = row_version + 1 WHERE id = $1`, [
        first.id,
        entries,
      ]);
    expect(await terms(first.id)).toEqual([]);
    await set(['donkey, start cart']);
    expect(await terms(first.id)).toEqual(['start cart', 'start cart']);
    expect(await terms(first.id)).toEqual(['start cart', 'start cart']);
    expect(await terms(second.id)).toEqual([]);
    await set([]);
    expect(await terms(first.id)).toEqual([]);
  });
});
