import { AppError } from '../../../../common/errors/app-error.js';
import type { Enrolment } from './second-factor.js';

/** @throws AppError INVALID_REQUEST when a phone number came with a method that has no use for one */
export function refusePhone({ phone }: Enrolment): void {
  if (phone !== undefined) throw AppError.invalid([{ field: 'phone', issue: 'is for type sms only' }]);
}
