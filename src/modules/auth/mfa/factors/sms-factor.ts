import { Injectable } from '@nestjs/common';
import { Secrets } from '../../../../common/crypto/secrets.js';
import { AppError } from '../../../../common/errors/app-error.js';
import { SmsSender } from '../../../../integrations/sms/sms-sender.js';
import type { User } from '../../../users/user.service.js';
import { MfaChallengeRepository } from '../challenges/mfa-challenge.repository.js';
import type { MfaMethod } from '../methods/mfa-method.entity.js';
import type { Enrolment, Prepared } from './second-factor.js';
import { SentCodeFactor } from './sent-code-factor.js';

const PURPOSE = 'phone numbers';
/** Visible digits of a phone number. */
const SHOWN_DIGITS = 2;

@Injectable()
export class SmsFactor extends SentCodeFactor {
  readonly type = 'sms';
  readonly label = 'Text message';
  readonly amr = 'sms';

  constructor(
    challenges: MfaChallengeRepository,
    secrets: Secrets,
    private readonly sender: SmsSender,
  ) {
    super(challenges, secrets);
  }

  prepare(_user: User, { phone }: Enrolment): Prepared {
    if (phone === undefined) throw AppError.invalid([{ field: 'phone', issue: 'is required for type sms' }]);
    const hint = `number ending in ${phone.slice(-SHOWN_DIGITS)}`;
    return { columns: { hint, sealed_phone: this.secrets.encrypt(Buffer.from(phone), PURPOSE) } };
  }

  protected send(_user: User, { sealed_phone }: MfaMethod, code: string, minutes: number): Promise<void> {
    if (sealed_phone === null) throw new Error('an SMS method has no phone number');
    return this.sender.send({
      to: this.secrets.decrypt(sealed_phone, PURPOSE).toString(),
      text: `${code} is your code for the Aviation Maintenance Knowledge Service. It is valid for ${minutes} minutes. Do not share it with anyone.`,
    });
  }
}
