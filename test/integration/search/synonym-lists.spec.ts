import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { Database } from '../../../src/common/database/database.js';
import { DomainEvents } from '../../../src/common/events/domain-events.js';
import { SynonymLists } from '../../../src/modules/search/synonym-lists.js';
import { SynonymRepository } from '../../../src/modules/search/synonym.repository.js';
import { IdentityFactory } from '../../factories/identity.factory.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { TestSql } from '../../support/database/test-sql.js';

/** For as long searches of a node share what they know, and a little longer. */
const SHARED_MS = 60;

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
    const nodes = [1, 2].map(() => {
      const db = new Database(source);
      return new SynonymLists(new SynonymRepository(db), db, new DomainEvents(db));
    });
    const terms = async (organizationId: string): Promise<string[]> => {
      const lists = await Promise.all(nodes.map((node) => node.listOf(organizationId)));
      return lists.flatMap((list) => list.expansionsOf(['donkei'], ['donkey'])).map((found) => found.terms.join(' '));
    };
    const set = async (entries: string[]): Promise<void> => {
      await sql.query(`UPDATE organizations SET search_synonyms = $2, row_version = row_version + 1 WHERE id = $1`, [
        first.id,
        entries,
      ]);
      await sleep(SHARED_MS);
    };
    expect(await terms(first.id)).toEqual([]);
    await set(['donkey, start cart']);
    expect(await terms(first.id)).toEqual(['start cart', 'start cart']);
    expect(await terms(first.id)).toEqual(['start cart', 'start cart']);
    expect(await terms(second.id)).toEqual([]);
    await set([]);
    expect(await terms(first.id)).toEqual([]);
  });
});
