/**
 * Measures backup, incremental backup without changes, verification and restore of a library of one gibibyte of files
 * with 25,600 pages. The floor copies the same bytes with fsync for each file. The page cache holds the source in both
 * cases.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { compiledFile } from '@amks/reader/processes/installation.js';
import { progress, report } from './support/figure.js';
import { storeLibrary } from './support/stored-library.js';
import { inWorld } from './support/world.js';

const FILES = 256;

const run = promisify(execFile);

/** Runs a script as `npm run` does; returns seconds. */
async function time(tool: string, args: string[], env: Record<string, string>): Promise<number> {
  progress(tool);
  const startedAt = performance.now();
  await run(process.execPath, [compiledFile(`${tool}.js`), ...args], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  });
  return (performance.now() - startedAt) / 1000;
}

/** Copies all files below a folder one by one, with fsync. Returns seconds and bytes. */
async function copyBare(from: string, to: string): Promise<{ seconds: number; bytes: number }> {
  progress('bare copy');
  const startedAt = performance.now();
  let bytes = 0;
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = path.join(entry.parentPath, entry.name);
    const target = path.join(to, path.relative(from, source));
    await mkdir(path.dirname(target), { recursive: true });
    await copyFile(source, target);
    const handle = await open(target, 'r+');
    await handle.sync();
    await handle.close();
    bytes += (await stat(target)).size;
  }
  return { seconds: (performance.now() - startedAt) / 1000, bytes };
}

function tell(name: string, seconds: number, floor: { seconds: number; bytes: number }): void {
  const of = (took: number): string => {
    const mebibytes = floor.bytes / 1024 ** 2 / took;
    return `${took.toFixed(1)} s, ${mebibytes.toFixed(0)} MiB/s`;
  };
  report({ name, value: of(seconds), floor: of(floor.seconds), ratio: floor.seconds / seconds });
}

async function main(): Promise<void> {
  await inWorld(async (world) => {
    progress(`${FILES} files`);
    await storeLibrary(world, FILES);
    await world.db.query('CHECKPOINT');
    const { dataDir, databaseUrl } = world;
    const source = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
    const [backups, restored] = [path.join(dataDir, 'backups'), path.join(dataDir, 'restored')];
    const saved = await time('backup', ['--to', backups, '--with-secret-key'], source);
    const floor = await copyBare(backups, path.join(dataDir, 'bare'));
    const again = await time('backup', ['--to', backups, '--with-secret-key'], source);
    const verified = await time('backup-verify', ['--from', backups], source);
    const url = new URL(databaseUrl);
    await world.db.query(`CREATE DATABASE restored OWNER ${url.username}`);
    url.pathname = '/restored';
    await mkdir(restored);
    const loaded = await time('restore', ['--from', backups], { DATABASE_URL: url.href, DATA_DIR: restored });
    const size = `${(floor.bytes / 1024 ** 3).toFixed(2)} GiB`;
    tell(`backup of ${size}, beside a bare copy`, saved, floor);
    tell('… again, with no new file', again, floor);
    tell('… verified', verified, floor);
    tell('… restored', loaded, floor);
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
