import type { ZipEntry } from './zip-directory.js';
import type { ArchiveLimits } from '../limits/extraction-limits.js';
import { ZipError } from '../errors/zip-error.js';
import { ZipReader } from './zip-reader.js';
import { ExtractionError } from '../errors/extraction-error.js';

export type { ZipEntry } from './zip-directory.js';

/** Opens a ZIP archive. @throws ExtractionError with a `ZipProblem` as code: `corrupt`, `encrypted`, `archive_…` */
export async function openZip(file: string, limits: ArchiveLimits): Promise<ZipArchive> {
  return new ZipArchive(await translated(ZipReader.open(file, limits)));
}

/** A {@link ZipReader} whose failures are ExtractionErrors. */
export class ZipArchive {
  readonly entries: readonly ZipEntry[];

  constructor(private readonly zip: ZipReader) {
    this.entries = zip.entries;
  }

  find(name: string): ZipEntry | undefined {
    return this.zip.find(name);
  }

  /** The content of an entry. @throws ExtractionError `corrupt`, `archive_entry_size`, `archive_size` */
  read(entry: ZipEntry): Promise<Buffer> {
    return translated(this.zip.read(entry));
  }

  /** The content of an entry as it is unpacked. Leaving the loop ends the reading. @throws ExtractionError as {@link read} */
  async *chunks(entry: ZipEntry): AsyncGenerator<Buffer> {
    try {
      yield* this.zip.chunks(entry);
    } catch (error) {
      throw toExtractionError(error);
    }
  }

  close(): void {
    this.zip.close();
  }
}

async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toExtractionError(error);
  }
}

function toExtractionError(error: unknown): unknown {
  if (!(error instanceof ZipError)) return error;
  return new ExtractionError(error.problem, error.cause instanceof Error ? error.cause.message : undefined);
}
