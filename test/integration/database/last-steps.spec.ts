import { DataSource } from 'typeorm';
import { Database } from '../../../src/common/database/database.js';
import type { LastStep } from '../../../src/common/database/open-transaction.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';

describe('what is put off to the end of a transaction', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let db: Database;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    db = new Database(dataSource);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  let done: string[];
  beforeEach(() => (done = []));
  const note = (step: LastStep, name: string = step): Promise<void> =>
    db.beforeCommit(step, () => {
      done.push(name);
      return Promise.resolve();
    });

  it('runs in the order of the steps, for any order of registration', async () => {
    await db.transaction(async () => {
      await note('webhooks');
      await note('notifications');
      await note('library');
      await note('notifications', 'notifications again');
      done.push('work');
    });
    expect(done).toEqual(['work', 'library', 'notifications', 'notifications again', 'webhooks']);
  });

  it('may put off more, to its own step or a later one', async () => {
    await db.transaction(() =>
      db.beforeCommit('library', async () => {
        await note('webhooks');
        await note('library');
      }),
    );
    expect(done).toEqual(['library', 'webhooks']);
  });

  it('may not put off to an earlier one: two such transactions could wait for each other', async () => {
    const wrong = db.transaction(() => db.beforeCommit('webhooks', () => note('library')));
    await expect(wrong).rejects.toThrow('library must come before webhooks');
  });

  it('is a transaction of its own where none is open', async () => {
    await db.beforeCommit('library', () => note('webhooks'));
    expect(done).toEqual(['webhooks']);
  });
});
