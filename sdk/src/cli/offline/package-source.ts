import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Transform, type Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { UsageError } from '../exit.js';
import { readLayout, type ZipEntry } from './zip-layout.js';

/** The files of a package: of its ZIP file, or of the folder into which it was unpacked. */
export interface PackageSource {
  names: string[];
  /** @param maxBytes a longer file is an error @throws UsageError for a name that is not there */
  read(name: string, maxBytes: number): Readable;
}

/** @throws UsageError for a file that is no package */
export async function openPackage(file: string): Promise<PackageSource> {
  const found = await stat(file).catch((error: Error) => {
    throw new UsageError(`${file} cannot be read: ${error.message}`);
  });
  if (found.isDirectory()) return folderSource(file);
  return zipSource(file, found.size).catch((error: unknown) => {
    throw error instanceof RangeError ? new UsageError(`${file} is a damaged ZIP file`) : error;
  });
}

/** Folders in it are listed by their files; links are listed and never followed. */
async function folderSource(folder: string): Promise<PackageSource> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({ entry, name: path.relative(folder, path.join(entry.parentPath, entry.name)) }))
    .map(({ entry, name }) => (entry.isFile() ? name.split(path.sep).join('/') : `${name} (no file)`));
  const known = new Set(names);
  return {
    names,
    read: (name, maxBytes) => {
      if (!known.has(name)) throw new UsageError(`${folder} has no ${name}`);
      return bounded(createReadStream(path.join(folder, name)), name, maxBytes);
    },
  };
}

async function zipSource(file: string, size: number): Promise<PackageSource> {
  const entries = await readLayout(file, size);
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  return {
    names: entries.map(({ name }) => name),
    read: (name, maxBytes) => {
      const entry = byName.get(name);
      if (!entry) throw new UsageError(`${file} has no ${name}`);
      return bounded(unpacked(file, entry), name, maxBytes);
    },
  };
}

/** The content of an entry must fill its place: tools that read on could find another entry in the rest. */
function unpacked(file: string, { name, offset, compressed }: ZipEntry): Readable {
  const raw = createReadStream(file, { start: offset, end: offset + compressed - 1 });
  const inflate = createInflateRaw();
  const gate = new PassThrough({
    flush: (done) => {
      done(inflate.bytesWritten === compressed ? null : new Error(`${name} ends before its place in the ZIP file`));
    },
  });
  raw.once('error', (error) => inflate.destroy(error));
  inflate.once('error', (error) => gate.destroy(error));
  gate.once('close', () => {
    raw.destroy();
    inflate.destroy();
  });
  raw.pipe(inflate).pipe(gate);
  return gate;
}

/** A small archive can unpack to any size. */
function bounded(source: Readable, name: string, maxBytes: number): Readable {
  let size = 0;
  const gate = new Transform({
    transform(chunk: Buffer, _encoding, done): void {
      size += chunk.length;
      if (size > maxBytes) done(new Error(`${name} is larger than it may be`));
      else done(null, chunk);
    },
  });
  source.once('error', (error) => gate.destroy(error));
  gate.once('close', () => source.destroy());
  return source.pipe(gate);
}
