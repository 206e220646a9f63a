import { Injectable } from '@nestjs/common';
import type { Role } from '../../common/auth/permissions.js';
import { Database } from '../../common/database/database.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { AuditTrail, type AuditAct } from '../audit/audit.service.js';
import type { User } from './user.entity.js';
import { UserCreated, UserJoined, UserUpdated } from './user.events.js';
import { UserRepository } from './user.repository.js';
import { UserService } from './user.service.js';

/** What an identity provider makes of somebody. */
export interface Placement {
  role: Role;
  teamId: string | null;
}

/**
 * Accounts as an identity provider of their organization keeps them: nobody is asking, so there is no principal whose rights
 * would count. Whoever calls this has checked what the provider may say. All of it inside {@link within}.
 */
@Injectable()
export class UserProvisioning {
  constructor(
    private readonly users: UserRepository,
    private readonly accounts: UserService,
    private readonly events: DomainEvents,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  /** One transaction under the lock that all administrative changes of an organization take first. */
  within<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    return this.db.transaction(async () => {
      await this.users.lockOrganization(organizationId);
      return work();
    });
  }

  /** The organization's user of that address, in any status and role. */
  findByEmail(organizationId: string, email: string): Promise<User | null> {
    return this.users.findByEmail(organizationId, email);
  }

  /** Takes the user for the rest of the transaction; null for one who was removed. */
  lock(userId: string): Promise<User | null> {
    return this.users.lock(userId);
  }

  /** An active account without a password. @throws AppError CONFLICT when the address is taken */
  async create(
    organizationId: string,
    person: { email: string; name: string } & Placement,
    providerId: string,
  ): Promise<User> {
    const user = await this.accounts.createUser({ ...person, organizationId, passwordHash: null });
    const { role, team_id } = user;
    await this.record('user.created', user, { role, team_id, identity_provider_id: providerId });
    await this.events.emit(new UserCreated(user));
    return user;
  }

  /** Makes an invited user an active one: that the provider knows them is worth what the invitation's mail is. */
  async activate(user: User, providerId: string): Promise<User> {
    const saved = await this.users.save({ ...user, status: 'active' });
    await this.record('user.invitation_accepted', user, { identity_provider_id: providerId });
    await this.events.emit(new UserJoined(saved));
    return saved;
  }

  /** Gives the user that role and team. The organization's last active administrator stays one. */
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

  private record(
    action: string,
    { id, organization_id }: User,
    details: Record<string, unknown>,
    outcome: Pick<AuditAct, 'result' | 'reason'> = {},
  ): Promise<void> {
    const target = { type: 'user', id };
    return this.audit.record({ action, target, details, organization_id, actor: { type: 'system' }, ...outcome });
  }
}
