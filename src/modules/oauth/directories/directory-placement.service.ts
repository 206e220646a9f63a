import { Injectable } from '@nestjs/common';
import { UserProvisioning, type Placement } from '../../users/user-provisioning.service.js';
import type { User } from '../../users/user.service.js';
import { MappedPlacements } from '../identity-providers/mapped-placements.service.js';
import { GROUPS_CLAIM, isAbove, mappedPlacement } from '../identity-providers/role-mapping.js';
import { DirectoryMemberRepository } from './directory-member.repository.js';
import type { ProviderOfDirectory } from './directory.service.js';

/** Roles and teams of users by the groups of their directory: the provider's mapping, of which only rules on groups count. */
@Injectable()
export class DirectoryPlacement {
  constructor(
    private readonly members: DirectoryMemberRepository,
    private readonly accounts: UserProvisioning,
    private readonly placements: MappedPlacements,
  ) {}

  first(provider: ProviderOfDirectory): Promise<Placement> {
    return this.placements.first(byGroups(provider), { [GROUPS_CLAIM]: [] });
  }

  /** Inside the transaction that changed their groups. Users whom the directory does not manage are left out. */
  async apply(provider: ProviderOfDirectory, userIds: readonly string[]): Promise<void> {
    const terms = byGroups(provider);
    for (const { id, role, team_id, groups } of await this.members.list(provider.id, userIds)) {
      const claims = { [GROUPS_CLAIM]: groups };
      const wanted = mappedPlacement(terms, claims);
      const isPlaced = (wanted.role ?? role) === role && (wanted.teamId === undefined || wanted.teamId === team_id);
      const user = isPlaced || !reaches(provider, { role }) ? null : await this.accounts.lock(id);
      if (user) await this.placements.apply(terms, user, claims);
    }
  }
}

/** Whether the directory decides over the account's role and address. Administrators only if it can also make them. */
export function reaches({ role_mapping, max_role }: ProviderOfDirectory, { role }: Pick<User, 'role'>): boolean {
  const makesAdmins = role_mapping.some((rule) => rule.claim === GROUPS_CLAIM && rule.role === 'admin');
  return role !== 'admin' || (makesAdmins && !isAbove('admin', max_role));
}

export function isAboveCeiling({ max_role }: ProviderOfDirectory, { role }: Pick<User, 'role'>): boolean {
  return role !== 'api_user' && isAbove(role, max_role);
}

function byGroups(provider: ProviderOfDirectory): ProviderOfDirectory {
  return { ...provider, role_mapping: provider.role_mapping.filter(({ claim }) => claim === GROUPS_CLAIM) };
}
