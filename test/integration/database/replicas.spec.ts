import type { DataSource } from 'typeorm';
import { Database } from '../../../src/common/database/database.js';
import { Replicas } from '../../../src/common/database/replicas.js';
import { createDataSource } from '../../../src/start/data-source.js';
import { startPostgres, startReplica, type TestPostgres } from '../../support/database/postgres-server.js';
import { TestSql } from '../../support/database/test-sql.js';
import { until } from '../../support/until.js';

describe('reads on a replica', () => {
  let primary: TestPostgres;
  let replica: TestPostgres;
  let onReplica: TestSql;
  let dataSource: DataSource;
  let replicas: Replicas;
  let db: Database;
  beforeAll(async () => {
    primary = await startPostgres();
    replica = await startReplica(primary);
    onReplica = new TestSql(replica.url);
    dataSource = await createDataSource(primary.url, 3).initialize();
    const times = { waitMs: 5_000, lockMs: 10_000, statementMs: 30_000 };
    replicas = new Replicas([replica.url], { ...times, poolSize: 3, slowQueryMs: 0, isMeasured: false });
    db = new Database(dataSource, replicas);
    await db.query('CREATE TABLE notes (n integer)');
  });
  afterAll(async () => {
    await replicas.onApplicationShutdown();
    await onReplica.close();
    await dataSource.destroy();
    await replica.stop();
    await primary.stop();
  });

  /** How many notes there are, and whether a replica said so. */
  const look = async (): Promise<{ count: number; elsewhere: boolean }> => {
    const sql = 'SELECT count(*)::int AS count, pg_is_in_recovery() AS elsewhere FROM notes';
    const [row] = await db.query<{ count: number; elsewhere: boolean }>(sql);
    return row!;
  };
  const write = () => db.query('INSERT INTO notes VALUES (1)');
  const untilElsewhere = () =>
    until(
      () => db.onReplica(look),
      ({ elsewhere }) => elsewhere,
    );

  it('go there only where that is said, and never inside a transaction', async () => {
    await untilElsewhere();
    expect((await look()).elsewhere).toBe(false);
    expect((await db.transaction(() => db.onReplica(look))).elsewhere).toBe(false);
    const within = await db.onReplica(() => db.transaction(look));
    expect(within.elsewhere).toBe(false);
  });

  it('find every earlier write', async () => {
    const { count } = await look();
    for (let n = 1; n <= 200; n += 1) {
      await write();
      expect((await db.onReplica(look)).count).toBe(count + n);
    }
    await untilElsewhere();
  });

  it('go to the primary while the replica is behind', async () => {
    await untilElsewhere();
    await onReplica.query('SELECT pg_wal_replay_pause()');
    await write();
    expect(await db.onReplica(look)).toEqual({ count: (await look()).count, elsewhere: false });
    await onReplica.query('SELECT pg_wal_replay_resume()');
    await untilElsewhere();
  });

  it('are answered by the primary when the replica breaks off', async () => {
    await untilElsewhere();
    const slow = db.onReplica(async () => {
      await db.query('SELECT pg_sleep(CASE WHEN pg_is_in_recovery() THEN 60 ELSE 0 END)');
      return look();
    });
    const running = `SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active'`;
    const [session] = await until(
      () => onReplica.query<{ pid: number }>(running),
      (sessions) => sessions.length > 0,
    );
    await onReplica.query('SELECT pg_terminate_backend($1)', [session!.pid]);
    expect((await slow).elsewhere).toBe(false);
  });

  it('report the error of a query, on the replica and on the primary', async () => {
    await untilElsewhere();
    await expect(db.onReplica(() => db.query('SELECT nothing FROM notes'))).rejects.toMatchObject({ code: '42703' });
    expect((await db.onReplica(look)).elsewhere).toBe(true);
  });

  it('go to the primary while the replica is down, and back to it afterwards', async () => {
    await replica.halt();
    expect((await db.onReplica(look)).elsewhere).toBe(false);
    await write();
    await replica.start();
    await untilElsewhere();
    expect((await db.onReplica(look)).count).toBe((await look()).count);
  });
});
