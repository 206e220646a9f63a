import { close, fstat, open, read } from 'node:fs';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import * as yauzl from 'yauzl';

const CHUNK_BYTES = 64 * 1024;

/** Signature of an entry of the directory (APPNOTE 4.3.12). */
const DIRECTORY_HEADER = Buffer.from('PK\x01\x02', 'latin1');

const readAt = promisify(read);

/**
 * Reads ranges of a file for yauzl. Its own reader throws an uncaught error when a stream is destroyed while a read of it waits for one of
 * another stream (yauzl 3.4.0, `fd-slicer.js`).
 */
class FileRanges extends yauzl.RandomAccessReader {
  constructor(private readonly fd: number) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.chunks(start, end), { objectMode: false });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    // A position that an archive states can be any; Node throws for one beyond the safe integers.
    if (!Number.isSafeInteger(position)) {
      setImmediate(callback, new Error('the position is outside of the file'));
      return;
    }
    read(this.fd, buffer, offset, length, position, (error, bytesRead) => {
      callback(error ?? (bytesRead < length ? new Error('unexpected end of the file') : null));
    });
  }

  private async *chunks(start: number, end: number): AsyncGenerator<Buffer> {
    for (let position = start; position < end;) {
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - position));
      const { bytesRead } = await readAt(this.fd, buffer, 0, buffer.length, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  override close(callback: (error: Error | null) => void): void {
    close(this.fd, (error) => callback(error ?? null));
  }
}

const fromReader = promisify(
  (
    reader: yauzl.RandomAccessReader,
    size: number,
    options: yauzl.Options,
    callback: (error: Error | null, zip: yauzl.ZipFile) => void,
  ) => yauzl.fromRandomAccessReader(reader, size, options, callback),
);

/** Several streams can be read at once and left at any time. The caller closes the archive. @throws Error of yauzl or the system */
export async function openZipFile(file: string): Promise<yauzl.ZipFile> {
  // Not a FileHandle, which is closed when it is garbage.
  const fd = await promisify(open)(file, 'r');
  try {
    const { size } = await promisify(fstat)(fd);
    const options = { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: true };
    return await fromReader(new FileRanges(fd), size, options);
  } catch (error) {
    await promisify(close)(fd);
    throw error;
  }
}

/**
 * Whether the directory continues after the entries that its count states. Programs that write more than 65,535 files without ZIP64 let
 * the count wrap: the rest would be lost without a word. To be called after the last entry. @throws Error of the system
 */
export async function hasUncountedEntries(zip: yauzl.ZipFile): Promise<boolean> {
  const { reader, readEntryCursor } = zip as unknown as { reader: FileRanges; readEntryCursor: number };
  const signature = Buffer.alloc(DIRECTORY_HEADER.length);
  await promisify(reader.read.bind(reader))(signature, 0, signature.length, readEntryCursor);
  return signature.equals(DIRECTORY_HEADER);
}
