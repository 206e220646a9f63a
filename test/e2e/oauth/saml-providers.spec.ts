import type { Json } from '../../support/api/api-client.js';
import { selfSignedCertificate } from '../../support/peers/self-signed-certificate.js';
import {
  genuine,
  SAML_KEYS,
  startSamlWorld,
  type SamlCustomer,
  type SamlWorld,
} from '../../support/scenes/saml-world.js';

const ENTITY = 'https://idp.example/saml';
const SSO = 'https://idp.example/sso';
const inBase64 = (pem: string): string => pem.replace(/-----[^-]+-----|\s/g, '');
const EXPIRED = selfSignedCertificate({ rsaBits: 2048, untilMs: -60_000 });

const keyDescriptor = (cert: string, use = 'use="signing"'): string =>
  `<md:KeyDescriptor ${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>
  ${cert}
  </ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
const idpDescriptor = (content = keyDescriptor(inBase64(SAML_KEYS.cert))): string =>
  `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${ENTITY}">
  <!-- exported --><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${content}
  <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/post"/>
  <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${SSO}"/>
  </md:IDPSSODescriptor></md:EntityDescriptor>`;
const many = (...entities: string[]): string =>
  `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${entities.join('')}</md:EntitiesDescriptor>`;

describe('/identity-providers of the kind saml', () => {
  let world: SamlWorld;
  let customer: SamlCustomer;
  let path: string;
  beforeAll(async () => {
    world = await startSamlWorld();
    customer = await world.customer();
    path = `/identity-providers/${customer.providerId}`;
  });
  afterAll(() => world?.stop());

  const terms = { entity_id: ENTITY, sso_url: SSO, certificates: [SAML_KEYS.cert] };
  const body = (changes: Json = {}): Json => ({
    kind: 'saml',
    name: 'Company',
    saml: terms,
    email_domains: ['company.example'],
    ...changes,
  });
  const audited = async (action: string): Promise<unknown> =>
    (
      await world.sql.query<{ details: Json }>(
        `SELECT details FROM audit_records WHERE action = $1 AND organization_id = $2 ORDER BY id DESC LIMIT 1`,
        [`identity_provider.${action}`, customer.organization.id],
      )
    )[0]?.details;

  it.each<[string, Json]>([
    ['its metadata', { metadata_xml: `\uFEFF<?xml version="1.0" encoding="UTF-8"?>${idpDescriptor()}` }],
    ['the metadata of several', { metadata_xml: many(idpDescriptor().replace(/IDPSSO/g, 'SPSSO'), idpDescriptor()) }],
    [
      'metadata with keys of other times and uses',
      {
        metadata_xml: idpDescriptor(
          keyDescriptor(inBase64(EXPIRED.cert)) +
            keyDescriptor(inBase64(SAML_KEYS.cert), '') +
            keyDescriptor(inBase64(selfSignedCertificate({ rsaBits: 2048 }).cert), 'use="encryption"'),
        ),
      },
    ],
    ['three fields', { entity_id: ENTITY, sso_url: SSO, certificates: [inBase64(SAML_KEYS.cert)] }],
  ])('are made by %s', async (_name, saml) => {
    const { admin } = await world.customer();
    const { status, body: answer } = await admin.api.post('/identity-providers', body({ saml }));
    expect(status).toBe(201);
    const { id, saml: made, ...others } = answer.data as { id: string; saml: Json };
    expect(made).toEqual({
      entity_id: ENTITY,
      sso_url: SSO,
      certificates: [
        {
          certificate: inBase64(SAML_KEYS.cert),
          fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
          expires_at: expect.stringMatching(/Z$/),
        },
      ],
      email_attribute: null,
      name_attribute: null,
      initiate_login_uri: null,
      metadata_url: `https://service.test/api/v1/oauth/saml/${id}/metadata`,
    });
    expect(others).toMatchObject({
      client_id: `https://service.test/api/v1/oauth/saml/${id}/metadata`,
      redirect_uri: `https://service.test/api/v1/oauth/callback/${id}`,
      issuer: null,
      scopes: [],
    });
  });

  it.each<[string, Json, string]>([
    ['without saml', { saml: undefined }, 'saml.entity_id'],
    ['without certificates', { saml: { ...terms, certificates: undefined } }, 'saml.certificates'],
    ['with a client secret', { client_secret: 'x' }, 'client_secret'],
    ['with an issuer', { issuer: 'https://idp.example' }, 'issuer'],
    ['with scopes', { scopes: ['openid'] }, 'scopes'],
    ['of another kind', { kind: 'okta', issuer: 'https://x.example', client_id: 'x', client_secret: 'x' }, 'saml'],
    ['at an address that is not https', { saml: { ...terms, sso_url: 'ldap://idp.example/sso' } }, 'saml.sso_url'],
    ['at a script', { saml: { ...terms, sso_url: 'javascript:alert(1)' } }, 'saml.sso_url'],
    ['led elsewhere', { saml: { ...terms, initiate_login_uri: 'javascript:x' } }, 'saml.initiate_login_uri'],
    ['with no certificate', { saml: { ...terms, certificates: ['AAAA'] } }, 'saml.certificates.0'],
    ['with an expired one', { saml: { ...terms, certificates: [EXPIRED.cert] } }, 'saml.certificates.0'],
    [
      'with a short key',
      { saml: { ...terms, certificates: [selfSignedCertificate({ rsaBits: 1024 }).cert] } },
      'saml.certificates.0',
    ],
    [
      'with a key of another kind',
      { saml: { ...terms, certificates: [selfSignedCertificate().cert] } },
      'saml.certificates.0',
    ],
    ['with six certificates', { saml: { ...terms, certificates: Array(6).fill(SAML_KEYS.cert) } }, 'saml.certificates'],
    ['with an unknown field', { saml: { ...terms, signed: false } }, 'saml.signed'],
    ['by both', { saml: { metadata_xml: idpDescriptor(), sso_url: SSO } }, 'saml.sso_url'],
    ['by no metadata', { saml: { metadata_xml: '{}' } }, 'saml.metadata_xml'],
    ['by metadata with entities', { saml: { metadata_xml: `<!DOCTYPE a>${idpDescriptor()}` } }, 'saml.metadata_xml'],
    ['by metadata of two', { saml: { metadata_xml: many(idpDescriptor(), idpDescriptor()) } }, 'saml.metadata_xml'],
    ['by metadata without a key', { saml: { metadata_xml: idpDescriptor('') } }, 'saml.metadata_xml'],
    [
      'by metadata without a redirect binding',
      { saml: { metadata_xml: idpDescriptor().replace('HTTP-Redirect', 'SOAP') } },
      'saml.metadata_xml',
    ],
    ['by metadata too long', { saml: { metadata_xml: 'x'.repeat(262_145) } }, 'saml.metadata_xml'],
  ])('are not made %s', async (_name, changes, field) => {
    const { status, body: answer } = await customer.admin.api.post('/identity-providers', body(changes));
    expect([status, answer.error?.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(JSON.stringify(answer.error?.details)).toContain(`"${field}"`);
  });

  it('keep what a change does not name, and the links until the entity changes', async () => {
    const login = await world.begin(customer);
    await world.answer(customer, login, genuine(login.terms));
    const links = async (): Promise<number> =>
      (await world.sql.query(`SELECT 1 FROM identity_links WHERE provider_id = $1`, [customer.providerId])).length;
    const saml = { email_attribute: 'mail', sso_url: 'https://idp.example/new' };
    const changed = await customer.admin.api.patch(path, { saml });
    expect(changed.body.data.saml).toMatchObject({ ...saml, entity_id: login.terms.issuer, initiate_login_uri: null });
    expect(await links()).toBe(1);
    const details = await audited('updated');
    expect(details).toMatchObject({
      changed: ['saml'],
      saml: { to: { certificates: [expect.stringMatching(/^..:/)] } },
    });
    expect(JSON.stringify(details)).not.toContain(inBase64(SAML_KEYS.cert).slice(0, 40));
    await customer.admin.api.patch(path, { saml: { email_attribute: null } });
    const { status } = await customer.admin.api.patch(path, { saml: { entity_id: 'https://another.example' } });
    expect([status, await links()]).toEqual([200, 0]);
    expect(await audited('updated')).toMatchObject({ unlinked: 1 });
    for (const wrong of [{ client_secret: 'x' }, { issuer: 'https://x.example' }])
      expect((await customer.admin.api.patch(path, wrong)).status).toBe(400);
  });

  it('are tested as far as nothing has to be fetched', async () => {
    const outcomes = async (): Promise<Json> => {
      const { body: answer } = await customer.admin.api.post(`${path}/test`);
      const checks = answer.data.checks as { check: string; outcome: string }[];
      return { ok: answer.data.ok as boolean, ...Object.fromEntries(checks.map((c) => [c.check, c.outcome])) };
    };
    // Its certificate is of tomorrow only.
    const rest = { domains: 'passed', discovery: 'skipped', redirect_uri: 'warning', email: 'skipped' };
    expect(await outcomes()).toEqual({ ok: true, keys: 'warning', ...rest });
    const lasting = selfSignedCertificate({ rsaBits: 2048, untilMs: 90 * 86_400_000 });
    await customer.admin.api.patch(path, { saml: { certificates: [SAML_KEYS.cert, lasting.cert] } });
    expect(await outcomes()).toEqual({ ok: true, keys: 'passed', ...rest });
    await world.sql.query(
      `UPDATE identity_providers SET saml = jsonb_set(saml, '{certificates}', jsonb_build_array($2::text)) WHERE id = $1`,
      [customer.providerId, inBase64(EXPIRED.cert)],
    );
    expect(await outcomes()).toEqual({ ok: false, keys: 'failed', ...rest });
  });
});
