import { ZIP_MESSAGES } from '@amks/reader/errors/zip-error.js';
import { ImportRefusedError } from '../import-refused.error.js';
import type { ImportError } from '../import.entity.js';
import type { RefusedSourceEntry, SourceEntry, SourceListing } from './import-source.js';

export interface SourceLimits {
  max_entries: number;
  /** Characters of the path of a file. */
  max_name_length: number;
  /** Of all files. */
  max_unpacked_bytes: number;
}

export const SOURCE_NOT_ALLOWED = 'source_not_allowed';
export const SOURCE_UNAVAILABLE = 'source_unavailable';

/** @param problem without paths of the server */
export function sourceUnavailable(problem: string): ImportRefusedError {
  return new ImportRefusedError(SOURCE_UNAVAILABLE, `The source cannot be read (${problem}).`);
}

export function sourceChanged(): ImportRefusedError {
  return new ImportRefusedError('source_changed', 'The file changed while it was read.');
}

/** The files of a folder or bucket, within the limits. */
export class ListingBuilder implements SourceListing {
  readonly entries: SourceEntry[] = [];
  readonly refused: RefusedSourceEntry[] = [];
  private bytes = 0;

  constructor(private readonly limits: SourceLimits) {}

  /** @throws ImportRefusedError `archive_entries`, `archive_size` */
  add(name: string, size: number): void {
    this.entries.push({ name, size });
    this.bytes += size;
    const { max_unpacked_bytes: mostBytes } = this.limits;
    if (this.bytes > mostBytes)
      throw new ImportRefusedError('archive_size', `The source has more than ${mostBytes} bytes.`);
    this.requireFew();
  }

  /** @throws ImportRefusedError `archive_entries` */
  refuse(name: string, { code, message }: ImportError): void {
    this.refused.push({ name, error: { code, message } });
    this.requireFew();
  }

  /** Whether the name cannot be shown, stored or found again; it is then refused. */
  refuses(name: string): boolean {
    // Names that are not UTF-8 are read with replacement characters.
    const isUnusable = /[\u0000-\u001f\u007f\ufffd\\]/.test(name) || !name.isWellFormed();
    const isTooLong = name.length > this.limits.max_name_length;
    if (!isUnusable && !isTooLong) return false;
    const code = isTooLong ? 'archive_name_length' : 'archive_names';
    this.refuse(name, { code, message: ZIP_MESSAGES[code] });
    return true;
  }

  private requireFew(): void {
    const { max_entries: most } = this.limits;
    if (this.entries.length + this.refused.length > most)
      throw new ImportRefusedError('archive_entries', `The source has more than ${most} files.`);
  }
}
