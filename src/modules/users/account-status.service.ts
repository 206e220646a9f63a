import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { AuditTrail } from '../audit/audit.service.js';
import type { User } from './user.entity.js';
import { UserReactivated, UserRemoved, UserSuspended } from './user.events.js';
import { UserRepository } from './user.repository.js';

/** Suspends, reactivates and removes locked users, by administrators and directories. Callers decide who may. */
@Injectable()
export class AccountStatus {
  constructor(
    private readonly users: UserRepository,
    private readonly events: DomainEvents,
    private readonly audit: AuditTrail,
  ) {}

  /** Ends sessions, keys and tokens with the transaction. @throws AppError CONFLICT (last_admin) */
  async suspend(user: User, details: Record<string, unknown> = {}): Promise<User> {
    await this.requireOtherAdmin(user);
    const saved = await this.users.save({ ...user, status: 'suspended' });
    await this.record('user.suspended', user, { ...details, status: { from: user.status, to: 'suspended' } });
    await this.events.emit(new UserSuspended(saved));
    return saved;
  }

  async reactivate(user: User, details: Record<string, unknown> = {}): Promise<User> {
    const saved = await this.users.save({ ...user, status: 'active' });
    await this.record('user.reactivated', user, { ...details, status: { from: user.status, to: 'active' } });
    await this.events.emit(new UserReactivated(saved));
    return saved;
  }

  /** Erases name, address, password and team; the row remains for references. @throws AppError CONFLICT (last_admin) */
  async remove(user: User, details: Record<string, unknown> = {}): Promise<void> {
    await this.requireOtherAdmin(user);
    await this.users.save({
      ...user,
      name: 'Removed user',
      email: `${user.id}@removed.invalid`,
      password_hash: null,
      team_id: null,
      mfa_enabled: false,
      last_login_at: null,
      // Every request checks the status, so this blocks all remaining sessions and keys.
      status: 'suspended',
      removed_at: new Date(),
    });
    await this.record('user.deleted', user, { ...details, role: user.role, status: user.status });
    await this.events.emit(new UserRemoved(user));
  }

  /**
   * Call before an administrator loses the role, with the organization locked.
   * @throws AppError CONFLICT (last_admin) when the organization has no other active administrator
   */
  async requireOtherAdmin(user: User): Promise<void> {
    const isActiveAdmin = user.role === 'admin' && user.status === 'active';
    if (isActiveAdmin && !(await this.users.hasOtherAdmin(user))) {
      throw AppError.conflict('last_admin', 'The organization needs an active administrator');
    }
  }

  private record(action: string, { id }: User, details: Record<string, unknown>): Promise<void> {
    return this.audit.record({ action, target: { type: 'user', id }, details });
  }
}
