import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

describe('the start', () => {
  let world: TestWorld;
  const children: ChildProcess[] = [];
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(path.join(process.env.TEST_TEMPORARY_FOLDER ?? os.tmpdir(), 'home-'));
    world = await startWorld({ env: { HOME: home, XDG_CACHE_HOME: home } });
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await world.stop();
  });

  /** One more process on the world's database, with a separate data folder. */
  async function startBeside(env: Record<string, string>, prepare = (_dataDir: string): unknown => undefined) {
    const folder = process.env.TEST_TEMPORARY_FOLDER ?? os.tmpdir();
    const dataDir = await mkdtemp(path.join(folder, 'service-data-'));
    await prepare(dataDir);
    const { PATH, HOME, TEST_RUNNER_PID } = process.env;
    const common = { PATH, HOME, TEST_RUNNER_PID, DATABASE_URL: world.service.databaseUrl, DATA_DIR: dataDir };
    const script = path.join(projectRoot(), 'test/support/service/service-process.mjs');
    const child = spawn(process.execPath, [script], {
      cwd: dataDir,
      env: { ...common, HOST: '127.0.0.1', PORT: '0', SEED_DEMO: 'false', ...env },
    });
    children.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const ended = once(child, 'close').then(() => child.exitCode);
    return { child, ended, output: () => output };
  }

  it('says once, before anybody waits for a message, that none is sent', () => {
    const warnings = world.service.logs().filter(({ level, unset }) => level === 'warn' && unset !== undefined);
    expect(warnings).toMatchObject([
      { folder: path.join(world.service.dataDir, 'outbox'), unset: ['MAIL_URL', 'SMS_URL'] },
    ]);
  });

  it('ends with 0 on SIGTERM, as soon as the database lets go of it', async () => {
    const blocker = await world.sql.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE');
    const { child, ended, output } = await startBeside({});
    await world.sql.untilBlocked(blocker);
    child.kill('SIGTERM');
    await until(() => output().includes('stopping'));
    await blocker.query('COMMIT');
    blocker.release();
    expect(await ended).toBe(0);
    expect(output()).not.toContain('listening');
  });

  it('leaves nothing in the home folder: the runtime of the model keeps no id of the machine', async () => {
    expect((await world.api.get('/readyz')).status).toBe(200);
    expect(await readdir(home)).toEqual([]);
  });

  it.each([
    ['PORT', 'HOST or PORT'],
    ['METRICS_PORT', 'METRICS_HOST or METRICS_PORT'],
  ])('says in one sentence that the address of %s is in use, and ends with 1', async (setting, settings) => {
    const { host, port } = new URL(world.service.baseUrl);
    const { ended, output } = await startBeside({ [setting]: port });
    expect(await ended).toBe(1);
    const said = output()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{'));
    expect(said).toEqual([expect.stringContaining(host)]);
    expect(said[0]).toMatch(new RegExp(`Set ${settings}\\.$`));
  });

  it('names lines of TypeScript in the stack of an error that it does not expect', async () => {
    const { ended, output } = await startBeside({ DATA_DIR: '/dev/null/data' });
    expect(await ended).toBe(1);
    expect(output()).toMatch(/ENOTDIR.*\n.*\n *at closeDataFolder \(.*\/src\/.*data-folder\.ts:\d+:\d+\)/);
  });

  it('serves even if the demonstration data cannot be made, and says so', async () => {
    const { child, ended, output } = await startBeside({ SEED_DEMO: 'true' }, (dataDir) =>
      mkdir(path.join(dataDir, 'demo-credentials.json')),
    );
    await until(() => output().includes('demonstration data are not complete'));
    const url = /"url":"([^"]+)"/.exec(output())?.[1] ?? '';
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
