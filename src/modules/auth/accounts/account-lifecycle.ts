import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { UsersErased } from '../../users/organization.events.js';
import { UserInvited, UserRemoved, UserSuspended, UserUnlocked } from '../../users/user.events.js';
import { UserService, type User } from '../../users/user.service.js';
import { LoginThrottle } from '../passwords/login-throttle.js';
import { SessionService } from '../sessions/session.service.js';
import { AccountMailQueue } from './account-mail-queue.service.js';
import { InvitationLimits } from './invitation-limits.js';
import { OneTimeTokens } from './one-time-tokens.service.js';

/** What becomes of ways to sign in when something becomes of the user; in the same transaction. */
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
    events.on(UserUnlocked, ({ user }) => this.unlock(user));
    events.on(UsersErased, async ({ users }) => {
      for (const user of users) await this.unlock(user);
    });
  }

  /** The earlier token ends at once, not when the mail goes out: the invitation may be lost into wrong hands. */
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

  /** Nobody unlocks the counters of who is gone. */
  private async remove(user: User): Promise<void> {
    await this.close(user, 'removed');
    await this.unlock(user);
  }

  /** Failed passwords are counted for an address, whose account may be another organization's. */
  private async unlock(user: Pick<User, 'id' | 'email'>): Promise<void> {
    const holder = await this.users.findForLogin(user.email);
    if (holder === null || holder.id === user.id) await this.throttle.forget('password', user.email);
    await this.throttle.forget('second_factor', user.id);
  }
}
