import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { totpCode } from '../../../src/modules/auth/mfa/factors/totp.js';
import { describeInBrowser } from '../../support/pages/browser.js';
import {
  startIdentityProvider,
  walkThrough,
  type TestIdentityProvider,
} from '../../support/peers/identity-provider.js';
import { press, problem } from '../../support/pages/page-steps.js';
import { verifyDomains } from '../../support/scenes/identity-provider-world.js';
import { startPageWorld, type PageWorld } from '../../support/pages/page-world.js';
import { fromBase32, unixTime } from '../../support/sign-in/second-factors.js';

const SECRET = 'a secret: with / odd + characters %';

/** The customer's provider is a real one, in its own process; the browser goes there and back. */
describeInBrowser('signing in through the company’s identity provider', () => {
  let world: PageWorld;
  let idp: TestIdentityProvider;
  let domain: string;
  let providerId: string;
  beforeAll(async () => {
    [world, idp] = await Promise.all([startPageWorld(), startIdentityProvider()]);
    domain = `${randomBytes(6).toString('hex')}.example`;
    const created = await world.admin.api.post('/identity-providers', {
      kind: 'okta',
      name: 'Northwind Air',
      issuer: idp.issuer,
      client_id: 'knowledge',
      client_secret: SECRET,
      email_domains: [domain],
      default_role: 'engineer',
    });
    if (created.status !== 201) throw new Error(created.text);
    const { id, redirect_uri } = created.body.data as { id: string; redirect_uri: string };
    providerId = id;
    await verifyDomains(world, id);
    expect(redirect_uri).toBe(`${world.publicUrl}/api/v1/oauth/callback/${id}`);
    await idp.tell({ clients: [{ client_id: 'knowledge', client_secret: SECRET, redirect_uris: [redirect_uri] }] });
    await idp.tell({
      accounts: {
        ada: { email: `ada@${domain}`, email_verified: true, name: 'Ada Example' },
        bob: { email: `bob@${domain}`, email_verified: true, name: 'Bob Example' },
        eve: { email: `eve@${domain}`, email_verified: false, name: 'Eve Example' },
      },
    });
  });
  afterAll(async () => {
    idp?.stop();
    await world?.stop();
  });

  /** On the page after the address was typed. */
  async function typed(email: string): Promise<Page> {
    const { page } = await world.visitor();
    await page.goto(world.authorizeUrl());
    await page.getByLabel('Email address').fill(email);
    await press(page, 'Continue');
    return page;
  }

  async function consent(page: Page): Promise<void> {
    await page.getByRole('heading', { name: 'Allow Line Planner to use your account?' }).waitFor();
    await press(page, 'Allow');
    await page.waitForURL((url) => url.href.startsWith(world.callback));
    expect(new URL(page.url()).searchParams.get('code')).not.toBeNull();
    await page.context().close();
  }

  const lastMethods = async (email: string): Promise<string[] | undefined> => {
    const rows = await world.sql.query<{ methods: string[] }>(
      `SELECT s.authentication_methods AS methods FROM sessions s JOIN users u ON u.id = s.user_id
       WHERE u.email = $1 ORDER BY s.id DESC LIMIT 1`,
      [email],
    );
    return rows[0]?.methods;
  };

  it('is offered by the domain alone, beside the password, and leads there and back to consent', async () => {
    const elsewhere = await typed('ada@elsewhere.example');
    expect(await elsewhere.getByRole('button', { name: /^Continue with/ }).count()).toBe(0);
    await elsewhere.context().close();
    const unknown = await typed(`nobody@${domain}`);
    expect(await unknown.getByRole('button', { name: 'Continue with Northwind Air' }).count()).toBe(1);
    await unknown.context().close();

    const page = await typed(`ada@${domain}`);
    await press(page, 'Continue with Northwind Air');
    expect(await page.getByRole('main').innerText()).toContain('Ada Example');
    await consent(page);
    expect(await lastMethods(`ada@${domain}`)).toEqual(['fed']);
  });

  it('is not offered on the application of another organization, nor gone to from there', async () => {
    const stranger = await world.signIn({ role: 'admin' });
    const theirs = { name: 'Elsewhere', redirect_uris: [world.callback], scopes: ['openid'], type: 'public' };
    const client = (await stranger.api.post('/oauth/clients', theirs)).body.data as { client_id: string };
    const browser = world.formBrowser();
    const start = await browser.get(world.authorizeUrl(client, { scope: 'openid' }));
    const page = await browser.submit(start, '/email', { email: `ada@${domain}` });
    expect(page.html).not.toContain('Northwind Air');
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
    const forced = await browser.post(page.url.href.replace(/password$/, 'provider'), { csrf });
    expect([forced.status, forced.url.href]).toEqual([200, page.url.href]);
  });

  it('stands for the password and not for the second factor', async () => {
    const email = `bob@${domain}`;
    const member = await world.member({ email });
    const { app } = await world.factors.userWithApp(member);
    const page = await typed(email);
    await press(page, 'Continue with Northwind Air');
    await page.getByLabel('6-digit code').fill(await world.factors.codeOf(app));
    await press(page, 'Confirm');
    await consent(page);
    expect(await lastMethods(email)).toEqual(['fed', 'otp', 'mfa']);
    const accepted = await world.sql.query(
      `SELECT action, reason FROM audit_records WHERE target_id = $1 AND action LIKE 'auth.%_accepted'`,
      [member.id],
    );
    expect(accepted).toEqual([{ action: 'auth.provider_accepted', reason: 'second_factor_demanded' }]);
  });

  it('does not stand for a second factor that the organization demands: that is set up before consent', async () => {
    const demand = (policy: string): Promise<unknown> =>
      world.sql.query(`UPDATE organizations SET mfa_policy = $2 WHERE id = $1`, [world.organization.id, policy]);
    await demand('required');
    await world.sql.query(`DELETE FROM oauth_consents`);
    try {
      const page = await typed(`ada@${domain}`);
      await press(page, 'Continue with Northwind Air');
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Protect your account');
      const secret = fromBase32(((await page.locator('.secret').textContent()) ?? '').replaceAll(' ', ''));
      await page.getByLabel('6-digit code').fill(totpCode(secret, unixTime()));
      await press(page, 'Confirm');
      await press(page, 'I have saved them');
      await consent(page);
      expect(await lastMethods(`ada@${domain}`)).toEqual(expect.arrayContaining(['fed', 'otp', 'mfa']));
    } finally {
      await demand('optional');
      await world.sql.query(`UPDATE users SET mfa_enabled = false WHERE email = $1`, [`ada@${domain}`]);
    }
  });

  it('comes back to the page with the reason when the company says no, and the password still works', async () => {
    const member = await world.member({ email: `eve@${domain}` });
    const page = await typed(member.email);
    await press(page, 'Continue with Northwind Air');
    expect(await problem(page)).toContain('The identity provider has not verified your email address.');
    const other = await typed(`carol@${domain}`);
    await press(other, 'Continue with Northwind Air');
    expect(await other.title()).toBe('Company sign-in');
    await other.getByLabel('Account').fill('cancel');
    await press(other, 'Sign in');
    expect(await problem(other)).toContain('The sign-in was canceled at the identity provider.');
    await other.context().close();
    await page.getByLabel('Email address').fill(member.email);
    await press(page, 'Continue');
    await page.getByLabel('Password').fill(member.password);
    await press(page, 'Sign in');
    await consent(page);
  });

  it('says so when the provider does not answer', async () => {
    const page = await typed(`ada@${domain}`);
    await idp.tell({ faults: { '/token': { kind: 'error' } } });
    try {
      await press(page, 'Continue with Northwind Air');
      expect(await problem(page)).toContain('Signing in through Northwind Air failed.');
    } finally {
      await idp.tell({ faults: {} });
    }
    await page.context().close();
  });

  it('an answer for another browser, a second time, or made up, signs nobody in', async () => {
    const attacker = world.formBrowser();
    let page = await attacker.get(world.authorizeUrl());
    page = await attacker.submit(page, '/email', { email: `ada@${domain}` });
    const away = await attacker.submit(page, '/provider', {});
    expect(away.url.origin).toBe(idp.issuer);
    const callback = `${world.publicUrl}/api/v1/oauth/callback/${providerId}`;
    const state = away.url.searchParams.get('state') ?? '';
    const { context, page: victim } = await world.visitor();
    for (const query of [`?code=stolen&state=${state}`, '?code=x&state=y', '', '?state=a&state=b&code=x']) {
      const answer = await victim.goto(callback + query);
      expect(answer?.status()).toBe(400);
      expect(await victim.getByRole('heading', { level: 1 }).innerText()).toBe('This request is not complete');
    }
    expect((await context.cookies()).filter(({ name }) => name === 'amks_page')).toEqual([]);
    await context.close();
  });

  it('an answer is good for one session, however often and at once it is shown', async () => {
    const email = `ada@${domain}`;
    const browser = world.formBrowser();
    const start = await browser.submit(await browser.get(world.authorizeUrl()), '/email', { email });
    const away = await browser.submit(start, '/provider', {});
    const callback = await walkThrough(away.url.href, `${world.publicUrl}/api/v1/oauth/callback/${providerId}`);
    const back = await fetch(callback, { redirect: 'manual', headers: { cookie: browser.cookiesFor(callback) } });
    const finish = new URL(back.headers.get('location') ?? '', world.publicUrl);
    expect(finish.href).toBe(start.url.href.replace(/password$/, 'provider'));
    const [state = ''] = back.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
    const kept = browser.cookiesFor(finish).split('; ');
    const cookie = [...kept.filter((pair) => !pair.startsWith('amks_page=')), state].join('; ');
    const count = async (): Promise<number> => {
      const sql = `SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1`;
      return (await world.sql.query(sql, [email])).length;
    };
    const before = await count();
    const show = (): Promise<Response> => fetch(finish, { redirect: 'manual', headers: { cookie } });
    const answers = await Promise.all([show(), show(), show(), show()]);
    const ends = [...answers, await show()].map(({ headers }) => headers.get('location') ?? '');
    expect(ends.filter((location) => location.includes('/oauth/authorize/'))).toHaveLength(1);
    expect(ends.filter((location) => location === start.url.pathname.replace(/\/password$/, ''))).toHaveLength(4);
    expect(await count()).toBe(before + 1);
  });

  it('the step after it cannot be reached without it', async () => {
    const page = await typed(`ada@${domain}`);
    const base = page.url().replace(/\/password$/, '');
    await page.goto(`${base}/provider`);
    expect(page.url()).toBe(base);
    await page.context().close();
  });
});
