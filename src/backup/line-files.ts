import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReferredBlob } from './database-snapshot.js';

/** One line for each stored file: hash and bytes. */
export function writeBlobList(blobs: readonly ReferredBlob[]): Readable {
  return linesOf(blobs.map(({ sha256, size }) => `${sha256} ${size}`));
}

export async function readBlobList(source: Readable): Promise<ReferredBlob[]> {
  return (await readLines(source)).map((line) => {
    const [sha256 = '', size] = line.split(' ');
    return { sha256, size: Number(size) };
  });
}

/** One line of JSON for each value. */
export function writeJsonLines(values: readonly object[]): Readable {
  return linesOf(values.map((value) => JSON.stringify(value)));
}

export async function readJsonLines<T>(source: Readable): Promise<T[]> {
  return (await readLines(source)).map((line) => JSON.parse(line) as T);
}

const linesOf = (lines: readonly string[]): Readable => Readable.from(lines.map((line) => `${line}\n`));

async function readLines(source: Readable): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: source, crlfDelay: Infinity })) lines.push(line);
  return lines;
}
