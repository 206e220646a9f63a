import pg from 'pg';
import { AdvisoryLocks } from '../../../src/common/database/advisory-locks.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { until } from '../../support/until.js';

describe('AdvisoryLocks', () => {
  let database: TestDatabase;
  let here: AdvisoryLocks;
  let elsewhere: AdvisoryLocks;
  beforeAll(async () => {
    database = await createTestDatabase();
    [here, elsewhere] = [1, 2].map(() => new AdvisoryLocks({ connectionString: database.url })) as [
      AdvisoryLocks,
      AdvisoryLocks,
    ];
  });
  afterAll(async () => {
    await Promise.all([here.close(), elsewhere.close()]);
    await database.drop();
  });

  const yes = (): Promise<string> => Promise.resolve('done');
  const cutOthers = async (): Promise<void> => {
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND datname = current_database() AND pid <> pg_backend_pid()`);
    await client.end();
  };

  it('keep out others, of this process and of another, until the work ends', async () => {
    const answer = await here.run('one', async () => {
      expect(await here.run('one', yes)).toBeNull();
      expect(await elsewhere.run('one', yes)).toBeNull();
      expect(await here.run('two', yes)).toBe('done');
      return 'worked';
    });
    expect(answer).toBe('worked');
    expect(await elsewhere.run('one', yes)).toBe('done');
  });

  it('are free after work that throws', async () => {
    await expect(here.run('three', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await elsewhere.run('three', yes)).toBe('done');
    expect(await here.run('three', yes)).toBe('done');
  });

  it('are held by one connection, however many', async () => {
    const client = new pg.Client(database.url);
    await client.connect();
    const names = Array.from({ length: 20 }, (_, i) => `many ${i}`);
    const count = (): Promise<number> =>
      client
        .query<{ n: number }>(
          `SELECT count(DISTINCT l.pid)::int AS n FROM pg_locks l JOIN pg_database d ON d.oid = l.database
           WHERE l.locktype = 'advisory' AND d.datname = current_database()`,
        )
        .then(({ rows }) => rows[0]!.n);
    const hold = (rest: string[]): Promise<number | null> =>
      rest.length === 0 ? count() : here.run(rest[0]!, () => hold(rest.slice(1)));
    expect(await hold(names)).toBe(1);
    await client.end();
  });

  it('come back after the connection was lost, which fails no work', async () => {
    const answer = await here.run('four', async () => {
      await cutOthers();
      expect(await elsewhere.run('four', yes)).toBe('done');
      return 'worked';
    });
    expect(answer).toBe('worked');
    await here.run('four', async () => {
      expect(await elsewhere.run('four', yes)).toBeNull();
    });
  });

  it('come back later when they were not free yet with the next connection, once each', async () => {
    const client = new pg.Client(database.url);
    // As PostgreSQL holds them for a connection whose end it has not seen.
    const keep = `SELECT pg_advisory_lock(hashtextextended('five', 0))`;
    await here.run('six', () =>
      here.run('five', async () => {
        await cutOthers();
        await client.connect();
        await client.query(keep);
        await here.listFree([]);
        await client.end();
        await until(
          () => elsewhere.listFree(['five', 'six']),
          (free) => free.includes('five'),
        );
        await here.listFree([]);
        await here.listFree([]);
        expect(await elsewhere.listFree(['five', 'six'])).toEqual([]);
      }),
    );
    expect((await elsewhere.listFree(['five', 'six'])).sort()).toEqual(['five', 'six']);
  });
});
