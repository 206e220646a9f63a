import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { UsageError } from '../exit.js';

/** The files of a package: of its ZIP file, or of the folder into which it was unpacked. */
export interface PackageSource {
  names: string[];
  /** @param maxBytes a longer file is an error @throws UsageError for a name that is not there */
  read(name: string, maxBytes: number): Readable;
}

interface Entry {
  offset: number;
  method: number;
  compressed: number;
}

/** Sizes in bytes of records of ZIP files (APPNOTE 4.3). */
const [END, CENTRAL, LOCAL] = [22, 46, 30] as const;
const MAX_COMMENT = 65_535;
const [STORED, DEFLATED] = [0, 8] as const;

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
  const handle = await open(file);
  try {
    const bytes = async (from: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
      if (bytesRead < length) throw new UsageError(`${file} is not a ZIP file, or incomplete`);
      return buffer;
    };
    const tailLength = Math.min(size, END + MAX_COMMENT);
    const tail = await bytes(size - tailLength, tailLength);
    const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
    if (end < 0 || end + END > tail.length) throw new UsageError(`${file} is not a ZIP file, or incomplete`);
    const [length, start] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
    const directory = await bytes(start, Math.min(length, size));
    const entries: [string, Entry][] = [];
    for (let at = 0; at + CENTRAL <= directory.length;) {
      const [nameLength, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field)) as [number, number, number]; // prettier-ignore
      const name = directory.toString('utf8', at + CENTRAL, at + CENTRAL + nameLength);
      const local = directory.readUInt32LE(at + 42);
      const header = await bytes(local, LOCAL);
      const offset = local + LOCAL + header.readUInt16LE(26) + header.readUInt16LE(28);
      const [method, compressed] = [directory.readUInt16LE(at + 10), directory.readUInt32LE(at + 20)];
      entries.push([name, { offset, method, compressed }]);
      at += CENTRAL + nameLength + extra + comment;
    }
    const byName = new Map(entries);
    return {
      names: entries.map(([name]) => name),
      read: (name, maxBytes) => {
        const entry = byName.get(name);
        if (!entry) throw new UsageError(`${file} has no ${name}`);
        return bounded(unpacked(file, entry), name, maxBytes);
      },
    };
  } finally {
    await handle.close();
  }
}

function unpacked(file: string, { offset, method, compressed }: Entry): Readable {
  if (method !== STORED && method !== DEFLATED) throw new UsageError(`${file} is packed in an unknown way`);
  const raw = createReadStream(file, { start: offset, end: Math.max(offset + compressed - 1, offset) });
  if (method === STORED) return raw;
  const inflate = createInflateRaw();
  raw.once('error', (error) => inflate.destroy(error));
  return raw.pipe(inflate);
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
