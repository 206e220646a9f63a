import type { XmlProblem } from './extraction-error.js';
import type { ZipProblem } from './zip-error.js';

/** Why a publication module is refused. */
export type PublicationProblem =
  'publication_identity' | 'publication_size' | 'publication_nesting' | 'publication_reference';

/** Why a file is refused. `file_type`: its format is not supported. Others: its format is supported, but this file is not accepted. */
export type RefusalReason =
  | 'empty'
  | 'file_type'
  | 'malware'
  | 'macros'
  | 'executable'
  | 'inspection_limit'
  | ZipProblem
  | XmlProblem
  | 'too_complex'
  | PublicationProblem;

/** A file that is refused because of its content. `message` is for the sender. */
export class FileRefusedError extends Error {
  override readonly name: string = 'FileRefusedError';

  constructor(
    readonly reason: RefusalReason,
    message: string,
    /** The kind of file, if recognized; the value of the limit, if one is exceeded. */
    readonly details: { kind?: string; limit?: number } = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** @param kind name of the format, if it is recognized */
export function unsupported(kind?: string): FileRefusedError {
  const named = kind === undefined ? 'Files of this kind' : `Files of this kind (${kind})`;
  return new FileRefusedError('file_type', `${named} are not supported.`, kind ? { kind } : {});
}

export const empty = (): FileRefusedError => new FileRefusedError('empty', 'The file is empty.');

export const malware = (): FileRefusedError =>
  new FileRefusedError('malware', 'The file contains the signature of a malicious program.');

export const macros = (): FileRefusedError =>
  new FileRefusedError(
    'macros',
    'The document contains macros. Save it as a document without macros (.docx, .xlsx, .pptx).',
  );

/** @param name of the program inside the file */
export const executable = (name: string): FileRefusedError =>
  new FileRefusedError('executable', 'The file contains a program or script. Remove it and upload the file again.', {
    kind: name,
  });

/** The file cannot be inspected within the limits of time and memory. */
export const inspectionLimit = (): FileRefusedError =>
  new FileRefusedError(
    'inspection_limit',
    'The file is too large or too complex to inspect. Save it again with its original program, or split it.',
  );
