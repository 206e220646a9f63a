import { ROLE_PERMISSIONS, ROLES, type Role } from '../../common/auth/permissions.js';
import type { Principal } from '../../common/auth/principal.js';
import type { Team } from './team.entity.js';
import type { User } from './user.entity.js';

/** What a role may do with other people's accounts: how far it reaches, and which roles it may give, change and take. */
interface ManagementRule {
  reach: 'organization' | 'own_team' | 'nobody';
  roles: readonly Role[];
}

/** The one table of who manages whom (contract, section 2). */
const MANAGEMENT: Readonly<Record<Role, ManagementRule>> = {
  admin: { reach: 'organization', roles: ROLES },
  manager: { reach: 'own_team', roles: ['manager', 'engineer', 'viewer'] },
  engineer: { reach: 'nobody', roles: [] },
  viewer: { reach: 'nobody', roles: [] },
  api_user: { reach: 'nobody', roles: [] },
};

export type Actor = Pick<Principal, 'userId' | 'organizationId' | 'teamId' | 'role' | 'permissions'>;

/** Whom someone sees: everyone in the organization, the members of one team, or nobody. */
export type Reach = 'organization' | 'nobody' | { teamId: string };

/** A manager without a team reaches nobody. */
export function reachOf({ role, teamId }: Actor): Reach {
  const { reach } = MANAGEMENT[role];
  if (reach !== 'own_team') return reach;
  return teamId === null ? 'nobody' : { teamId };
}

/** Whether the account is there at all for the actor, to whom it is "not found" otherwise. */
export function canSeeUser(actor: Actor, user: Pick<User, 'organization_id' | 'team_id'>): boolean {
  return user.organization_id === actor.organizationId && reaches(actor, user.team_id);
}

/** Whether the actor may change, suspend or remove an account that they see: such as they could make. */
export function canManageUser(
  actor: Actor,
  user: Pick<User, 'organization_id' | 'team_id' | 'role' | 'grants'>,
): boolean {
  const mayGive = user.grants.every((grant) => actor.permissions.has(grant));
  return canSeeUser(actor, user) && canAssignRole(actor, user.role) && mayGive;
}

/**
 * Whether the actor may make somebody what the role says. Nobody hands out more than they have: an API key whose scopes
 * are narrower than the role would otherwise make an account that may do what the key may not.
 */
export function canAssignRole({ role: own, permissions }: Actor, role: Role): boolean {
  return (
    MANAGEMENT[own].roles.includes(role) && ROLE_PERMISSIONS[role].every((permission) => permissions.has(permission))
  );
}

/** Whether the actor may put somebody into the team; null is no team. */
export function canAssignTeam(actor: Actor, teamId: string | null): boolean {
  return reaches(actor, teamId);
}

/** The team that people land in whom the actor invites without naming one. */
export function defaultTeamOf(actor: Actor): string | null {
  const reach = reachOf(actor);
  return typeof reach === 'object' ? reach.teamId : null;
}

/**
 * Whether resetting the account's second factors is for the actor to do. One's own are removed where a fresh proof of
 * identity is demanded: otherwise a stolen token could rid itself of them.
 */
export function canResetMfa(actor: Actor, user: Pick<User, 'id'>): boolean {
  return user.id !== actor.userId;
}

export function canSeeTeam(actor: Actor, team: Pick<Team, 'id' | 'organization_id'>): boolean {
  return team.organization_id === actor.organizationId && reaches(actor, team.id);
}

/** Whether the actor may make, rename and remove teams. */
export function canManageTeams(actor: Actor): boolean {
  return reachOf(actor) === 'organization';
}

function reaches(actor: Actor, teamId: string | null): boolean {
  const reach = reachOf(actor);
  return typeof reach === 'object' ? reach.teamId === teamId : reach === 'organization';
}
