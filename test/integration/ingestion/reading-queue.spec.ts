import type { DataSource } from 'typeorm';
import { Database } from '../../../src/common/database/database.js';
import { CLAIM, ReadingQueueRepository } from '../../../src/modules/ingestion/reading-queue.repository.js';
import { createDataSource } from '../../../src/start/data-source.js';
import { IdentityFactory } from '../../factories/identity.factory.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { TestSql } from '../../support/database/test-sql.js';

describe('the queue of readers', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let sql: TestSql;
  let queue: ReadingQueueRepository;
  let organizations: string[];

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await createDataSource(database.url, 8).initialize();
    sql = new TestSql(database.url);
    queue = new ReadingQueueRepository(new Database(dataSource));
    const identity = new IdentityFactory(sql);
    organizations = [(await identity.organization()).id, (await identity.organization()).id];
    await sql.query(`INSERT INTO blobs (sha256, size) VALUES (repeat('a', 64), 1)`);
  });
  afterEach(async () => {
    await sql.query(`DELETE FROM documents`);
    await sql.query(`DELETE FROM ingestion_turns`);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await sql.close();
    await database.drop();
  });

  /** Queues files whose ids begin with the name. */
  async function enqueue(organization: string, name: string, count: number): Promise<void> {
    const numbered = `'${name}_' || lpad(n::text, 7, '0')`;
    await sql.query(
      `INSERT INTO documents (id, organization_id, title, document_type, aircraft_type, access)
       SELECT 'doc_' || ${numbered}, $1, 'Card', 'TASK_CARD', 'TR46', 'organization'
       FROM generate_series(1, $2::int) AS n`,
      [organization, count],
    );
    await sql.query(
      `INSERT INTO document_revisions (id, document_id, version, status, content_sha256, content_size, media_type, file_name)
       SELECT 'rev_' || ${numbered}, 'doc_' || ${numbered}, '1', 'active', repeat('a', 64), 1, 'text/plain', 'a.txt'
       FROM generate_series(1, $1::int) AS n`,
      [count],
    );
    await sql.query(
      `UPDATE documents d SET current_revision_id = r.id FROM document_revisions r
       WHERE r.document_id = d.id AND d.current_revision_id IS NULL`,
    );
    await sql.query('ANALYZE document_revisions, documents');
  }

  /** Pages of the database that a claim reads. */
  async function pagesOfClaim(): Promise<number> {
    const [row] = await sql.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${CLAIM}`,
    );
    const plan = row!['QUERY PLAN'][0].Plan;
    return plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
  }

  it('gives turns to organizations, the oldest file of each first', async () => {
    await enqueue(organizations[0]!, 'a', 3);
    await enqueue(organizations[1]!, 'b', 2);
    const claimed: (string | null)[] = [];
    for (let i = 0; i < 6; i += 1) claimed.push(await queue.claim());
    const order = claimed.map((id) => id?.slice(0, 5));
    expect(order.slice(0, 4).sort()).toEqual(['rev_a', 'rev_a', 'rev_b', 'rev_b']);
    expect(order[0]).not.toBe(order[1]);
    expect(claimed.filter((id) => id?.startsWith('rev_a'))).toEqual([
      'rev_a_0000001',
      'rev_a_0000002',
      'rev_a_0000003',
    ]);
    expect(claimed[5]).toBeNull();
  });

  it('gives each file once to many at a time, and all of them', async () => {
    await enqueue(organizations[0]!, 'a', 40);
    const claimed = await Promise.all(Array.from({ length: 40 }, () => queue.claim()));
    expect(new Set(claimed).size).toBe(40);
    expect(claimed).not.toContain(null);
    expect(await queue.claim()).toBeNull();
  });

  it('knows whose files wait', async () => {
    await enqueue(organizations[0]!, 'a', 1);
    expect(await queue.whoWaits(organizations[0]!)).toEqual({ own: true, others: false });
    expect(await queue.whoWaits(organizations[1]!)).toEqual({ own: false, others: true });
    await sql.query(`UPDATE documents SET deleted_at = now()`);
    expect(await queue.whoWaits(organizations[1]!)).toEqual({ own: false, others: false });
    expect(await queue.claim()).toBeNull();
  });

  it('ends the pauses of files that gave way, and of no other', async () => {
    await enqueue(organizations[0]!, 'a', 2);
    await sql.query(`UPDATE document_revisions SET ingestion_due_at = now() + interval '1 hour'`);
    await sql.query(`UPDATE document_revisions SET ingestion_attempts = 1 WHERE id = 'rev_a_0000001'`);
    expect(await queue.claim()).toBeNull();
    await queue.endPauses(['rev_a_0000001', 'rev_a_0000002']);
    expect([await queue.claim(), await queue.claim()]).toEqual(['rev_a_0000002', null]);
  });

  it('costs the same with a hundred times as many files', async () => {
    await enqueue(organizations[0]!, 'a', 200);
    await enqueue(organizations[1]!, 'b', 200);
    await pagesOfClaim();
    const few = await pagesOfClaim();
    await enqueue(organizations[0]!, 'c', 20_000);
    await pagesOfClaim();
    expect(await pagesOfClaim()).toBeLessThan(3 * few);
  });

  it('queues a file again whose organization an earlier release did not note', async () => {
    await enqueue(organizations[0]!, 'a', 1);
    await sql.query(`UPDATE document_revisions SET ingestion_state = 'failed', queue_organization_id = NULL`);
    await sql.query(`UPDATE document_revisions SET ingestion_state = 'queued'`);
    expect(await queue.claim()).toBe('rev_a_0000001');
  });
});
