import { FileRefusedError } from './file-refusal.js';

/** Why an archive, or an Office file, which is one, is refused. */
export type ZipProblem =
  | 'corrupt'
  | 'encrypted'
  | 'archive_entries'
  | 'archive_directory'
  | 'archive_name_length'
  | 'archive_names'
  | 'archive_size'
  | 'archive_entry_size'
  | 'archive_ratio'
  | 'archive_overlap';

/** One sentence on what is wrong, one on what to do. */
export const ZIP_MESSAGES: Record<ZipProblem, string> = {
  corrupt:
    'The file is damaged or incomplete and cannot be read. Get a new copy from its publisher and upload it again.',
  encrypted: 'The file is protected by a password. Remove the protection and upload it again.',
  archive_entries: 'The archive holds more files than are allowed. Split it into several archives.',
  archive_directory:
    'The list of files in the archive has more comments and extra fields than are allowed. Pack it again without them.',
  archive_name_length: 'A file in the archive has a name that is too long. Shorten its name and those of its folders.',
  archive_names:
    'The archive names a file outside of itself, twice, or with characters that no name may have. Pack it again with another program.',
  archive_size: 'The archive unpacks to more bytes than are allowed. Split it into several archives.',
  archive_entry_size: 'A file in the archive is larger than is allowed when unpacked. Split that file.',
  archive_ratio:
    'The archive unpacks to so many times its size that it looks like an attack. Pack it again from the original files.',
  archive_overlap:
    'The archive lists the same bytes as several files, as attacks do. Pack it again with another program.',
};

export const ZIP_PROBLEMS = Object.keys(ZIP_MESSAGES) as ZipProblem[];

/** An archive that is refused; `limit` is the bound it exceeds, when it does. */
export class ZipError extends FileRefusedError {
  override readonly name = 'ZipError';

  constructor(
    readonly problem: ZipProblem,
    limit?: number,
    cause?: unknown,
  ) {
    super(problem, ZIP_MESSAGES[problem], limit === undefined ? {} : { limit }, { cause });
  }
}
