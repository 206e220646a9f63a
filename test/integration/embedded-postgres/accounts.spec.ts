import { spawnSync } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { compiledFile, projectRoot } from '../../../src/common/project-root.js';
import { EmbeddedPostgresProcess } from '../../support/embedded-postgres-process.js';

const isRoot = process.getuid?.() === 0;
/** initdb insists on an account that the system knows by name; this one, nobody, exists nearly everywhere. */
const ORDINARY_USER = { uid: 65534, gid: 65534 };

/** An ordinary user can run the service only from a checkout that it can read. */
function whyNotAsOrdinaryUser(): string | null {
  if (!isRoot) return 'only root can start a process as another user; all other tests here run as an ordinary one';
  const needed = [compiledFile('src/common/project-root.js'), path.join(projectRoot(), 'node_modules/pg/package.json')];
  const script = `for (const file of ${JSON.stringify(needed)}) require('node:fs').accessSync(file)`;
  const { status } = spawnSync(process.execPath, ['-e', script], { ...ORDINARY_USER, cwd: '/' });
  return status === 0 ? null : 'other users cannot read this checkout or this Node';
}

function itUnless(reason: string | null, name: string, test: () => Promise<void>): void {
  if (reason === null) it(name, test);
  else it.skip(`${name} (skipped: ${reason})`, test);
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
      const client = new pg.Client({ connectionString: await runner.url() });
      await client.connect();
      const { rowCount } = await client.query(statement);
      expect(rowCount).toBe(1);
      await client.end();
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
