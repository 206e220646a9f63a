import { randomBytes } from 'node:crypto';
import {
  assertionXml,
  attributeXml,
  newXmlId,
  responseXml,
  signed,
  wrappedResponses,
  type ResponseTerms,
} from '../../support/peers/saml-messages.js';
import { selfSignedCertificate } from '../../support/peers/self-signed-certificate.js';
import { CALLBACK } from '../../support/scenes/oauth-world.js';
import {
  base64,
  genuine,
  SAML_KEYS,
  startSamlWorld,
  type PendingLogin,
  type SamlCustomer,
  type SamlWorld,
} from '../../support/scenes/saml-world.js';

const MINUTE = 60_000;
const { key } = SAML_KEYS;
const FOREIGN = selfSignedCertificate({ rsaBits: 2048 });
const RSA_SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#sha1';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const WITH_COMMENTS = 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments';

type Attack = (terms: ResponseTerms) => string;
const numbered = (count: number, name: string): string =>
  Array.from({ length: count }, (_, n) => `${name}${n}="x"`).join(' ');
const lying =
  (lies: Partial<ResponseTerms>): Attack =>
  (terms) =>
    genuine({ ...terms, ...lies });
const declaring =
  (declaration: string): Attack =>
  (terms) =>
    `<?xml version="1.0"?>${declaration}${genuine(terms).replace(terms.nameId, '&a;')}`;
const LAUGHS = Array.from(
  { length: 9 },
  (_, n) => `<!ENTITY ${'abcdefghij'[n + 1] ?? ''} "${`&${'abcdefghij'[n]};`.repeat(10)}">`,
);

describe('SAML responses of attackers', () => {
  let world: SamlWorld;
  let customer: SamlCustomer;
  beforeAll(async () => {
    world = await startSamlWorld();
    customer = await world.customer();
  });
  afterAll(() => world?.stop());

  /** Nobody is signed in, the request is used up, and the audit trail has the cause without data of the assertion. */
  async function refused(login: PendingLogin, xml: string): Promise<{ reason: string; problem: string } | null> {
    const before = await world.sessions();
    const page = await world.answer(customer, login, xml);
    expect(page.url.href).not.toContain(CALLBACK);
    expect(page.html).toContain('There is a problem');
    expect(await world.sessions()).toBe(before);
    const again = await world.send(customer, {
      SAMLResponse: base64(genuine({ ...login.terms, assertionId: newXmlId() })),
      RelayState: login.relayState,
    });
    expect(again.status).toBe(400);
    const refusal = await world.refusal(customer);
    expect(refusal?.problem ?? '').not.toMatch(/ann-1|ann@/);
    return refusal;
  }

  it.each<[string, Attack, RegExp]>([
    ['of another issuer', lying({ issuer: 'https://evil.example' }), /issuer/],
    ['for another audience', lying({ audience: 'https://another.example' }), /audience/],
    ['for another address', lying({ acsUrl: 'https://another.example/acs' }), /destination/],
    ['to another request', lying({ requestId: '_another' }), /request of this sign-in/],
    [
      'that is expired',
      lying({ notBefore: Date.now() - 10 * MINUTE, notOnOrAfter: Date.now() - 2 * MINUTE }),
      /No valid subject confirmation/,
    ],
    ['from the future', lying({ notBefore: Date.now() + 3 * MINUTE }), /not yet valid/],
    ['issued long ago', lying({ issuedAt: Date.now() - 20 * MINUTE }), /No valid subject|too old/],
    ['with an error status', lying({ status: 'Responder' }), /Responder/],
    ['signed with another key', (terms) => genuine(terms, FOREIGN.key), /signature/],
    ['without any signature', (terms) => responseXml(terms, assertionXml(terms)), /not signed/],
    [
      'whose response alone is signed',
      (terms) => signed(responseXml(terms, assertionXml(terms)), 'Response', key),
      /not signed/,
    ],
    ['with a thousand elements', (terms) => responseXml(terms, '<a/>'.repeat(1_001)), /too many elements/],
    [
      'with a thousand attributes',
      (terms) => responseXml(terms, `<a ${numbered(1_001, 'a')}/>`),
      /too many attributes/,
    ],
    [
      'with a thousand namespaces',
      (terms) => responseXml(terms, `<a ${numbered(1_001, 'xmlns:a')}/>`),
      /too many attributes/,
    ],
    [
      'whose response is signed with another key',
      (terms) => signed(genuine(terms), 'Response', FOREIGN.key),
      /document signature/,
    ],
    [
      'signed by RSA and SHA-1',
      (terms) => responseXml(terms, signed(assertionXml(terms), 'Assertion', key, { signature: RSA_SHA1 })),
      /algorithm/,
    ],
    [
      'with a digest by SHA-1',
      (terms) => responseXml(terms, signed(assertionXml(terms), 'Assertion', key, { digest: SHA1 })),
      /algorithm/,
    ],
    [
      'with another canonicalization',
      (terms) => responseXml(terms, signed(assertionXml(terms), 'Assertion', key, { transforms: [WITH_COMMENTS] })),
      /transforms/,
    ],
    ['changed after the signature', (terms) => genuine(terms).replace(terms.nameId, 'admin'), /signature/],
    [
      'confirmed for another recipient',
      (terms) => responseXml(terms, signed(assertionXml({ ...terms, acsUrl: 'https://x.example' }), 'Assertion', key)),
      /confirmed/,
    ],
    [
      'confirmed for another request',
      (terms) => responseXml(terms, signed(assertionXml({ ...terms, requestId: '_other' }), 'Assertion', key)),
      /InResponseTo/,
    ],
    ...(
      [
        ['without a recipient', / Recipient="[^"]+"/, /confirmed/],
        ['without an end', / NotOnOrAfter="[^"]+"(?=\/)/, /NotOnOrAfter/],
        ['with another confirmation', /(?<=cm:)bearer/, /confirmed/],
        ['without an audience', /<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, /AudienceRestriction/],
        ['without conditions', /<saml:Conditions.*<\/saml:Conditions>/, /not complete/],
        ['without a sign-in', /<saml:AuthnStatement.*<\/saml:AuthnStatement>/, /signed in/],
        ['without a subject', /<saml:Subject>.*<\/saml:Subject>/, /Subject/],
        ['without an issuer in the assertion', /(?<=<saml:Issuer>)[^<]+/, /issuer/],
      ] as const
    ).map(([name, part, problem]): [string, Attack, RegExp] => [
      name,
      (terms) => responseXml(terms, signed(assertionXml(terms).replace(part, ''), 'Assertion', key)),
      problem,
    ]),
    [
      'whose conditions are over',
      (terms) => {
        const over = `<saml:Conditions NotOnOrAfter="${new Date(Date.now() - 2 * MINUTE).toISOString()}">`;
        const xml = assertionXml(terms).replace(/<saml:Conditions [^>]+>/, over);
        return responseXml(terms, signed(xml, 'Assertion', key));
      },
      /expired/,
    ],
    [
      'whose session is over',
      (terms) => {
        const over = ` SessionNotOnOrAfter="${new Date(Date.now() - 2 * MINUTE).toISOString()}"`;
        const xml = assertionXml(terms).replace('<saml:AuthnStatement', `$&${over}`);
        return responseXml(terms, signed(xml, 'Assertion', key));
      },
      /session/,
    ],
    ['with a comment in the NameID', (terms) => genuine({ ...terms, nameId: 'adm<!-- -->in' }), /comment/],
    ['with a CDATA section', (terms) => genuine({ ...terms, nameId: '<![CDATA[admin]]>' }), /CDATA/],
    ['with a processing instruction', (terms) => genuine({ ...terms, nameId: 'adm<?x y?>in' }), /processing/],
    ['with an external entity', declaring('<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>'), /document type/],
    ['with a billion laughs', declaring(`<!DOCTYPE a [<!ENTITY a "ha">${LAUGHS.join('')}]>`), /document type/],
    ['with an undeclared entity', (terms) => responseXml({ ...terms, issuer: '&a;' }, ''), /syntax/],
    ['that is encrypted', (terms) => responseXml(terms, '<saml:EncryptedAssertion/>'), /encrypted/],
    ['without an assertion', (terms) => responseXml(terms, ''), /one assertion/],
    ['with an id twice', lying({ responseId: '_same', assertionId: '_same' }), /same id/],
    ['nested without end', (terms) => responseXml(terms, '<a>'.repeat(200) + '</a>'.repeat(200)), /too many/],
    ['with two roots', (terms) => genuine(terms) + genuine(terms), /syntax/],
    ['that is another message', () => '<samlp:LogoutResponse xmlns:samlp="urn:x"/>', /not a SAML 2.0 response/],
    ['that is no XML', () => 'nothing', /syntax/],
  ])('%s', async (_name, attack, problem) => {
    const login = await world.begin(customer);
    expect(await refused(login, attack(login.terms))).toEqual({
      reason: 'identity_provider_failed',
      problem: expect.stringMatching(problem),
    });
  });

  const shapes = Object.keys(
    wrappedResponses(
      { ...({ requestId: '', issuedAt: 0, notBefore: 0, notOnOrAfter: 0 } as ResponseTerms), assertionId: '_a' },
      {},
      key,
    ),
  );
  it.each(shapes)('that wrap a signature: %s', async (shape) => {
    const victim = `victim-${randomBytes(3).toString('hex')}@${customer.domain}`;
    const login = await world.begin(customer);
    const xml = wrappedResponses(login.terms, { nameId: 'evil', email: victim }, key)[shape] ?? '';
    expect(xml).toContain(victim);
    expect(await refused(login, xml)).toMatchObject({ reason: 'identity_provider_failed' });
    expect(await world.sql.query(`SELECT 1 FROM users WHERE email = $1`, [victim])).toEqual([]);
  });

  it.each<[string, Attack, string]>([
    ['of a domain that is not the organization’s', lying({ email: 'ann@elsewhere.example' }), 'email_domain'],
    ['that names nobody', lying({ email: '' }), 'email_missing'],
    ['with two addresses', (t) => lying({ attributes: attributeXml('email', 'b@x.example') })(t), 'email_missing'],
    ['whose NameID is transient', lying({ nameIdFormat: TRANSIENT }), 'subject_missing'],
    [
      'whose NameID is transient, with an attribute called id',
      lying({ nameIdFormat: TRANSIENT, attributes: attributeXml('id', 'victim') }),
      'subject_missing',
    ],
  ])('signed and %s', async (_name, attack, reason) => {
    const login = await world.begin(customer);
    expect(await refused(login, attack(login.terms))).toEqual({ reason, problem: null });
  });

  it('that repeat an assertion id, though signed for a new request', async () => {
    const first = await world.begin(customer);
    expect((await world.answer(customer, first, genuine(first.terms))).url.href).toContain(CALLBACK);
    const second = await world.begin(customer);
    const repeated = genuine({ ...second.terms, assertionId: first.terms.assertionId });
    expect(await refused(second, repeated)).toMatchObject({ problem: 'The assertion was used before' });
  });

  it('that are sent twice, or at once', async () => {
    const login = await world.begin(customer);
    const fields = { SAMLResponse: base64(genuine(login.terms)), RelayState: login.relayState };
    const answers = await Promise.all([1, 2, 3, 4].map(() => world.send(customer, fields)));
    const locations = answers.flatMap(({ status, headers }) => (status === 303 ? [headers.get('location')] : []));
    expect(locations).toHaveLength(1);
    expect((await world.send(customer, fields)).status).toBe(400);
  });

  it('that sign another browser in (login CSRF): a stolen response is of no use', async () => {
    const attacker = await world.begin(customer);
    const victim = await world.begin(customer);
    const before = await world.sessions();
    const page = await world.answer(customer, { ...attacker, browser: victim.browser }, genuine(attacker.terms));
    expect([page.status, page.url.href.includes(CALLBACK)]).toEqual([400, false]);
    expect(await world.sessions()).toBe(before);
  });

  it('that go to another organization’s provider', async () => {
    const rival = await world.customer();
    const login = await world.begin(customer);
    const fields = { SAMLResponse: base64(genuine(login.terms)), RelayState: login.relayState };
    expect((await world.send(rival, fields)).status).toBe(400);
    // Its owner is not disturbed.
    expect((await world.answer(customer, login, genuine(login.terms))).url.href).toContain(CALLBACK);
  });

  it('that are large, no form, or to a provider without SAML', async () => {
    const login = await world.begin(customer);
    const groups = attributeXml('groups', ...Array.from({ length: 900 }, (_, n) => `${'group '.repeat(12)}${n}`));
    const end = await world.answer(customer, login, genuine({ ...login.terms, attributes: groups }));
    expect(end.url.href).toContain(CALLBACK);
    expect((await world.send(customer, { SAMLResponse: 'A'.repeat(263_000), RelayState: 'x' })).status).toBe(413);
    const path = new URL(customer.acsUrl).pathname;
    const json = await fetch(world.service.baseUrl + path, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(json.status).toBe(415);
    expect((await world.send(customer, {})).status).toBe(400);
    await customer.admin.api.patch(`/identity-providers/${customer.providerId}`, { enabled: false });
    expect((await world.send(customer, { SAMLResponse: 'A', RelayState: 'x' })).status).toBe(404);
    await customer.admin.api.patch(`/identity-providers/${customer.providerId}`, { enabled: true });
  });
});
