import { Database } from '../../../src/common/database/database.js';
import { TaskReader } from '../../../src/modules/tasks/task-reader.service.js';
import { TaskRepository } from '../../../src/modules/tasks/task.repository.js';
import { createDataSource } from '../../../src/start/data-source.js';
import { DocumentFactory, type TestDocument } from '../../factories/document.factory.js';
import { IdentityFactory, type TestOrganization } from '../../factories/identity.factory.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { TestSql } from '../../support/database/test-sql.js';
import { taskPages } from '../../support/scenes/task-scene.js';

describe('the job that reads tasks', () => {
  let database: TestDatabase;
  let sql: TestSql;
  let documents: DocumentFactory;
  let organization: TestOrganization;
  let repository: TaskRepository;
  let reader: TaskReader;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    database = await createTestDatabase();
    const dataSource = await createDataSource(database.url, 6).initialize();
    const db = new Database(dataSource);
    sql = new TestSql(database.url);
    documents = new DocumentFactory(sql);
    organization = await new IdentityFactory(sql).organization();
    repository = new TaskRepository(db);
    reader = new TaskReader(repository, db);
    stop = async () => {
      await db.onApplicationShutdown();
      await dataSource.destroy();
      await sql.close();
      await database.drop();
    };
  });
  afterAll(() => stop());

  const manual = (): Promise<TestDocument> => documents.document(organization, { pages: taskPages() });
  const reading = async ({ revisionId }: TestDocument): Promise<unknown> =>
    (await sql.query(`SELECT failures, task_count FROM task_readings WHERE revision_id = $1`, [revisionId]))[0];

  it('reads others if a revision cannot be read, and tries that one again later and later', async () => {
    const broken = await manual();
    await sql.query(`UPDATE pages SET blocks = '[{"kind": 7}]' WHERE revision_id = $1`, [broken.revisionId]);
    const other = await manual();
    await reader.run();
    expect([await reading(broken), await reading(other)]).toEqual([
      { failures: 1, task_count: 0 },
      { failures: 0, task_count: 2 },
    ]);
    const pass = (interval: string): Promise<unknown> =>
      sql.query(`UPDATE task_readings SET created_at = created_at - $1::interval`, [interval]);
    for (const [interval, expected] of [
      ['1 minute', []],
      ['1 hour', [broken.revisionId]],
    ] as const) {
      await pass(interval);
      expect(await repository.listUnread(10)).toEqual(expected);
    }
    await reader.run();
    expect(await reading(broken)).toEqual({ failures: 2, task_count: 0 });
    await sql.query(`UPDATE task_readings SET failures = 6 WHERE failures > 0`);
    await pass('9 years');
    expect(await repository.listUnread(10)).toEqual([]);
    await sql.query(`UPDATE pages SET blocks = '[]' WHERE revision_id = $1`, [broken.revisionId]);
    await reader.tryRead([broken.revisionId]);
    expect(await reading(broken)).toEqual({ failures: 0, task_count: 0 });
  });

  it('lets a revision be withdrawn while it is read', async () => {
    const { revisionId } = await manual();
    const dataSource = await createDataSource(database.url, 2).initialize();
    const other = new Database(dataSource);
    await other.transaction(async () => {
      await new TaskRepository(other).holdSource(revisionId);
      await sql.query(`SET lock_timeout = '2s'`);
      await sql.query(`UPDATE document_revisions SET status = 'withdrawn', withdrawn_at = now() WHERE id = $1`, [
        revisionId,
      ]);
    });
    await dataSource.destroy();
  });
});
