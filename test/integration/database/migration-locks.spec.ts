import os from 'node:os';
import pg from 'pg';
import { runTool, type ToolResult } from '../../support/service/command-line.js';
import { releases, type Release } from '../../support/schema/releases.js';
import { schemaOf } from '../../support/schema/schema-of.js';
import { createEmptyDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { until } from '../../support/until.js';

const [FIRST] = releases() as [Release];
/** These two follow release 0.1.0: the first needs no table that the tests hold, the second needs `document_revisions`. */
const [FREE, BLOCKED] = [1764000800000, 1764000900000];
const SENTENCE = /^The migration could not lock a table, [^\n]+\n$/;

/** Migrations on a database that is in use, each in a separate process. */
describe('migrations under locks', () => {
  const databases: TestDatabase[] = [];
  const clients: pg.Client[] = [];
  let database: TestDatabase;
  let sql: pg.Client;
  beforeEach(async () => {
    database = await releasedDatabase();
    sql = await connect();
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.end()));
    await Promise.all(databases.splice(0).map((used) => used.drop()));
  });

  async function releasedDatabase(through = FIRST.last_migration): Promise<TestDatabase> {
    const created = await createEmptyDatabase();
    databases.push(created);
    expect(await migrate([`--through=${through}`], created)).toMatchObject({ code: 0 });
    return created;
  }

  async function connect(to = database): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: to.url });
    await client.connect();
    clients.push(client);
    return client;
  }

  const migrate = (options: string[], on = database): Promise<ToolResult> =>
    runTool('migration', ['run', ...options], { DATABASE_URL: on.url, DATA_DIR: os.tmpdir() });

  const pidOf = async (client: pg.Client): Promise<number> =>
    (await client.query<{ pid: number }>(`SELECT pg_backend_pid() AS pid`)).rows[0]!.pid;

  /** Who waits for a lock that this connection has. */
  const waitingFor = async (pid: number): Promise<number[]> =>
    (
      await sql.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE pg_blocking_pids(pid) @> ARRAY[$1::int]`,
        [pid],
      )
    ).rows.map((row) => row.pid);

  const untilWaiting = async (pid: number): Promise<number> =>
    (
      await until(
        () => waitingFor(pid),
        (pids) => pids.length > 0,
      )
    )[0]!;

  /** A transaction that writes to the table, as requests do, until it is ended. */
  async function hold(table: string): Promise<{ pid: number; client: pg.Client; end(): Promise<unknown> }> {
    const client = await connect();
    await client.query(`BEGIN; LOCK TABLE ${table} IN ROW EXCLUSIVE MODE`);
    return { pid: await pidOf(client), client, end: () => client.query('COMMIT') };
  }

  const newest = async (): Promise<number> =>
    Number((await sql.query<{ at: string }>(`SELECT max(timestamp) AS at FROM migrations`)).rows[0]!.at);

  it('gives up in one sentence, with nothing half-done, and lets others through meanwhile', async () => {
    const holder = await hold('document_revisions');
    const migrating = migrate([`--through=${BLOCKED}`, '--tries=2']);
    const migration = await untilWaiting(holder.pid);

    // Only the migration, which waits in front of it, blocks the request. It fails after 8 seconds.
    const request = await connect();
    await request.query(`SET lock_timeout = '8s'`);
    const written = request.query(`UPDATE document_revisions SET status = status`);
    await until(
      () => waitingFor(migration),
      (pids) => pids.length > 0,
    );
    await written;
    expect((await sql.query(`SELECT 1 FROM pg_locks WHERE pid = $1 AND granted`, [holder.pid])).rowCount).not.toBe(0);

    const { code, errors, output } = await migrating;
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toMatch(SENTENCE);
    // Completed migrations stay; the next start resumes there.
    expect(await newest()).toBe(FREE);
    expect(await schemaOf(sql)).toEqual(await schemaOf(await connect(await releasedDatabase(FREE))));

    await holder.end();
    expect(await migrate([`--through=${BLOCKED}`])).toMatchObject({
      code: 0,
      output: 'applied CommentDocuments1764000900000\n',
    });
  });

  it('tries again, and succeeds when the table has become free in between', async () => {
    const holder = await hold('document_revisions');
    const migrating = migrate([`--through=${BLOCKED}`]);
    await untilWaiting(holder.pid);
    // The migration leaves the lock queue before it gets the lock.
    await until(
      () => waitingFor(holder.pid),
      (pids) => pids.length === 0,
    );
    await holder.end();
    expect(await migrating).toMatchObject({ code: 0, errors: '' });
    expect(await newest()).toBe(BLOCKED);
  });

  it('tries again when it and a request wait for one another', async () => {
    const holder = await hold('documents');
    // The request must win the deadlock.
    await holder.client.query(`SET deadlock_timeout = '1min'`);
    const migrating = migrate([`--through=${FREE}`]);
    await untilWaiting(holder.pid);
    await holder.client.query(`LOCK TABLE organizations IN ROW EXCLUSIVE MODE`);
    await holder.end();
    expect(await migrating).toMatchObject({ code: 0, errors: '' });
  });

  it('is done once by nodes that start at the same time', async () => {
    const holder = await hold('document_revisions');
    const nodes = [migrate([`--through=${BLOCKED}`]), migrate([`--through=${BLOCKED}`])];
    const waiting = `SELECT count(*)::int AS nodes FROM pg_stat_activity WHERE application_name = 'amks migration' AND datname = current_database()`;
    await until(
      async () => (await sql.query<{ nodes: number }>(waiting)).rows[0]!.nodes,
      (count) => count === 2,
    );
    await untilWaiting(holder.pid);
    await holder.end();
    const outputs = (await Promise.all(nodes)).map(({ code, output, errors }) => ({
      code,
      errors,
      applied: output.trim(),
    }));
    expect(outputs.sort((a, b) => a.applied.localeCompare(b.applied))).toEqual([
      { code: 0, errors: '', applied: expect.stringMatching(/^applied .*CommentDocuments1764000900000$/) as string },
      { code: 0, errors: '', applied: 'nothing to apply' },
    ]);
    const counted = await sql.query(`SELECT name FROM migrations WHERE timestamp = $1`, [BLOCKED]);
    expect(counted.rowCount).toBe(1);
  });

  it('leaves the node that migrates free to build an index beside traffic, while another awaits its turn', async () => {
    await sql.query(`SELECT pg_advisory_lock(hashtextextended('migrations', 0))`);
    const other = migrate([`--through=${BLOCKED}`]);
    const beside = await connect();
    const nodes = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'amks migration' AND datname = current_database()
                     AND query LIKE '%advisory%'`;
    await until(
      async () => (await beside.query(nodes)).rowCount,
      (count) => count === 1,
    );
    await sql.query(`CREATE INDEX CONCURRENTLY ix_documents_probe ON documents (title)`);
    await sql.query(`DROP INDEX ix_documents_probe`);
    await sql.query(`SELECT pg_advisory_unlock_all()`);
    expect(await other).toMatchObject({ code: 0, errors: '' });
  });
});
