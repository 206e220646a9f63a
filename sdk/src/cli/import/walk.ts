import type { Dirent, Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { StopError } from '../exit.js';
import type { Failure, FolderFile } from './outcome.js';

/** The folder itself cannot be read: it was removed, or its share is not connected. */
export class FolderGoneError extends StopError {}

export interface Folder {
  /** In the order of their paths, numbers by their value. */
  files: FolderFile[];
  failures: Failure[];
  /** Entries that are left out, by kind. */
  leftOut: { hidden: number; links: number; special: number };
}

/** Files of operating systems and of programs that have a file open, as the service knows them. */
const IGNORED = /^(?:\.|~\$|__MACOSX$|Thumbs\.db$|desktop\.ini$)/i;
/** Archives cannot hold these names: they would be another path, or no text. */
const UNUSABLE = /\\|^[a-z]:|\ufffd/i;
const AT_ONCE = 32;

const ORDER = new Intl.Collator('en', { numeric: true });

/** Links are not followed. @param exclude absolute paths @throws FolderGoneError */
export async function walk(root: string, exclude: ReadonlySet<string>, signal: AbortSignal): Promise<Folder> {
  const folder: Folder = { files: [], failures: [], leftOut: { hidden: 0, links: 0, special: 0 } };
  const waiting = [''];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    signal.throwIfAborted();
    let entries: Dirent[];
    try {
      entries = await readdir(path.join(root, at), { withFileTypes: true });
    } catch (error) {
      await requireFolder(root);
      folder.failures.push(unreadable(at, error));
      continue;
    }
    const here = at;
    for (let from = 0; from < entries.length; from += AT_ONCE) {
      const some = entries.slice(from, from + AT_ONCE);
      await Promise.all(some.map((entry) => visit(root, here, entry, exclude, folder, waiting)));
    }
  }
  folder.files.sort((a, b) => ORDER.compare(a.path, b.path) || (a.path < b.path ? -1 : 1));
  return folder;
}

async function visit(
  root: string,
  at: string,
  entry: Dirent,
  exclude: ReadonlySet<string>,
  { files, failures, leftOut }: Folder,
  waiting: string[],
): Promise<void> {
  const relative = at === '' ? entry.name : `${at}/${entry.name}`;
  const absolute = path.join(root, at, entry.name);
  if (exclude.has(absolute)) return;
  if (IGNORED.test(entry.name)) leftOut.hidden += 1;
  else if (entry.isSymbolicLink()) leftOut.links += 1;
  else if (UNUSABLE.test(entry.name)) {
    const message = 'The name has a backslash, begins with a drive letter, or is not UTF-8. Rename it.';
    failures.push({ path: relative, code: 'file_name', message });
  } else if (entry.isDirectory()) waiting.push(relative);
  else if (!entry.isFile()) leftOut.special += 1;
  else {
    try {
      files.push({ path: relative, ...measured(await lstat(absolute)) });
    } catch (error) {
      // Between the list and this, files come and go.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') failures.push(unreadable(relative, error));
    }
  }
}

export function measured({ size, mtimeMs }: Stats): { size: number; mtime: number } {
  return { size, mtime: Math.floor(mtimeMs) };
}

export function unreadable(path: string, error: unknown): Failure {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return { path, code: 'vanished', message: 'The file was removed while it was being sent.' };
  return { path, code: 'unreadable', message: `The file cannot be read (${code ?? String(error)}).` };
}

/** @throws FolderGoneError */
export async function requireFolder(root: string): Promise<void> {
  try {
    await readdir(root);
  } catch (error) {
    throw new FolderGoneError(`The folder cannot be read: ${(error as Error).message}`);
  }
}
