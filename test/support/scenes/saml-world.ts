import { randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import type { Json } from '../api/api-client.js';
import type { FormBrowser, Visited } from '../pages/form-browser.js';
import type { OAuthApplication } from '../peers/oauth-application.js';
import { assertionXml, newXmlId, responseXml, signed, type ResponseTerms } from '../peers/saml-messages.js';
import { selfSignedCertificate, type KeyAndCertificate } from '../peers/self-signed-certificate.js';
import type { SignedIn } from '../service/test-world.js';
import { verifyDomains } from './identity-provider-world.js';
import { CALLBACK, startOAuthWorld, type OAuthWorld } from './oauth-world.js';

export const SAML_KEYS: KeyAndCertificate = selfSignedCertificate({ rsaBits: 2048 });
const ENTITY_ID = 'https://idp.company.example/saml';
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

/** An organization that signs in by SAML, with an application. */
export interface SamlCustomer {
  organization: { id: string };
  admin: SignedIn;
  domain: string;
  providerId: string;
  acsUrl: string;
  audience: string;
  application: OAuthApplication;
}

/** A login that waits for the provider. */
export interface PendingLogin {
  browser: FormBrowser;
  url: URL;
  relayState: string;
  terms: ResponseTerms;
}

export interface SamlWorld extends OAuthWorld {
  customer(saml?: Json, fields?: Json): Promise<SamlCustomer>;
  /** From the application to the provider. */
  begin(customer: SamlCustomer): Promise<PendingLogin>;
  /** What the provider's form does: another site, so without cookies. */
  send(customer: SamlCustomer, fields: Record<string, string>): Promise<Response>;
  /** The whole way of a response: sent, and followed by the browser that began. */
  answer(customer: SamlCustomer, login: PendingLogin, xml: string): Promise<Visited>;
  sessions(): Promise<number>;
  /** The last refusal that the audit trail has of the organization. */
  refusal(customer: SamlCustomer): Promise<{ reason: string; problem: string } | null>;
}

export const base64 = (xml: string): string => Buffer.from(xml).toString('base64');
/** A response as the provider sends it. */
export const genuine = (terms: ResponseTerms, key = SAML_KEYS.key): string =>
  responseXml(terms, signed(assertionXml(terms), 'Assertion', key));

export async function startSamlWorld(): Promise<SamlWorld> {
  const world = await startOAuthWorld({ shared: true, env: { OUTBOUND_ALLOW_LOOPBACK: 'true' } });
  const send: SamlWorld['send'] = ({ acsUrl }, fields) =>
    fetch(world.service.baseUrl + new URL(acsUrl).pathname, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
      headers: { accept: 'text/html', 'sec-fetch-site': 'cross-site' },
    });
  return {
    ...world,
    send,
    customer: async (saml = {}, fields = {}) => {
      const organization = await world.identity.organization();
      const admin = await world.signIn({ role: 'admin', organization });
      const domain = `${randomBytes(6).toString('hex')}.example`;
      const provider = await made(admin, '/identity-providers', {
        kind: 'saml',
        name: 'Company',
        saml: {
          entity_id: ENTITY_ID,
          sso_url: 'https://idp.company.example/sso',
          certificates: [SAML_KEYS.cert],
          ...saml,
        },
        email_domains: [domain],
        ...fields,
      });
      await verifyDomains(world, provider.id as string);
      const client = {
        name: 'Portal',
        redirect_uris: [CALLBACK],
        scopes: ['openid'],
        type: 'public',
        first_party: true,
      };
      const { client_id } = await made(admin, '/oauth/clients', client);
      const registered = { id: '', client_id: client_id as string, client_secret: null, type: 'public' } as const;
      return {
        organization,
        admin,
        domain,
        providerId: provider.id as string,
        acsUrl: provider.redirect_uri as string,
        audience: provider.client_id as string,
        application: await world.application(registered),
      };
    },
    begin: async ({ application, domain, acsUrl, audience }) => {
      const browser = world.browser();
      const email = `ann@${domain}`;
      const page = await browser.submit(await browser.get(await application.begin({ scope: 'openid' })), '/email', {
        email,
      });
      const { url } = await browser.submit(page, '/provider', {});
      const request = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
      const terms: ResponseTerms = {
        requestId: /\bID="([^"]+)"/.exec(request)?.[1] ?? '',
        acsUrl,
        audience,
        issuer: ENTITY_ID,
        nameId: 'ann-1',
        nameIdFormat: PERSISTENT,
        email,
        attributes: '',
        assertionId: newXmlId(),
        responseId: newXmlId(),
        status: 'Success',
        issuedAt: Date.now(),
        notBefore: Date.now() - 5_000,
        notOnOrAfter: Date.now() + 300_000,
      };
      return { browser, url, relayState: url.searchParams.get('RelayState') ?? '', terms };
    },
    answer: async (customer, { browser, relayState }, xml) => {
      const response = await send(customer, { SAMLResponse: base64(xml), RelayState: relayState });
      const location = response.headers.get('location');
      if (response.status !== 303 || location === null) throw new Error(`${response.status}: ${await response.text()}`);
      return browser.get(location);
    },
    sessions: async () => (await world.sql.query(`SELECT 1 FROM sessions`)).length,
    refusal: async ({ organization }) => {
      const [event] = await world.sql.query<{ reason: string; problem: string }>(
        `SELECT reason, details ->> 'problem' AS problem FROM audit_records
         WHERE action = 'auth.login' AND result = 'failure' AND organization_id = $1 ORDER BY id DESC LIMIT 1`,
        [organization.id],
      );
      return event ?? null;
    },
  };
}

async function made({ api }: SignedIn, path: string, body: object): Promise<Json> {
  const answer = await api.post(path, body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data;
}
