import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A ZIP file of some files, laid out as the service writes those of packages. Names can be hostile. */
export async function serviceZip(files: Record<string, Uint8Array>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files))
    zip.addReadStream(Readable.from([Buffer.from(content)]), standIn(name), { mode: 0o600 });
  zip.end();
  const hostile = Object.keys(files).filter((name) => standIn(name) !== name);
  const made = (await buffer(zip.outputStream)).toString('latin1');
  return Buffer.from(
    hostile.reduce((content, name) => content.replaceAll(standIn(name), name), made),
    'latin1',
  );
}

/** A name of the same length that the writer accepts. */
const standIn = (name: string): string => (/\.\.|\\|^\//.test(name) ? '~'.repeat(name.length) : name);

/** Offsets of the records in the directory of a ZIP file. */
export function directoryOf(zip: Buffer): number[] {
  const found: number[] = [];
  for (let at = zip.readUInt32LE(zip.length - 6); at < zip.length - 22;) {
    found.push(at);
    at += 46 + [28, 30, 32].reduce((sum, field) => sum + zip.readUInt16LE(at + field), 0);
  }
  return found;
}
