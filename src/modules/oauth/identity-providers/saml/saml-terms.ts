import type { SamlTerms } from '../identity-provider.entity.js';
import { invalid } from '../provider-terms.js';
import type { SamlRequest } from '../dto/saml.request.js';
import { canonicalCertificates } from './certificates.js';
import { describedProvider } from './provider-metadata.js';

/** Without the metadata document, which stands for three fields. */
export type GivenSaml = Omit<SamlRequest, 'metadata_xml'>;

const REQUIRED = ['entity_id', 'sso_url', 'certificates'] as const;

/** Replaces the metadata document by what it says. @throws AppError INVALID_REQUEST */
export async function withMetadataRead<T extends { saml?: SamlRequest }>(
  request: T,
): Promise<Omit<T, 'saml'> & { saml?: GivenSaml }> {
  const { saml, ...others } = request;
  if (saml?.metadata_xml === undefined) return request;
  const { metadata_xml, ...given } = saml;
  const doubled = REQUIRED.find((field) => given[field] !== undefined);
  if (doubled !== undefined) throw invalid(`saml.${doubled}`, 'must not be given together with metadata_xml');
  return { ...others, saml: { ...given, ...(await describedProvider(metadata_xml)) } };
}

/** @param before the stored terms, of which omitted fields are kept @throws AppError INVALID_REQUEST */
export function samlTerms(
  { entity_id, sso_url, certificates, email_attribute, name_attribute, initiate_login_uri }: GivenSaml,
  before: SamlTerms | null,
  accepts: (url: string) => boolean,
): SamlTerms {
  const terms: Partial<SamlTerms> = {
    entity_id: entity_id ?? before?.entity_id,
    sso_url: sso_url ?? before?.sso_url,
    certificates: certificates ? canonicalCertificates(certificates) : before?.certificates,
    email_attribute: email_attribute === undefined ? (before?.email_attribute ?? null) : email_attribute,
    name_attribute: name_attribute === undefined ? (before?.name_attribute ?? null) : name_attribute,
    initiate_login_uri: initiate_login_uri === undefined ? (before?.initiate_login_uri ?? null) : initiate_login_uri,
  };
  const missing = REQUIRED.find((field) => terms[field] === undefined);
  if (missing !== undefined) throw invalid(`saml.${missing}`, 'is required, or metadata_xml');
  for (const field of ['sso_url', 'initiate_login_uri'] as const) {
    const url = terms[field];
    if (typeof url === 'string' && (!accepts(url) || url.includes('#')))
      throw invalid(`saml.${field}`, 'must be an https:// address');
  }
  return terms as SamlTerms;
}
