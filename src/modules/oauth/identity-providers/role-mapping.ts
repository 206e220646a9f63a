import { MAPPED_ROLES, type IdentityProvider, type MappedRole, type MappingRule } from './identity-provider.entity.js';

export type MappingTerms = Pick<IdentityProvider, 'role_mapping' | 'default_role' | 'default_team_id' | 'max_role'>;

/** The claim whose rules a directory's groups fulfill, by name or external id. */
export const GROUPS_CLAIM = 'groups';

/** Undefined fields are left to administrators. */
export interface MappedPlacement {
  role: MappedRole | undefined;
  teamId: string | null | undefined;
}

export function isAbove(role: MappedRole, ceiling: MappedRole | null): boolean {
  return ceiling !== null && MAPPED_ROLES.indexOf(role) > MAPPED_ROLES.indexOf(ceiling);
}

/** The first matching rule decides. Without a match the defaults apply, so losing a group removes its role. Without rules: unchanged. */
export function mappedPlacement(terms: MappingTerms, claims: Record<string, unknown>): MappedPlacement {
  const fitting = terms.role_mapping.filter((rule) => fits(rule, claims));
  const says = (field: 'role' | 'team_id'): boolean => terms.role_mapping.some((rule) => rule[field] !== undefined);
  return {
    role: says('role')
      ? limited(fitting.find(({ role }) => role)?.role ?? terms.default_role, terms.max_role)
      : undefined,
    teamId: says('team_id') ? (fitting.find(({ team_id }) => team_id)?.team_id ?? terms.default_team_id) : undefined,
  };
}

/** {@link mappedPlacement} of a new account, completed by the defaults. */
export function firstPlacement(
  terms: MappingTerms,
  claims: Record<string, unknown>,
): { role: MappedRole; teamId: string | null } {
  const { role, teamId } = mappedPlacement(terms, claims);
  return {
    role: role ?? limited(terms.default_role, terms.max_role),
    teamId: teamId === undefined ? terms.default_team_id : teamId,
  };
}

function limited(role: MappedRole, ceiling: MappedRole | null): MappedRole {
  return ceiling !== null && isAbove(role, ceiling) ? ceiling : role;
}

function fits({ claim, value }: MappingRule, claims: Record<string, unknown>): boolean {
  const found = claimAt(claims, claim);
  const values: unknown[] = Array.isArray(found) ? found : [found];
  return values.some((item) => (typeof item === 'boolean' || typeof item === 'number' ? String(item) : item) === value);
}

/** The claim of that name or, if absent, of the dotted path: `realm_access.roles`. */
function claimAt(claims: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}
