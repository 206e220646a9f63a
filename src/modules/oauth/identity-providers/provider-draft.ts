import { newId } from '../../../common/ids/type-id.js';
import type { CreateIdentityProviderRequest, UpdateIdentityProviderRequest } from './dto/identity-provider.request.js';
import { ENDPOINT_FIELDS, endpointsOf, type Endpoints, type GivenEndpoints } from './endpoints.js';
import type { DraftProvider, ProviderWithDomains } from './identity-provider.repository.js';
import { canonicalDomains, invalid, mappingRules } from './provider-terms.js';
import { samlTerms, type GivenSaml } from './saml/saml-terms.js';

export interface DraftTools {
  /** Whether the service can call the address. */
  accepts: (url: string) => boolean;
  seal: (clientSecret: string) => Buffer;
  /** Entity id of this service at a SAML provider. */
  metadataUrlOf: (providerId: string) => string;
}

/** A request whose metadata document was read. */
type Read<T> = Omit<T, 'saml'> & { saml?: GivenSaml };

const NO_ENDPOINTS: Endpoints = { issuer: null, authorization_url: null, token_url: null, userinfo_url: null };
const OF_OTHER_KINDS = [...ENDPOINT_FIELDS, 'tenant', 'client_secret', 'scopes'] as const;

/** @throws AppError INVALID_REQUEST with the field */
export function newProvider(
  organizationId: string,
  request: Read<CreateIdentityProviderRequest>,
  tools: DraftTools,
): DraftProvider {
  const id = newId('identity_provider');
  const now = new Date();
  return {
    id,
    organization_id: organizationId,
    kind: request.kind,
    name: request.name,
    ...(request.kind === 'saml' ? samlProtocol(id, request, tools) : oauthProtocol(request, tools)),
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

type Protocol = Endpoints & Pick<DraftProvider, 'client_id' | 'sealed_client_secret' | 'scopes' | 'saml'>;

function oauthProtocol(request: Read<CreateIdentityProviderRequest>, { accepts, seal }: DraftTools): Protocol {
  const endpoints = endpointsOf(request.kind, request, accepts);
  const { client_id, client_secret } = request;
  if (client_id === undefined) throw invalid('client_id', 'is required');
  if (client_secret === undefined) throw invalid('client_secret', 'is required');
  refuseOtherProtocol(request.kind, request);
  const scopes = [...new Set(request.scopes ?? defaultScopes(endpoints))];
  return { ...endpoints, client_id, sealed_client_secret: seal(client_secret), scopes, saml: null };
}

function samlProtocol(
  id: string,
  request: Read<CreateIdentityProviderRequest>,
  { accepts, metadataUrlOf }: DraftTools,
): Protocol {
  refuseOtherProtocol('saml', request);
  const client_id = request.client_id ?? metadataUrlOf(id);
  const saml = samlTerms(request.saml ?? {}, null, accepts);
  return { ...NO_ENDPOINTS, client_id, sealed_client_secret: null, scopes: [], saml };
}

function refuseOtherProtocol(kind: DraftProvider['kind'], request: Read<UpdateIdentityProviderRequest>): void {
  const foreign = kind === 'saml' ? OF_OTHER_KINDS : (['saml'] as const);
  const field = foreign.find((name) => request[name] !== undefined);
  if (field !== undefined) throw invalid(field, `is not allowed for the kind ${kind}`);
}

/** @throws AppError INVALID_REQUEST with the field */
export function changedProvider(
  before: ProviderWithDomains,
  request: Read<UpdateIdentityProviderRequest>,
  { accepts, seal }: DraftTools,
): ProviderWithDomains {
  refuseOtherProtocol(before.kind, request);
  const { tenant, email_domains, role_mapping, client_secret, saml, ...others } = request;
  const moves = tenant !== undefined || ENDPOINT_FIELDS.some((field) => request[field] !== undefined);
  return {
    ...before,
    ...withoutUndefined(others),
    ...(moves && endpointsOf(before.kind, { ...keptUrls(before, request), ...withoutUndefined(request) }, accepts)),
    ...(email_domains && { email_domains: canonicalDomains(email_domains) }),
    ...(role_mapping && { role_mapping: mappingRules(role_mapping) }),
    ...(client_secret !== undefined && { sealed_client_secret: seal(client_secret) }),
    ...(saml && { saml: samlTerms(saml, before.saml, accepts) }),
  };
}

function defaultScopes({ issuer }: Endpoints): string[] {
  return issuer === null ? ['email'] : ['openid', 'profile', 'email'];
}

/** The URLs of plain OAuth 2 can be changed separately. */
function keptUrls(before: Endpoints, { issuer }: GivenEndpoints): GivenEndpoints {
  const { authorization_url, token_url, userinfo_url } = before;
  const isPlain = authorization_url !== null && token_url !== null && userinfo_url !== null;
  return isPlain && issuer === undefined ? { authorization_url, token_url, userinfo_url } : {};
}

/** Omitted fields are present as undefined and must not overwrite stored values. */
function withoutUndefined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Partial<T>;
}
