import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import {
  openZipDirectory,
  readingError,
  type ArchiveLimits,
  type ZipDirectory,
  type ZipEntry,
} from '../../../common/files/zip-directory.js';
import { ZipError } from '../../../common/files/zip-error.js';
import { ExtractionError } from './extraction-error.js';

export type { ArchiveLimits, ZipEntry } from '../../../common/files/zip-directory.js';

/**
 * Opens a ZIP archive for reading in memory: nothing is written, and archives in it are files like any other.
 *
 * @throws ExtractionError with a `ZipProblem` as code: `corrupt`, `encrypted`, `archive_…`
 */
export async function openZip(file: string, limits: ArchiveLimits): Promise<ZipArchive> {
  try {
    return new ZipArchive(await openZipDirectory(file, limits), limits);
  } catch (error) {
    throw toExtractionError(error);
  }
}

/** An open archive. What is unpacked counts by real bytes, whatever its headers say. */
export class ZipArchive {
  /** Files in the order of the directory, folders left out. */
  readonly entries: readonly ZipEntry[];
  private readonly zip: ZipDirectory['zip'];
  private readonly byName: ReadonlyMap<string, ZipEntry>;
  /** Real bytes by entry, and of all: reading one twice is no attack. */
  private readonly unpacked = new Map<ZipEntry, number>();
  private total = 0;

  constructor(
    { zip, entries }: ZipDirectory,
    private readonly limits: ArchiveLimits,
  ) {
    this.zip = zip;
    this.entries = entries;
    this.byName = new Map(entries.map((entry) => [entry.name, entry]));
  }

  /** The entry of exactly this name. */
  find(name: string): ZipEntry | undefined {
    return this.byName.get(name);
  }

  /** The content of an entry. @throws ExtractionError `corrupt`, `archive_entry_size`, `archive_size` */
  async read(entry: ZipEntry): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.chunks(entry)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  /**
   * The content of an entry as it is unpacked, for parsers that need not hold it whole. Leaving the loop ends the reading.
   *
   * @throws ExtractionError as {@link read}; `corrupt` by checksum comes after the last chunk
   */
  async *chunks(entry: ZipEntry): AsyncGenerator<Buffer> {
    try {
      if (entry.size > this.limits.max_entry_bytes)
        throw new ZipError('archive_entry_size', this.limits.max_entry_bytes);
      const stream: Readable = await this.zip.openReadStreamPromise(entry.raw);
      let [bytes, checksum] = [0, 0];
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        checksum = crc32(chunk, checksum);
        this.count(entry, bytes);
        yield chunk;
      }
      if (checksum !== entry.raw.crc32) throw new ZipError('corrupt');
    } catch (error) {
      throw toExtractionError(error);
    }
  }

  close(): void {
    this.zip.close();
  }

  private count(entry: ZipEntry, bytes: number): void {
    if (bytes > this.limits.max_entry_bytes) throw new ZipError('archive_entry_size', this.limits.max_entry_bytes);
    const counted = this.unpacked.get(entry) ?? 0;
    if (bytes <= counted) return;
    this.total += bytes - counted;
    this.unpacked.set(entry, bytes);
    if (this.total > this.limits.max_unpacked_bytes) throw new ZipError('archive_size', this.limits.max_unpacked_bytes);
  }
}

function toExtractionError(error: unknown): unknown {
  const known = readingError(error);
  if (!(known instanceof ZipError)) return known;
  return new ExtractionError(known.problem, known.cause instanceof Error ? known.cause.message : undefined);
}
