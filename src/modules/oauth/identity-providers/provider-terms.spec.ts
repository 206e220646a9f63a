import { AppError } from '../../../common/errors/app-error.js';
import type { DefaultRole, MappedRole } from './identity-provider.entity.js';
import { requireWithinCeiling } from './provider-terms.js';

describe('requireWithinCeiling', () => {
  const issueOf = (default_role: DefaultRole, max_role: MappedRole | null): unknown => {
    try {
      requireWithinCeiling({ default_role, max_role, default_team_id: null, role_mapping: [] });
      return null;
    } catch (error) {
      return error instanceof AppError ? error.details['errors'] : error;
    }
  };

  it('names the roles that people may have by default under that ceiling', () => {
    const refused = (roles: string): unknown => [
      { field: 'default_role', issue: `must not be above max_role: one of ${roles}` },
    ];
    expect(issueOf('manager', 'engineer')).toEqual(refused('viewer, engineer'));
    expect(issueOf('engineer', 'viewer')).toEqual(refused('viewer'));
    expect([issueOf('manager', 'manager'), issueOf('manager', 'admin'), issueOf('manager', null)]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
