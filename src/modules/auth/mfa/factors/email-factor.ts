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

/** A code to the account's own address. RFC 8176 has no name for that: a one-time code it is. */
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
      paragraphs: ['this is the code that confirms that it is you:'],
      code,
      notes: [
        `It is good for ${minutes} minutes. Tell it to nobody, not even to us.`,
        'If you did not ask for it, somebody else knows your password: change it now.',
      ],
    });
    return this.mailer.send({ to: user.email, subject: 'Your confirmation code', ...message });
  }
}

/** `a•••@example.com`: enough to know one's own. */
function masked(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  return `${local.slice(0, 1)}•••@${domain}`;
}
