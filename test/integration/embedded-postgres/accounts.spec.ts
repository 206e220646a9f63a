import { spawnSync } from 'node:child_process';
import { chown, link, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { compiledFile, projectRoot } from '@amks/reader/processes/installation.js';
import { isReserved } from '@amks/reader/processes/reserved-ids.js';
import { EmbeddedPostgresProcess } from '../../support/database/embedded-postgres-process.js';

const isRoot = process.getuid?.() === 0;
/** initdb insists on an account that the system knows by name; these, daemon and nobody, exist nearly everywhere. */
const ORDINARY_USER = { uid: 1, gid: 1 };
const NOBODY = { uid: 65534, gid: 65534 };

/** An ordinary user can run the service only from a checkout that it can read. */
function whyNotAsOrdinaryUser(): string | null {
  if (!isRoot) return 'only root can start a process as another user; all other tests here run as an ordinary one';
  const needed = [compiledFile('main.js'), path.join(projectRoot(), 'node_modules/pg/package.json')];
  const script = `for (const file of ${JSON.stringify(needed)}) require('node:fs').accessSync(file)`;
  const { status } = spawnSync(process.execPath, ['-e', script], { ...ORDINARY_USER, cwd: '/' });
  return status === 0 ? null : 'other users cannot read this checkout or this Node';
}

function itUnless(reason: string | null, name: string, test: () => Promise<void>): void {
  if (reason === null) it(name, test);
  else it.skip(`${name} (skipped: ${reason})`, test);
}

/** Answers how many rows it concerned. */
async function query(connectionString: string, statement: string): Promise<number | null> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(statement)).rowCount;
  } finally {
    await client.end();
  }
}

describe('EmbeddedPostgres and accounts', () => {
  let folder: string;
  beforeEach(async () => {
    // mkdtemp creates it with mode 0700: other users can neither list nor enter it.
    folder = await mkdtemp(path.join(process.env.TEST_TEMPORARY_FOLDER!, 'embedded-postgres-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function startTwiceAndReadBack(dataDir: string, ids?: { uid: number; gid: number }): Promise<void> {
    for (const statement of ['CREATE TABLE entry AS SELECT 42 AS value', 'SELECT value FROM entry']) {
      const runner = EmbeddedPostgresProcess.spawn(dataDir, ids);
      expect(await query(await runner.url(), statement)).toBe(1);
      expect(await runner.stop()).toBe(0);
    }
  }

  itUnless(isRoot ? null : 'not root', 'runs for root from a project folder that other users cannot read', async () => {
    const dataDir = path.join(folder, 'project', '.data');
    await mkdir(dataDir, { recursive: true, mode: 0o700 });

    await startTwiceAndReadBack(dataDir);

    expect((await stat(path.join(dataDir, 'postgres/data'))).uid).not.toBe(0);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });

  itUnless(isRoot ? null : 'not root', 'runs for root as an account that nothing else has', async () => {
    const runner = EmbeddedPostgresProcess.spawn(folder);
    await runner.url();
    try {
      const { uid, gid } = await stat(path.join(folder, 'postgres/data'));
      expect(isReserved(uid) && isReserved(gid)).toBe(true);
      expect(spawnSync('getent', ['passwd', String(uid)]).status).not.toBe(0);
      const owners = await Promise.all(
        (await readdir(path.join(folder, 'postgres/data'), { recursive: true, withFileTypes: true })).map(
          async (entry) => (await stat(path.join(entry.parentPath, entry.name))).uid,
        ),
      );
      expect(new Set(owners)).toEqual(new Set([uid]));
      const processes = ['cwd/pg_hba.conf', 'cwd/postgresql.conf', 'environ', 'root/etc/passwd'];
      for (const file of processes.map((name) => `/proc/${runner.serverPid()}/${name}`)) {
        expect(spawnSync('cat', [file], NOBODY).status).not.toBe(0);
        expect(spawnSync('cat', [file], { ...NOBODY, gid }).status).not.toBe(0);
      }
      expect(spawnSync('kill', ['-HUP', String(runner.serverPid())], NOBODY).status).not.toBe(0);
    } finally {
      await runner.stop();
    }
  });

  itUnless(
    whyNotAsOrdinaryUser(),
    'takes the data of an earlier build from nobody, but no file of others',
    async () => {
      await chown(folder, NOBODY.uid, NOBODY.gid);
      await startTwiceAndReadBack(folder, NOBODY);
      const cluster = path.join(folder, 'postgres/data');
      expect((await stat(cluster)).uid).toBe(NOBODY.uid);
      const foreign = path.join(folder, 'foreign');
      await writeFile(foreign, 'of root');
      await link(foreign, path.join(cluster, 'planted'));

      const runner = EmbeddedPostgresProcess.spawn(folder);
      await query(await runner.url(), 'INSERT INTO entry VALUES (43)');
      expect(await runner.stop()).toBe(0);

      const { uid } = await stat(cluster);
      expect(isReserved(uid)).toBe(true);
      expect((await stat(path.join(cluster, 'base'))).uid).toBe(uid);
      expect((await stat(foreign)).uid).toBe(0);
    },
  );

  itUnless(whyNotAsOrdinaryUser(), 'runs as an ordinary user, and then for root on the same data', async () => {
    await chown(folder, ORDINARY_USER.uid, ORDINARY_USER.gid);
    const dataDir = path.join(folder, '.data');

    await startTwiceAndReadBack(dataDir, ORDINARY_USER);

    expect((await stat(path.join(dataDir, 'postgres/data'))).uid).toBe(ORDINARY_USER.uid);
    const asRoot = EmbeddedPostgresProcess.spawn(dataDir);
    await asRoot.url();
    expect(await asRoot.stop()).toBe(0);
    const asUserAgain = EmbeddedPostgresProcess.spawn(dataDir, ORDINARY_USER);
    await asUserAgain.url();
    expect(await asUserAgain.stop()).toBe(0);
  });

  itUnless(whyNotAsOrdinaryUser(), 'tells an ordinary user that the data folder belongs to somebody else', async () => {
    const { outcome } = EmbeddedPostgresProcess.spawn(path.join(folder, '.data'), ORDINARY_USER);
    expect((await outcome).error).toMatchObject({
      name: 'EmbeddedPostgresError',
      message: expect.stringContaining('DATA_DIR') as string,
    });
  });
});
