import { AppError, type FieldIssue } from '../../../common/errors/app-error.js';
import type { ImportError } from './import.entity.js';

/** An import as a whole is refused. */
export class ImportRefusedError extends Error {
  override readonly name = 'ImportRefusedError';

  constructor(
    /** Stable code. */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Why one file is refused. @throws the error if the file is not to blame for it */
export function refusalOf(error: unknown): ImportError {
  if (error instanceof ImportRefusedError) return { code: error.code, message: error.message };
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  const { reason, errors } = error.details;
  const issues = (errors as FieldIssue[] | undefined)?.map(({ field, issue }) => `${field} ${issue}`);
  const code = typeof reason === 'string' ? reason : error.code.toLowerCase();
  return { code, message: issues?.join('; ') ?? error.message };
}
