import type { DataSource } from 'typeorm';
import { Database } from '../../../src/common/database/database.js';
import type { JobQueue } from '../../../src/integrations/job-queue/job-queue.js';
import { PartReader } from '../../../src/modules/parts/part-reader.service.js';
import { PartReadingRepository } from '../../../src/modules/parts/part-reading.repository.js';
import { createDataSource } from '../../../src/start/data-source.js';
import { DocumentFactory } from '../../factories/document.factory.js';
import { IdentityFactory } from '../../factories/identity.factory.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { TestSql } from '../../support/database/test-sql.js';
import { catalogPage } from '../../support/scenes/part-scene.js';

describe('attempts to read parts lists', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let db: Database;
  let sql: TestSql;
  let readings: PartReadingRepository;
  let job: (wanted: { revision_id: string }) => Promise<void>;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await createDataSource(database.url, 4).initialize();
    sql = new TestSql(database.url);
    db = new Database(dataSource);
    readings = new PartReadingRepository(db);
    const subscribe = (_queue: string, _name: string, _options: object, handler: typeof job): Promise<void> => {
      job = handler;
      return Promise.resolve();
    };
    await new PartReader(readings, { subscribe } as unknown as JobQueue, db).onModuleInit();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await sql.close();
    await db.onApplicationShutdown();
    await dataSource.destroy();
    await database.drop();
  });

  const catalog = async (): Promise<string> => {
    const organization = await new IdentityFactory(sql).organization();
    return (await new DocumentFactory(sql).document(organization, { pages: [catalogPage()] })).revisionId;
  };
  const stored = async (revisionId: string) => {
    const [found] = await sql.query(
      `SELECT g.failures, g.part_count, (SELECT count(*)::int FROM revision_parts p WHERE p.revision_id = g.revision_id) AS rows,
         (SELECT count(*)::int FROM part_conditions c WHERE c.revision_id = g.revision_id) > 0 AS has_conditions
       FROM part_readings g WHERE g.revision_id = $1`,
      [revisionId],
    );
    return found;
  };

  it('delete nothing of the attempt that follows, and are complete only with all rows', async () => {
    const revision_id = await catalog();
    const first = await readings.recordAttempt(revision_id);
    await sql.query(`UPDATE part_readings SET created_at = now() - interval '1 day' WHERE revision_id = $1`, [
      revision_id,
    ]);
    await job({ revision_id });
    const complete = { failures: 0, part_count: 4, rows: 4, has_conditions: true };
    expect(await stored(revision_id)).toEqual(complete);
    expect(await readings.deleteBefore(first!)).toBe(false);
    expect(await stored(revision_id)).toEqual(complete);
    await expect(readings.recordReading(revision_id, 5, {})).rejects.toThrow();
    expect(await stored(revision_id)).toEqual(complete);
  });

  it('pause after a failure, however many jobs wait', async () => {
    const revision_id = await catalog();
    const listPages = jest.spyOn(readings, 'listPages').mockRejectedValue(new Error('broken page'));
    for (let i = 0; i < 5; i += 1) await job({ revision_id });
    expect([(await stored(revision_id))!.failures, listPages.mock.calls.length]).toEqual([1, 1]);
    listPages.mockRestore();
    await sql.query(`UPDATE part_readings SET created_at = now() - interval '1 day' WHERE revision_id = $1`, [
      revision_id,
    ]);
    await job({ revision_id });
    expect(await stored(revision_id)).toMatchObject({ failures: 0, rows: 4 });
  });
});
