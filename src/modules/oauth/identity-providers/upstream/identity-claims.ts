import { visible } from '@amks/language/text/visible.js';
import { domainOf } from '../email-domains.js';
import type { ProviderKind } from '../identity-provider.entity.js';

export interface UpstreamIdentity {
  /** Unique and never reassigned. */
  subject: string;
  /** Verified, and in a verified domain of the provider. */
  email: string;
  name: string;
  claims: Record<string, unknown>;
}

/** Why an authenticated user is rejected. */
export type IdentityRefusal = 'subject_missing' | 'email_missing' | 'email_unverified' | 'email_domain';

type Claims = Record<string, unknown>;

/** Maximum length of `sub` (OpenID Connect Core 1.0, 2) and of user names. */
const MAX_SUBJECT = 255;
const MAX_EMAIL = 254;
const MAX_NAME = 200;

/**
 * Checks the claims of an ID token or of userinfo. The address must be verified by the provider; the claim for that depends on the kind,
 * because some let users set it.
 * @param domains verified domains of the organization
 */
export function identityOf(
  kind: ProviderKind,
  claims: Claims,
  domains: readonly string[],
): UpstreamIdentity | IdentityRefusal {
  const subject = subjectOf(claims);
  if (subject === null) return 'subject_missing';
  const verified = verifiedEmail(kind, claims);
  if (verified === null) return typeof claims.email === 'string' ? 'email_unverified' : 'email_missing';
  const domain = domainOf(verified);
  if (domain === null || verified.length > MAX_EMAIL || !domains.includes(domain)) return 'email_domain';
  // A company address can belong to a private Google account of a former owner.
  const isOfWorkspace = kind !== 'google_workspace' || (typeof claims.hd === 'string' && domains.includes(claims.hd));
  return isOfWorkspace ? { subject, email: verified, name: nameOf(claims) ?? verified, claims } : 'email_domain';
}

function subjectOf({ sub, id }: Claims): string | null {
  // Plain OAuth 2 has no standard claim; most providers use `id`, some as a number.
  const subject = sub === undefined ? id : sub;
  const text = typeof subject === 'number' && Number.isSafeInteger(subject) ? String(subject) : subject;
  return typeof text === 'string' && /^[\x21-\x7e]+$/.test(text) && text.length <= MAX_SUBJECT ? text : null;
}

function verifiedEmail(kind: ProviderKind, claims: Claims): string | null {
  const { email } = claims;
  // The organization's own directory signed it, and only verified domains are accepted.
  if (kind === 'saml') return typeof email === 'string' ? email : null;
  if (kind !== 'entra_id') return isTrue(claims.email_verified) && typeof email === 'string' ? email : null;
  // In Entra ID any tenant's administrator can set `email` freely; these two optional claims are verified.
  if (isTrue(claims.xms_edov) && typeof email === 'string') return email;
  const [primary] = Array.isArray(claims.verified_primary_email) ? (claims.verified_primary_email as unknown[]) : [];
  return typeof primary === 'string' ? primary : null;
}

/** Some providers send text or numbers. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === 1 || value === '1';
}

function nameOf({ name, given_name: given, family_name: family }: Claims): string | null {
  const parts = typeof name === 'string' ? [name] : [given, family].filter((part) => typeof part === 'string');
  const text = visible(parts.join(' ').replace(/\s+/g, ' ')).slice(0, MAX_NAME);
  return text === '' ? null : text;
}
