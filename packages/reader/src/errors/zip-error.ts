import { FileRefusedError } from './file-refusal.js';

/** Why an archive is refused. An Office file is an archive too. */
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

/** One sentence on the problem and one on the remedy. */
export const ZIP_MESSAGES: Record<ZipProblem, string> = {
  corrupt: 'The file is damaged or incomplete. Get a new copy from its publisher and upload it again.',
  encrypted: 'The file is protected by a password. Remove the password and upload it again.',
  archive_entries: 'The archive contains too many files. Split it into several archives.',
  archive_directory:
    'The directory of the archive has too many comments and extra fields. Create the archive again without them.',
  archive_name_length:
    'The path of a file in the archive is too long. Shorten the names of the file and of its folders.',
  archive_names:
    'A file name in the archive is duplicated, contains forbidden characters or points outside the archive. Create the archive again with another program.',
  archive_size: 'The archive is too large when unpacked. Split it into several archives.',
  archive_entry_size: 'A file in the archive is too large when unpacked. Split that file.',
  archive_ratio:
    'The compression ratio of the archive exceeds the maximum. Create the archive again from the original files.',
  archive_overlap: 'Files in the archive share the same bytes. Create the archive again with another program.',
};

export const ZIP_PROBLEMS = Object.keys(ZIP_MESSAGES) as ZipProblem[];

/** A refused archive. `limit` is the value of the exceeded limit, if any. */
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
