import { Injectable } from '@nestjs/common';
import type { Grant, Role } from '../../common/auth/permissions.js';
import type { Plan, Principal } from '../../common/auth/principal.js';
import { Database } from '../../common/database/database.js';
import { AppError } from '../../common/errors/app-error.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { requireMatch } from '../../common/http/if-match.js';
import { newId } from '../../common/ids/type-id.js';
import { AuditTrail } from '../audit/audit.service.js';
import type { Organization } from './organization.entity.js';
import type { Team } from './team.entity.js';
import { TeamRepository } from './team.repository.js';
import type { User, UserStatus } from './user.entity.js';
import { UserJoined, UserUpdated } from './user.events.js';
import { UserRepository, type LoginState } from './user.repository.js';

export type { User } from './user.entity.js';

/** A user to be made; `passwordHash` is argon2id in PHC string format, null for accounts without a password. */
export interface NewUser {
  organizationId: string;
  teamId: string | null;
  email: string;
  name: string;
  role: Role;
  grants?: readonly Grant[];
  passwordHash: string | null;
  /** `active` unless said otherwise. */
  status?: UserStatus;
}

/** People as everything else in the service needs them; what administrators do with them is in UserAdministrationService. */
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

  /** The account that signs in by the address, of any organization, active or suspended; with the password hash. */
  findForLogin(email: string): Promise<User | null> {
    return this.users.findForLogin(email);
  }

  /**
   * Keeps a new password's hash; with `expected`, only while that is still the present one.
   *
   * @returns false when it was not
   */
  setPasswordHash(userId: string, passwordHash: string, expected: string | null = null): Promise<boolean> {
    return this.users.setPasswordHash(userId, passwordHash, expected);
  }

  /** Whether the account has an active second factor; kept by whoever keeps the factors, in the same transaction. */
  setMfaEnabled(userId: string, enabled: boolean): Promise<void> {
    return this.users.setMfaEnabled(userId, enabled);
  }

  /**
   * Makes an invited user an active one.
   *
   * @throws AppError NOT_FOUND when nobody of that id is invited any more; CONFLICT (account_elsewhere) when the address has
   * an account in another organization
   */
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

  /**
   * Notes the time of a login, as long as the account is active and what the login rests on still is so.
   *
   * @returns false when it is not: the account was closed, or the password or the factors changed, while they were checked
   */
  recordLogin(user: LoginState): Promise<boolean> {
    return this.users.recordLogin(user);
  }

  /** Keeps the account as it is until the end of the transaction. @returns false as {@link recordLogin} */
  lockLogin(user: LoginState): Promise<boolean> {
    return this.users.lockLogin(user);
  }

  /** Changes the caller's own profile. @throws AppError PRECONDITION_FAILED when `ifMatch` is stale */
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

  /** What the user's organization is called. @throws AppError NOT_FOUND */
  async organizationNameOf({ organization_id: id }: User): Promise<string> {
    const name = await this.users.findOrganizationName(id);
    if (name === null) throw AppError.notFound('organization');
    return name;
  }

  /** Those who can act for the organization now. */
  activeAdminIds(organizationId: string): Promise<string[]> {
    return this.users.listActiveAdminIds(organizationId);
  }

  isInstallationEmpty(): Promise<boolean> {
    return this.users.countOrganizations().then((count) => count === 0);
  }

  /** Its audit trail begins with this. */
  createOrganization(name: string, plan: Plan): Promise<Organization> {
    return this.db.transaction(async () => {
      const organization = await this.users.insertOrganization({ id: newId('organization'), name, plan });
      const { id } = organization;
      const target = { type: 'organization', id };
      await this.audit.record({ action: 'organization.created', target, details: { plan }, organization_id: id });
      return organization;
    });
  }

  /** @throws AppError CONFLICT when the organization has a team of that name, in any case */
  createTeam(organizationId: string, name: string): Promise<Team> {
    const now = new Date();
    return this.teams.save({
      id: newId('team'),
      organization_id: organizationId,
      name,
      row_version: 1,
      created_at: now,
      updated_at: now,
    });
  }

  /**
   * @throws AppError CONFLICT when the organization has the address already or, for a person who is not only invited, when
   * another has it
   */
  createUser(user: NewUser): Promise<User> {
    const now = new Date();
    return this.users.save({
      id: newId('user'),
      organization_id: user.organizationId,
      team_id: user.teamId,
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

  /** Whether it does and, inside a transaction, will until the end of that. */
  teamExists(organizationId: string, teamId: string): Promise<boolean> {
    return this.teams.exists(organizationId, teamId);
  }
}

/** Only for who has proven that the address is theirs: it tells that there is another account. */
function accountElsewhere(): AppError {
  const words = 'Your address has an account in another organization already, and a person belongs to one';
  return AppError.conflict('account_elsewhere', words);
}

function required(user: User | null): User {
  if (!user) throw AppError.notFound('user');
  return user;
}
