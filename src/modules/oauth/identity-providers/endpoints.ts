import type { IdentityProvider, ProviderKind } from './identity-provider.entity.js';
import { invalid } from './provider-terms.js';

/** An issuer with discovery (OpenID Connect Discovery), or the three URLs of plain OAuth 2. */
export type Endpoints = Pick<IdentityProvider, 'issuer' | 'authorization_url' | 'token_url' | 'userinfo_url'>;

/** Endpoints in a request. `tenant` is shorthand for the issuer of Entra ID. */
export type GivenEndpoints = { [K in keyof Endpoints]?: string } & { tenant?: string };

const URLS = ['authorization_url', 'token_url', 'userinfo_url'] as const;
export const ENDPOINT_FIELDS = ['issuer', ...URLS] as const;
export const GOOGLE_ISSUER = 'https://accounts.google.com';
const ENTRA_ISSUER = /^https?:\/\/[^/]+\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/v2\.0$/;

/** @param isCallable whether the service can call the address @throws AppError INVALID_REQUEST with the field */
export function endpointsOf(
  kind: ProviderKind,
  given: GivenEndpoints,
  isCallable: (url: string) => boolean,
): Endpoints {
  for (const field of ENDPOINT_FIELDS) {
    const url = given[field];
    if (url !== undefined && (!isCallable(url) || url.includes('#')))
      throw invalid(field, 'must be an https:// address');
  }
  if (kind !== 'entra_id' && given.tenant !== undefined) throw invalid('tenant', 'is allowed for Entra ID only');
  const urls = URLS.filter((field) => given[field] !== undefined);
  if (kind === 'custom' && given.issuer === undefined) return plainEndpoints(given);
  const [superfluous] = urls;
  if (superfluous) throw invalid(superfluous, 'must be omitted: the issuer determines it');
  return { issuer: issuerOf(kind, given), authorization_url: null, token_url: null, userinfo_url: null };
}

function issuerOf(kind: ProviderKind, { issuer, tenant }: GivenEndpoints): string {
  if (kind === 'google_workspace') {
    if (issuer !== undefined && issuer !== GOOGLE_ISSUER) throw invalid('issuer', `is ${GOOGLE_ISSUER} for this kind`);
    return GOOGLE_ISSUER;
  }
  if (tenant !== undefined && issuer !== undefined) throw invalid('tenant', 'must not be given together with issuer');
  const named = tenant === undefined ? issuer : `https://login.microsoftonline.com/${tenant}/v2.0`;
  if (named === undefined) throw invalid('issuer', 'is required');
  if (named.includes('?')) throw invalid('issuer', 'must not have a query string');
  // `common` and similar would accept tokens of any tenant, and so any address.
  if (kind === 'entra_id' && !ENTRA_ISSUER.test(named)) {
    throw invalid('issuer', 'must contain the tenant id: https://login.microsoftonline.com/{tenant id}/v2.0');
  }
  return named;
}

function plainEndpoints(given: GivenEndpoints): Endpoints {
  const { authorization_url, token_url, userinfo_url } = given;
  if (authorization_url === undefined || token_url === undefined || userinfo_url === undefined) {
    const missing = URLS.filter((field) => given[field] === undefined);
    const field = missing.length === URLS.length ? 'issuer' : (missing[0] ?? 'issuer');
    throw invalid(field, 'is required: an issuer, or authorization_url, token_url and userinfo_url');
  }
  return { issuer: null, authorization_url, token_url, userinfo_url };
}
