import { attributeXml } from '../../support/peers/saml-messages.js';
import { selfSignedCertificate } from '../../support/peers/self-signed-certificate.js';
import { CALLBACK } from '../../support/scenes/oauth-world.js';
import { SecondFactors } from '../../support/sign-in/second-factors.js';
import { base64, genuine, startSamlWorld, type SamlCustomer, type SamlWorld } from '../../support/scenes/saml-world.js';

const EMAIL_ADDRESS = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

describe('signing in by SAML', () => {
  let world: SamlWorld;
  let customer: SamlCustomer;
  beforeAll(async () => {
    world = await startSamlWorld();
    customer = await world.customer(
      {},
      { role_mapping: [{ claim: 'groups', value: 'mechanics', role: 'engineer' }], max_role: 'engineer' },
    );
  });
  afterAll(() => world?.stop());

  const userOf = async (email: string): Promise<unknown> =>
    (await world.sql.query(`SELECT name, role, organization_id FROM users WHERE email = $1`, [email]))[0];

  it('asks the provider for an assertion for this service, and nothing about the user', async () => {
    const { url, relayState, terms } = await world.begin(customer);
    expect(url.origin + url.pathname).toBe('https://idp.company.example/sso');
    expect(terms.requestId).toMatch(/^_[0-9a-f]{40}$/);
    expect(relayState.length).toBeLessThanOrEqual(80);
    expect(url.href).not.toContain('ann');
  });

  it('leads to the code of the application, with name, role and link', async () => {
    const login = await world.begin(customer);
    const attributes = attributeXml('displayName', 'Ann Example') + attributeXml('groups', 'pilots', 'mechanics');
    const end = await world.answer(customer, login, genuine({ ...login.terms, attributes }));
    expect(end.url.href).toContain(CALLBACK);
    const { claims } = await customer.application.finish(end.url.href);
    const { email } = login.terms;
    expect(await userOf(email)).toEqual({
      name: 'Ann Example',
      role: 'engineer',
      organization_id: customer.organization.id,
    });
    const links = await world.sql.query(`SELECT subject, provider_id FROM identity_links WHERE user_id = $1`, [
      claims.sub,
    ]);
    expect(links).toEqual([{ subject: 'ann-1', provider_id: customer.providerId }]);
    const [session] = await world.sql.query(
      `SELECT authentication_methods AS methods FROM sessions WHERE user_id = $1 ORDER BY id DESC LIMIT 1`,
      [claims.sub],
    );
    expect(session).toEqual({ methods: ['fed'] });
  });

  it('takes the role away with the group', async () => {
    const login = await world.begin(customer);
    await world.answer(customer, login, genuine(login.terms));
    expect(await userOf(login.terms.email)).toMatchObject({ role: 'viewer' });
  });

  it('takes a NameID that is an address, and configured attributes', async () => {
    const by = await world.customer({ email_attribute: 'urn:company:mail', name_attribute: 'urn:company:name' });
    const login = await world.begin(by);
    const email = `bob@${by.domain}`;
    const attributes = attributeXml('urn:company:mail', email) + attributeXml('urn:company:name', 'Bob');
    await world.answer(by, login, genuine({ ...login.terms, nameId: 'bob', attributes }));
    expect(await userOf(email)).toMatchObject({ name: 'Bob' });
    const address = `cara@${customer.domain}`;
    const next = await world.begin(customer);
    await world.answer(
      customer,
      next,
      genuine({ ...next.terms, nameId: address, nameIdFormat: EMAIL_ADDRESS, email: '' }),
    );
    expect(await userOf(address)).toMatchObject({ name: address });
  });

  it('stands for the password and not for the second factor, and not for a suspended account', async () => {
    const member = await world.identity.user({
      organization: customer.organization,
      email: `dora@${customer.domain}`,
      role: 'engineer',
    });
    await new SecondFactors(world).userWithApp(member);
    const before = await world.sessions();
    const login = await world.begin(customer);
    const xml = genuine({ ...login.terms, nameId: 'dora-1', email: member.email });
    const page = await world.answer(customer, login, xml);
    expect(page.url.pathname).toMatch(/\/second-factor\/answer$/);
    await world.sql.query(`UPDATE users SET status = 'suspended' WHERE id = $1`, [member.id]);
    const next = await world.begin(customer);
    await world.answer(customer, next, genuine({ ...next.terms, nameId: 'dora-1', email: member.email }));
    expect(await world.refusal(customer)).toMatchObject({ reason: 'account_suspended' });
    expect(await world.sessions()).toBe(before);
  });

  it('accepts the next certificate beside the old one, and an expired one never', async () => {
    const next = selfSignedCertificate({ rsaBits: 2048 });
    const path = `/identity-providers/${customer.providerId}`;
    const { body } = await customer.admin.api.get(path);
    const [{ certificate }] = body.data.saml.certificates as [{ certificate: string }];
    const changed = await customer.admin.api.patch(path, { saml: { certificates: [certificate, next.cert] } });
    expect(changed.status).toBe(200);
    for (const key of [undefined, next.key]) {
      const login = await world.begin(customer);
      const end = await world.answer(customer, login, genuine(login.terms, key));
      expect(end.url.href).toContain(CALLBACK);
    }
    const old = selfSignedCertificate({ rsaBits: 2048, untilMs: -60_000 });
    const refused = await customer.admin.api.patch(path, { saml: { certificates: [old.cert] } });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('has expired')]);
    const put = (text: string): Promise<unknown> =>
      world.sql.query(
        `UPDATE identity_providers SET saml = jsonb_set(saml, '{certificates,0}', to_jsonb($2::text)) WHERE id = $1`,
        [customer.providerId, text],
      );
    // As if it had expired since.
    await put(old.cert.replace(/-----[^-]+-----|\s/g, ''));
    const login = await world.begin(customer);
    expect((await world.answer(customer, login, genuine(login.terms, old.key))).url.href).not.toContain(CALLBACK);
    await put(certificate);
  });

  it('accepts clocks that differ by a minute at most', async () => {
    const login = await world.begin(customer);
    const ahead = genuine({ ...login.terms, issuedAt: Date.now() + 45_000, notBefore: Date.now() + 45_000 });
    expect((await world.answer(customer, login, ahead)).url.href).toContain(CALLBACK);
  });

  describe('a response that nobody requested', () => {
    const unsolicited = async (whose: SamlCustomer): Promise<Response> => {
      const { terms } = await world.begin(whose);
      return world.send(whose, { SAMLResponse: base64(genuine({ ...terms, requestId: '' })), RelayState: 'tile' });
    };

    it('is refused', async () => {
      const before = await world.sessions();
      expect((await unsolicited(customer)).status).toBe(400);
      expect(await world.sessions()).toBe(before);
    });

    it('starts a new sign-in at the application, where the organization opted in, and is not trusted', async () => {
      const open = await world.customer({ initiate_login_uri: 'https://portal.company.example/login?from=idp' });
      const before = await world.sessions();
      const answer = await unsolicited(open);
      expect([answer.status, answer.headers.get('location')]).toEqual([
        303,
        `https://portal.company.example/login?from=idp&iss=${encodeURIComponent('https://service.test')}`,
      ]);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(await world.sessions()).toBe(before);
    });
  });

  it('publishes its metadata, of SAML providers alone', async () => {
    const path = new URL(customer.audience).pathname;
    const answer = await fetch(world.service.baseUrl + path);
    const xml = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('application/samlmetadata+xml'),
    ]);
    expect(xml).toContain(`entityID="${customer.audience}"`);
    expect(xml).toContain(`Location="${customer.acsUrl}"`);
    expect(xml).toContain('WantAssertionsSigned="true"');
    const other = await fetch(
      world.service.baseUrl + path.replace(customer.providerId, 'idp_01h00000000000000000000000'),
    );
    expect(other.status).toBe(404);
  });
});
