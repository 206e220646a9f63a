import { Injectable } from '@nestjs/common';
import type { Role } from '../../common/principal/permissions.js';
import { Database } from '../../common/database/database.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { currentContext } from '../../common/context/request-context.js';
import { AuditTrail, type AuditAct } from '../audit/audit.service.js';
import { AccountStatus } from './account-status.service.js';
import type { User, UserStatus } from './user.entity.js';
import { UserCreated, UserJoined, UserUpdated } from './user.events.js';
import { UserRepository } from './user.repository.js';
import { UserService } from './user.service.js';

export interface Placement {
  role: Role;
  teamId: string | null;
}

/**
 * Account changes by an identity provider: at a sign-in, without a principal, or by its directory. Call all methods inside {@link within} or
 * `OrganizationChanges.run`.
 */
@Injectable()
export class UserProvisioning {
  constructor(
    private readonly users: UserRepository,
    private readonly accounts: UserService,
    private readonly status: AccountStatus,
    private readonly events: DomainEvents,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  /** One transaction with the organization's lock, as all administrative changes. */
  within<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    return this.db.transaction(async () => {
      await this.users.lockOrganization(organizationId);
      return work();
    });
  }

  /** In any status and role. */
  findByEmail(organizationId: string, email: string): Promise<User | null> {
    return this.users.findByEmail(organizationId, email);
  }

  /** Locks the user until the end of the transaction; null when deleted, or outside of the organization if it is given. */
  lock(userId: string, within: { organization_id?: string } = {}): Promise<User | null> {
    return this.users.lock(userId, within);
  }

  /** Creates an account without a password, active by default. @throws AppError CONFLICT for an existing address */
  async create(
    organizationId: string,
    person: { email: string; name: string; status?: UserStatus } & Placement,
    providerId: string,
  ): Promise<User> {
    const user = await this.accounts.createUser({ ...person, organizationId, passwordHash: null });
    const { role, team_id } = user;
    await this.record('user.created', user, { role, team_id, identity_provider_id: providerId });
    await this.events.emit(new UserCreated(user));
    return user;
  }

  /** Activates an invited user: the provider's confirmation replaces the invitation mail. */
  async activate(user: User, providerId: string): Promise<User> {
    const saved = await this.users.save({ ...user, status: 'active' });
    await this.record('user.invitation_accepted', user, { identity_provider_id: providerId });
    await this.events.emit(new UserJoined(saved));
    return saved;
  }

  /** Assigns role and team. The last active administrator keeps the role. */
  async place(user: User, { role: wanted, teamId }: Placement, providerId: string): Promise<User> {
    const isAdmin = user.role === 'admin' && user.status === 'active';
    const staysAdmin = isAdmin && wanted !== 'admin' && !(await this.users.hasOtherAdmin(user));
    const role = staysAdmin ? 'admin' : wanted;
    const details = { identity_provider_id: providerId, role: { from: user.role, to: wanted } };
    if (staysAdmin) await this.record('user.role_changed', user, details, { result: 'failure', reason: 'last_admin' });
    const changed = [...(role === user.role ? [] : ['role']), ...(teamId === user.team_id ? [] : ['team_id'])];
    if (changed.length === 0) return user;
    const saved = await this.users.save({ ...user, role, team_id: teamId });
    if (role !== user.role) await this.record('user.role_changed', user, details);
    if (teamId !== user.team_id) {
      await this.record('user.updated', user, { identity_provider_id: providerId, changed: ['team_id'] });
    }
    await this.events.emit(new UserUpdated(saved, changed));
    return saved;
  }

  /** A new address must be one that the organization has verified: links to change the password are sent there. */
  async describe(user: User, changes: { name?: string; email?: string }, providerId: string): Promise<User> {
    const { name = user.name, email = user.email } = changes;
    const changed = [...(name === user.name ? [] : ['name']), ...(email === user.email ? [] : ['email'])];
    if (changed.length === 0) return user;
    const saved = await this.users.save({ ...user, name, email });
    await this.record('user.updated', user, { identity_provider_id: providerId, changed });
    await this.events.emit(new UserUpdated(saved, changed));
    return saved;
  }

  /** Also suspends invited users. @throws AppError CONFLICT (last_admin) */
  suspend(user: User, providerId: string): Promise<User> {
    return this.status.suspend(user, { identity_provider_id: providerId });
  }

  reactivate(user: User, providerId: string): Promise<User> {
    return this.status.reactivate(user, { identity_provider_id: providerId });
  }

  /** @throws AppError CONFLICT (last_admin) */
  remove(user: User, providerId: string): Promise<void> {
    return this.status.remove(user, { identity_provider_id: providerId });
  }

  private record(
    action: string,
    { id, organization_id }: User,
    details: Record<string, unknown>,
    outcome: Pick<AuditAct, 'result' | 'reason'> = {},
  ): Promise<void> {
    const target = { type: 'user', id };
    const actor = currentContext()?.principal ? undefined : ({ type: 'system' } as const);
    return this.audit.record({ action, target, details, organization_id, ...(actor && { actor }), ...outcome });
  }
}
