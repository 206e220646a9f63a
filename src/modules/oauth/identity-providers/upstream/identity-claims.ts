import { visible } from '../../../../common/validation/trimmed.js';
import { domainOf } from '../email-domains.js';
import type { ProviderKind } from '../identity-provider.entity.js';

/** Somebody whom a provider vouches for. */
export interface UpstreamIdentity {
  /** The provider's name for the person, never given to another. */
  subject: string;
  /** Verified, and of one of the provider's proven domains. */
  email: string;
  name: string;
  /** All that the provider said. */
  claims: Record<string, unknown>;
}

/** Why somebody whom the provider does know is not let in. */
export type IdentityRefusal = 'subject_missing' | 'email_missing' | 'email_unverified' | 'email_domain';

type Claims = Record<string, unknown>;

/** Limits of `sub` (OpenID Connect Core 1.0, 2) and of our own names. Characters. */
const MAX_SUBJECT = 255;
const MAX_EMAIL = 254;
const MAX_NAME = 200;

/**
 * Reads the claims of an ID token or of userinfo, or says why nobody is let in by them. An address counts only when the
 * provider has verified it; what says so differs by kind, since where people can set it themselves it says nothing.
 *
 * @param domains those that are proven to be the organization's
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
  // An address at a company's domain may have been made into a private Google account by whoever had it once.
  const isOfWorkspace = kind !== 'google_workspace' || (typeof claims.hd === 'string' && domains.includes(claims.hd));
  return isOfWorkspace ? { subject, email: verified, name: nameOf(claims) ?? verified, claims } : 'email_domain';
}

function subjectOf({ sub, id }: Claims): string | null {
  // Plain OAuth 2 has no standard for it; `id` is what most call it, some as a number.
  const subject = sub ?? id;
  const text = typeof subject === 'number' && Number.isSafeInteger(subject) ? String(subject) : subject;
  return typeof text === 'string' && /^[\x21-\x7e]+$/.test(text) && text.length <= MAX_SUBJECT ? text : null;
}

function verifiedEmail(kind: ProviderKind, claims: Claims): string | null {
  const { email } = claims;
  if (kind !== 'entra_id') return isTrue(claims.email_verified) && typeof email === 'string' ? email : null;
  // In Entra ID whoever administers any tenant sets `email` to what they like; these two optional claims are checked ones.
  if (isTrue(claims.xms_edov) && typeof email === 'string') return email;
  const [primary] = Array.isArray(claims.verified_primary_email) ? (claims.verified_primary_email as unknown[]) : [];
  return typeof primary === 'string' ? primary : null;
}

/** Some providers write it as text or as a number. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === 1 || value === '1';
}

function nameOf({ name, given_name: given, family_name: family }: Claims): string | null {
  const parts = typeof name === 'string' ? [name] : [given, family].filter((part) => typeof part === 'string');
  const text = visible(parts.join(' ').replace(/\s+/g, ' ')).slice(0, MAX_NAME);
  return text === '' ? null : text;
}
