import { differences, type Differences } from '../differences.js';
import { ENDPOINT_FIELDS } from './endpoints.js';
import type { DraftProvider, ProviderWithDomains } from './identity-provider.repository.js';
import { unnamed } from './provider-problem.js';

/** What decides who gets in, and as what. */
const TERMS = [
  ...ENDPOINT_FIELDS,
  ...(['client_id', 'scopes', 'email_domains', 'enabled'] as const),
  ...(['default_role', 'default_team_id', 'role_mapping', 'max_role'] as const),
] as const;
const CHANGEABLE = [...TERMS, 'name'] as const;
const IDENTITY: readonly string[] = [...ENDPOINT_FIELDS, 'client_id'];

type Changes = Differences<(typeof CHANGEABLE)[number]>;

/** Which fields are others now, but for the secret. */
export function changesOf(before: ProviderWithDomains, after: ProviderWithDomains): Changes {
  return differences(CHANGEABLE, before, after);
}

/** Whether it is another provider now, in whose hands the secret of the former does not belong, nor the people it knew. */
export function isAnotherProvider(changes: Changes): boolean {
  return IDENTITY.some((field) => field in changes);
}

/** The changes for the audit trail. */
export function recordedChanges(before: ProviderWithDomains, after: ProviderWithDomains): Record<string, unknown> {
  const [from, to] = [recordedTerms(before), recordedTerms(after)];
  const changed = Object.keys(differences(TERMS, before, after));
  return Object.fromEntries(changed.map((field) => [field, { from: from[field], to: to[field] }]));
}

/** The terms of a provider for the audit trail, which names nobody: rules may be about the address of a person. */
export function recordedTerms(provider: DraftProvider): Record<string, unknown> {
  const role_mapping = provider.role_mapping.map((rule) => ({ ...rule, value: unnamed(rule.value) }));
  const terms = { ...provider, role_mapping };
  return Object.fromEntries(TERMS.map((field) => [field, terms[field]]));
}
