import { newId } from '../../../common/ids/type-id.js';
import type { CreateIdentityProviderRequest, UpdateIdentityProviderRequest } from './dto/identity-provider.request.js';
import { ENDPOINT_FIELDS, endpointsOf, type Endpoints, type GivenEndpoints } from './endpoints.js';
import type { DraftProvider, ProviderWithDomains } from './identity-provider.repository.js';
import { canonicalDomains, mappingRules } from './provider-terms.js';

export interface DraftTools {
  /** Whether the service can call the address. */
  accepts: (url: string) => boolean;
  seal: (clientSecret: string) => Buffer;
}

/** @throws AppError INVALID_REQUEST with the field */
export function newProvider(
  organizationId: string,
  request: CreateIdentityProviderRequest,
  { accepts, seal }: DraftTools,
): DraftProvider {
  const endpoints = endpointsOf(request.kind, request, accepts);
  const now = new Date();
  return {
    id: newId('identity_provider'),
    organization_id: organizationId,
    kind: request.kind,
    name: request.name,
    ...endpoints,
    client_id: request.client_id,
    sealed_client_secret: seal(request.client_secret),
    scopes: [...new Set(request.scopes ?? defaultScopes(endpoints))],
    email_domains: canonicalDomains(request.email_domains),
    default_role: request.default_role ?? 'viewer',
    default_team_id: request.default_team_id ?? null,
    role_mapping: mappingRules(request.role_mapping ?? []),
    max_role: request.max_role ?? null,
    enabled: request.enabled ?? true,
    row_version: 1,
    created_at: now,
    updated_at: now,
  };
}

/** @throws AppError INVALID_REQUEST with the field */
export function changedProvider(
  before: ProviderWithDomains,
  request: UpdateIdentityProviderRequest,
  { accepts, seal }: DraftTools,
): ProviderWithDomains {
  const { tenant, email_domains, role_mapping, client_secret, ...others } = request;
  const moves = tenant !== undefined || ENDPOINT_FIELDS.some((field) => request[field] !== undefined);
  return {
    ...before,
    ...withoutUndefined(others),
    ...(moves && endpointsOf(before.kind, { ...keptUrls(before, request), ...withoutUndefined(request) }, accepts)),
    ...(email_domains && { email_domains: canonicalDomains(email_domains) }),
    ...(role_mapping && { role_mapping: mappingRules(role_mapping) }),
    ...(client_secret !== undefined && { sealed_client_secret: seal(client_secret) }),
  };
}

function defaultScopes({ issuer }: Endpoints): string[] {
  return issuer === null ? ['email'] : ['openid', 'profile', 'email'];
}

/** The URLs of plain OAuth 2 can be changed separately. */
function keptUrls(before: Endpoints, { issuer }: UpdateIdentityProviderRequest): GivenEndpoints {
  const { authorization_url, token_url, userinfo_url } = before;
  const isPlain = authorization_url !== null && token_url !== null && userinfo_url !== null;
  return isPlain && issuer === undefined ? { authorization_url, token_url, userinfo_url } : {};
}

/** Omitted fields are present as undefined and must not overwrite stored values. */
function withoutUndefined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Partial<T>;
}
