import { ProviderProblem } from '../provider-problem.js';
import { invalid } from '../provider-terms.js';
import { certificateOf, MAX_CERTIFICATES } from './certificates.js';
import { METADATA, REDIRECT_BINDING, SIGNATURE } from './saml-names.js';
import { attributeOf, childrenOf, elementsOf, xmlTree, type XmlElement } from './xml-tree.js';

export interface DescribedProvider {
  entity_id: string;
  sso_url: string;
  certificates: string[];
}

const FIELD = 'saml.metadata_xml';

/** What a provider's metadata says of it. Expired certificates are omitted. @throws AppError INVALID_REQUEST */
export async function describedProvider(xml: string): Promise<DescribedProvider> {
  const root = await treeOf(xml);
  const entities = [...elementsOf(root)].filter(({ name, uri }) => name === 'EntityDescriptor' && uri === METADATA);
  const [descriptor, ...others] = entities.flatMap((entity) => childrenOf(entity, 'IDPSSODescriptor'));
  if (!descriptor?.parent || others.length > 0) throw invalid(FIELD, 'must describe exactly one identity provider');
  const entity_id = attributeOf(descriptor.parent, 'entityID');
  const services = childrenOf(descriptor, 'SingleSignOnService');
  const service = services.find((candidate) => attributeOf(candidate, 'Binding') === REDIRECT_BINDING);
  const sso_url = service ? attributeOf(service, 'Location') : null;
  if (entity_id === null || sso_url === null)
    throw invalid(FIELD, 'must have an entityID and a SingleSignOnService with the HTTP-Redirect binding');
  const certificates = certificatesOf(descriptor);
  if (certificates.length === 0) throw invalid(FIELD, 'must have a signing certificate that has not expired');
  if (certificates.length > MAX_CERTIFICATES)
    throw invalid(FIELD, `must have at most ${MAX_CERTIFICATES} certificates`);
  return { entity_id, sso_url, certificates };
}

async function treeOf(xml: string): Promise<XmlElement> {
  try {
    return await xmlTree(xml.replace(/^\uFEFF/, ''), { isMetadata: true });
  } catch (error) {
    if (error instanceof ProviderProblem) throw invalid(FIELD, `must be SAML metadata. ${error.message}`);
    throw error;
  }
}

function certificatesOf(descriptor: XmlElement): string[] {
  const keys = childrenOf(descriptor, 'KeyDescriptor').filter((key) => attributeOf(key, 'use') !== 'encryption');
  const found = keys
    .flatMap((key) => [...elementsOf(key)])
    .filter(({ name, uri }) => name === 'X509Certificate' && uri === SIGNATURE)
    .map(({ text }) => certificateOf(text));
  const usable = found.filter((certificate) => certificate !== null && Date.parse(certificate.validTo) > Date.now());
  return [...new Set(usable.map((certificate) => certificate!.raw.toString('base64')))];
}
