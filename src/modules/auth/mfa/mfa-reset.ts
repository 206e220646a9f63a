import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { UserMfaReset, UserRemoved } from '../../users/user.events.js';
import { UserService } from '../../users/user.service.js';
import { AccountMailQueue } from '../account-mails/account-mail-queue.service.js';
import { OneTimeTokens } from '../account-mails/one-time-tokens.service.js';
import { MfaChanged, type AccountOwner } from '../auth.events.js';
import { LoginThrottle } from '../passwords/login-throttle.js';
import { SessionService } from '../sessions/session.service.js';
import { MfaChallengeRepository } from './challenges/mfa-challenge.repository.js';
import { MfaMethodRepository } from './methods/mfa-method.repository.js';
import { RecoveryCodes } from './recovery-codes/recovery-code.service.js';

/** Deletes all second factors of an account that an administrator resets or deletes. */
@Injectable()
export class MfaReset {
  constructor(
    private readonly events: DomainEvents,
    private readonly methods: MfaMethodRepository,
    private readonly challenges: MfaChallengeRepository,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly users: UserService,
    private readonly sessions: SessionService,
    private readonly tokens: OneTimeTokens,
    private readonly throttle: LoginThrottle,
    private readonly audit: AuditTrail,
    private readonly mails: AccountMailQueue,
  ) {
    events.on(UserMfaReset, ({ user }) => this.reset(user));
    events.on(UserRemoved, async ({ user }) => void (await this.deleteAll(user.id)));
  }

  /** Ends all sessions, since the finder of a lost factor may have one. Does nothing without a factor. */
  private async reset(user: AccountOwner): Promise<void> {
    const { id: userId } = user;
    const methods = await this.deleteAll(userId);
    if (methods === 0) return;
    await this.sessions.endAll(userId, 'mfa_reset');
    await this.throttle.forget('second_factor', userId);
    await this.audit.record({ action: 'mfa.reset', target: { type: 'user', id: userId }, details: { methods } });
    await this.mails.notify('mfa_reset', userId);
    await this.events.emit(new MfaChanged(user, 'reset'));
  }

  private async deleteAll(userId: string): Promise<number> {
    await this.methods.lockUser(userId);
    const methods = await this.methods.deleteAll(userId);
    await this.challenges.deleteAll(userId);
    await this.recoveryCodes.deleteAll(userId);
    await this.tokens.revokeAll(userId, 'mfa');
    await this.users.setMfaEnabled(userId, false);
    return methods;
  }
}
