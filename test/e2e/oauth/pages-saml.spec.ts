import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../../support/pages/browser.js';
import { press, problem } from '../../support/pages/page-steps.js';
import { startPageWorld, type PageWorld } from '../../support/pages/page-world.js';
import { startSamlProvider, type TestSamlProvider } from '../../support/peers/saml-provider.js';
import { selfSignedCertificate } from '../../support/peers/self-signed-certificate.js';
import { verifyDomains } from '../../support/scenes/identity-provider-world.js';

/** The provider is samlify in its own process, on another site than the service: cookies do not arrive with its form. */
describeInBrowser('signing in through the company’s SAML provider', () => {
  let world: PageWorld;
  let idp: TestSamlProvider;
  let domain: string;
  let provider: { id: string; redirect_uri: string; saml: { metadata_url: string } };
  beforeAll(async () => {
    const keys = selfSignedCertificate({ rsaBits: 2048 });
    [world, idp] = await Promise.all([startPageWorld(), startSamlProvider(keys)]);
    domain = `${randomBytes(6).toString('hex')}.example`;
    const created = await world.admin.api.post('/identity-providers', {
      kind: 'saml',
      name: 'Northwind Air',
      saml: { metadata_xml: idp.metadata },
      email_domains: [domain],
      role_mapping: [{ claim: 'groups', value: 'mechanics', role: 'engineer' }],
    });
    if (created.status !== 201) throw new Error(created.text);
    provider = created.body.data as typeof provider;
    await verifyDomains(world, provider.id);
    await idp.tell({ service: await (await fetch(provider.saml.metadata_url)).text() });
  });
  afterAll(async () => {
    idp?.stop();
    await world?.stop();
  });

  async function atProvider(name: string): Promise<Page> {
    const { page } = await world.visitor();
    await page.goto(world.authorizeUrl());
    await page.getByLabel('Email address').fill(`${name}@${domain}`);
    await press(page, 'Continue');
    await press(page, 'Continue with Northwind Air');
    await page.waitForURL((url) => url.href.startsWith(new URL(idp.entityId).origin));
    return page;
  }

  it('leads there and back to consent, without scripts', async () => {
    await idp.tell({
      user: { nameId: 'ada-1', email: `ada@${domain}`, name: 'Ada Example', group: 'mechanics' },
    });
    const page = await atProvider('ada');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Allow Line Planner to use your account?' }).waitFor();
    await press(page, 'Allow');
    await page.waitForURL((url) => url.href.startsWith(world.callback));
    expect(new URL(page.url()).searchParams.get('code')).not.toBeNull();
    const [user] = await world.sql.query(`SELECT name, role FROM users WHERE email = $1`, [`ada@${domain}`]);
    expect(user).toEqual({ name: 'Ada Example', role: 'engineer' });
    await page.context().close();
  });

  it('comes back with the reason when the address is of another domain', async () => {
    await idp.tell({ user: { nameId: 'eve-1', email: 'eve@elsewhere.example', name: 'Eve', group: 'pilots' } });
    const page = await atProvider('eve');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await problem(page)).toContain('The domain of your email address cannot sign in this way.');
    await page.context().close();
  });

  it('does not sign anybody in who starts at the provider', async () => {
    await idp.tell({ user: { nameId: 'ada-1', email: `ada@${domain}`, name: 'Ada', group: 'pilots' } });
    const { page, context } = await world.visitor();
    await page.goto(new URL('/sso', idp.entityId).href);
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('This request is not complete');
    expect(await context.cookies(world.publicUrl)).toEqual([]);
    await context.close();
  });
});
