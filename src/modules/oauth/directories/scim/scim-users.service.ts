import { Injectable } from '@nestjs/common';
import { AppError } from '../../../../common/errors/app-error.js';
import { namesEtag } from '../../../../common/http/envelope.js';
import type { Principal } from '../../../../common/principal/principal.js';
import { isMailAddress } from '../../../../common/validation/mail-address.js';
import { OrganizationChanges } from '../../../users/organization-changes.service.js';
import { UserProvisioning } from '../../../users/user-provisioning.service.js';
import { UserService, type User } from '../../../users/user.service.js';
import { domainOf } from '../../identity-providers/email-domains.js';
import { DirectoryPlacement, isAboveCeiling, reaches } from '../directory-placement.service.js';
import { DirectoryService, type ProviderOfDirectory } from '../directory.service.js';
import { listResponse, pageOf, type ListResponse, type ScimQuery } from './scim-list.js';
import { refused } from './scim-refusal.js';
import {
  accountEmailOf,
  accountNameOf,
  patchedProfile,
  profileOf,
  userNameOf,
  userResource,
  versionOf,
  type DirectoryUser,
  type UserProfile,
} from './scim-user.js';
import { ScimUserRepository, type DirectoryRecord } from './scim-user.repository.js';

/** Users as resources of SCIM. Every change runs under the organization's lock, with the key's current rights. */
@Injectable()
export class ScimUsers {
  constructor(
    private readonly directories: DirectoryService,
    private readonly rows: ScimUserRepository,
    private readonly accounts: UserProvisioning,
    private readonly users: UserService,
    private readonly placement: DirectoryPlacement,
    private readonly changes: OrganizationChanges,
  ) {}

  /** @throws AppError INVALID_REQUEST (invalidFilter, invalidValue), FORBIDDEN (no_directory), here and below */
  async list(principal: Principal, query: ScimQuery): Promise<ListResponse> {
    const provider = await this.directories.providerOf(principal);
    const page = pageOf(query);
    const { users, total } = await this.rows.list(provider, page);
    return listResponse(page, total, await this.resources(users));
  }

  /** @throws AppError NOT_FOUND */
  async get(principal: Principal, id: string): Promise<object> {
    return this.resource(await this.directories.providerOf(principal), id);
  }

  /** @throws AppError INVALID_REQUEST, CONFLICT (uniqueness) for an existing user name, external id or address */
  create(principal: Principal, body: unknown): Promise<object> {
    const profile = profileOf(body);
    return this.change(principal, async (provider) => {
      const email = accountEmailOf(profile, null);
      if (await this.rows.isNameTaken(provider, profile.userName, null)) throw alreadyThere('userName');
      requireVerified(provider, email);
      await this.requireFree(provider, email);
      const name = accountNameOf(profile, null);
      const isSuspendedHere = profile.active === false;
      const status = isSuspendedHere ? 'suspended' : 'active';
      const person = { email, name, status, ...(await this.placement.first(provider)) } as const;
      const user = await this.accounts.create(provider.organization_id, person, provider.id);
      await this.rows.save(provider.id, user.id, { ...profile, isSuspendedHere });
      return this.resource(provider, user.id);
    });
  }

  /** @throws AppError NOT_FOUND, PRECONDITION_FAILED, otherwise as {@link patch} */
  replace(principal: Principal, id: string, body: unknown, ifMatch: string | null): Promise<object> {
    const profile = profileOf(body);
    return this.update(principal, id, ifMatch, () => profile);
  }

  /**
   * @throws AppError NOT_FOUND, PRECONDITION_FAILED, INVALID_REQUEST, CONFLICT (uniqueness; last_admin), FORBIDDEN (protected_account) for
   * the address outside of the verified domains, and for address and reactivation of an account above what the directory makes
   */
  patch(principal: Principal, id: string, body: unknown, ifMatch: string | null): Promise<object> {
    return this.update(principal, id, ifMatch, (user) => patchedProfile(user, body));
  }

  /** @throws AppError NOT_FOUND, PRECONDITION_FAILED, CONFLICT (last_admin) */
  async remove(principal: Principal, id: string, ifMatch: string | null): Promise<void> {
    await this.change(principal, async (provider) => {
      const { user } = await this.lock(provider, id, ifMatch);
      await this.accounts.remove(user, provider.id);
    });
  }

  private update(
    principal: Principal,
    id: string,
    ifMatch: string | null,
    changed: (user: DirectoryUser) => UserProfile,
  ): Promise<object> {
    return this.change(principal, async (provider) => {
      const { user, row } = await this.lock(provider, id, ifMatch);
      const profile = changed(row);
      const isRenamed = profile.userName !== userNameOf(row);
      if (isRenamed && (await this.rows.isNameTaken(provider, profile.userName, id))) throw alreadyThere('userName');
      const described = await this.describe(provider, user, row, profile);
      const record = { ...profile, isSuspendedHere: await this.setActive(provider, described, row, profile) };
      if (isRecorded(row, record)) return this.resource(provider, id);
      await this.rows.save(provider.id, id, record);
      // Groups may name a user before the directory manages the account.
      if (row.user_name === null) await this.placement.apply(provider, [id]);
      return this.resource(provider, id);
    });
  }

  private async describe(
    provider: ProviderOfDirectory,
    user: User,
    row: DirectoryUser,
    profile: UserProfile,
  ): Promise<User> {
    const [name, email] = [accountNameOf(profile, row), accountEmailOf(profile, row)];
    if (email !== row.email) {
      requireVerified(provider, email);
      requireReach(provider, row, 'address');
      if (!isVerified(provider, row.email)) throw protectedAccount('address of accounts outside of its domains');
      if (email.toLowerCase() !== row.email.toLowerCase()) await this.requireFree(provider, email);
    }
    return this.accounts.describe(user, { name, email }, provider.id);
  }

  /** Whether the account is then suspended by the directory, which reactivates no other: administrators suspend for reasons that it does not know. */
  private async setActive(
    provider: ProviderOfDirectory,
    user: User,
    { is_suspended_here }: DirectoryUser,
    { active }: UserProfile,
  ): Promise<boolean> {
    if (user.status !== 'suspended') {
      if (active === false) await this.accounts.suspend(user, provider.id);
      return active === false;
    }
    if (active !== true || !is_suspended_here) return is_suspended_here;
    requireReach(provider, user, 'status');
    await this.accounts.reactivate(user, provider.id);
    return false;
  }

  /** Other organizations' accounts may be revealed, since the organization owns the address. @throws AppError CONFLICT (uniqueness) */
  private async requireFree(provider: ProviderOfDirectory, email: string): Promise<void> {
    const holder =
      (await this.accounts.findByEmail(provider.organization_id, email)) ?? (await this.users.findForLogin(email));
    if (holder) throw alreadyThere('The email address');
  }

  private async lock(
    provider: ProviderOfDirectory,
    id: string,
    ifMatch: string | null,
  ): Promise<{ user: User; row: DirectoryUser }> {
    const user = await this.accounts.lock(id, { organization_id: provider.organization_id });
    const row = user && (await this.rows.find(provider, id));
    if (!row) throw AppError.notFound('user');
    requireVersion(ifMatch, versionOf(row));
    return { user, row };
  }

  private change<T>(principal: Principal, act: (provider: ProviderOfDirectory) => Promise<T>): Promise<T> {
    return this.changes.run(principal, 'directory.manage', async (caller) =>
      act(await this.directories.providerOf(caller)),
    );
  }

  private async resource(provider: ProviderOfDirectory, id: string): Promise<object> {
    const user = await this.rows.find(provider, id);
    if (!user) throw AppError.notFound('user');
    const [resource] = await this.resources([user]);
    return resource!;
  }

  private async resources(users: readonly DirectoryUser[]): Promise<object[]> {
    const groups = await this.rows.groupsOf(users.map(({ id }) => id));
    return users.map((user) => userResource(user, groups.get(user.id) ?? [], this.directories.baseUrl));
  }
}

/** @throws AppError PRECONDITION_FAILED */
export function requireVersion(ifMatch: string | null, version: string): void {
  if (ifMatch === null || namesEtag(ifMatch, version)) return;
  throw new AppError('PRECONDITION_FAILED', 'The resource has changed since it was read', { reason: 'stale' });
}

function alreadyThere(what: string): AppError {
  return AppError.conflict('uniqueness', `${what} already exists`);
}

/** @throws AppError INVALID_REQUEST (invalidValue): a directory must not take an address that the organization does not own */
function requireVerified(provider: ProviderOfDirectory, email: string): void {
  if (isMailAddress(email) && isVerified(provider, email)) return;
  throw refused('invalidValue', 'The email address must be in a domain that is verified for the identity provider');
}

function isVerified({ domains }: ProviderOfDirectory, email: string): boolean {
  const domain = domainOf(email);
  return domains.some((known) => known.verified_at !== null && known.domain === domain);
}

/** The receiver of an account's mail can take the account, with its role. */
function requireReach(provider: ProviderOfDirectory, user: Pick<User, 'role'>, what: string): void {
  if (!reaches(provider, user)) throw protectedAccount(`${what} of administrators that it does not make`);
  if (isAboveCeiling(provider, user)) throw protectedAccount(`${what} of accounts above its highest role`);
}

function protectedAccount(what: string): AppError {
  return new AppError('FORBIDDEN', `The directory cannot change the ${what}`, { reason: 'protected_account' });
}

function isRecorded(row: DirectoryUser, record: DirectoryRecord): boolean {
  return (
    row.user_name === record.userName &&
    row.external_id === record.externalId &&
    row.given_name === record.givenName &&
    row.family_name === record.familyName &&
    row.is_suspended_here === record.isSuspendedHere
  );
}
