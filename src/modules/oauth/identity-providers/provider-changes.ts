import { X509Certificate } from 'node:crypto';
import { differences, type Differences } from '../differences.js';
import { ENDPOINT_FIELDS } from './endpoints.js';
import type { SamlTerms } from './identity-provider.entity.js';
import type { DraftProvider, ProviderWithDomains } from './identity-provider.repository.js';
import { unnamed } from './provider-problem.js';

const TERMS = [
  ...ENDPOINT_FIELDS,
  ...(['client_id', 'scopes', 'saml', 'email_domains', 'enabled'] as const),
  ...(['default_role', 'default_team_id', 'role_mapping', 'max_role'] as const),
] as const;
const CHANGEABLE = [...TERMS, 'name'] as const;
const IDENTITY: readonly string[] = [...ENDPOINT_FIELDS, 'client_id'];

type Changes = Differences<(typeof CHANGEABLE)[number]>;

/** The secret is excluded. */
export function changesOf(before: ProviderWithDomains, after: ProviderWithDomains): Changes {
  return differences(CHANGEABLE, before, after);
}

/** Whether secret and links of the former configuration must not be reused. */
export function isAnotherProvider(changes: Changes): boolean {
  const { saml } = changes;
  const entityOf = (terms: unknown): string | undefined => (terms as SamlTerms | null)?.entity_id;
  return IDENTITY.some((field) => field in changes) || entityOf(saml?.from) !== entityOf(saml?.to);
}

export function recordedChanges(before: ProviderWithDomains, after: ProviderWithDomains): Record<string, unknown> {
  const [from, to] = [recordedTerms(before), recordedTerms(after)];
  const changed = Object.keys(differences(TERMS, before, after));
  return Object.fromEntries(changed.map((field) => [field, { from: from[field], to: to[field] }]));
}

/** Terms for the audit trail, without personal data: rules can contain addresses. */
export function recordedTerms(provider: DraftProvider): Record<string, unknown> {
  const role_mapping = provider.role_mapping.map((rule) => ({ ...rule, value: unnamed(rule.value) }));
  const terms = { ...provider, role_mapping, saml: provider.saml && recordedSaml(provider.saml) };
  return Object.fromEntries(TERMS.map((field) => [field, terms[field]]));
}

function recordedSaml({ certificates, ...terms }: SamlTerms): Record<string, unknown> {
  const fingerprints = certificates.map((text) => new X509Certificate(Buffer.from(text, 'base64')).fingerprint256);
  return { ...terms, certificates: fingerprints };
}
