import { ZipReader } from '@amks/reader/archive/zip-reader.js';
import { ZIP_MESSAGES } from '@amks/reader/errors/zip-error.js';
import type { ArchiveLimits } from '@amks/reader/limits/extraction-limits.js';
import type { ImportError } from '../import.entity.js';

export interface SourceEntry {
  /** Path with slashes, relative to the source. */
  name: string;
  /** Bytes, as the source claims. */
  size: number;
}

export interface RefusedSourceEntry {
  name: string;
  error: ImportError;
}

export interface SourceListing {
  entries: readonly SourceEntry[];
  refused: readonly RefusedSourceEntry[];
}

export interface SourceFile {
  modified_at: Date;
  /** Leaving the loop ends the reading. @throws ZipError; ImportRefusedError `source_unavailable`, `source_changed` */
  chunks: () => AsyncIterable<Buffer>;
}

/** Where the files of an import come from. */
export interface ImportSource {
  /** @throws ImportRefusedError if the whole source cannot be read, or has too many files */
  list: (signal: AbortSignal) => Promise<SourceListing>;
  /** Null for a file that no longer exists. @throws ImportRefusedError `source_unavailable` */
  open: (name: string) => Promise<SourceFile | null>;
  /** Whether the source as a whole can be reached. */
  isThere: () => Promise<boolean>;
  close: () => void;
}

/** The archive that was uploaded. */
export class ArchiveSource implements ImportSource {
  private constructor(private readonly zip: ZipReader) {}

  /** @throws ZipError */
  static async open(path: string, limits: ArchiveLimits): Promise<ArchiveSource> {
    return new ArchiveSource(await ZipReader.openSorted(path, limits));
  }

  list(): Promise<SourceListing> {
    const refused = this.zip.refused.map(({ name, problem }) => ({
      name,
      error: { code: problem, message: ZIP_MESSAGES[problem] },
    }));
    return Promise.resolve({ entries: this.zip.entries, refused });
  }

  open(name: string): Promise<SourceFile | null> {
    const entry = this.zip.find(name);
    if (!entry) return Promise.resolve(null);
    return Promise.resolve({
      modified_at: entry.raw.getLastModDate({ timezone: 'UTC' }),
      chunks: () => this.zip.chunks(entry),
    });
  }

  isThere(): Promise<boolean> {
    return Promise.resolve(true);
  }

  close(): void {
    this.zip.close();
  }
}
