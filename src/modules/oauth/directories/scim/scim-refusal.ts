import { AppError } from '../../../../common/errors/app-error.js';
import type { ScimType } from '../../../../common/http/scim-error.js';

/** 400 with a `scimType` of RFC 7644, 3.12. */
export function refused(reason: ScimType, message: string): AppError {
  return new AppError('INVALID_REQUEST', message, { reason });
}
