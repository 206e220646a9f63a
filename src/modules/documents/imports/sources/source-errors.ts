import { ZIP_MESSAGES } from '@amks/reader/errors/zip-error.js';
import { ImportRefusedError } from '../import-refused.error.js';
import type { ImportError } from '../import.entity.js';

export interface SourceLimits {
  max_entries: number;
  /** Characters of the path of a file. */
  max_name_length: number;
}

export const SOURCE_NOT_ALLOWED = 'source_not_allowed';

/** @param problem without paths of the server */
export function sourceUnavailable(problem: string): ImportRefusedError {
  return new ImportRefusedError('source_unavailable', `The source cannot be read (${problem}).`);
}

export function tooManyFiles(limit: number): ImportRefusedError {
  return new ImportRefusedError('archive_entries', `The source has more than ${limit} files.`);
}

/** For a name that cannot be shown, stored or found again. */
export function refusedName(name: string, { max_name_length: longest }: SourceLimits): ImportError | null {
  if (name.length > longest) return { code: 'archive_name_length', message: ZIP_MESSAGES.archive_name_length };
  // Folders that are not named in UTF-8 are read with replacement characters.
  if (!/[\u0000-\u001f\u007f\ufffd\\]/.test(name) && name.isWellFormed()) return null;
  return { code: 'archive_names', message: ZIP_MESSAGES.archive_names };
}
