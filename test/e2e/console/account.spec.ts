import type { Page } from 'playwright-core';
import { totpCode } from '../../../src/modules/auth/mfa/factors/totp.js';
import type { TestUser } from '../../factories/identity.factory.js';
import { describeInBrowser } from '../../support/pages/browser.js';
import {
  accessibilityOf,
  enterConsole,
  looksOf,
  searchBox,
  smallTargetsOf,
  type ConsoleVisitor,
} from '../../support/pages/console-steps.js';
import { startPageWorld, type PageWorld } from '../../support/pages/page-world.js';
import type { SignedIn } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';
import { fromBase32, unixTime } from '../../support/sign-in/second-factors.js';

const PHONE = '+4915123456789';
const MARKUP = `<img src=x onerror="document.title='hacked'">`;

describeInBrowser('the account in the console', () => {
  let world: PageWorld;
  let member: TestUser;
  let own: SignedIn;
  let colleague: SignedIn;
  let visitor: ConsoleVisitor;
  let page: Page;
  let manual: { id: string };
  beforeAll(async () => {
    world = await startPageWorld();
    member = await world.member({ role: 'engineer', team: await world.identity.team(world.organization) });
    own = await world.signIn(member);
    colleague = await world.signIn(await world.member({ role: 'engineer', name: 'Ada Adler' }));
    manual = await world.documents.document(world.organization, {
      title: 'Wheels and brakes',
      pages: ['Torque 120 Nm.', 'Torque 44 Nm.'],
    });
    visitor = await enterConsole(world, member);
    ({ page } = visitor);
    // The factory stores no file to draw.
    await visitor.context.route(/\/image\?/, (route) =>
      route.fulfill({ status: 200, contentType: 'image/webp', body: '' }),
    );
  });
  afterAll(async () => {
    await visitor?.context.close();
    await world.stop();
  });
  afterEach(async () => {
    expect(visitor.problems.splice(0)).toEqual([]);
    expect(await page.title()).not.toBe('hacked');
  });

  const open = (address: string): Promise<unknown> => page.goto(`${world.publicUrl}/app/account${address}`);
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
  const secret = (): Promise<string> => page.locator('.secret').innerText();

  async function mention(words: string): Promise<void> {
    const body = { page_number: 2, body: words, mentions: [member.id] };
    const { status, text } = await colleague.api.post(`/documents/${manual.id}/comments`, body);
    if (status !== 201) throw new Error(text);
  }

  async function share(message: string): Promise<void> {
    const body = { recipients: [{ type: 'user', id: member.id }], permission: 'comment', message, page_number: 2 };
    const { status, text } = await colleague.api.post(`/documents/${manual.id}/shares`, body);
    if (status !== 201) throw new Error(text);
  }

  it('tells of notifications as they happen, in all tabs over one stream, and leads to their pages', async () => {
    const other = await visitor.tab();
    const asked: string[] = [];
    other.on('request', (request) => asked.push(request.url()));
    await other.goto(`${world.publicUrl}/app/`);
    await searchBox(other).waitFor();
    await mention('Look at this.');
    await other.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor();
    await page.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor();
    expect(asked.filter((url) => url.endsWith('/notifications/stream'))).toEqual([]);
    await other.close();
    await page.getByRole('link', { name: 'Notifications, 1 unread' }).click();
    await row('Ada Adler mentioned you on page 2 of Wheels and brakes').waitFor();
    await page.getByText('Mentions').click();
    await page.waitForURL(/show=mention/);
    await page.getByRole('link', { name: 'page 2 of Wheels and brakes' }).click();
    await page.getByText('Torque 44 Nm.').waitFor();
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
    expect((await own.api.get('/notifications')).body.data).toMatchObject([{ read: true }]);
  });

  it('stops listening in a tab that nobody uses, so that the session can end', async () => {
    const tab = await visitor.tab();
    await page.goto('about:blank');
    await tab.clock.install();
    const asked = tab.waitForRequest(/notifications\/stream/);
    await tab.goto(`${world.publicUrl}/app/`);
    const stream = await asked;
    const ended = tab.waitForEvent('requestfailed', (request) => request === stream);
    await tab.clock.runFor(601_000);
    await ended;
    const again = tab.waitForRequest(/notifications\/stream/);
    await tab.mouse.move(100, 100);
    await tab.mouse.move(120, 120);
    await again;
    await tab.close();
  });

  it('marks notifications as unread and read, one and all', async () => {
    await open('/notifications');
    await mention('And this.');
    await page.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor();
    await button('Mark as unread').click();
    await page.getByRole('link', { name: 'Notifications, 2 unread' }).waitFor();
    expect(await looksOf(page, 'notifications')).toEqual({});
    await button('Mark as read').first().click();
    await page.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor();
    await button('Mark all as read').click();
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
    await page
      .locator('label')
      .filter({ hasText: /^Unread$/ })
      .click();
    await page.getByText('You have read everything.').waitFor();
    expect((await own.api.get('/notifications/unread-count')).body.data).toEqual({ count: 0 });
  });

  it('creates a key, shows it once, changes, rotates and revokes it', async () => {
    await open('/keys');
    await button('New key').click();
    await page.getByLabel('Name').fill('Export');
    await page.getByLabel('Search documents').uncheck();
    await page.getByLabel('Allowed addresses').fill('not an address');
    await button('Create').click();
    await page.getByText('Must be IP addresses').waitFor();
    await page.getByLabel('Allowed addresses').fill('127.0.0.0/8\n192.0.2.1');
    expect(await looksOf(page)).toEqual({});
    await button('Create').click();
    await page.getByText('API key created').waitFor();
    const first = await secret();
    await button('Done').click();
    expect(await page.getByText(first).count()).toBe(0);
    expect((await world.api.withKey(first).get('/users/me')).status).toBe(200);
    expect((await own.api.get('/api-keys')).body.data).toMatchObject([
      { scopes: ['document.view'], allowed_cidrs: ['127.0.0.0/8', '192.0.2.1/32'] },
    ]);
    expect(await looksOf(page, 'keys')).toEqual({});

    await button('Change Export').click();
    await page.getByLabel('Name').fill('Nightly export');
    await page.getByLabel('Ask the assistants questions').check();
    await button('Save').click();
    await row('Nightly export').filter({ hasText: 'Ask the assistants' }).waitFor();
    await button('Rotate Nightly export').click();
    await inDialog('Rotate').click();
    await page.getByText('API key created').waitFor();
    const second = await secret();
    expect(second).not.toBe(first);
    await row('The replaced key works until').waitFor();
    await button('Done').click();
    await button('Revoke Nightly export').click();
    await page.getByRole('dialog').getByText('This cannot be undone.').waitFor();
    await inDialog('Revoke').click();
    await page.getByText('You have no keys here.').waitFor();
    for (const key of [first, second]) expect((await world.api.withKey(key).get('/users/me')).status).toBe(401);
    visitor.problems.splice(0);
  });

  it('has keys for the sandbox apart', async () => {
    await open('/keys?side=test');
    await button('New key').click();
    await page.getByLabel('Name').fill('Tests');
    await button('Create').click();
    await page.getByText('API key created').waitFor();
    expect(await secret()).toMatch(/^amk_test_/);
    await button('Done').click();
    await page.getByText('Live', { exact: true }).click();
    await page.getByText('You have no keys here.').waitFor();
  });

  it('names the sessions, ends others, and changes the password', async () => {
    const [first] = [await world.signIn(member), await world.signIn(member)];
    await open('/security');
    await row('this session').filter({ hasText: 'Chrome on Linux' }).waitFor();
    const count = (await own.api.get('/auth/sessions')).body.data.length as number;
    await page.getByRole('table', { name: 'Sessions' }).getByRole('button', { name: 'End' }).first().click();
    await inDialog('End').click();
    await page.getByText('The session has ended').waitFor();
    expect((await own.api.get('/auth/sessions')).body.data).toHaveLength(count - 1);
    await button('End all others').click();
    await inDialog('End').click();
    await page.getByText('The sessions have ended').waitFor();
    expect((await first.api.get('/users/me')).status).toBe(401);

    await button('Change password').click();
    await page.getByLabel('Current password').fill('a wrong one');
    await page.getByLabel('New password').fill('a new staple for the horse');
    await button('Change').click();
    await page.getByText('This is not your password.').waitFor();
    await page.getByLabel('Current password').fill(member.password);
    await button('Change').click();
    await page.getByText('Your other sessions have ended.').waitFor();
    expect((await world.login(member)).status).toBe(401);
    member.password = 'a new staple for the horse';
    own = await world.signIn(member);
    visitor.problems.splice(0);
  });

  it('sets an authenticator app up, with recovery codes, and removes it', async () => {
    await open('/security');
    await button('Add').click();
    await page.getByRole('menuitem', { name: 'Authenticator app' }).click();
    await page.getByLabel('Name (optional)').fill('Phone');
    await button('Continue').click();
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    const key = fromBase32((await secret()).replaceAll(/\s/g, ''));
    expect(await looksOf(page)).toEqual({});
    const code = totpCode(key, unixTime());
    await page.getByLabel('6-digit code').fill(code === '000000' ? '111111' : '000000');
    await button('Confirm').click();
    await page.getByText('The code was not accepted.').waitFor();
    await page.getByLabel('6-digit code').fill(totpCode(key, unixTime()));
    await button('Confirm').click();
    await page.getByText('Recovery codes created').waitFor();
    const codes = (await secret()).split('\n');
    expect(codes).toHaveLength(10);
    await button('Done').click();
    await button('New recovery codes').click();
    await inDialog('Create').click();
    await page.getByText('Recovery codes created').waitFor();
    expect(await secret()).not.toContain(codes[0]);
    expect(await looksOf(page)).toEqual({});
    await button('Done').click();
    await button('Remove Phone').click();
    await page.getByText('It is your last one').waitFor();
    await inDialog('Remove').click();
    await page.getByText('A password alone opens your account.').waitFor();
    visitor.problems.splice(0);
  });

  it('adds a passkey and a security key, and says when it was not used', async () => {
    const devtools = await visitor.context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...({ protocol: 'ctap2', transport: 'internal' } as const),
        ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: false },
        automaticPresenceSimulation: true,
      },
    });
    await open('/security');
    await button('Add').click();
    await page.getByRole('menuitem', { name: 'Security key or passkey' }).click();
    await page.getByLabel('Name (optional)').fill('This laptop');
    await page.getByRole('checkbox', { name: /^Passkey/ }).check();
    await button('Continue').click();
    await button('Use the key').click();
    await page.getByText('The key was not used. Try again.').waitFor();
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await button('Use the key').click();
    await row('This laptop').filter({ hasText: 'Passkey' }).waitFor();
    const stored = await world.sql.query(
      `SELECT label FROM mfa_methods WHERE user_id = $1 AND activated_at IS NOT NULL`,
      [member.id],
    );
    expect(stored).toEqual([{ label: 'This laptop' }]);
    await button('Done').click();
    expect(await looksOf(page, 'security')).toEqual({});

    await button('Add').click();
    await page.getByRole('menuitem', { name: 'Security key or passkey' }).click();
    await button('Continue').click();
    await button('Use the key').click();
    await page.getByText('This key is one of your factors already.').waitFor();
    await button('Cancel').click();
    await button('Remove This laptop').click();
    await inDialog('Remove').click();
    await page.getByText('A password alone opens your account.').waitFor();
  });

  it.each([
    ['email', () => world.factors.sentByMail(member.email)],
    ['SMS', () => world.factors.sentBySms(PHONE)],
  ])('adds codes by %s', async (way, sent) => {
    await open('/security');
    await button('Add').click();
    await page.getByRole('menuitem', { name: `Codes by ${way}` }).click();
    if (way === 'SMS') await page.getByLabel('Phone number').fill('+49 (151) 2345-6789');
    await button('Continue').click();
    await page.getByText('A code is on its way').waitFor();
    await page.getByLabel('6-digit code').fill(await sent());
    await button('Confirm').click();
    await page.getByText('Recovery codes created').waitFor();
    await button('Done').click();
    await page.getByRole('button', { name: /^Remove/ }).click();
    await inDialog('Remove').click();
    await page.getByText('A password alone opens your account.').waitFor();
    // The first factor has ended all other sessions.
    own = await world.signIn(member);
  });

  it('withdraws the access of an application', async () => {
    const browser = world.formBrowser();
    const asked = await browser.signIn(await browser.get(world.authorizeUrl()), member);
    await browser.submit(asked, '/consent', { decision: 'allow' });
    await open('/applications');
    await row('Line Planner').filter({ hasText: 'Read documents' }).waitFor();
    await row('Console').filter({ hasText: 'Sign out ends it' }).waitFor();
    expect(await looksOf(page)).toEqual({});
    await button('Withdraw the access of Line Planner').click();
    await inDialog('Withdraw').click();
    await row('Line Planner').waitFor({ state: 'hidden' });
    own = await world.signIn(member);
    const left = (await own.api.get('/oauth/grants')).body.data as { client: { name: string } }[];
    expect(left.map(({ client }) => client.name)).not.toContain('Line Planner');
  });

  it('keeps name, colors and choices of notifications', async () => {
    own = await world.signIn(member);
    await open('/preferences');
    await page.getByLabel('Name').fill('Eve Example');
    await button('Save').click();
    await page.getByText('Your name is changed').waitFor();
    expect((await own.api.get('/users/me')).body.data.name).toBe('Eve Example');
    await page.getByRole('radiogroup', { name: 'Somebody shares' }).getByText('Off').click();
    await page.getByText('Saved').first().waitFor();
    await page.getByRole('combobox', { name: 'Mail about what is unread' }).click();
    await page.getByRole('option', { name: 'Once a day' }).click();
    await page.getByRole('combobox', { name: 'From' }).waitFor();
    const stored = await until(
      async () => (await own.api.get('/users/me/notification-preferences')).body.data as Record<string, unknown>,
      ({ digest }) => digest === 'daily',
    );
    expect(stored).toMatchObject({ share: 'off', mention: 'email' });
    await page.getByText('Dark', { exact: true }).click();
    expect(await page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('dark');
    await page.getByText('As the system').click();
    expect(await looksOf(page)).toEqual({});
  });

  it('lists what colleagues have shared', async () => {
    await open('/shares');
    await page.getByText('No document has been shared with you.').waitFor();
    await share('See step B.');
    await open('/shares');
    await row('Wheels and brakes, page 2').filter({ hasText: 'See step B.' }).waitFor();
    expect(await looksOf(page)).toEqual({});
    await page.getByRole('link', { name: /page 2/ }).click();
    await page.getByText('Torque 44 Nm.').waitFor();
  });

  it('shows markup of colleagues as text', async () => {
    await mention('The last one.');
    await share(MARKUP);
    await world.identity.apiKey(member, { name: MARKUP });
    const rename = (table: string, column: string, id: string): Promise<unknown> =>
      world.sql.query(`UPDATE ${table} SET ${column} = $1 WHERE id = $2`, [MARKUP, id]);
    await rename('users', 'name', colleague.user.id);
    await rename('users', 'name', member.id);
    await rename('documents', 'title', manual.id);
    await rename('oauth_clients', 'name', world.client.client_id);
    await world.sql.query(`UPDATE sessions SET device = $1 WHERE user_id = $2`, [MARKUP, member.id]);
    const browser = world.formBrowser();
    const asked = await browser.signIn(await browser.get(world.authorizeUrl()), member);
    await browser.submit(asked, '/consent', { decision: 'allow' });
    for (const name of ['notifications', 'keys', 'applications', 'security', 'shares']) {
      await open(`/${name}`);
      await page.getByRole('cell').filter({ hasText: MARKUP }).first().waitFor();
      expect([name, await page.locator('main img[src="x"]').count(), await accessibilityOf(page)]).toEqual([
        name,
        0,
        [],
      ]);
    }
  });

  it('shows a viewer no keys, and has targets for gloves', async () => {
    const viewer = await enterConsole(world, await world.member({ role: 'viewer' }));
    await viewer.page.goto(`${world.publicUrl}/app/account`);
    await viewer.page.getByText('Nothing yet.').waitFor();
    expect(await viewer.page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    expect(viewer.problems).toEqual([]);
    await viewer.context.close();
    const touch = await world.chromium.newContext({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
      storageState: await visitor.context.storageState(),
    });
    const mobile = await touch.newPage();
    for (const name of ['notifications', 'security', 'keys', 'preferences']) {
      await mobile.goto(`${world.publicUrl}/app/account/${name}`);
      await mobile.getByRole('heading', { level: 1 }).waitFor();
      await mobile.waitForTimeout(500);
      expect([name, await smallTargetsOf(mobile)]).toEqual([name, []]);
    }
    await touch.close();
  });
});
