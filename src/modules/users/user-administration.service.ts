import { Injectable } from '@nestjs/common';
import { GRANTS, type Grant, type Role } from '../../common/principal/permissions.js';
import { listPermissions, type Principal } from '../../common/principal/principal.js';
import { AppError } from '../../common/errors/app-error.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { requireMatch } from '../../common/http/if-match.js';
import { KeysetPaginator } from '../../common/pagination/keyset-paginator.js';
import type { Page } from '../../common/pagination/page.js';
import type { ListUsersQuery } from './dto/user-administration.request.js';
import { AccountStatus } from './account-status.service.js';
import { forbidden, ManagedUsers, requireInPerson } from './managed-users.js';
import { OrganizationChanges } from './organization-changes.service.js';
import type { User } from './user.entity.js';
import { UserCreated, UserInvited, UserUpdated } from './user.events.js';
import { canAssignRole, canAssignTeam, canSeeUser, defaultTeamOf } from './user.policy.js';
import { UserRepository } from './user.repository.js';
import { UserService } from './user.service.js';

/** Without `team_id`, the calling manager's team; no team for administrators. */
export interface NewAccount {
  email: string;
  name: string;
  role: Role;
  team_id?: string | null;
  grants?: readonly Grant[];
}

export interface UserChanges {
  name?: string;
  role?: Role;
  team_id?: string | null;
  grants?: readonly Grant[];
}

const CHANGEABLE = ['name', 'role', 'team_id', 'grants'] as const;

@Injectable()
export class UserAdministrationService {
  constructor(
    private readonly managed: ManagedUsers,
    private readonly status: AccountStatus,
    private readonly changes: OrganizationChanges,
    private readonly users: UserRepository,
    private readonly accounts: UserService,
    private readonly paginator: KeysetPaginator,
    private readonly events: DomainEvents,
  ) {}

  list(principal: Principal, query: ListUsersQuery): Promise<Page<User>> {
    return this.paginator.page('users', query, (afterId, rowCount) =>
      this.users.list(principal, query, afterId, rowCount),
    );
  }

  /** @throws AppError NOT_FOUND */
  async get(principal: Principal, id: string): Promise<User> {
    const user = await this.users.find(id);
    if (!user || !canSeeUser(principal, user)) throw AppError.notFound('user');
    return user;
  }

  /**
   * Invites a person; a service account (role api_user) is active immediately and authenticates with API keys only. Never reveals whether
   * another organization has the address.
   * @throws AppError FORBIDDEN (role_not_allowed, no_team, other_team, session_required), INVALID_REQUEST for an unknown team or grants to
   * a person, CONFLICT when the organization already has the address, ignoring case
   */
  create(principal: Principal, request: NewAccount): Promise<User> {
    return this.changes.run(principal, 'user.manage', async (caller) => {
      const { email, name, role, team_id: teamId = defaultTeamOf(caller) } = request;
      this.requireAssignableRole(caller, role);
      this.requireAssignableTeam(caller, teamId);
      await this.requireTeam(caller, teamId);
      const grants = inOrder(request.grants ?? []);
      requireGrantable(caller, role, grants);
      const isService = role === 'api_user';
      const user = await this.accounts.createUser({
        organizationId: caller.organizationId,
        teamId,
        email,
        name,
        role,
        grants,
        passwordHash: null,
        status: isService ? 'active' : 'invited',
      });
      await this.managed.record(isService ? 'user.created' : 'user.invited', user, {
        ...{ role, team_id: teamId },
        ...(isService && { grants }),
      });
      await this.events.emit(isService ? new UserCreated(user) : new UserInvited(user));
      return user;
    });
  }

  /**
   * @throws AppError NOT_FOUND, PRECONDITION_FAILED, FORBIDDEN (protected_account, role_not_allowed, other_team, session_required),
   * INVALID_REQUEST for an unknown team or grants to a person, CONFLICT (last_admin; service_account for a change between person and
   * service account)
   */
  update(principal: Principal, id: string, changes: UserChanges, ifMatch: string | null): Promise<User> {
    return this.managed.change(principal, id, async (user, caller) => {
      requireMatch(ifMatch, user.row_version);
      const { name = user.name, role = user.role, team_id = user.team_id } = changes;
      const grants = inOrder(changes.grants ?? user.grants);
      const after = { ...user, name, role, team_id, grants };
      const changed = CHANGEABLE.filter((field) => JSON.stringify(after[field]) !== JSON.stringify(user[field]));
      if (changed.length === 0) return user;
      if (role !== user.role) await this.requireRoleChange(caller, user, role);
      if (team_id !== user.team_id) {
        this.requireAssignableTeam(caller, team_id);
        await this.requireTeam(caller, team_id);
      }
      requireGrantable(caller, role, grants, user.grants);
      const saved = await this.users.save(after);
      if (role !== user.role)
        await this.managed.record('user.role_changed', user, { role: { from: user.role, to: role } });
      const others = changed.filter((field) => field !== 'role');
      const values = others
        .filter((field) => field !== 'name')
        .map((field) => [field, { from: user[field], to: after[field] }] as const);
      if (others.length > 0) {
        await this.managed.record('user.updated', user, { changed: others, ...Object.fromEntries(values) });
      }
      await this.events.emit(new UserUpdated(saved, changed));
      return saved;
    });
  }

  /**
   * Erases name, address, password and team. The user's work remains and refers to the id; the address can be used again.
   * @throws AppError NOT_FOUND, FORBIDDEN (protected_account), CONFLICT (last_admin)
   */
  async remove(principal: Principal, id: string): Promise<void> {
    await this.managed.change(principal, id, async (user) => {
      await this.status.remove(user);
      return user;
    });
  }

  private async requireRoleChange(caller: Principal, user: User, role: Role): Promise<void> {
    this.requireAssignableRole(caller, role);
    if ((role === 'api_user') !== (user.role === 'api_user')) {
      throw AppError.conflict('service_account', 'A person cannot become a service account, or the reverse');
    }
    await this.status.requireOtherAdmin(user);
  }

  private requireAssignableRole(caller: Principal, role: Role): void {
    if (!canAssignRole(caller, role)) {
      throw forbidden('role_not_allowed', 'You, or your API key, cannot assign this role, which has more permissions');
    }
    if (role === 'admin') requireInPerson(caller);
  }

  private requireAssignableTeam(caller: Principal, teamId: string | null): void {
    if (canAssignTeam(caller, teamId)) return;
    if (caller.teamId === null) throw forbidden('no_team', 'Managers without a team cannot manage users');
    throw forbidden('other_team', 'Managers can assign users only to their own team');
  }

  private async requireTeam(caller: Principal, teamId: string | null): Promise<void> {
    if (teamId !== null && !(await this.accounts.teamExists(caller.organizationId, teamId))) {
      throw AppError.invalid([{ field: 'team_id', issue: 'is not a team of your organization' }]);
    }
  }
}

/** Unique grants in catalog order, as stored. */
function inOrder(grants: readonly Grant[]): Grant[] {
  return GRANTS.filter((grant) => grants.includes(grant));
}

/**
 * Only service accounts have grants, and callers can give only what they have. API keys cannot give grants, which would outlive them.
 * @param before the account's current grants
 * @throws AppError INVALID_REQUEST, FORBIDDEN (session_required)
 */
function requireGrantable(
  caller: Principal,
  role: Role,
  grants: readonly Grant[],
  before: readonly Grant[] = [],
): void {
  if (role !== 'api_user' && grants.length > 0) {
    throw AppError.invalid([{ field: 'grants', issue: 'are allowed for service accounts (role api_user) only' }]);
  }
  const added = grants.filter((grant) => !before.includes(grant));
  if (added.length === 0) return;
  const missing = added.find((grant) => !caller.permissions.has(grant));
  if (missing) throw AppError.forbidden(missing, listPermissions(caller.permissions));
  requireInPerson(caller);
}
