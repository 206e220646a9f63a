import { ROLE_PERMISSIONS, ROLES, type Permission, type Role } from '../../common/principal/permissions.js';
import type { Principal } from '../../common/principal/principal.js';
import type { Team } from './teams/team.entity.js';
import type { User } from './user.entity.js';

/** What a role can do with other accounts: its reach, and the roles it can assign and manage. */
interface ManagementRule {
  reach: 'organization' | 'own_team' | 'nobody';
  roles: readonly Role[];
}

/** Who manages whom (contract, section 2). */
const MANAGEMENT: Readonly<Record<Role, ManagementRule>> = {
  admin: { reach: 'organization', roles: ROLES },
  manager: { reach: 'own_team', roles: ['manager', 'engineer', 'viewer'] },
  engineer: { reach: 'nobody', roles: [] },
  viewer: { reach: 'nobody', roles: [] },
  api_user: { reach: 'nobody', roles: [] },
};

export type Actor = Pick<Principal, 'userId' | 'organizationId' | 'teamId' | 'role' | 'permissions'>;

/** The users that an actor can see. */
export type Reach = 'organization' | 'nobody' | { teamId: string };

/** A manager without a team reaches nobody. */
export function reachOf({ role, teamId }: Actor): Reach {
  const { reach } = MANAGEMENT[role];
  if (reach !== 'own_team') return reach;
  return teamId === null ? 'nobody' : { teamId };
}

/** Invisible accounts are reported as not found. */
export function canSeeUser(actor: Actor, user: Pick<User, 'organization_id' | 'team_id'>): boolean {
  return user.organization_id === actor.organizationId && reaches(actor, user.team_id);
}

/** Whether the actor can change, suspend or delete a visible account. */
export function canManageUser(
  actor: Actor,
  user: Pick<User, 'organization_id' | 'team_id' | 'role' | 'grants'>,
): boolean {
  const mayGive = user.grants.every((grant) => actor.permissions.has(grant));
  return canSeeUser(actor, user) && canAssignRole(actor, user.role) && mayGive;
}

/** Permissions that API keys and consents of earlier releases lack, or that only administrators grant. */
const NOT_COMPARED: readonly Permission[] = [
  'directory.manage',
  'assignment.manage',
  'acknowledgement.sign',
  'aircraft.manage',
  'directive.manage',
  'discrepancy.create',
];

/**
 * Limited to the actor's own permissions: an API key with narrow scopes could otherwise create an account with more. {@link NOT_COMPARED} do
 * not count: keys and consents that have all other scopes manage administrators.
 */
export function canAssignRole({ role: own, permissions }: Actor, role: Role): boolean {
  const needed = ROLE_PERMISSIONS[role].filter((permission) => !NOT_COMPARED.includes(permission));
  return MANAGEMENT[own].roles.includes(role) && needed.every((permission) => permissions.has(permission));
}

/** `teamId` null means no team. */
export function canAssignTeam(actor: Actor, teamId: string | null): boolean {
  return reaches(actor, teamId);
}

/** Team of invited users without a `team_id`. */
export function defaultTeamOf(actor: Actor): string | null {
  const reach = reachOf(actor);
  return typeof reach === 'object' ? reach.teamId : null;
}

/** False for the actor's own account, whose factors are removed with a recent step-up: a stolen token could otherwise remove them. */
export function canResetMfa(actor: Actor, user: Pick<User, 'id'>): boolean {
  return user.id !== actor.userId;
}

export function canSeeTeam(actor: Actor, team: Pick<Team, 'id' | 'organization_id'>): boolean {
  return team.organization_id === actor.organizationId && reaches(actor, team.id);
}

export function canManageTeams(actor: Actor): boolean {
  return reachOf(actor) === 'organization';
}

function reaches(actor: Actor, teamId: string | null): boolean {
  const reach = reachOf(actor);
  return typeof reach === 'object' ? reach.teamId === teamId : reach === 'organization';
}
