import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { crc32 } from 'node:zlib';
import { LIMITS } from '../segments/limits.js';

export interface FileEntry {
  name: string;
  crc: number;
}

/** Characters joined before a write. */
const BATCH_CHARACTERS = 2 ** 20;

/**
 * Writes a file atomically, by a rename. No call takes more than `LIMITS.chunkBytes`. Mode 0600, because it holds the
 * words of all documents.
 */
export function writeWhole(folder: string, name: string, parts: Iterable<Uint8Array>): FileEntry {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const temporary = path.join(folder, `${name}.${randomUUID()}.tmp`);
  const file = openSync(temporary, 'w', 0o600);
  let crc = 0;
  try {
    try {
      for (const part of parts) {
        for (const chunk of chunksOf(part)) {
          crc = crc32(chunk, crc);
          for (let written = 0; written < chunk.length;) written += writeSync(file, chunk, written);
        }
      }
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path.join(folder, name));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return { name, crc };
}

/** Writes lines that end with a line feed. */
export function writeLines(folder: string, name: string, lines: Iterable<string>): FileEntry {
  return writeWhole(folder, name, batchesOf(lines));
}

export class CheckedReader {
  private readonly file: number;
  private crc = 0;

  /** @throws Error if the file is missing */
  constructor(
    folder: string,
    private readonly entry: FileEntry,
  ) {
    this.file = openSync(path.join(folder, entry.name), 'r');
  }

  get size(): number {
    return fstatSync(this.file).size;
  }

  read(into: Uint8Array): number {
    let read = 0;
    for (const chunk of chunksOf(into)) {
      for (let at = 0; at < chunk.length;) {
        const count = readSync(this.file, chunk, at, chunk.length - at, null);
        if (count === 0) return read;
        this.crc = crc32(chunk.subarray(at, at + count), this.crc);
        at += count;
        read += count;
      }
    }
    return read;
  }

  /** Reads the rest. Returns the checksum of the file. */
  readRest(): number {
    const rest = new Uint8Array(Math.min(LIMITS.chunkBytes, Math.max(this.size, 1)));
    while (this.read(rest) > 0);
    return this.crc;
  }

  /** @throws Error if the checksum differs */
  check(): void {
    if (this.readRest() !== this.entry.crc) throw new Error(`${this.entry.name} is not what was written`);
  }

  close(): void {
    closeSync(this.file);
  }
}

export function readChecked<T>(folder: string, entry: FileEntry, use: (reader: CheckedReader) => T): T {
  const reader = new CheckedReader(folder, entry);
  try {
    const result = use(reader);
    reader.check();
    return result;
  } finally {
    reader.close();
  }
}

/** Reads lines of {@link writeLines}. @throws Error at the end if the checksum differs */
export function* readLines(folder: string, entry: FileEntry): Generator<string> {
  const reader = new CheckedReader(folder, entry);
  const decoder = new StringDecoder('utf8');
  const chunk = Buffer.alloc(Math.min(LIMITS.chunkBytes, Math.max(reader.size, 1)));
  let open = '';
  try {
    for (let count = reader.read(chunk); count > 0; count = reader.read(chunk)) {
      const lines = (open + decoder.write(chunk.subarray(0, count))).split('\n');
      open = lines.pop()!;
      yield* lines;
    }
    reader.check();
  } finally {
    reader.close();
  }
}

/** The entry of an existing file. */
export function entryOf(folder: string, name: string): FileEntry {
  const reader = new CheckedReader(folder, { name, crc: 0 });
  try {
    return { name, crc: reader.readRest() };
  } finally {
    reader.close();
  }
}

function* chunksOf(part: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < part.length; from += LIMITS.chunkBytes) {
    yield part.subarray(from, Math.min(part.length, from + LIMITS.chunkBytes));
  }
}

function* batchesOf(lines: Iterable<string>): Generator<Uint8Array> {
  let batch = '';
  for (const line of lines) {
    batch += `${line}\n`;
    if (batch.length < BATCH_CHARACTERS) continue;
    yield Buffer.from(batch);
    batch = '';
  }
  yield Buffer.from(batch);
}
