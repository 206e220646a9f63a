import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { compiledFile } from '@amks/reader/processes/installation.js';
import { until } from '../../support/until.js';

const isRoot = process.getuid?.() === 0;
/** daemon, which exists nearly everywhere. */
const ORDINARY_USER = { uid: 1, gid: 1 };

/** Whether another user can run this checkout. */
const isReadable = isRoot && spawnSync('ls', [compiledFile('main.js')], ORDINARY_USER).status === 0;

describe('the data folder of a service with an embedded database', () => {
  let folder: string;
  let dataDir: string;
  let service: ChildProcess | undefined;
  let output: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(process.env.TEST_TEMPORARY_FOLDER ?? os.tmpdir(), 'service-'));
    dataDir = path.join(folder, 'data');
    output = '';
    await mkdir(dataDir);
    // As a container or an administrator may have made it.
    await chmod(folder, 0o755);
    await chmod(dataDir, 0o755);
  });
  afterEach(async () => {
    service?.kill('SIGTERM');
    if (service && service.exitCode === null) await once(service, 'exit');
    await rm(folder, { recursive: true, force: true });
  });

  /** Until the demonstration data are complete: manuals were inspected, stored, read and indexed. */
  async function start(ids: { uid?: number; gid?: number } = {}): Promise<void> {
    const cheap = { ARGON2_MEMORY_KIB: '256', ARGON2_PASSES: '1' };
    const env = { PATH: process.env.PATH, HOME: folder, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, ...cheap };
    service = spawn(process.execPath, [compiledFile('main.js')], { ...ids, cwd: '/', env });
    for (const stream of [service.stdout, service.stderr])
      stream!.setEncoding('utf8').on('data', (text: string) => (output += text));
    const isRead = (): boolean => output.includes('"msg":"document read"');
    await until(() => isRead() && existsSync(path.join(dataDir, 'demo-credentials.json')));
  }

  async function openToOthers(): Promise<string[]> {
    const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
    const paths = [dataDir, ...entries.map((entry) => path.join(entry.parentPath, entry.name))];
    const modes = await Promise.all(paths.map((name) => lstat(name).catch(() => null)));
    return paths.filter((_, i) => modes[i] && !modes[i].isSymbolicLink() && (modes[i].mode & 0o007) !== 0);
  }

  it('is closed to other users, and no argument of a process tells a secret', async () => {
    await start();
    expect(await openToOthers()).toEqual([]);
    const secrets = ['password', 'service-password'].map((name) =>
      readFileSync(path.join(dataDir, 'postgres', name), 'utf8').trim(),
    );
    const commands = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/cmdline`))
      .map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    for (const secret of secrets) expect(commands.filter((command) => command.includes(secret))).toEqual([]);
  });

  (isReadable ? it : it.skip)('is closed to other users when an ordinary one runs it', async () => {
    await chown(dataDir, ORDINARY_USER.uid, ORDINARY_USER.gid);
    await start(ORDINARY_USER);
    expect(await openToOthers()).toEqual([]);
  });
});
