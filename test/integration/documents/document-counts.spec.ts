import pg from 'pg';
import type { DataSource } from 'typeorm';
import { Database } from '../../../src/common/database/database.js';
import { newId } from '../../../src/common/ids/type-id.js';
import { DocumentCountRepository } from '../../../src/modules/documents/listing/document-count.repository.js';
import { createDataSource } from '../../../src/start/data-source.js';
import { DocumentFactory } from '../../factories/document.factory.js';
import { IdentityFactory, type TestTeam } from '../../factories/identity.factory.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { TestSql } from '../../support/database/test-sql.js';

/** Transactions of each writer. */
const ROUNDS = 8;
const KEY = 'organization_id, access, team_id, document_type, aircraft_type, inactive_status';
/** Groups whose kept count is not that of the documents, in one snapshot. */
const DIFFERENCES = `
  SELECT ${KEY}, sum(change) FROM (
    SELECT organization_id, access, team_id, document_type, aircraft_type, nullif(r.status, 'active') AS inactive_status, 1 AS change
    FROM documents d JOIN document_revisions r ON r.id = d.current_revision_id WHERE d.deleted_at IS NULL
    UNION ALL SELECT organization_id, access, team_id, NULL, NULL, NULL, 1 FROM documents WHERE deleted_at IS NULL
    UNION ALL SELECT ${KEY}, -documents FROM document_counts) AS counted
  GROUP BY ${KEY} HAVING sum(change) <> 0`;

describe('kept counts of documents', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let sql: TestSql;
  let counts: DocumentCountRepository;
  let organization: { id: string; name: string };
  let teams: TestTeam[];

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await createDataSource(database.url, 6).initialize();
    sql = new TestSql(database.url);
    counts = new DocumentCountRepository(new Database(dataSource));
    const identity = new IdentityFactory(sql);
    organization = await identity.organization();
    teams = [await identity.team(organization), await identity.team(organization)];
    const factory = new DocumentFactory(sql);
    for (let count = 0; count < 12; count += 1) {
      await factory.document(organization, count % 3 === 0 ? {} : { team: teams[count % 2]! });
    }
  });
  afterAll(async () => {
    await dataSource.destroy();
    await sql.close();
    await database.drop();
  });

  const differences = (): Promise<object[]> => sql.query(DIFFERENCES);
  const insertSome = `
    INSERT INTO documents (id, organization_id, title, document_type, aircraft_type, access, current_revision_id)
    SELECT $1 || n, organization_id, title, document_type, aircraft_type, 'organization', current_revision_id
    FROM documents d, generate_series(1, 3) n WHERE d.id = (SELECT min(id) FROM documents WHERE organization_id = $2)`;

  it('follow documents that are created, moved, withdrawn, deleted and removed', async () => {
    expect(await differences()).toEqual([]);
    for (const change of [
      `UPDATE documents SET access = 'organization' WHERE team_id = '${teams[0]!.id}'`,
      `UPDATE documents SET team_id = '${teams[1]!.id}' WHERE access = 'organization'`,
      `UPDATE documents SET document_type = 'SB', aircraft_type = 'A350' WHERE team_id IS NOT NULL`,
      `UPDATE document_revisions SET status = 'withdrawn' WHERE id IN (SELECT max(current_revision_id) FROM documents)`,
      `UPDATE document_revisions SET status = 'active' WHERE status = 'withdrawn'`,
      `UPDATE documents SET row_version = row_version + 1`,
      `UPDATE documents SET deleted_at = now() WHERE id IN (SELECT max(id) FROM documents)`,
      `DELETE FROM documents WHERE deleted_at IS NOT NULL`,
      `DELETE FROM documents WHERE id IN (SELECT min(id) FROM documents)`,
    ]) {
      await sql.query(change);
      expect([change, await differences()]).toEqual([change, []]);
    }
    const [total] = await sql.query(`SELECT sum(documents)::int AS n FROM document_counts WHERE document_type IS NULL`);
    expect(total).toEqual({ n: 10 });
  });

  it('do not make writers of one organization wait for each other', async () => {
    const [first, second] = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
    try {
      for (const runner of [first, second]) {
        await runner.query('BEGIN');
        await runner.query(`SET LOCAL lock_timeout = '2s'`);
        await runner.query(insertSome, [newId('document'), organization.id]);
      }
      await second.query('COMMIT');
      expect(await differences()).toEqual([]);
      await first.query('ROLLBACK');
      expect(await differences()).toEqual([]);
    } finally {
      await Promise.all([first.release(), second.release()]);
    }
  });

  it('are right in every snapshot while connections write, roll back and die, and rows are merged', async () => {
    const write = async (writer: number): Promise<void> => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const client = new pg.Client({ connectionString: database.url });
        client.on('error', () => undefined);
        await client.connect();
        const id = newId('document');
        const end = (round + writer) % 4;
        await client.query('BEGIN');
        await client.query(insertSome, [id, organization.id]);
        const team = teams[round % 2]!.id;
        await client.query(`UPDATE documents SET access = 'team', team_id = $2 WHERE id = $1`, [`${id}1`, team]);
        await client.query(`UPDATE documents SET deleted_at = now() WHERE id = $1`, [`${id}2`]);
        if (end === 0) await client.query('ROLLBACK');
        else if (end === 1) await client.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
        else await client.query('COMMIT');
        await client.end().catch(() => undefined);
      }
    };
    let isDone = false;
    const done = Promise.all([0, 1, 2, 3].map(write)).finally(() => (isDone = true));
    while (!isDone) {
      expect(await differences()).toEqual([]);
      await counts.merge();
    }
    await done;
    expect(await differences()).toEqual([]);
    await counts.merge();
    expect(await differences()).toEqual([]);
    const [several] = await sql.query(
      `SELECT count(*)::int AS rows, count(DISTINCT (${KEY}))::int AS keys FROM document_counts`,
    );
    expect(several!['rows']).toBe(several!['keys']);
  });

  it('are repaired from the documents', async () => {
    await sql.query(
      `UPDATE document_counts SET documents = documents + 5 WHERE id = (SELECT min(id) FROM document_counts)`,
    );
    await sql.query(`DELETE FROM document_counts WHERE id = (SELECT max(id) FROM document_counts)`);
    expect(await differences()).toHaveLength(2);
    expect(await counts.repair()).toEqual([{ organization_id: organization.id, difference: expect.any(Number) }]);
    expect(await differences()).toEqual([]);
    expect(await counts.repair()).toEqual([]);
  });
});
