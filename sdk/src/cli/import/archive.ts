import { constants, createWriteStream } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Candidate, Failure } from './outcome.js';
import { measured, requireFolder, unreadable } from './walk.js';

/** Formats that are not compressed already. Larger files stay as they are, far from the service's limit of the ratio. */
const COMPRESSIBLE = /\.(?:xml|sgml?|html?|txt|md|csv)$/i;
const COMPRESSED_BYTES = 1024 ** 2;

export interface Packed {
  files: Candidate[];
  /** Files that vanished, changed or could not be read meanwhile. */
  failures: Failure[];
}

class ChangedError extends Error {}

/**
 * Writes the files and their rows of the manifest to a ZIP archive. Each file is read as it was seen, or left out.
 * @throws FolderGoneError, or a system error of `target`
 */
export async function pack(
  root: string,
  candidates: readonly Candidate[],
  target: string,
  signal: AbortSignal,
): Promise<Packed> {
  let files = [...candidates];
  const failures: Failure[] = [];
  while (files.length > 0) {
    const first = await writeArchive(root, files, target, signal);
    if (!first) break;
    const found = new Map([[first.path, first]]);
    // One look at the others: an archive for each file that is lost would take long.
    for (const file of files) {
      if (found.has(file.path)) continue;
      const failure = await check(root, file);
      if (failure) found.set(file.path, failure);
    }
    await requireFolder(root);
    failures.push(...found.values());
    files = files.filter(({ path: name }) => !found.has(name));
  }
  return { files, failures };
}

/** Returns the failure of the file that ended it; null if the archive is complete. */
async function writeArchive(
  root: string,
  files: readonly Candidate[],
  target: string,
  signal: AbortSignal,
): Promise<Failure | null> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  let failure: Failure | null = null;
  const rows = files.flatMap(({ path: name, row }) => (row ? [{ ...row, path: name }] : []));
  if (rows.length > 0) zip.addBuffer(Buffer.from(JSON.stringify(rows)), 'manifest.json');
  for (const file of files) {
    const compress = COMPRESSIBLE.test(file.path) && file.size <= COMPRESSED_BYTES;
    zip.addReadStreamLazy(file.path, { mtime: new Date(file.mtime), compress }, (take) => {
      const stream = Readable.from(contentOf(root, file), { objectMode: false });
      // yazl would wait for the rest of the stream.
      stream.once('error', (error) => {
        failure ??= failureOf(file.path, error);
        output.destroy(error);
      });
      take(null, stream);
    });
  }
  zip.end();
  try {
    await pipeline(output, createWriteStream(target, { mode: 0o600 }), { signal });
    return null;
  } catch (error) {
    signal.throwIfAborted();
    if (failure) return failure;
    throw error;
  }
}

async function* contentOf(root: string, file: Candidate): AsyncGenerator<Buffer> {
  // Not through a link that has replaced the file.
  const handle = await open(path.join(root, file.path), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    requireSame(file, measured(await handle.stat()));
    yield* handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>;
    requireSame(file, measured(await handle.stat()));
  } finally {
    await handle.close();
  }
}

async function check(root: string, file: Candidate): Promise<Failure | null> {
  try {
    requireSame(file, measured(await lstat(path.join(root, file.path))));
    return null;
  } catch (error) {
    return failureOf(file.path, error);
  }
}

function requireSame(seen: { size: number; mtime: number }, now: { size: number; mtime: number }): void {
  if (seen.size !== now.size || seen.mtime !== now.mtime) throw new ChangedError();
}

function failureOf(name: string, error: unknown): Failure {
  if (!(error instanceof ChangedError)) return unreadable(name, error);
  return { path: name, code: 'changed', message: 'The file changed while it was being sent. Run the command again.' };
}
