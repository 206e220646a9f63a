import { strToU8, zipSync, type Zippable } from 'fflate';

/** A ZIP archive of texts or bytes by name. */
export function zipOf(files: Record<string, string | Uint8Array>, level: 0 | 6 | 9 = 6): Buffer {
  const entries = Object.entries(files).map(([name, content]): [string, Uint8Array] => [
    name,
    typeof content === 'string' ? strToU8(content) : content,
  ]);
  return Buffer.from(zipSync(Object.fromEntries(entries) satisfies Zippable, { level }));
}

const CENTRAL_HEADER = Buffer.from('PK\x01\x02', 'latin1');

/** The archive with fields of its central directory changed, entry by entry: what its headers say need not be true. */
export function forged(archive: Buffer, change: (header: Buffer, index: number) => void): Buffer {
  const copy = Buffer.from(archive);
  let index = 0;
  for (let at = copy.indexOf(CENTRAL_HEADER); at !== -1; at = copy.indexOf(CENTRAL_HEADER, at + 4)) {
    change(copy.subarray(at), index);
    index += 1;
  }
  return copy;
}

/** An archive whose entries all claim the bytes of the first. */
export function overlappingZip(entries: number, content: Uint8Array): Buffer {
  const names = Array.from({ length: entries }, (_, i): [string, Uint8Array] => [`f${i}`.padEnd(8, 'x'), content]);
  return forged(zipOf(Object.fromEntries(names)), (header) => header.writeUInt32LE(0, 42));
}

/** An archive whose first entry claims to unpack to ten bytes. */
export function lyingZip(content: Uint8Array): Buffer {
  return forged(zipOf({ 'data.xml': content }), (header) => header.writeUInt32LE(10, 24));
}

/** An archive of empty files, each with the longest comment there can be. */
export function commentedZip(entries: number): Buffer {
  const comment = 'x'.repeat(65_535);
  const files = Array.from({ length: entries }, (_, i): [string, [Uint8Array, { comment: string }]] => [
    `f${i}`,
    [new Uint8Array(0), { comment }],
  ]);
  return Buffer.from(zipSync(Object.fromEntries(files)));
}

/** The archive, which counts one file less than it has. */
export function uncounted(archive: Buffer): Buffer {
  const copy = Buffer.from(archive);
  const end = copy.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const count = copy.readUInt16LE(end + 10) - 1;
  copy.writeUInt16LE(count, end + 8);
  copy.writeUInt16LE(count, end + 10);
  return copy;
}
