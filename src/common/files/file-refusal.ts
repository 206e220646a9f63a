import { SUPPORTED_SENTENCE } from './supported-formats.js';
import type { ZipProblem } from './zip-error.js';

/** Why a file is refused. `file_type`: its kind is not supported; all others: its kind is, this file is not. */
export type RefusalReason =
  'empty' | 'file_type' | 'malware' | 'macros' | 'executable' | 'inspection_limit' | ZipProblem;

/** A file that is refused by its content. `message` is for whoever sent it. */
export class FileRefusedError extends Error {
  override readonly name: string = 'FileRefusedError';

  constructor(
    readonly reason: RefusalReason,
    message: string,
    /** The kind found, when it is recognised; the bound it exceeds, when it does. */
    readonly details: { kind?: string; limit?: number } = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The refusal of a kind of file; without a name when it is none we know. */
export function unsupported(kind?: string): FileRefusedError {
  const named = kind === undefined ? 'Files of this kind' : `Files of this kind (${kind})`;
  return new FileRefusedError('file_type', `${named} are not supported. ${SUPPORTED_SENTENCE}`, kind ? { kind } : {});
}

export const empty = (): FileRefusedError => new FileRefusedError('empty', 'The file is empty.');

export const malware = (): FileRefusedError =>
  new FileRefusedError('malware', 'The file contains the signature of a malicious program.');

export const macros = (): FileRefusedError =>
  new FileRefusedError('macros', 'The document contains macros. Save it as a document without macros (.docx).');

/** @param name of the program inside the file */
export const executable = (name: string): FileRefusedError =>
  new FileRefusedError('executable', 'The file has a program or script inside. Remove it and upload the file again.', {
    kind: name,
  });

/** The refusal of a file that cannot be looked through within the time and memory there are for it. */
export const inspectionLimit = (): FileRefusedError =>
  new FileRefusedError(
    'inspection_limit',
    'The file cannot be checked with reasonable effort: it is too large or too complex inside. Save it again, or split it.',
  );
