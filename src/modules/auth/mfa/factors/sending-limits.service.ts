import { Injectable } from '@nestjs/common';
import { AppError } from '../../../../common/errors/app-error.js';
import { AuditTrail } from '../../../audit/audit.service.js';
import type { User } from '../../../users/user.service.js';
import { AccountMailQueue } from '../../account-mails/account-mail-queue.service.js';
import { MfaChallengeRepository, type Binding, type Sending } from '../challenges/mfa-challenge.repository.js';
import { MfaMethodRepository } from '../methods/mfa-method.repository.js';
import {
  BUDGET_OF_ACCOUNT,
  BUDGET_OF_BINDING,
  BUDGET_OF_LOGINS,
  exhausts,
  secondsLeft,
  type SendingBudget,
} from './sending-budget.js';

@Injectable()
export class SendingLimits {
  constructor(
    private readonly methods: MfaMethodRepository,
    private readonly challenges: MfaChallengeRepository,
    private readonly mails: AccountMailQueue,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Counts a code in the transaction that stores its challenge, under the user's lock. Notifies the owner of the last code for a login,
   * which required the password.
   * @throws AppError RATE_LIMIT_EXCEEDED
   */
  async take(user: User, { purpose, bound_to }: Binding): Promise<void> {
    await this.methods.lockUser(user.id);
    const now = new Date();
    const all = await this.challenges.listSendings(user.id, BUDGET_OF_ACCOUNT.seconds * 2);
    const times = (isMeant: (sending: Sending) => boolean): Date[] =>
      all.filter(isMeant).map(({ created_at }) => created_at);
    const ofLogins = times((sending) => sending.purpose === 'login');
    refuse(
      times((sending) => sending.bound_to === bound_to),
      BUDGET_OF_BINDING,
      now,
    );
    if (purpose === 'login') refuse(ofLogins, BUDGET_OF_LOGINS, now);
    refuse(
      times(() => true),
      BUDGET_OF_ACCOUNT,
      now,
    );
    if (purpose === 'login' && exhausts(ofLogins, BUDGET_OF_LOGINS, now)) await this.tell(user);
  }

  private async tell({ id, organization_id }: User): Promise<void> {
    const target = { type: 'user', id };
    await this.audit.record({ action: 'security.codes_exhausted', target, organization_id });
    await this.mails.notify('codes_exhausted', id);
  }
}

/** @throws AppError RATE_LIMIT_EXCEEDED */
function refuse(sent: readonly Date[], budget: SendingBudget, now: Date): void {
  const retryAfter = secondsLeft(sent, budget, now);
  if (retryAfter > 0) throw tooMany(budget, retryAfter);
}

function tooMany({ limit, seconds }: SendingBudget, retryAfter: number): AppError {
  return new AppError(
    'RATE_LIMIT_EXCEEDED',
    'Too many codes were sent. Try again later',
    { reason: 'codes_sent', limit, window_seconds: seconds, retry_after: retryAfter },
    { headers: { 'retry-after': String(retryAfter) } },
  );
}
