import { createReadStream } from 'node:fs';
import { unsupported, type FileRefusedError } from '../errors/file-refusal.js';
import { ZipError } from '../errors/zip-error.js';

/** Streams of a compound file (MS-CFB) that identify its application, most specific first. */
const STREAMS: readonly (readonly [string, string])[] = [
  ['WordDocument', 'older Word'],
  ['Workbook', 'older Excel'],
  ['PowerPoint Document', 'older PowerPoint'],
  ['VisioDocument', 'older Visio'],
  ['__properties_version1.0', 'Outlook message'],
];
const ENCRYPTED = 'EncryptedPackage';

const LONGEST_NAME_BYTES = 2 * 32;

/** Names an encrypted Office file (MS-OFFCRYPTO 2.3.4) or an older format. Searches the whole file: its directory may be anywhere. */
export async function oleRefusal(file: string): Promise<FileRefusedError> {
  const found = new Set<string>();
  let tail = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 ** 2 }) as AsyncIterable<Buffer>) {
    const window = Buffer.concat([tail, chunk]);
    for (const name of [ENCRYPTED, ...STREAMS.map(([stream]) => stream)]) {
      if (window.includes(Buffer.from(`${name}\0`, 'utf16le'))) found.add(name);
    }
    tail = window.subarray(-LONGEST_NAME_BYTES);
  }
  if (found.has(ENCRYPTED)) return new ZipError('encrypted');
  return unsupported(STREAMS.find(([stream]) => found.has(stream))?.[1] ?? 'older Word or Excel');
}
