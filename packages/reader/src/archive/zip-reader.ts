import { crc32 } from 'node:zlib';
import { ZipError } from '../errors/zip-error.js';
import {
  openZipDirectory,
  readingError,
  type RefusedEntry,
  type ZipDirectory,
  type ZipEntry,
} from './zip-directory.js';
import type { ArchiveLimits } from '../limits/extraction-limits.js';

/**
 * An open ZIP archive, read in memory. Nothing is written, and nested archives are ordinary files. Limits apply to
 * the bytes actually unpacked, not to sizes in headers.
 */
export class ZipReader {
  /** In the order of the directory, without folders. */
  readonly entries: readonly ZipEntry[];
  /** Entries that {@link openSorted} left out. */
  readonly refused: readonly RefusedEntry[];
  private readonly zip: ZipDirectory['zip'];
  private readonly byName: ReadonlyMap<string, ZipEntry>;
  /** Real bytes by entry, and of all: reading one twice is no attack. */
  private readonly unpacked = new Map<ZipEntry, number>();
  private total = 0;

  private constructor(
    { zip, entries, refused }: ZipDirectory,
    private readonly limits: ArchiveLimits,
  ) {
    this.zip = zip;
    this.entries = entries;
    this.refused = refused;
    this.byName = new Map(entries.map((entry) => [entry.name, entry]));
  }

  /** @throws ZipError what is wrong with the directory */
  static async open(file: string, limits: ArchiveLimits): Promise<ZipReader> {
    return new ZipReader(await openZipDirectory(file, limits), limits);
  }

  /** Leaves out entries that make {@link open} refuse the archive. @throws ZipError what else is wrong with the directory */
  static async openSorted(file: string, limits: ArchiveLimits): Promise<ZipReader> {
    return new ZipReader(await openZipDirectory(file, limits, true), limits);
  }

  find(name: string): ZipEntry | undefined {
    return this.byName.get(name);
  }

  /** The content of an entry, or its first bytes. @throws ZipError as {@link chunks} */
  async read(entry: ZipEntry, atMost = Infinity): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of this.chunks(entry)) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= atMost) break;
    }
    return Buffer.concat(chunks).subarray(0, Math.min(length, atMost));
  }

  /**
   * The content of an entry as it is unpacked. Leaving the loop ends the reading.
   * @throws ZipError `corrupt` (by checksum after the last chunk), `archive_entry_size`, `archive_size`
   */
  async *chunks(entry: ZipEntry): AsyncGenerator<Buffer> {
    const { max_entry_bytes: most } = this.limits;
    if (entry.size > most) throw new ZipError('archive_entry_size', most);
    try {
      let [bytes, checksum] = [0, 0];
      for await (const chunk of (await this.zip.openReadStreamPromise(entry.raw)) as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        checksum = crc32(chunk, checksum);
        this.count(entry, bytes);
        yield chunk;
      }
      if (checksum !== entry.raw.crc32) throw new ZipError('corrupt');
    } catch (error) {
      throw readingError(error);
    }
  }

  close(): void {
    this.zip.close();
  }

  private count(entry: ZipEntry, bytes: number): void {
    const { max_entry_bytes: mostOfOne, max_unpacked_bytes: mostOfAll } = this.limits;
    if (bytes > mostOfOne) throw new ZipError('archive_entry_size', mostOfOne);
    const counted = this.unpacked.get(entry) ?? 0;
    if (bytes <= counted) return;
    this.total += bytes - counted;
    this.unpacked.set(entry, bytes);
    if (this.total > mostOfAll) throw new ZipError('archive_size', mostOfAll);
  }
}
