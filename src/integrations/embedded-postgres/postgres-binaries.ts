import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  type Stats,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres.errors.js';
import { findPostgresPackage, type PostgresPackage } from './postgres-package.js';
import { accountSpawn, type ServerAccount } from './server-account.js';

const CACHE_NAME = 'aviation-maintenance-postgres';
/** Folders of programs and libraries. */
const PROGRAM_FOLDERS = new Set(['bin', 'lib', 'postgresql']);
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/**
 * Makes the PostgreSQL programs executable for `account` and returns their folder (bin, lib, share). In node_modules they may be unreadable
 * for the account or read-only, and npm tarballs lack their links. So they are copied once per version and user into a cache that only its
 * owner can write. A copy is used if all of its files are ours, closed to others and complete.
 */
export async function installPostgresBinaries(
  account: ServerAccount,
  source: PostgresPackage = findPostgresPackage(),
  bases: string[] = cacheBases(source),
): Promise<string> {
  const name = `${CACHE_NAME}-${source.label}-uid${process.getuid?.() ?? 0}`;
  const failures: string[] = [];
  for (const base of bases) {
    const folder = path.join(base, name);
    try {
      assertTrustworthy(base);
      if (!isIntact(source, folder)) await install(source, folder, account);
      return folder;
    } catch (error) {
      failures.push(`${folder}: ${(error as Error).message}`);
    }
  }
  throw new EmbeddedPostgresError(
    `The embedded database's programs cannot be installed or run here; setting DATABASE_URL to a PostgreSQL server ` +
      `avoids them. Tried:\n${failures.join('\n')}`,
  );
}

/** In order of preference. The last is for temporary folders mounted noexec. */
function cacheBases(source: PostgresPackage): string[] {
  const besidePackages = path.join(source.nativeFolder, '../../../.cache');
  const temporary = process.platform === 'win32' ? [] : ['/var/tmp'];
  return [...temporary, os.tmpdir(), besidePackages];
}

/** In a folder writable for others, only the sticky bit protects our files. */
function assertTrustworthy(base: string): void {
  // Our umask closes it to others.
  if (path.basename(base) === '.cache' && mkdirSync(base, { recursive: true })) chmodSync(base, 0o755);
  const stats = lstatSync(base);
  const ownerIsSafe = stats.uid === 0 || isOurs(stats);
  const closed = (stats.mode & 0o022) === 0 || (stats.mode & 0o1000) !== 0;
  if (process.platform !== 'win32' && !(stats.isDirectory() && ownerIsSafe && closed)) {
    throw new EmbeddedPostgresError('other users could exchange files in the parent folder');
  }
}

function isOurs(stats: Stats): boolean {
  return process.getuid === undefined || stats.uid === process.getuid();
}

async function install(source: PostgresPackage, folder: string, account: ServerAccount): Promise<void> {
  if (existsSync(folder) && !isOurs(lstatSync(folder))) throw new EmbeddedPostgresError('belongs to another user');
  removeAbandoned(folder);
  const draft = `${folder}.${randomUUID()}`;
  try {
    copyTree(source.nativeFolder, draft);
    for (const { link, file } of source.links) {
      symlinkSync(path.relative(path.dirname(link), file), path.join(draft, link));
    }
    // Distinguishes a noexec mount, a foreign C library or an unreachable folder from a database error.
    await promisify(execFile)(path.join(draft, 'bin', 'postgres'), ['--version'], accountSpawn(account));
    if (isIntact(source, folder)) return; // Another process was faster.
    if (existsSync(folder)) renameSync(folder, `${folder}.${randomUUID()}`);
    renameSync(draft, folder);
  } catch (error) {
    if (!isIntact(source, folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Copies of killed processes, and damaged ones that were moved aside. */
function removeAbandoned(folder: string): void {
  const base = path.dirname(folder);
  for (const name of readdirSync(base).filter((entry) => entry.startsWith(`${path.basename(folder)}.`))) {
    const stats = lstatSync(path.join(base, name), { throwIfNoEntry: false });
    if (stats && isOurs(stats) && Date.now() - stats.ctimeMs > ABANDONED_AFTER_MS) {
      rmSync(path.join(base, name), { recursive: true, force: true });
    }
  }
}

/** Modes are set explicitly, because the server's account must be able to read the files. */
function copyTree(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target);
    else if (entry.isFile()) {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      chmodSync(target, path.basename(from) === 'bin' ? 0o755 : 0o644);
    }
  }
  chmodSync(to, 0o755);
}

/** Whether `folder` holds the whole package, with the same sizes, owned by us and not writable for others. */
function isIntact(source: PostgresPackage, folder: string): boolean {
  return (
    isIntactTree(source.nativeFolder, folder) &&
    source.links.every(({ link, file }) => {
      const target = path.join(folder, link);
      const stats = lstatSync(target, { throwIfNoEntry: false });
      return stats?.isSymbolicLink() && readlinkSync(target) === path.relative(path.dirname(link), file);
    })
  );
}

function isIntactTree(from: string, to: string): boolean {
  if (!isOursAlone(lstatSync(to, { throwIfNoEntry: false }), 'folder')) return false;
  const present = new Set(readdirSync(to));
  return readdirSync(from, { withFileTypes: true }).every((entry) => {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) return isIntactTree(source, target);
    if (!entry.isFile()) return true;
    // Most files are data below share, small and many. Nobody else can write in this folder, so there the name is enough.
    if (!PROGRAM_FOLDERS.has(path.basename(from))) return present.has(entry.name);
    const stats = lstatSync(target, { throwIfNoEntry: false });
    return isOursAlone(stats, 'file') && stats?.size === lstatSync(source).size;
  });
}

function isOursAlone(stats: Stats | undefined, kind: 'file' | 'folder'): boolean {
  if (!stats || !(kind === 'file' ? stats.isFile() : stats.isDirectory())) return false;
  return isOurs(stats) && (process.platform === 'win32' || (stats.mode & 0o022) === 0);
}
