import { ROLES, type Permission, type Role } from '../../common/principal/permissions.js';
import { effectivePermissions } from '../../common/principal/principal.js';
import {
  canAssignRole,
  canAssignTeam,
  canManageTeams,
  canManageUser,
  canResetMfa,
  canSeeTeam,
  canSeeUser,
  defaultTeamOf,
  reachOf,
} from './user.policy.js';

const SUBJECTS = ['own team', 'other team', 'no team', 'foreign'] as const;

const actor = (role: Role, teamId: string | null = 'team_own', scopes?: Permission[]) => ({
  userId: `user_${role}`,
  organizationId: 'org_own',
  teamId,
  role,
  permissions: effectivePermissions({ role, grants: [] }, scopes),
});
const subject = (where: (typeof SUBJECTS)[number], role: Role) => ({
  organization_id: where === 'foreign' ? 'org_other' : 'org_own',
  team_id: { 'own team': 'team_own', 'other team': 'team_other', 'no team': null, foreign: 'team_own' }[where],
  role,
  grants: [],
});

/** By role of the actor: visible users, and roles of manageable ones. Independent of the implementation. */
const TABLE: Record<Role, { sees: string[]; manages: Role[]; teams: boolean }> = {
  admin: { sees: ['own team', 'other team', 'no team'], manages: [...ROLES], teams: true },
  manager: { sees: ['own team'], manages: ['manager', 'engineer', 'viewer'], teams: false },
  engineer: { sees: [], manages: [], teams: false },
  viewer: { sees: [], manages: [], teams: false },
  api_user: { sees: [], manages: [], teams: false },
};

describe.each(ROLES)('user policy: %s', (role) => {
  const { sees, manages, teams } = TABLE[role];
  const someone = actor(role);

  it.each(SUBJECTS)('towards users: %s', (where) => {
    for (const theirs of ROLES) {
      const user = subject(where, theirs);
      expect(canSeeUser(someone, user)).toBe(sees.includes(where));
      expect(canManageUser(someone, user)).toBe(sees.includes(where) && manages.includes(theirs));
    }
  });

  it('towards roles and teams', () => {
    expect(ROLES.filter((given) => canAssignRole(someone, given))).toEqual(ROLES.filter((r) => manages.includes(r)));
    expect(canAssignTeam(someone, 'team_own')).toBe(sees.includes('own team'));
    expect(canAssignTeam(someone, 'team_other')).toBe(sees.includes('other team'));
    expect(canAssignTeam(someone, null)).toBe(sees.includes('no team'));
    expect(canManageTeams(someone)).toBe(teams);
    expect(canSeeTeam(someone, { id: 'team_own', organization_id: 'org_own' })).toBe(sees.includes('own team'));
    expect(canSeeTeam(someone, { id: 'team_other', organization_id: 'org_own' })).toBe(sees.includes('other team'));
    expect(canSeeTeam(someone, { id: 'team_own', organization_id: 'org_other' })).toBe(false);
  });

  it('does not reset their own second factors', () => {
    expect(canResetMfa(someone, { id: someone.userId })).toBe(false);
    expect(canResetMfa(someone, { id: 'user_other' })).toBe(true);
  });
});

/** By scopes of a key, the roles of manageable accounts. Independent of the implementation. */
const VIEWER: Permission[] = ['document.view', 'document.search'];
const SERVICE: Permission[] = [...VIEWER, 'chat.use', 'api.access'];
const ENGINEER: Permission[] = [...SERVICE, 'document.comment', 'document.share'];
const MANAGER: Permission[] = [...ENGINEER, 'document.manage', 'user.manage'];

describe('user policy: an API key', () => {
  it.each<[owner: Role, scopes: Permission[], manages: Role[]]>([
    ['admin', ['user.manage'], []],
    ['admin', ['user.manage', 'document.view'], []],
    ['admin', ['user.manage', ...VIEWER], ['viewer']],
    ['admin', ['user.manage', ...SERVICE], ['viewer', 'api_user']],
    ['admin', ['user.manage', ...ENGINEER], ['engineer', 'viewer', 'api_user']],
    ['admin', MANAGER, ['manager', 'engineer', 'viewer', 'api_user']],
    ['admin', [...MANAGER, 'webhook.manage', 'audit.view'], ['manager', 'engineer', 'viewer', 'api_user']],
    ['admin', [...MANAGER, 'webhook.manage', 'audit.view', 'system.settings'], [...ROLES]],
    ['manager', ['user.manage'], []],
    ['manager', ['user.manage', ...ENGINEER], ['engineer', 'viewer']],
    ['manager', MANAGER, ['manager', 'engineer', 'viewer']],
    // Scopes beyond the owner's role have no effect.
    ['manager', [...MANAGER, 'webhook.manage', 'audit.view', 'system.settings'], ['manager', 'engineer', 'viewer']],
  ])('of a role %s with %j manages %j', (owner, scopes, manages) => {
    const key = actor(owner, 'team_own', scopes);
    expect(ROLES.filter((role) => canAssignRole(key, role))).toEqual(manages);
    expect(ROLES.filter((role) => canManageUser(key, subject('own team', role)))).toEqual(manages);
    expect(ROLES.every((role) => canSeeUser(key, subject('own team', role)))).toBe(true);
  });
});

describe('user policy: the grant directory.manage', () => {
  const directory = { ...subject('own team', 'api_user'), grants: ['directory.manage' as const] };
  const scopes: Permission[] = [...MANAGER, 'webhook.manage', 'audit.view', 'system.settings'];

  it('is given and taken only by those who have it', () => {
    expect(canManageUser(actor('admin'), directory)).toBe(true);
    expect(canManageUser(actor('admin', null, [...scopes, 'directory.manage']), directory)).toBe(true);
    expect(canManageUser(actor('admin', null, scopes), directory)).toBe(false);
  });
});

describe('user policy: a manager without a team', () => {
  const lone = actor('manager', null);

  it('reaches nobody, the teamless neither', () => {
    expect(reachOf(lone)).toBe('nobody');
    for (const where of SUBJECTS) expect(canSeeUser(lone, subject(where, 'viewer'))).toBe(false);
    expect(canAssignTeam(lone, null)).toBe(false);
  });

  it('is not where invited people land; those of others are', () => {
    expect(defaultTeamOf(lone)).toBeNull();
    expect(defaultTeamOf(actor('manager'))).toBe('team_own');
    expect(defaultTeamOf(actor('admin'))).toBeNull();
  });
});
