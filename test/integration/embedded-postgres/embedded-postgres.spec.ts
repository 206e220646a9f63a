import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { stopLeftoverServer } from '../../../src/integrations/embedded-postgres/leftover-server.js';
import { processIdentity } from '../../../src/integrations/embedded-postgres/process-identity.js';
import { EmbeddedPostgresProcess } from '../../support/database/embedded-postgres-process.js';

let dataDir: string;
let started: EmbeddedPostgresProcess[];

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(process.env.TEST_TEMPORARY_FOLDER!, 'embedded-postgres-'));
  started = [];
});

afterEach(async () => {
  await Promise.all(started.map((runner) => runner.stop()));
  await stopLeftoverServer(path.join(dataDir, 'postgres/data'), () => {});
  await rm(dataDir, { recursive: true, force: true });
});

function start(): EmbeddedPostgresProcess {
  const runner = EmbeddedPostgresProcess.spawn(dataDir);
  started.push(runner);
  return runner;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = await connect(url);
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** An ended process that nobody has reaped yet does not live. */
const lives = (pid: number) => processIdentity(pid) !== null;

/** Commits rows one by one until the connection breaks; tells how many were acknowledged. */
async function writeUntilBroken(client: pg.Client): Promise<number> {
  let acknowledged = 0;
  try {
    for (;;) {
      await client.query('INSERT INTO entry VALUES ($1)', [acknowledged + 1]);
      acknowledged += 1;
    }
  } catch {
    return acknowledged;
  }
}

describe('EmbeddedPostgres', () => {
  it('starts cold and warm, with the same password and data, and leaves nothing running', async () => {
    const cold = start();
    await query(await cold.url(), 'CREATE TABLE entry AS SELECT 42 AS value');
    const coldPid = cold.serverPid();
    expect(await cold.stop()).toBe(0);
    expect(lives(coldPid)).toBe(false);

    const warm = start();
    expect(await query(await warm.url(), 'SELECT value FROM entry')).toEqual([{ value: 42 }]);
    expect(new URL(await warm.url()).password).toBe(new URL(await cold.url()).password);
  });

  it('is closed to everybody without the password, and durable', async () => {
    const server = start();
    const url = await server.url();
    const parameters = ['listen_addresses', 'unix_socket_directories', 'max_connections', 'shared_buffers', 'fsync'];
    parameters.push('data_checksums', 'server_encoding', 'password_encryption', 'TimeZone');
    const shown = await query(
      (await server.outcome).superuserUrl!,
      `SELECT ${parameters.map((name) => `current_setting('${name}')`).join(` || ' ' || `)} AS all`,
    );
    expect(shown).toEqual([{ all: '127.0.0.1 . 100 128MB on on UTF8 scram-sha-256 UTC' }]);
    expect(await query(url, 'SELECT datcollate AS locale FROM pg_database WHERE datname = current_database()')).toEqual(
      [{ locale: 'C' }],
    );

    expect((await stat(path.join(dataDir, 'postgres/password'))).mode & 0o777).toBe(0o600);
    expect((await stat(path.join(dataDir, 'postgres/data'))).mode & 0o777).toBe(0o700);
    const wrongPassword = Object.assign(new URL(url), { password: 'guess' }).href;
    await expect(connect(wrongPassword)).rejects.toMatchObject({ code: '28P01' });
  });

  it('keeps every acknowledged row when the server is killed while it writes, and tells its host', async () => {
    const first = start();
    const client = await connect(await first.url());
    await client.query('CREATE TABLE entry (id int PRIMARY KEY)');
    const writing = writeUntilBroken(client);
    await delay(300);
    process.kill(first.serverPid(), 'SIGKILL');
    const acknowledged = await writing;
    expect(acknowledged).toBeGreaterThan(0);
    expect(await first.serverExit).toMatchObject({ signal: 'SIGKILL' });
    expect(await first.stop()).toBe(0);

    const [row] = await query(await start().url(), 'SELECT count(*)::int AS count, max(id) AS last FROM entry');
    expect(row!.count).toBe(row!.last);
    // A last row may have been committed without its acknowledgement reaching us.
    expect([acknowledged, acknowledged + 1]).toContain(row!.count);
  });

  it('ends the orphan of a killed owner and goes on with its data', async () => {
    const first = start();
    await query(await first.url(), 'CREATE TABLE entry AS SELECT 42 AS value');
    const idle = await connect(await first.url());
    const orphan = first.serverPid();
    await first.kill();
    expect(lives(orphan)).toBe(true);

    const second = start();
    expect(await query(await second.url(), 'SELECT value FROM entry')).toEqual([{ value: 42 }]);
    expect(lives(orphan)).toBe(false);
    await idle.end().catch(() => {});
  });

  it('starts after owner and server were killed, even if their pid belongs to somebody else by now', async () => {
    const first = start();
    await query(await first.url(), 'CREATE TABLE entry AS SELECT 42 AS value');
    const pidFile = path.join(dataDir, 'postgres/data/postmaster.pid');
    const pidFileContent = readFileSync(pidFile, 'utf8');
    const server = first.serverPid();
    await first.kill();
    process.kill(server, 'SIGKILL');

    const owner = await stat(path.join(dataDir, 'postgres/data'));
    const innocent = spawn('sleep', ['60'], { uid: owner.uid, gid: owner.gid });
    try {
      writeFileSync(pidFile, pidFileContent.replace(/^\d+/, String(innocent.pid)));
      expect(await query(await start().url(), 'SELECT value FROM entry')).toEqual([{ value: 42 }]);
      expect(lives(innocent.pid!)).toBe(true);
    } finally {
      innocent.kill();
    }
  });

  it.each([50, 200, 400, 600])('starts after its owner was killed %i ms into the first start', async (milliseconds) => {
    const first = start();
    await delay(milliseconds);
    await first.kill();

    expect(await query(await start().url(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(readdirSync(path.join(dataDir, 'postgres')).sort()).toEqual([
      'data',
      'lock',
      'password',
      'service-password',
    ]);
  });

  it('lets exactly one of several simultaneous starts have the folder, also after a crash', async () => {
    for (const round of ['fresh folder', 'after kill -9']) {
      const contenders = Array.from({ length: 4 }, start);
      const outcomes = await Promise.all(contenders.map((contender) => contender.outcome));
      const winner = contenders[outcomes.findIndex((outcome) => outcome.url)]!;
      const errors = outcomes.flatMap((outcome) => outcome.error ?? []);

      expect({ round, errors: errors.length }).toEqual({ round, errors: 3 });
      for (const error of errors) {
        expect(error).toMatchObject({ name: 'DataDirectoryInUseError', pid: winner.pid });
        for (const part of [dataDir, String(winner.pid), 'DATA_DIR', 'DATABASE_URL'])
          expect(error.message).toContain(part);
      }
      expect(await query(await winner.url(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await winner.kill();
    }
  });

  it('explains a damaged installation: the password file is gone', async () => {
    const first = start();
    await first.url();
    await first.stop();
    const passwordFile = path.join(dataDir, 'postgres/password');
    const password = readFileSync(passwordFile);
    await rm(passwordFile);
    expect((await start().outcome).error).toMatchObject({
      name: 'EmbeddedPostgresError',
      message: expect.stringContaining(passwordFile) as string,
    });
    writeFileSync(passwordFile, password);
  });
});
