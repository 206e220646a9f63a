import { ProviderProblem, quote } from '../provider-problem.js';
import {
  ASSERTION,
  DIGEST_METHODS,
  EXCLUSIVE_C14N,
  PROTOCOL,
  SIGNATURE,
  SIGNATURE_METHODS,
  SUCCESS,
  TRANSFORMS,
} from './saml-names.js';
import { attributeOf, childrenOf, elementsOf, onlyChild, type XmlElement } from './xml-tree.js';

/** What a response must be for. */
export interface Expected {
  entityId: string;
  acsUrl: string;
  requestId: string;
}

export interface Signatures {
  /** In base64. */
  values: string[];
  /** Whether the response is signed in addition to the assertion. */
  isResponseSigned: boolean;
}

export const refuse = (problem: string): never => {
  throw new ProviderProblem(problem);
};

/**
 * Checks the shape of a response before its signatures are verified. Only one place can have an assertion or a signature, so there is
 * nothing to wrap.
 * @throws ProviderProblem
 */
export function checkResponse(response: XmlElement, { entityId, acsUrl, requestId }: Expected): Signatures {
  if (response.name !== 'Response' || response.uri !== PROTOCOL || attributeOf(response, 'Version') !== '2.0')
    refuse('The message is not a SAML 2.0 response');
  checkStatus(response);
  const destination = attributeOf(response, 'Destination');
  if (destination !== null && destination !== acsUrl) refuse('The destination of the response is another address');
  if (attributeOf(response, 'InResponseTo') !== requestId) refuse('The response is not to the request of this sign-in');
  checkIssuer(childrenOf(response, 'Issuer', ASSERTION), entityId);
  const elements = [...elementsOf(response)];
  requireUniqueIds(elements);
  if (elements.some(({ name }) => name.startsWith('Encrypted')))
    refuse('The response is encrypted. Turn encryption of assertions off');
  const assertions = elements.filter(({ name }) => name === 'Assertion');
  const [assertion] = assertions;
  const isAlone = assertions.length === 1 && elements.filter(({ name }) => name === 'Response').length === 1;
  if (!assertion || !isAlone || assertion.parent !== response || assertion.uri !== ASSERTION)
    return refuse('The response must have exactly one assertion');
  const signatures = elements.filter(({ name }) => name === 'Signature');
  for (const signature of signatures) checkSignature(signature, [response, assertion]);
  const countOf = (owner: XmlElement): number => signatures.filter(({ parent }) => parent === owner).length;
  if (countOf(assertion) !== 1) refuse('The assertion is not signed. Sign assertions, not only responses');
  if (countOf(response) > 1) refuse('The response has more than one signature');
  const values = signatures.map((signature) => onlyChild(signature, 'SignatureValue').text);
  return { values, isResponseSigned: countOf(response) === 1 };
}

function checkStatus(response: XmlElement): void {
  const code = onlyChild(onlyChild(response, 'Status'), 'StatusCode');
  const [second] = childrenOf(code, 'StatusCode');
  const status = [code, ...(second ? [second] : [])].map((element) => attributeOf(element, 'Value') ?? '');
  if (status[0] !== SUCCESS) refuse(`The provider returned the status ${quote(status.join(' '))}`);
}

export function checkIssuer(issuers: readonly XmlElement[], entityId: string): void {
  for (const { text } of issuers) if (text.trim() !== entityId) refuse(`The issuer is ${quote(text.trim())}`);
}

/** Signatures refer to elements by id. Libraries differ in which attributes are ids. */
function requireUniqueIds(elements: readonly XmlElement[]): void {
  const ids = elements.flatMap(({ attributes }) =>
    attributes.filter(({ name }) => name.toLowerCase() === 'id').map(({ value }) => value),
  );
  if (new Set(ids).size !== ids.length) refuse('Two elements have the same id');
}

function checkSignature(signature: XmlElement, owners: readonly XmlElement[]): void {
  const owner = signature.parent;
  if (!owner || !owners.includes(owner) || signature.uri !== SIGNATURE)
    return refuse('A signature is at an unexpected place');
  const known = ['SignedInfo', 'SignatureValue', 'KeyInfo'];
  if (signature.children.some(({ name }) => !known.includes(name))) refuse('A signature has unexpected content');
  const info = onlyChild(signature, 'SignedInfo');
  const reference = onlyChild(info, 'Reference');
  if (attributeOf(reference, 'URI') !== `#${attributeOf(owner, 'ID')}`)
    refuse('A signature is not of the element that has it');
  const transforms = childrenOf(onlyChild(reference, 'Transforms'), 'Transform').map(algorithmOf);
  const isKnown =
    SIGNATURE_METHODS.has(algorithmOf(onlyChild(info, 'SignatureMethod'))) &&
    DIGEST_METHODS.has(algorithmOf(onlyChild(reference, 'DigestMethod')));
  if (!isKnown) refuse('The signature algorithm is not accepted. Sign with RSA and SHA-256 or SHA-512');
  const isExclusive = algorithmOf(onlyChild(info, 'CanonicalizationMethod')) === EXCLUSIVE_C14N;
  if (!isExclusive || transforms.length !== 2 || transforms.some((transform) => !TRANSFORMS.has(transform)))
    refuse('A signature has unexpected transforms');
}

const algorithmOf = (element: XmlElement): string => attributeOf(element, 'Algorithm') ?? '';
