import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { ParserProcess } from '@amks/reader/processes/parser-process.js';
import { isReserved } from '@amks/reader/processes/reserved-ids.js';
import { until } from '../../support/until.js';

const isRoot = process.getuid?.() === 0;

interface Report {
  ends: Record<string, string>;
  environment: Record<string, string>;
  uid: number;
  groups: number[];
}

/** In dist/bin, as every program that a parser process runs. */
const PROGRAM = `hostile-parser-${process.pid}.mjs`;
const programFile = path.join(projectRoot(), 'dist/bin', PROGRAM);

beforeAll(() =>
  build({
    entryPoints: [path.join(projectRoot(), 'test/support/manuals/hostile-parser.mjs')],
    outfile: programFile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['sharp'],
  }),
);
afterAll(() => rm(programFile));

describe('ParserProcess', () => {
  let dataDir: string;
  let secret: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(process.env.TEST_TEMPORARY_FOLDER ?? os.tmpdir(), 'parser-'));
    secret = path.join(dataDir, 'secret-key');
    await writeFile(secret, 'secret', { mode: 0o600 });
    await mkdir(path.join(dataDir, 'blobs'), { mode: 0o700 });
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  const start = (): ParserProcess =>
    new ParserProcess({
      script: PROGRAM,
      maxMemoryBytes: 2 ** 30,
      folder: path.join(dataDir, 'parsing'),
      stderr: 'ignore',
    });

  async function report({ child }: ParserProcess): Promise<[Report]> {
    const ended = once(child, 'close').then(([code]) => Promise.reject(new Error(`the process ended with ${code}`)));
    return Promise.race([once(child, 'message') as Promise<[Report]>, ended]);
  }

  it('can read only the file that it receives, even when its code is hostile', async () => {
    // Even where permissions of files would not stop it.
    for (const name of [secret, dataDir]) await chmod(name, 0o777);
    const file = path.join(dataDir, 'blobs', 'manual');
    await writeFile(file, 'Torque the nut to 30 N·m.', { mode: 0o600 });
    const parser = start();
    parser.child.send({ secret, folder: dataDir, lent: await parser.lend(file) });
    const [{ ends, environment }] = await report(parser);
    parser.kill();
    const { lent, native, ...others } = ends;
    expect(lent).toBe('read');
    expect(native).toBeDefined();
    for (const [name, end] of Object.entries(others)) expect([name, end]).not.toEqual([name, 'read']);
    expect(others).toMatchObject({ secret: 'ERR_ACCESS_DENIED', folder: 'ERR_ACCESS_DENIED' });
    expect(others).toMatchObject({ program: 'ERR_ACCESS_DENIED', write: 'ERR_ACCESS_DENIED' });
    // The one is set by the picture library.
    expect(Object.keys(environment).filter((name) => name !== 'VIPSHOME')).toEqual([]);
    await until(
      () => readdir(path.join(dataDir, 'parsing')),
      (names) => names.length === 0,
    );
  });

  (isRoot ? it : it.skip)('has an account of its own for root, which native code cannot leave either', async () => {
    const file = path.join(dataDir, 'blobs', 'manual');
    await writeFile(file, 'Torque the nut to 30 N·m.', { mode: 0o600 });
    await writeFile(secret, PIXEL, { mode: 0o600 });
    const parser = start();
    parser.child.send({ secret, folder: dataDir, lent: await parser.lend(file) });
    const [{ ends, uid, groups }] = await report(parser);
    parser.kill();
    expect(isReserved(uid)).toBe(true);
    expect(groups.every(isReserved)).toBe(true);
    const another = start();
    expect((await stat(`/proc/${another.child.pid}`)).uid).not.toBe(uid);
    another.kill();
    expect(ends.lent).toBe('read');
    expect(ends.native).not.toBe('read');
    // Nobody else may read what was lent.
    expect((await stat(file)).mode & 0o007).toBe(0);
  });

  it('removes what a service that was killed had lent', async () => {
    const base = path.join(dataDir, 'parsing');
    const left = path.join(base, `parser-${os.hostname()}-4194305-left`);
    await mkdir(left, { recursive: true });
    const parser = start();
    await until(
      () => readdir(base),
      (names) => !names.includes(path.basename(left)),
    );
    parser.kill();
    await once(parser.child, 'close');
  });
});

/** A picture of one point. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
