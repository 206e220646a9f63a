import { Injectable } from '@nestjs/common';
import type { Grant, Role } from '../../common/principal/permissions.js';
import type { Plan, Principal } from '../../common/principal/principal.js';
import { Database } from '../../common/database/database.js';
import { AppError } from '../../common/errors/app-error.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { requireMatch } from '../../common/http/if-match.js';
import { newId } from '../../common/ids/type-id.js';
import { AuditTrail } from '../audit/audit.service.js';
import type { Organization } from './organization.entity.js';
import type { Team } from './teams/team.entity.js';
import { TeamRepository } from './teams/team.repository.js';
import type { User, UserStatus } from './user.entity.js';
import { UserJoined, UserUpdated } from './user.events.js';
import { UserRepository, type LoginState, type Profile, type StartedBy } from './user.repository.js';

export type { User } from './user.entity.js';

/** `passwordHash` is argon2id in PHC string format; null for accounts without a password. */
export interface NewUser {
  organizationId: string;
  teamId: string | null;
  email: string;
  name: string;
  role: Role;
  grants?: readonly Grant[];
  passwordHash: string | null;
  /** Defaults to `active`. */
  status?: UserStatus;
}

/** Users for other modules; UserAdministrationService implements administrative changes. */
@Injectable()
export class UserService {
  constructor(
    private readonly users: UserRepository,
    private readonly teams: TeamRepository,
    private readonly events: DomainEvents,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  find(id: string): Promise<User | null> {
    return this.users.find(id);
  }

  /** @throws AppError NOT_FOUND */
  async get(id: string): Promise<User> {
    return required(await this.users.find(id));
  }

  /** @throws AppError NOT_FOUND */
  async getProfile(id: string): Promise<Profile> {
    const profile = await this.users.findProfile(id);
    if (!profile) throw AppError.notFound('user');
    return profile;
  }

  /**
   * The user for background work that a request of theirs started, with those permissions of the request that they still have; null if not active.
   * The session or API key may have ended.
   */
  findPrincipal(id: string, startedBy: StartedBy): Promise<Principal | null> {
    return this.users.findPrincipal(id, startedBy);
  }

  /** The active or suspended account that signs in by the address, with the password hash. */
  findForLogin(email: string): Promise<User | null> {
    return this.users.findForLogin(email);
  }

  /** With `expected`, only while that is the current hash. @returns false when it is not */
  setPasswordHash(userId: string, passwordHash: string, expected: string | null = null): Promise<boolean> {
    return this.users.setPasswordHash(userId, passwordHash, expected);
  }

  /** Called in the transaction that adds or removes factors. */
  setMfaEnabled(userId: string, enabled: boolean): Promise<void> {
    return this.users.setMfaEnabled(userId, enabled);
  }

  /** @throws AppError NOT_FOUND when not invited; CONFLICT (account_elsewhere) when another organization has an account of the address */
  acceptInvitation(userId: string, name: string, passwordHash: string): Promise<User> {
    return this.db.transaction(async () => {
      const user = required(await this.users.lock(userId));
      if (user.status !== 'invited') throw AppError.notFound('user');
      if (await this.users.findForLogin(user.email)) throw accountElsewhere();
      const saved = await this.users.save({ ...user, name, status: 'active', password_hash: passwordHash });
      await this.events.emit(new UserJoined(saved));
      return saved;
    });
  }

  /** Records the time of a login. @returns false when the account was closed, or password or factors changed, since they were checked */
  recordLogin(user: LoginState): Promise<boolean> {
    return this.users.recordLogin(user);
  }

  /** Share-locks the account until the end of the transaction. @returns false as {@link recordLogin} */
  lockLogin(user: LoginState): Promise<boolean> {
    return this.users.lockLogin(user);
  }

  /** @throws AppError PRECONDITION_FAILED for a stale `ifMatch` */
  async updateOwn(principal: Principal, changes: { name?: string }, ifMatch: string | null): Promise<User> {
    return this.db.transaction(async () => {
      const user = required(await this.users.lock(principal.userId));
      requireMatch(ifMatch, user.row_version);
      if (changes.name === undefined || changes.name === user.name) return user;
      const saved = await this.users.save({ ...user, name: changes.name });
      const changed = ['name'];
      await this.audit.record({ action: 'user.updated', target: { type: 'user', id: user.id }, details: { changed } });
      await this.events.emit(new UserUpdated(saved, changed));
      return saved;
    });
  }

  /** @throws AppError NOT_FOUND */
  async organizationNameOf({ organization_id: id }: User): Promise<string> {
    const name = await this.users.findOrganizationName(id);
    if (name === null) throw AppError.notFound('organization');
    return name;
  }

  activeAdminIds(organizationId: string): Promise<string[]> {
    return this.users.listActiveAdminIds(organizationId);
  }

  isInstallationEmpty(): Promise<boolean> {
    return this.users.countOrganizations().then((count) => count === 0);
  }

  createOrganization(name: string, plan: Plan): Promise<Organization> {
    return this.db.transaction(async () => {
      const organization = await this.users.insertOrganization({ id: newId('organization'), name, plan });
      const { id } = organization;
      const target = { type: 'organization', id };
      await this.audit.record({ action: 'organization.created', target, details: { plan }, organization_id: id });
      return organization;
    });
  }

  /** @throws AppError CONFLICT for an existing name, ignoring case */
  createTeam(organizationId: string, name: string): Promise<Team> {
    const now = new Date();
    return this.teams.save({
      id: newId('team'),
      organization_id: organizationId,
      mirror_of: null,
      name,
      row_version: 1,
      created_at: now,
      updated_at: now,
    });
  }

  /** @throws AppError CONFLICT when the organization has the address or, except for invited users, another organization has it */
  createUser(user: NewUser): Promise<User> {
    const now = new Date();
    return this.users.save({
      id: newId('user'),
      organization_id: user.organizationId,
      team_id: user.teamId,
      mirror_of: null,
      email: user.email,
      name: user.name,
      role: user.role,
      grants: [...(user.grants ?? [])],
      status: user.status ?? 'active',
      password_hash: user.passwordHash,
      mfa_enabled: false,
      last_login_at: null,
      removed_at: null,
      row_version: 1,
      created_at: now,
      updated_at: now,
    });
  }

  /** Inside a transaction, keeps the team from being deleted until its end. */
  teamExists(organizationId: string, teamId: string): Promise<boolean> {
    return this.teams.exists(organizationId, teamId);
  }
}

/** Only for verified owners of the address, since it reveals the other account. */
function accountElsewhere(): AppError {
  const words = 'Your address already has an account in another organization';
  return AppError.conflict('account_elsewhere', words);
}

function required(user: User | null): User {
  if (!user) throw AppError.notFound('user');
  return user;
}
