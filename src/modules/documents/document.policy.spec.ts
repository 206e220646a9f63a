import { effectivePermissions, type Principal } from '../../common/auth/principal.js';
import type { Role } from '../../common/auth/permissions.js';
import { canManage, canView, type GuardedDocument } from './document.policy.js';

function principal(role: Role, teamId: string | null = null, organizationId = 'org_1'): Principal {
  return {
    userId: 'user_1',
    organizationId,
    teamId,
    role,
    plan: 'standard',
    permissions: effectivePermissions(role),
    credential: { type: 'session', sessionId: '' },
  };
}

const open: GuardedDocument = { organization_id: 'org_1', access: 'organization', team_id: 'team_1' };
const closed: GuardedDocument = { ...open, access: 'team' };
const teamless: GuardedDocument = { ...open, team_id: null };

describe('canView', () => {
  it.each<[string, Principal, GuardedDocument, boolean]>([
    ['an open document, anyone of the organization', principal('viewer'), open, true],
    ['an open document, another organization', principal('admin', 'team_1', 'org_2'), open, false],
    ['a team’s document, the team', principal('viewer', 'team_1'), closed, true],
    ['a team’s document, another team', principal('manager', 'team_2'), closed, false],
    ['a team’s document, nobody’s team', principal('engineer'), closed, false],
    ['a team’s document, an admin', principal('admin'), closed, true],
    ['a team’s document, an admin elsewhere', principal('admin', null, 'org_2'), closed, false],
  ])('%s', (_name, who, document, expected) => {
    expect(canView(who, document)).toBe(expected);
  });
});

describe('canManage', () => {
  it.each<[string, Principal, GuardedDocument, boolean]>([
    ['an admin, any document', principal('admin'), closed, true],
    ['an admin of another organization', principal('admin', null, 'org_2'), open, false],
    ['a manager, the own team’s', principal('manager', 'team_1'), closed, true],
    ['a manager, another team’s', principal('manager', 'team_2'), open, false],
    ['a manager, nobody’s', principal('manager', 'team_1'), teamless, false],
    ['a manager without a team, nobody’s', principal('manager'), teamless, false],
    ['an engineer of the team', principal('engineer', 'team_1'), open, false],
  ])('%s', (_name, who, document, expected) => {
    expect(canManage(who, document)).toBe(expected);
  });
});
