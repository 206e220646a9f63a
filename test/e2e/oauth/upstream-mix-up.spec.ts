import { randomBytes } from 'node:crypto';
import type { TestOrganization } from '../../factories/identity.factory.js';
import type { Json } from '../../support/api/api-client.js';
import type { FormBrowser, Visited } from '../../support/pages/form-browser.js';
import {
  startIdentityProvider,
  walkThrough,
  type TestIdentityProvider,
} from '../../support/peers/identity-provider.js';
import { verifyDomains } from '../../support/scenes/identity-provider-world.js';
import type { OAuthApplication } from '../../support/peers/oauth-application.js';
import { CALLBACK, startOAuthWorld, type OAuthWorld } from '../../support/scenes/oauth-world.js';
import type { SignedIn } from '../../support/service/test-world.js';

const SECRET = 'a secret: with / odd + characters %';

/** An organization with an identity provider in a separate process, and an application. */
interface Customer {
  organization: TestOrganization;
  idp: TestIdentityProvider;
  domain: string;
  redirectUri: string;
  application: OAuthApplication;
}

/** Two organizations with a provider each, over HTTP: from the sign-in page to the provider and back. */
describe('the identity providers of two organizations', () => {
  let world: OAuthWorld;
  let idps: TestIdentityProvider[];
  let acme: Customer;
  let rival: Customer;

  beforeAll(async () => {
    [world, ...idps] = await Promise.all([
      startOAuthWorld({ shared: true, env: { OUTBOUND_ALLOW_LOOPBACK: 'true' } }),
      startIdentityProvider(),
      startIdentityProvider(),
    ]);
    [acme, rival] = (await Promise.all(idps.map(customer))) as [Customer, Customer];
  });
  afterAll(async () => {
    for (const idp of idps ?? []) idp.stop();
    await world?.stop();
  });

  async function customer(idp: TestIdentityProvider): Promise<Customer> {
    const organization = await world.identity.organization();
    const admin = await world.signIn({ role: 'admin', organization });
    const domain = `${randomBytes(6).toString('hex')}.example`;
    const { id, redirect_uri: redirectUri } = await made(admin, '/identity-providers', {
      kind: 'okta',
      name: 'Company',
      issuer: idp.issuer,
      client_id: `client-${domain}`,
      client_secret: SECRET,
      email_domains: [domain],
    });
    await verifyDomains(world, id as string);
    const fields = { name: 'Portal', redirect_uris: [CALLBACK], scopes: ['openid'], type: 'public', first_party: true };
    const { client_id } = await made(admin, '/oauth/clients', fields);
    await idp.tell({
      clients: [{ client_id: `client-${domain}`, client_secret: SECRET, redirect_uris: [redirectUri as string] }],
      accounts: { ann: { email: `ann@${domain}`, email_verified: true, name: 'Ann' } },
    });
    const client = { id: '', client_id: client_id as string, client_secret: null, type: 'public' } as const;
    const application = await world.application(client);
    return { organization, idp, domain, redirectUri: redirectUri as string, application };
  }

  async function made({ api }: SignedIn, path: string, body: object): Promise<Json> {
    const answer = await api.post(path, body);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.data;
  }

  /** From the customer's application to its provider, and as the account to the address that the provider sends back to. */
  async function callbackOf({ application, domain, redirectUri }: Customer, browser: FormBrowser): Promise<URL> {
    const email = `ann@${domain}`;
    const page = await browser.submit(await browser.get(await application.begin({ scope: 'openid' })), '/email', {
      email,
    });
    const away = await browser.submit(page, '/provider', {});
    return walkThrough(away.url.href, redirectUri);
  }

  const sessions = async (): Promise<number> => (await world.sql.query(`SELECT 1 FROM sessions`)).length;
  const lastRefusal = async (): Promise<unknown> => {
    const [event] = await world.sql.query(
      `SELECT reason, organization_id FROM audit_records WHERE action = 'auth.login' AND result = 'failure'
       ORDER BY id DESC LIMIT 1`,
    );
    return event;
  };
  /** What the walk does signs nobody in, and leads to no application. */
  async function refused(walk: () => Promise<Visited>): Promise<Visited> {
    const before = await sessions();
    const page = await walk();
    expect(page.url.href).not.toContain(CALLBACK);
    expect(await sessions()).toBe(before);
    return page;
  }

  it('sign people in, each to its own organization', async () => {
    for (const asked of [acme, rival]) {
      const { application, domain, organization } = asked;
      const browser = world.browser();
      const callback = await callbackOf(asked, browser);
      const { claims } = await application.finish((await browser.get(callback)).url.href);
      const [user] = await world.sql.query(`SELECT email, organization_id FROM users WHERE id = $1`, [claims.sub]);
      expect(user).toEqual({ email: `ann@${domain}`, organization_id: organization.id });
    }
  });

  it.each<[string, () => string, string]>([
    ['of the other’s domain', () => `victim@${acme.domain}`, 'email_domain'],
    ['that has the domain of the provider', () => `victim@${rival.domain}`, 'account_of_another_organization'],
  ])('let nobody of the other organization in: an address %s', async (_name, emailOf, reason) => {
    const email = emailOf();
    await world.identity.user({ organization: acme.organization, email });
    const browser = world.browser();
    // Whomever it is asked about, the provider answers as it likes.
    await rival.idp.tell({ accounts: { [`ann@${rival.domain}`]: { email, email_verified: true } } });
    await refused(async () => browser.get(await callbackOf(rival, browser)));
    expect(await lastRefusal()).toEqual({ reason, organization_id: rival.organization.id });
  });

  describe('take no answer that was asked of the other', () => {
    const at = (callback: URL, { redirectUri }: Customer): URL => new URL(redirectUri + callback.search);

    it('at the other’s address, where it is used up too', async () => {
      const browser = world.browser();
      const callback = await callbackOf(acme, browser);
      expect((await refused(() => browser.get(at(callback, rival)))).status).toBe(400);
      expect((await refused(() => browser.get(callback))).status).toBe(400);
    });

    it('in the name of the other: the code of one with the state of the other (mix-up)', async () => {
      const browser = world.browser();
      const own = await callbackOf(acme, browser);
      const asked = await callbackOf(rival, browser);
      own.searchParams.set('state', asked.searchParams.get('state') ?? '');
      await refused(() => browser.get(at(own, rival)));
      expect(await lastRefusal()).toEqual({ reason: 'wrong_issuer', organization_id: rival.organization.id });
    });

    it('even when it names the other as its issuer', async () => {
      const browser = world.browser();
      const own = await callbackOf(acme, browser);
      const asked = await callbackOf(rival, browser);
      own.searchParams.set('state', asked.searchParams.get('state') ?? '');
      own.searchParams.set('iss', rival.idp.issuer);
      await refused(() => browser.get(at(own, rival)));
      expect(await lastRefusal()).toMatchObject({ reason: 'identity_provider_failed' });
    });
  });
});
