import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/principal/principal.js';
import { AppError } from '../../common/errors/app-error.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { AccountStatus } from './account-status.service.js';
import { forbidden, ManagedUsers, requireInPerson } from './managed-users.js';
import type { User, UserStatus } from './user.entity.js';
import { UserInvited, UserMfaReset, UserUnlocked } from './user.events.js';
import { canResetMfa } from './user.policy.js';
import { UserRepository } from './user.repository.js';

@Injectable()
export class UserStatusService {
  constructor(
    private readonly managed: ManagedUsers,
    private readonly status: AccountStatus,
    private readonly users: UserRepository,
    private readonly events: DomainEvents,
  ) {}

  /** @throws AppError NOT_FOUND, FORBIDDEN (protected_account), CONFLICT (illegal_transition, also for invited users; last_admin) */
  suspend(principal: Principal, id: string): Promise<User> {
    return this.managed.change(principal, id, async (user) => {
      requireStatus(user, 'active', 'suspended');
      return this.status.suspend(user);
    });
  }

  /** @throws AppError NOT_FOUND, FORBIDDEN (protected_account; session_required for an administrator), CONFLICT (illegal_transition) */
  reactivate(principal: Principal, id: string): Promise<User> {
    return this.managed.change(principal, id, async (user, caller) => {
      if (user.role === 'admin') requireInPerson(caller);
      requireStatus(user, 'suspended', 'active');
      return this.status.reactivate(user);
    });
  }

  /** @throws AppError NOT_FOUND, FORBIDDEN (protected_account), CONFLICT (illegal_transition), RATE_LIMIT_EXCEEDED */
  inviteAgain(principal: Principal, id: string): Promise<User> {
    return this.managed.change(principal, id, async (user) => {
      if (user.status !== 'invited') {
        throw AppError.conflict(
          'illegal_transition',
          `The user has already accepted an invitation (status ${user.status})`,
          {
            status: user.status,
          },
        );
      }
      await this.managed.record('user.invited', user, { role: user.role, team_id: user.team_id }, 'resent');
      await this.events.emit(new UserInvited(user, true));
      return user;
    });
  }

  /** Clears failed sign-ins, in any status. @throws AppError NOT_FOUND, FORBIDDEN (protected_account) */
  unlock(principal: Principal, id: string): Promise<User> {
    return this.managed.change(principal, id, async (user) => {
      await this.managed.record('user.unlocked', user);
      await this.events.emit(new UserUnlocked(user));
      return user;
    });
  }

  /** The auth module deletes the factors and records it. @throws AppError NOT_FOUND, FORBIDDEN (protected_account, own_account) */
  resetMfa(principal: Principal, id: string): Promise<User> {
    return this.managed.change(principal, id, async (user, caller) => {
      if (!canResetMfa(caller, user)) throw forbidden('own_account', 'Remove your own second factors one by one');
      await this.events.emit(new UserMfaReset(user));
      // The event's handler changed the row.
      return (await this.users.find(id)) ?? user;
    });
  }
}

function requireStatus(user: User, from: UserStatus, to: UserStatus): void {
  if (user.status === from) return;
  throw AppError.conflict('illegal_transition', `A user with the status ${user.status} cannot become ${to}`, {
    status: user.status,
  });
}
