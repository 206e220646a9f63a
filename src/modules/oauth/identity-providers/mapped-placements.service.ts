import { Injectable } from '@nestjs/common';
import { UserProvisioning, type Placement } from '../../users/user-provisioning.service.js';
import { UserService, type User } from '../../users/user.service.js';
import type { IdentityProvider } from './identity-provider.entity.js';
import { firstPlacement, mappedPlacement } from './role-mapping.js';

/** Role and team by the provider's mapping. */
@Injectable()
export class MappedPlacements {
  constructor(
    private readonly accounts: UserProvisioning,
    private readonly users: UserService,
  ) {}

  async first(provider: IdentityProvider, claims: Record<string, unknown>): Promise<Placement> {
    const { role, teamId } = firstPlacement(provider, claims);
    return { role, teamId: await this.teamOf(provider, teamId) };
  }

  /** Inside `UserProvisioning.within`. */
  async apply(provider: IdentityProvider, user: User, claims: Record<string, unknown>): Promise<User> {
    const { role = user.role, teamId = user.team_id } = mappedPlacement(provider, claims);
    return this.accounts.place(user, { role, teamId: await this.teamOf(provider, teamId) }, provider.id);
  }

  /** The team of a rule may have been deleted. */
  private async teamOf(
    { organization_id, default_team_id }: IdentityProvider,
    teamId: string | null,
  ): Promise<string | null> {
    if (teamId === null || (await this.users.teamExists(organization_id, teamId))) return teamId;
    return default_team_id;
  }
}
