import { DataSource } from 'typeorm';
import { Database } from '../../../src/common/database/database.js';
import { DeliveryQueueRepository } from '../../../src/modules/webhooks/delivery/delivery-queue.repository.js';
import { IdentityFactory } from '../../factories/identity.factory.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { TestSql } from '../../support/database/test-sql.js';

const QUEUES = 100_000;

/** A step of a plan, as EXPLAIN tells it. */
interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  Plans?: Plan[];
}

describe('the look for webhooks that are due', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    const sql = new TestSql(database.url);
    const organization = await new IdentityFactory(sql).organization();
    await sql.close();
    await dataSource.query(
      `INSERT INTO webhook_endpoints (id, organization_id, url, events, sealed_secret)
       SELECT 'webhook_' || n, $2, 'https://hooks.example.invalid/', '{}', '' FROM generate_series(1, $1) n`,
      [QUEUES, organization.id],
    );
    // Most have nothing waiting; some failed and are tried later, some are leased, and two of each kind are due.
    await dataSource.query(
      `INSERT INTO webhook_queues (endpoint_id, due_at, failing_since, leased_by, leased_until)
       SELECT 'webhook_' || n,
         CASE WHEN n <= 4 THEN now() - interval '1 s' WHEN n % 3 = 0 AND n > 8 THEN now() + interval '1 h' END,
         CASE WHEN n IN (3, 4, 7, 8) OR n % 3 = 0 AND n > 8 THEN now() - interval '1 h' END,
         CASE WHEN n BETWEEN 5 AND 8 OR n % 50 = 1 AND n > 8 THEN 'somebody' END,
         CASE WHEN n BETWEEN 5 AND 8 THEN now() - interval '1 s' WHEN n % 50 = 1 AND n > 8 THEN now() + interval '30 s' END
       FROM generate_series(1, $1) n`,
      [QUEUES],
    );
    await dataSource.query('ANALYZE webhook_queues');
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('reads what it takes, by indexes, and not the queues of all', async () => {
    let asked: { sql: string; parameters: unknown[] } | undefined;
    const note = (sql: string, parameters: unknown[]): Promise<[]> => {
      asked = { sql, parameters };
      return Promise.resolve([]);
    };
    await new DeliveryQueueRepository({ query: note } as unknown as Database).claim('somebody-else', 1_000, 500);
    const { sql, parameters } = asked!;
    // As in the service: prepared once, for all parameters.
    const runner = dataSource.createQueryRunner();
    await runner.query('BEGIN');
    await runner.query('SET LOCAL plan_cache_mode = force_generic_plan');
    await runner.query(`PREPARE claim (text, bigint, bigint) AS ${sql}`);
    const values = parameters.map((value) => `'${String(value)}'`).join(', ');
    const [{ 'QUERY PLAN': plans }] = (await runner.query(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE claim (${values})`,
    )) as [{ 'QUERY PLAN': { Plan: Plan }[] }];
    await runner.query('ROLLBACK');
    await runner.release();
    const scans = plans.flatMap(({ Plan: plan }) => stepsOf(plan)).filter((step) => 'Relation Name' in step);
    const looks = scans.filter(({ 'Node Type': type }) => type.endsWith('Scan'));
    expect(looks.filter(({ 'Node Type': type }) => type === 'Seq Scan')).toEqual([]);
    expect(looks.map(({ 'Actual Rows': rows }) => rows).every((rows) => rows <= 8)).toBe(true);
  });

  it('takes what is due or was left behind, of failing ones no more than it may', async () => {
    const queues = new DeliveryQueueRepository(new Database(dataSource));
    const first = await queues.claim('first', 1_000, 3);
    const ids = first.map(({ endpoint_id: id }) => id);
    expect(ids).toEqual(expect.arrayContaining([1, 2, 5, 6].map((n) => `webhook_${n}`)));
    expect(first.filter(({ is_failing: isFailing }) => isFailing)).toHaveLength(3);
    expect(await queues.claim('second', 1_000, 3)).toHaveLength(1);
    expect(await queues.claim('third', 1_000, 3)).toEqual([]);
  });
});

function stepsOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];
}
