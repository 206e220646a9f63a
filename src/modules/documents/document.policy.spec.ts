import { effectivePermissions, type Principal } from '../../common/principal/principal.js';
import type { Role } from '../../common/principal/permissions.js';
import { canManage, type OwnedDocument } from './document.policy.js';

function principal(role: Role, teamId: string | null = null, organizationId = 'org_1'): Principal {
  return {
    userId: 'user_1',
    organizationId,
    teamId,
    role,
    plan: 'standard',
    organizationVersion: 1,
    permissions: effectivePermissions({ role, grants: [] }),
    credential: { type: 'session', sessionId: '', provenAt: null, mfaMissing: false },
  };
}

const ofTeam: OwnedDocument = { organization_id: 'org_1', team_id: 'team_1' };
const ofNoTeam: OwnedDocument = { ...ofTeam, team_id: null };

describe('canManage', () => {
  it.each<[string, Principal, OwnedDocument, boolean]>([
    ['an admin, any document', principal('admin'), ofTeam, true],
    ['an admin of another organization', principal('admin', null, 'org_2'), ofTeam, false],
    ['a manager, the own team’s', principal('manager', 'team_1'), ofTeam, true],
    ['a manager, another team’s', principal('manager', 'team_2'), ofTeam, false],
    ['a manager, nobody’s', principal('manager', 'team_1'), ofNoTeam, false],
    ['a manager without a team, nobody’s', principal('manager'), ofNoTeam, false],
    ['an engineer of the team', principal('engineer', 'team_1'), ofTeam, false],
  ])('%s', (_name, who, document, expected) => {
    expect(canManage(who, document)).toBe(expected);
  });
});
