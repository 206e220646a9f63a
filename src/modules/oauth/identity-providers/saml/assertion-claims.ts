import type { SamlTerms } from '../identity-provider.entity.js';
import { checkIssuer, refuse, type Expected } from './response-checks.js';
import {
  ASSERTION,
  BEARER,
  EMAIL_ADDRESS,
  EMAIL_ATTRIBUTES,
  FAMILY_NAME_ATTRIBUTES,
  GIVEN_NAME_ATTRIBUTES,
  NAME_ATTRIBUTES,
  TRANSIENT,
} from './saml-names.js';
import { attributeOf, childrenOf, onlyChild, type XmlElement } from './xml-tree.js';

type Claims = Record<string, unknown>;

/** Accepted difference between the clocks. */
export const MAX_SKEW_MS = 60_000;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Claims of an assertion whose signature, audience and period the library verified. @throws ProviderProblem */
export function assertionClaims(
  assertion: XmlElement,
  terms: Pick<SamlTerms, 'email_attribute' | 'name_attribute'>,
  expected: Expected,
): Claims {
  if (assertion.name !== 'Assertion' || assertion.uri !== ASSERTION || attributeOf(assertion, 'Version') !== '2.0')
    refuse('The message is not a SAML 2.0 assertion');
  checkIssuer([onlyChild(assertion, 'Issuer')], expected.entityId);
  const subject = onlyChild(assertion, 'Subject');
  if (!childrenOf(subject, 'SubjectConfirmation').some((confirmation) => isForUs(confirmation, expected)))
    refuse('The assertion is not confirmed for this address and request, or is expired');
  const conditions = onlyChild(assertion, 'Conditions');
  if (childrenOf(conditions, 'AudienceRestriction').length === 0) refuse('The assertion has no audience');
  const [statement] = childrenOf(assertion, 'AuthnStatement');
  if (!statement) return refuse('The assertion does not say that the user signed in');
  if (isOver(attributeOf(statement, 'SessionNotOnOrAfter'))) refuse('The session at the provider has ended');
  const nameId = onlyChild(subject, 'NameID');
  const [byName, byFriendlyName] = attributesOf(assertion);
  const attributes = new Map([...byFriendlyName, ...byName]);
  const isAddress = attributeOf(nameId, 'Format') === EMAIL_ADDRESS;
  const first = (names: readonly string[]): string | undefined =>
    [byName, byFriendlyName]
      .flatMap((map) => names.map((name) => map.get(name)))
      .find((values) => values?.length === 1)?.[0];
  const named = ({ length }: readonly string[]): boolean => length === 1;
  return Object.fromEntries([
    ...[...attributes].map(([name, values]) => [name, named(values) ? values[0] : values] as const),
    // A transient name identifies nobody the next time.
    ['sub', attributeOf(nameId, 'Format') === TRANSIENT ? null : nameId.text.trim()],
    [
      'email',
      terms.email_attribute === null
        ? (first(EMAIL_ATTRIBUTES) ?? (isAddress ? nameId.text.trim() : undefined))
        : first([terms.email_attribute]),
    ],
    ['name', first(terms.name_attribute === null ? NAME_ATTRIBUTES : [terms.name_attribute])],
    ['given_name', first(GIVEN_NAME_ATTRIBUTES)],
    ['family_name', first(FAMILY_NAME_ATTRIBUTES)],
  ]);
}

/** SAML 2.0 Profiles, 4.1.4.3. */
function isForUs(confirmation: XmlElement, { acsUrl, requestId }: Expected): boolean {
  const [data] = childrenOf(confirmation, 'SubjectConfirmationData');
  if (!data || attributeOf(confirmation, 'Method') !== BEARER) return false;
  const isNamed = attributeOf(data, 'Recipient') === acsUrl && attributeOf(data, 'InResponseTo') === requestId;
  const [start, end] = [attributeOf(data, 'NotBefore'), attributeOf(data, 'NotOnOrAfter')];
  return isNamed && end !== null && !isOver(end) && (start === null || timeOf(start) <= Date.now() + MAX_SKEW_MS);
}

const isOver = (end: string | null): boolean => end !== null && timeOf(end) <= Date.now() - MAX_SKEW_MS;

function timeOf(text: string): number {
  const time = INSTANT.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? refuse('The assertion has an invalid time') : time;
}

/** By name, and by friendly name, which identifies nothing (SAML 2.0 Core, 2.7.3.1) and counts after all names. Values that are elements are ignored. */
function attributesOf(assertion: XmlElement): [Map<string, string[]>, Map<string, string[]>] {
  const [byName, byFriendlyName] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const statement of childrenOf(assertion, 'AttributeStatement')) {
    for (const attribute of childrenOf(statement, 'Attribute')) {
      const values = childrenOf(attribute, 'AttributeValue').filter(({ children }) => children.length === 0);
      const texts = values.map(({ text }) => text.trim());
      add(byName, attributeOf(attribute, 'Name'), texts);
      add(byFriendlyName, attributeOf(attribute, 'FriendlyName'), texts);
    }
  }
  return [byName, byFriendlyName];
}

function add(map: Map<string, string[]>, name: string | null, values: string[]): void {
  if (name !== null) map.set(name, [...(map.get(name) ?? []), ...values]);
}
