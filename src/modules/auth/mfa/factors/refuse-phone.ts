import { AppError } from '../../../../common/errors/app-error.js';
import type { Enrolment } from './second-factor.js';

/** @throws AppError INVALID_REQUEST for a phone number with a method that does not use one */
export function refusePhone({ phone }: Enrolment): void {
  if (phone !== undefined) throw AppError.invalid([{ field: 'phone', issue: 'is allowed for type sms only' }]);
}
