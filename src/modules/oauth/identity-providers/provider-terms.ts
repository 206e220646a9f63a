import { AppError } from '../../../common/errors/app-error.js';
import { canonicalDomain, isPublicMailDomain } from './email-domains.js';
import { DEFAULT_ROLES, type MappingRule } from './identity-provider.entity.js';
import { isAbove, type MappingTerms } from './role-mapping.js';

/** Unique domains in canonical form. @throws AppError INVALID_REQUEST */
export function canonicalDomains(given: readonly string[]): string[] {
  const domains = given.map((text) => {
    const domain = canonicalDomain(text);
    if (domain === null) throw invalid('email_domains', 'must be domain names such as example.com');
    if (isPublicMailDomain(domain)) {
      throw invalid('email_domains', `must be your own: anyone can get an address at ${domain}`);
    }
    return domain;
  });
  return [...new Set(domains)].sort();
}

/** @throws AppError INVALID_REQUEST for a rule without role and team */
export function mappingRules(given: readonly MappingRule[]): MappingRule[] {
  return given.map(({ claim, value, role, team_id }, index) => {
    if (role === undefined && team_id === undefined) {
      throw invalid(`role_mapping.${index}.role`, 'or team_id is required');
    }
    return { claim, value, ...(role && { role }), ...(team_id !== undefined && { team_id }) };
  });
}

/** @throws AppError INVALID_REQUEST for a role above the limit */
export function requireWithinCeiling({ default_role, role_mapping, max_role }: MappingTerms): void {
  const tooHigh = role_mapping.findIndex(({ role }) => role !== undefined && isAbove(role, max_role));
  if (tooHigh >= 0) throw invalid(`role_mapping.${tooHigh}.role`, 'must not be above max_role');
  const assignable = DEFAULT_ROLES.filter((role) => !isAbove(role, max_role));
  if (!assignable.includes(default_role)) {
    throw invalid('default_role', `must not be above max_role: one of ${assignable.join(', ')}`);
  }
}

export function invalid(field: string, issue: string): AppError {
  return AppError.invalid([{ field, issue }]);
}
