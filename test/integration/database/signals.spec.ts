import pg from 'pg';
import { Database } from '../../../src/common/database/database.js';
import { Signals } from '../../../src/common/database/signals.js';
import { createDataSource } from '../../../src/start/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { until } from '../../support/until.js';

/** What one process hears under a name. */
interface Node {
  db: Database;
  signals: Signals;
  heard: (string | null)[];
  stop(): Promise<void>;
}

describe('Signals', () => {
  let database: TestDatabase;
  let [here, there] = [] as unknown as [Node, Node];
  const start = async (): Promise<Node> => {
    const dataSource = await createDataSource(database.url, 2).initialize();
    const db = new Database(dataSource);
    const signals = new Signals(db);
    const heard: (string | null)[] = [];
    signals.on('wheels', (subject) => heard.push(subject));
    await signals.onApplicationBootstrap();
    const stop = async (): Promise<void> => {
      await signals.onApplicationShutdown();
      await dataSource.destroy();
    };
    return { db, signals, heard, stop };
  };
  /** Sends a last signal: when it is heard, all earlier ones were. */
  const settled = async (): Promise<void> => {
    const mark = `mark ${Math.random()}`;
    await here.signals.send('wheels', mark);
    for (const { heard } of [here, there]) await until(() => heard.includes(mark));
    for (const { heard } of [here, there]) heard.splice(heard.indexOf(mark), 1);
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    [here, there] = [await start(), await start()];
  });
  beforeEach(() => [here, there].forEach(({ heard }) => heard.splice(0)));
  afterAll(async () => {
    for (const node of [here, there]) await node.stop();
    await database.drop();
  });

  it('are heard by every process, in their order, under their name alone', async () => {
    await here.signals.send('wheels', 'one two');
    await here.signals.send('brakes', 'not this');
    await there.signals.sendEach('wheels', ['two', 'three']);
    await settled();
    for (const { heard } of [here, there]) expect(heard).toEqual(['one two', 'two', 'three']);
  });

  it('are heard when the change is committed, once, and not before', async () => {
    await here.db.transaction(async () => {
      await here.signals.send('wheels', 'kept');
      await here.signals.send('wheels', 'kept');
      await there.signals.send('wheels', 'meanwhile');
      await until(() => there.heard.includes('meanwhile'));
      expect(there.heard).toEqual(['meanwhile']);
    });
    await settled();
    for (const { heard } of [here, there]) expect(heard).toEqual(['meanwhile', 'kept']);
  });

  it('are not heard of a change that is taken back', async () => {
    const taken = here.db.transaction(async () => {
      await here.signals.send('wheels', 'taken back');
      throw new Error('no');
    });
    await expect(taken).rejects.toThrow('no');
    await settled();
    for (const { heard } of [here, there]) expect(heard).toEqual([]);
  });

  it('that may have been missed with a lost connection are told as null, and then are heard again', async () => {
    const listener = `SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()`;
    const client = new pg.Client(database.url);
    await client.connect();
    const { rowCount } = await client.query(`SELECT pg_terminate_backend(pid) FROM (${listener}) l`);
    expect(rowCount).toBe(2);
    await client.query(`SELECT pg_notify('service_signals', 'wheels lost')`);
    for (const { heard } of [here, there]) await until(() => heard.length > 0);
    await settled();
    for (const { heard } of [here, there]) expect(heard).toEqual([null]);
    await client.end();
  });
});
