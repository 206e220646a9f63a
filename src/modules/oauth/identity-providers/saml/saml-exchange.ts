import { constants, publicDecrypt, X509Certificate } from 'node:crypto';
import type { SAML } from '@node-saml/node-saml';
import type { SamlTerms } from '../identity-provider.entity.js';
import type { IdentityProviderView } from '../identity-provider.service.js';
import { ProviderProblem, quote } from '../provider-problem.js';
import { assertionClaims, MAX_SKEW_MS } from './assertion-claims.js';
import { checkResponse, refuse, type Expected, type Signatures } from './response-checks.js';
import { xmlTree } from './xml-tree.js';

/** Time between the issue of an assertion and its use. */
export const MAX_ASSERTION_AGE_MS = 10 * 60 * 1000;

/** The query parameter has the request; providers return `relayState` unchanged. */
export async function requestUrl(view: IdentityProviderView, requestId: string, relayState: string): Promise<string> {
  const saml = await libraryFor(view, requestId, termsOf(view).certificates);
  return saml.getAuthorizeUrlAsync(relayState, undefined, {});
}

/**
 * Claims and id of the assertion in a response to the request.
 * @param response in base64
 * @throws ProviderProblem
 */
export async function verifiedClaims(
  view: IdentityProviderView,
  requestId: string,
  response: string,
): Promise<{ claims: Record<string, unknown>; assertionId: string }> {
  const terms = termsOf(view);
  const expected: Expected = { entityId: terms.entity_id, acsUrl: view.redirectUri, requestId };
  const { values, isResponseSigned } = checkResponse(await xmlTree(textOf(response)), expected);
  const certificates = signingCertificates(terms, values);
  const saml = await libraryFor(view, requestId, certificates, isResponseSigned);
  const signed = await signedAssertion(saml, response);
  const assertion = await xmlTree(signed);
  const assertionId =
    assertion.attributes.find(({ name }) => name === 'ID')?.value ?? refuse('The assertion has no id');
  return { claims: assertionClaims(assertion, terms, expected), assertionId };
}

/** Metadata of this service for the provider. */
export async function serviceMetadata(view: IdentityProviderView): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml');
  return generateServiceProviderMetadata({
    issuer: view.provider.client_id,
    callbackUrl: view.redirectUri,
    identifierFormat: null,
    wantAssertionsSigned: true,
  });
}

/** The bytes that the signature covers; nothing else of the response is used. */
async function signedAssertion(saml: SAML, response: string): Promise<string> {
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response });
    return profile?.getAssertionXml?.() ?? refuse('The response has no assertion');
  } catch (error) {
    if (error instanceof ProviderProblem) throw error;
    // The library reads some required elements without looking for them.
    if (error instanceof TypeError) return refuse('The assertion is not complete');
    throw new ProviderProblem(`The response was refused: ${quote((error as Error).message)}`);
  }
}

/**
 * Those whose key made one of the signatures, of any text. The library reads and canonicalizes the whole response for each
 * certificate, which an attacker can make slow: this costs one decryption.
 */
function signingCertificates({ certificates }: SamlTerms, values: Signatures['values']): string[] {
  const usable = certificates.filter((certificate) => !isExpired(certificate));
  if (usable.length === 0) refuse('The certificates of the provider have expired');
  const signing = usable.filter((certificate) => values.some((value) => isMadeBy(certificate, value)));
  return signing.length > 0 ? signing : refuse('The signature is not by a certificate of the provider');
}

function isMadeBy(certificate: string, signature: string): boolean {
  const key = new X509Certificate(Buffer.from(certificate, 'base64')).publicKey;
  try {
    return publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(signature, 'base64')).length > 0;
  } catch {
    return false;
  }
}

async function libraryFor(
  view: IdentityProviderView,
  requestId: string,
  certificates: string[],
  isResponseSigned = false,
): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml');
  const { client_id } = view.provider;
  return new SAML({
    entryPoint: termsOf(view).sso_url,
    issuer: client_id,
    audience: client_id,
    callbackUrl: view.redirectUri,
    idpCert: certificates,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    // A signature that is there must be valid.
    wantAuthnResponseSigned: isResponseSigned,
    acceptedClockSkewMs: MAX_SKEW_MS,
    maxAssertionAgeMs: MAX_ASSERTION_AGE_MS,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: onlyRequest(requestId),
  });
}

/** The request is kept with the login. */
function onlyRequest(requestId: string): ConstructorParameters<typeof SAML>[0]['cacheProvider'] {
  return {
    saveAsync: () => Promise.resolve(null),
    getAsync: (id) => Promise.resolve(id === requestId ? new Date().toISOString() : null),
    removeAsync: () => Promise.resolve(null),
  };
}

export function isExpired(certificate: string, atMs = Date.now()): boolean {
  return Date.parse(new X509Certificate(Buffer.from(certificate, 'base64')).validTo) <= atMs;
}

function termsOf({ provider }: IdentityProviderView): SamlTerms {
  if (provider.saml === null) throw new Error('not a SAML provider');
  return provider.saml;
}

function textOf(base64: string): string {
  if (!/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(base64)) refuse('The response is not base64');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
  } catch {
    return refuse('The response is not UTF-8');
  }
}
