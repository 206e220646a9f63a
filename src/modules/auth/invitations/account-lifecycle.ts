import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { UsersErased } from '../../users/organization.events.js';
import { UserInvited, UserRemoved, UserSuspended, UserUnlocked, UserUpdated } from '../../users/user.events.js';
import { UserService, type User } from '../../users/user.service.js';
import { LoginThrottle } from '../passwords/login-throttle.js';
import { SessionService } from '../sessions/session.service.js';
import { AccountMailQueue } from '../account-mails/account-mail-queue.service.js';
import { InvitationLimits } from '../attempts/invitation-limits.js';
import { OneTimeTokens } from '../account-mails/one-time-tokens.service.js';

/** Invites, cleans up and unlocks accounts in the transaction that changes the user. */
@Injectable()
export class AccountLifecycle {
  constructor(
    events: DomainEvents,
    private readonly mails: AccountMailQueue,
    private readonly sessions: SessionService,
    private readonly tokens: OneTimeTokens,
    private readonly limits: InvitationLimits,
    private readonly throttle: LoginThrottle,
    private readonly users: UserService,
  ) {
    events.on(UserInvited, ({ user, isRepeated }) => this.invite(user, isRepeated));
    events.on(UserSuspended, ({ user }) => this.close(user, 'suspended'));
    events.on(UserRemoved, ({ user }) => this.remove(user));
    // Links in earlier mails went to the earlier address.
    events.on(UserUpdated, async ({ user, changed }) => {
      if (changed.includes('email')) await this.tokens.revokeAll(user.id);
    });
    events.on(UserUnlocked, ({ user }) => this.unlock(user));
    events.on(UsersErased, async ({ users }) => {
      for (const user of users) await this.unlock(user);
    });
  }

  /** Revokes the earlier token immediately, not when the mail is sent: the earlier mail may have reached someone else. */
  private async invite({ id }: User, isRepeated: boolean): Promise<void> {
    if (isRepeated) {
      await this.limits.countRepetition(id);
      await this.tokens.revokeAll(id, 'invitation');
    }
    await this.mails.invite(id);
  }

  private async close(user: User, reason: 'suspended' | 'removed'): Promise<void> {
    await this.sessions.endAll(user.id, reason);
    await this.tokens.revokeAll(user.id);
  }

  /** Counters of a deleted user would never be cleared. */
  private async remove(user: User): Promise<void> {
    await this.close(user, 'removed');
    await this.unlock(user);
  }

  /** Failed passwords are counted by address, which can belong to another organization's account. */
  private async unlock(user: Pick<User, 'id' | 'email'>): Promise<void> {
    const holder = await this.users.findForLogin(user.email);
    if (holder === null || holder.id === user.id) await this.throttle.forget('password', user.email);
    await this.throttle.forget('second_factor', user.id);
  }
}
