import { firstPlacement, isAbove, mappedPlacement, type MappingTerms } from './role-mapping.js';

const terms = (changes: Partial<MappingTerms> = {}): MappingTerms => ({
  role_mapping: [],
  default_role: 'viewer',
  default_team_id: 'team_default',
  max_role: null,
  ...changes,
});

describe('the mapping', () => {
  const rules = terms({
    role_mapping: [
      { claim: 'groups', value: 'lead', role: 'manager' },
      { claim: 'groups', value: 'staff', role: 'engineer', team_id: 'team_line' },
      { claim: 'groups', value: 'boss', role: 'admin' },
    ],
  });

  it('says nothing without rules, and places newcomers by the defaults', () => {
    expect(mappedPlacement(terms(), { groups: ['lead'] })).toEqual({ role: undefined, teamId: undefined });
    expect(firstPlacement(terms(), {})).toEqual({ role: 'viewer', teamId: 'team_default' });
  });

  it('takes role and team each from the first rule that fits and names one', () => {
    expect(mappedPlacement(rules, { groups: ['staff', 'lead'] })).toEqual({ role: 'manager', teamId: 'team_line' });
    expect(mappedPlacement(rules, { groups: ['boss'] })).toEqual({ role: 'admin', teamId: 'team_default' });
    expect(mappedPlacement(rules, { groups: 'staff' })).toEqual({ role: 'engineer', teamId: 'team_line' });
  });

  it('falls back to the defaults where none fits', () => {
    for (const claims of [{}, { groups: [] }, { groups: null }, { groups: ['staffing'] }, { groups: ['LEAD'] }]) {
      expect(mappedPlacement(rules, claims)).toEqual({ role: 'viewer', teamId: 'team_default' });
    }
  });

  it('says nothing of teams where no rule is about them', () => {
    const roles = terms({ role_mapping: [{ claim: 'g', value: 'x', role: 'engineer' }] });
    expect(mappedPlacement(roles, { g: 'x' })).toEqual({ role: 'engineer', teamId: undefined });
    expect(firstPlacement(roles, { g: 'x' })).toEqual({ role: 'engineer', teamId: 'team_default' });
  });

  it('never gives more than the ceiling', () => {
    expect(mappedPlacement({ ...rules, max_role: 'engineer' }, { groups: ['boss'] }).role).toBe('engineer');
    expect(firstPlacement(terms({ default_role: 'manager', max_role: 'viewer' }), {}).role).toBe('viewer');
    expect([isAbove('admin', 'manager'), isAbove('manager', 'manager'), isAbove('admin', null)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('reads nested claims, claims with dots in their names, numbers and booleans, and nothing inherited', () => {
    const fits = (claim: string, value: string, claims: Record<string, unknown>): boolean =>
      mappedPlacement(terms({ role_mapping: [{ claim, value, role: 'manager' }] }), claims).role === 'manager';
    expect(fits('realm_access.roles', 'x', { realm_access: { roles: ['x'] } })).toBe(true);
    expect(fits('https://acme.example/roles', 'x', { 'https://acme.example/roles': ['x'] })).toBe(true);
    expect(fits('level', '7', { level: 7 })).toBe(true);
    expect(fits('staff', 'true', { staff: true })).toBe(true);
    expect(fits('constructor.name', 'Object', {})).toBe(false);
    expect(fits('groups.length', '1', { groups: ['x'] })).toBe(false);
    expect(fits('a.b.c', 'x', { a: null })).toBe(false);
  });
});
