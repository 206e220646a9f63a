import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';

/** A file by its name and the checksum of its content. */
export interface FileEntry {
  name: string;
  crc: number;
}

/** Writes a whole file or nothing: under another name first. Mode 0600: it holds the words of all documents. */
export function writeWhole(folder: string, name: string, parts: readonly Uint8Array[]): FileEntry {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const temporary = path.join(folder, `${name}.${randomUUID()}.tmp`);
  const file = openSync(temporary, 'w', 0o600);
  let crc = 0;
  try {
    for (const part of parts) {
      crc = crc32(part, crc);
      for (let written = 0; written < part.length;) written += writeSync(file, part, written);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path.join(folder, name));
  return { name, crc };
}

/** @throws Error when it is not there or not what was written */
export function readWhole(folder: string, { name, crc }: FileEntry): Buffer {
  const content = readFileSync(path.join(folder, name));
  if (crc32(content) !== crc) throw new Error(`${name} is not what was written`);
  return content;
}
