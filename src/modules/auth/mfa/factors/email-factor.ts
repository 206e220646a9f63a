import { Injectable } from '@nestjs/common';
import { Secrets } from '../../../../common/crypto/secrets.js';
import { Mailer } from '../../../../integrations/mailer/mailer.js';
import { layOutMessage } from '../../../../integrations/mailer/message-layout.js';
import type { User } from '../../../users/user.service.js';
import { MfaChallengeRepository } from '../challenges/mfa-challenge.repository.js';
import type { MfaMethod } from '../methods/mfa-method.entity.js';
import { refusePhone } from './refuse-phone.js';
import type { Enrolment, Prepared } from './second-factor.js';
import { SentCodeFactor } from './sent-code-factor.js';

/** A code sent to the account's address. RFC 8176 has no value for email, so the method reference is `otp`. */
@Injectable()
export class EmailFactor extends SentCodeFactor {
  readonly type = 'email';
  readonly label = 'E-mail';
  readonly amr = 'otp';

  constructor(
    challenges: MfaChallengeRepository,
    secrets: Secrets,
    private readonly mailer: Mailer,
  ) {
    super(challenges, secrets);
  }

  prepare(user: User, enrolment: Enrolment): Prepared {
    refusePhone(enrolment);
    return { columns: { hint: masked(user.email) } };
  }

  protected send(user: User, _method: MfaMethod, code: string, minutes: number): Promise<void> {
    const message = layOutMessage({
      greeting: `Hello ${user.name},`,
      paragraphs: ['your confirmation code is:'],
      code,
      notes: [
        `It is valid for ${minutes} minutes. Do not share it with anyone, including us.`,
        'If you did not request it, someone else knows your password: change it now.',
      ],
    });
    return this.mailer.send({ to: user.email, subject: 'Your confirmation code', ...message });
  }
}

/** `a•••@example.com`. */
function masked(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  return `${local.slice(0, 1)}•••@${domain}`;
}
