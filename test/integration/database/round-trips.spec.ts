import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createRequestContext, currentContext, runWithContext } from '../../../src/common/context/request-context.js';
import { Database } from '../../../src/common/database/database.js';
import { Organization } from '../../../src/modules/users/organization.entity.js';
import { createDataSource } from '../../../src/start/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { until } from '../../support/until.js';

const BACKEND = 'SELECT pg_backend_pid() AS pid, $1::int AS given';
interface Answer {
  pid: number;
  given: number;
}

describe('round trips', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let db: Database;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await createDataSource(database.url, 5).initialize();
    db = new Database(dataSource);
    await db.query('CREATE TABLE entry (id int PRIMARY KEY, at int NOT NULL DEFAULT 0)');
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });
  beforeEach(() => db.query('TRUNCATE entry'));
  const ids = async (): Promise<number[]> =>
    (await db.query<{ id: number }>('SELECT id FROM entry ORDER BY id')).map(({ id }) => id);
  /** Round trips that `work` counts. */
  async function counted(work: () => Promise<unknown>): Promise<number> {
    const context = createRequestContext('test');
    await runWithContext(context, work);
    return context.dbQueries;
  }

  describe('of a transaction', () => {
    it('carry deferred statements with the next one or the commit, in order', async () => {
      const trips = await counted(() =>
        db.transaction(async () => {
          await db.defer('INSERT INTO entry VALUES ($1)', [1]);
          await db.defer('UPDATE entry SET at = at + 1 WHERE id = $1', [1]);
          expect(await db.query('SELECT at FROM entry WHERE id = $1', [1])).toEqual([{ at: 1 }]);
          await db.defer('INSERT INTO entry VALUES ($1)', [2]);
        }),
      );
      expect([await ids(), trips]).toEqual([[1, 2], 2]);
    });

    it('report the failure of a deferred statement with the next one, and commit nothing', async () => {
      const failing = db.transaction(async () => {
        await db.defer('INSERT INTO entry VALUES ($1)', [1]);
        await db.defer('INSERT INTO entry VALUES ($1)', [1]);
        await db.query('SELECT 1');
      });
      await expect(failing).rejects.toMatchObject({ code: '23505' });
      expect(await ids()).toEqual([]);
    });

    it('report it with the commit, and run nothing that waits for the commit', async () => {
      const after = jest.fn();
      const failing = db.transaction(async () => {
        db.afterCommit(after);
        await db.defer('INSERT INTO entry VALUES ($1), ($1)', [1]);
      });
      await expect(failing).rejects.toMatchObject({ code: '23505' });
      expect([await ids(), after.mock.calls]).toEqual([[], []]);
    });

    it('never commit after a failure that the caller did not pass on', async () => {
      const swallowed = db.transaction(async () => {
        await db.query('INSERT INTO entry VALUES ($1)', [1]);
        await db.query('SELECT 1 / 0').catch(() => undefined);
      });
      await expect(swallowed).rejects.toThrow('rolled back after an earlier failure');
      expect(await ids()).toEqual([]);
    });

    it('refuse work that outlives it: the connection is no longer its own', async () => {
      let outlive = (): void => undefined;
      const outlived = new Promise<void>((resolve) => (outlive = resolve));
      let late: Promise<unknown>[] = [];
      await db.transaction(async () => {
        await db.query('INSERT INTO entry VALUES ($1)', [1]);
        late = [
          outlived.then(() => db.query('INSERT INTO entry VALUES ($1)', [2])),
          outlived.then(() => db.defer('INSERT INTO entry VALUES ($1)', [3])),
          outlived.then(() => db.repository('migrations').find()),
        ];
      });
      outlive();
      const outcomes = await Promise.allSettled(late);
      expect(outcomes).toEqual(
        late.map(() => ({ status: 'rejected', reason: new Error('the transaction has ended') })),
      );
      expect(await ids()).toEqual([1]);
    });

    it.each([
      ['commits', () => Promise.resolve(), [1]],
      ['rolls back', () => Promise.reject(new Error('undone')), []],
    ])('take no statement of work that is not awaited once it %s', async (_end, end, kept) => {
      let late: Promise<unknown>[] = [];
      const done = db.transaction(async () => {
        await db.query('INSERT INTO entry VALUES ($1)', [1]);
        // The end waits for this one.
        void db.query('SELECT pg_sleep(0.1)').catch(() => undefined);
        late = [
          immediate().then(() => db.query('INSERT INTO entry VALUES ($1)', [2])),
          immediate().then(() => db.defer('INSERT INTO entry VALUES ($1)', [3])),
        ];
        await end();
      });
      await Promise.allSettled([done]);
      const ended = { status: 'rejected', reason: new Error('the transaction has ended') };
      expect(await Promise.allSettled(late)).toEqual([ended, ended]);
      expect(await ids()).toEqual(kept);
    });

    it('go on after a value that has no form in PostgreSQL, with the same statement too', async () => {
      const insert = 'INSERT INTO entry VALUES ($1)';
      await db.transaction(async () => {
        await db.query(insert, [1]);
        for (const send of [db.query.bind(db), db.defer.bind(db)]) {
          await expect(send(insert, [{ at: 1n }])).rejects.toThrow(TypeError);
        }
        await db.defer(insert, [2]);
        await db.query(insert, [3]);
      });
      expect(await ids()).toEqual([1, 2, 3]);
    });

    it('report the failure of a deferred statement when a repository carried it', async () => {
      const failing = db.transaction(async () => {
        await db.defer('INSERT INTO entry VALUES ($1), ($1)', [1]);
        await db.repository(Organization).count();
      });
      await expect(failing).rejects.toMatchObject({ code: '23505' });
    });

    it('let nobody take the failure of a deferred statement for their own', async () => {
      let seen: unknown;
      const failing = db.transaction(async () => {
        await db.defer('INSERT INTO entry VALUES ($1), ($1)', [1]);
        await db.query('SELECT 1').catch((error: { code: string }) => (seen = error.code));
      });
      await expect(failing).rejects.toMatchObject({ code: '23505' });
      expect(seen).toBe('25P02');
    });

    it('send nothing for a transaction without statements', async () => {
      expect(await counted(() => db.transaction(() => Promise.resolve()))).toBe(0);
    });

    it('let a read after a deferred lock see what the holder of the lock has committed', async () => {
      await db.query('INSERT INTO entry VALUES (1)');
      const add = (): Promise<void> =>
        db.transaction(async () => {
          await db.defer('SELECT FROM entry WHERE id = $1 FOR UPDATE', [1]);
          const [row] = await db.query<{ at: number }>('SELECT at FROM entry WHERE id = $1', [1]);
          await db.defer('UPDATE entry SET at = $2 WHERE id = $1', [1, row!.at + 1]);
        });
      await Promise.all(Array.from({ length: 20 }, add));
      expect(await db.query('SELECT at FROM entry')).toEqual([{ at: 20 }]);
    });
  });

  describe('of statements made together', () => {
    it.each([
      ['outside of a transaction', <T>(work: () => Promise<T>) => work()],
      ['in one, after deferred statements', <T>(work: () => Promise<T>) => db.transaction(work)],
    ])('are one, %s', async (_place, within) => {
      const answers = jest.fn();
      const trips = await counted(() =>
        within(async () => {
          await db.defer('INSERT INTO entry VALUES ($1)', [3]);
          const [first, second] = await db.together(() =>
            Promise.all([db.query('SELECT id FROM entry'), db.query<Answer>(BACKEND, [7])]),
          );
          answers(first, second[0]!.given);
        }),
      );
      expect(answers.mock.calls).toEqual([[[{ id: 3 }], 7]]);
      expect(trips).toBe(_place.startsWith('in') ? 1 : 2);
    });

    it('leave a transaction its own', async () => {
      // The batch waits for a connection while the transaction has one.
      const held = await Promise.all(Array.from({ length: 3 }, () => db.pool.connect()));
      const outcomes = await db.together(() =>
        Promise.allSettled([
          db.query('SELECT 1 AS one'),
          db.transaction(async () => {
            await db.query('INSERT INTO entry VALUES ($1)', [1]);
            throw new Error('undone');
          }),
        ]),
      );
      for (const client of held) client.release();
      expect(outcomes).toMatchObject([{ value: [{ one: 1 }] }, { reason: new Error('undone') }]);
      expect(await ids()).toEqual([]);
    });

    it('fail on their own', async () => {
      const outcomes = await db.together(() =>
        Promise.allSettled([db.query('SELECT 1 / 0'), db.query<Answer>(BACKEND, [1])]),
      );
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
      await expect(db.together(() => Promise.all([db.query('SELECT 1 / 0')]))).rejects.toMatchObject({ code: '22012' });
    });
  });

  describe('of lookups', () => {
    it('share a connection, and answer each caller in its context', async () => {
      const contexts = Array.from({ length: 250 }, (_, n) => createRequestContext(`request ${n}`));
      const answers = await Promise.all(
        contexts.map((context, n) =>
          runWithContext(context, async () => {
            const [row] = await db.lookup<Answer>(BACKEND, [n]);
            return { ...row!, context: currentContext() };
          }),
        ),
      );
      expect(answers.map(({ given }) => given)).toEqual(contexts.map((_, n) => n));
      expect(answers.every(({ context }, n) => context === contexts[n])).toBe(true);
      // What one packet carries; the rest may get another connection when the machine is slow.
      expect(new Set(answers.slice(0, 100).map(({ pid }) => pid)).size).toBe(1);
      expect(contexts.map(({ dbQueries }) => dbQueries)).toEqual(contexts.map(() => 1));
    });

    it('fail on their own, and go on with another connection', async () => {
      const [failed, answered] = await Promise.allSettled([
        db.lookup('SELECT 1 / $1::int', [0]),
        db.lookup<Answer>(BACKEND, [1]),
      ]);
      expect([failed, answered]).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled' }]);
      const [next] = await db.lookup<Answer>(BACKEND, [2]);
      expect(next!.pid).not.toBe((answered as PromiseFulfilledResult<Answer[]>).value[0]!.pid);
    });

    it('fail with their connection, and the next ones do not', async () => {
      const cut = db.lookup<Answer>('SELECT pg_terminate_backend(pg_backend_pid()), $1::int', [1]);
      const behind = db.lookup<Answer>(BACKEND, [2]);
      expect((await Promise.allSettled([cut, behind])).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(await db.lookup<Answer>(BACKEND, [3])).toMatchObject([{ given: 3 }]);
    });

    it('do not wait for a slow one', async () => {
      const holder = await db.pool.connect();
      await holder.query('BEGIN; LOCK TABLE entry');
      let isAnswered = false;
      const slow = db.lookup('SELECT id FROM entry WHERE id = $1', [1]).finally(() => (isAnswered = true));
      await until(
        () => db.query('SELECT 1 FROM pg_locks WHERE NOT granted'),
        (rows) => rows.length > 0,
      );
      await sleep(150);
      expect(await db.lookup<Answer>(BACKEND, [1])).toMatchObject([{ given: 1 }]);
      expect(isAnswered).toBe(false);
      await holder.query('COMMIT');
      holder.release();
      expect(await slow).toEqual([]);
    });

    it('that are essential do not wait for a connection with the others', async () => {
      const essential = createRequestContext('sign-in', undefined, true);
      // Everything that is not reserved.
      const held = await Promise.all(Array.from({ length: 4 }, () => db.pool.connect()));
      const other = db.lookup<Answer>(BACKEND, [1]);
      await immediate();
      expect(await runWithContext(essential, () => db.lookup<Answer>(BACKEND, [2]))).toMatchObject([{ given: 2 }]);
      for (const client of held) client.release();
      expect(await other).toMatchObject([{ given: 1 }]);
    });

    it('belong to the open transaction', async () => {
      await db.transaction(async () => {
        await db.defer('INSERT INTO entry VALUES ($1)', [5]);
        expect(await db.lookup('SELECT id FROM entry WHERE id = $1', [5])).toEqual([{ id: 5 }]);
      });
    });
  });
});
