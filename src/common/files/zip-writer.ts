import { createHash } from 'node:crypto';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of an archive as it was written. */
export interface WrittenEntry {
  name: string;
  /** Bytes, unpacked. */
  size: number;
  sha256: string;
}

/**
 * Writes a ZIP archive of any size (zip64 where it is needed) as it is read from {@link output}, one entry after the
 * other; nothing is held in memory but a few blocks. When the output breaks off, so does the entry that is being added.
 */
export class ZipWriter {
  readonly output: Readable;
  private readonly zip = new ZipFile();
  private readonly abort = new AbortController();

  constructor() {
    this.output = this.zip.outputStream as Readable;
    this.output.once('close', () => this.abort.abort());
    this.zip.on('error', (error: Error) => this.output.destroy(error));
  }

  /** Adds a file and resolves when it is read. Set `compress` only for content that is not compressed. */
  async add(
    name: string,
    source: Readable | AsyncIterable<string | Buffer> | Iterable<string>,
    { compress = true } = {},
  ): Promise<WrittenEntry> {
    const meter = new Meter();
    this.zip.addReadStream(meter, name, { compress, mode: 0o600 });
    await pipeline(source, meter, { signal: this.abort.signal });
    return { name, size: meter.size, sha256: meter.hash.digest('hex') };
  }

  /** No entry follows. */
  end(): void {
    this.zip.end();
  }

  /** Aborts the archive; its reader receives the error. */
  destroy(error: Error): void {
    this.output.destroy(error);
  }
}

/** Counts and hashes what passes. */
class Meter extends Transform {
  size = 0;
  readonly hash = createHash('sha256');

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.size += chunk.length;
    this.hash.update(chunk);
    done(null, chunk);
  }
}
