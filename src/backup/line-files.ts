import { Readable } from 'node:stream';
import type { ReferredBlob } from './database-snapshot.js';

/** Streams lines of hash and bytes, because the list may be large. */
export async function* readBlobList(source: Readable): AsyncGenerator<ReferredBlob> {
  for await (const line of readLines(source)) {
    const [sha256 = '', size] = line.split(' ');
    yield { sha256, size: Number(size) };
  }
}

export function writeJsonLines(values: readonly object[]): Readable {
  return Readable.from(values.map((value) => `${JSON.stringify(value)}\n`));
}

export async function readJsonLines<T>(source: Readable): Promise<T[]> {
  const values: T[] = [];
  for await (const line of readLines(source)) values.push(JSON.parse(line) as T);
  return values;
}

/** Each line ends with a line feed. */
async function* readLines(source: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of source.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
