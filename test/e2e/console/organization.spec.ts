import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { TestUser } from '../../factories/identity.factory.js';
import { describeInBrowser } from '../../support/pages/browser.js';
import {
  enterConsole,
  looksOf,
  smallTargetsOf,
  visitConsole,
  type ConsoleVisitor,
} from '../../support/pages/console-steps.js';
import { startPageWorld, type PageWorld } from '../../support/pages/page-world.js';
import { startIdentityProvider, type TestIdentityProvider } from '../../support/peers/identity-provider.js';
import { NXDOMAIN, RECORD_TYPES, startNameServer, txtData, type NameServer } from '../../support/peers/name-server.js';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/peers/webhook-receiver.js';

const MARKUP = `<img src=x onerror="document.title='hacked'"><script>document.title='hacked'</script>`;
const domain = `${randomBytes(6).toString('hex')}.example`;

describeInBrowser('administering the organization in the console', () => {
  let world: PageWorld;
  let idp: TestIdentityProvider;
  let names: NameServer;
  let receiver: WebhookReceiver;
  let admin: TestUser;
  let visitor: ConsoleVisitor;
  let page: Page;
  const records = new Map<string, string>();
  beforeAll(async () => {
    names = await startNameServer((name, type) => {
      if (type !== RECORD_TYPES.TXT) return [];
      const known = records.get(name);
      return known === undefined ? NXDOMAIN : [txtData(known)];
    });
    [world, idp, receiver] = await Promise.all([
      startPageWorld({ DNS_SERVERS: names.address }),
      startIdentityProvider(),
      startWebhookReceiver(),
    ]);
    admin = await world.member({ role: 'admin', name: `Ada ${MARKUP}` });
    visitor = await enterConsole(world, admin);
    ({ page } = visitor);
  });
  afterAll(async () => {
    await visitor?.context.close();
    await world?.stop();
    await receiver?.stop();
    idp?.stop();
    names?.close();
  });
  afterEach(() => expect(visitor.problems.splice(0)).toEqual([]));

  async function open(section: string, title: string): Promise<void> {
    await page.goto(`${world.publicUrl}/app/administration/${section}`);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');

  it('connects an identity provider, and people sign in through it', async () => {
    await open('identity-providers', 'Company sign-on');
    await page.getByText('Nobody signs in with a company account yet.').waitFor();
    await button('Connect an identity provider').click();
    await dialog().getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Okta' }).click();
    await dialog().getByLabel('Name').fill(`Northwind ${MARKUP}`.slice(0, 100));
    await dialog().getByLabel('Email domains').fill(domain);
    await dialog().getByLabel('Email domains').press('Enter');
    await dialog().getByLabel('Issuer').fill('no address');
    await dialog().getByLabel('Client id').fill('client');
    await dialog().getByLabel('Client secret').fill('the secret of the client');
    await dialog().getByRole('button', { name: 'Connect' }).click();
    await dialog().getByRole('alert').waitFor();
    expect(await dialog().getByLabel('Issuer').getAttribute('aria-invalid')).toBe('true');
    await dialog().getByLabel('Issuer').fill(idp.issuer);
    await dialog().getByRole('button', { name: 'Connect' }).click();
    await page.waitForURL(/identity-providers\/idp_/);
    const { body } = await world.admin.api.get('/identity-providers');
    const provider = body.data[0];
    expect(provider).toMatchObject({ kind: 'okta', issuer: idp.issuer, email_domains: [domain], enabled: true });

    await button(`Verify ${domain}`).click();
    await page.getByRole('alert').filter({ hasText: 'was not found' }).waitFor();
    records.set(provider.domains[0].record_name, provider.domains[0].record_value);
    await page.getByText(provider.domains[0].record_value).first().waitFor();
    await button(`Verify ${domain}`).click();
    await page.getByText('Verified', { exact: true }).waitFor();

    await idp.tell({
      clients: [
        {
          client_id: 'client',
          client_secret: 'the secret of the client',
          redirect_uris: [`${world.publicUrl}/api/v1/oauth/callback/${provider.id}`],
        },
      ],
      accounts: { ada: { email: `ada@${domain}`, email_verified: true, name: 'Ada Example', groups: ['mechanics'] } },
    });
    await button('Test the connection').click();
    await page.getByRole('status').filter({ hasText: 'People can sign in through it' }).waitFor();

    await button('Add a rule').click();
    await page.getByLabel('Value').fill('mechanics');
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Engineer' }).click();
    await button('Save the rules').click();
    await page.getByText('The identity provider was changed.').waitFor();
    expect((await world.admin.api.get(`/identity-providers/${provider.id}`)).body.data.role_mapping).toEqual([
      { claim: 'groups', value: 'mechanics', role: 'engineer' },
    ]);
    // Messages would cover the rules, and stay as long as the pointer is on one.
    await page.mouse.move(0, 0);
    await page.locator('.mantine-Notification-root').first().waitFor({ state: 'detached' });
    expect(await looksOf(page, 'sign-on')).toEqual({});
  });

  it('adds a webhook, and shows its deliveries', async () => {
    await open('webhooks', 'Webhooks');
    await button('Add an endpoint').click();
    await dialog().getByLabel('Address').fill(`${receiver.url}/hook`);
    await dialog().getByRole('button', { name: 'All events' }).click();
    await dialog().getByLabel('Description').fill(MARKUP);
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    const secret = page.getByRole('status').filter({ hasText: 'Signing secret created' });
    expect(await secret.locator('pre').innerText()).toMatch(/^whsec_/);
    await secret.getByRole('button', { name: 'Done' }).click();
    await page.waitForURL(/webhooks\/wh_|webhooks\/[a-z]+_/);
    await receiver.answer('/hook', { status: 500, body: MARKUP }, { status: 200 });
    await button('Send a test event').click();
    await page.getByRole('table', { name: 'Deliveries' }).getByText('webhook.test').click();
    await receiver.waitFor('/hook', 1);
    await dialog().getByRole('region', { name: 'Attempt 1' }).getByText('status 500').waitFor();
    expect(await dialog().getByText(MARKUP).count()).toBeGreaterThan(0);
    expect(await page.title()).not.toBe('hacked');
    await dialog().getByRole('button', { name: 'Cancel the delivery' }).click();
    await dialog().getByText('Canceled').waitFor();
    await dialog().getByRole('button', { name: 'Deliver again' }).click();
    await receiver.waitFor('/hook', 2);
    await dialog().getByText('Delivered').waitFor();
    expect(await looksOf(page)).toEqual({});
    await dialog().getByRole('button', { name: 'Close' }).click();
    await button('Replay').click();
    await dialog().getByRole('button', { name: 'Replay' }).click();
    await page.getByText(/^\d+ events? (is|are) delivered again/).waitFor();
    await button('Replace the secret').click();
    await page.getByRole('status').filter({ hasText: 'Signing secret created' }).waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Done' }).click();
    expect(await looksOf(page)).toEqual({});
    await button('Delete').click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No endpoint receives events yet.').waitFor();
    expect((await world.admin.api.get('/webhooks')).body.data).toEqual([]);
  });

  it('shows usage as charts, and as a file', async () => {
    await open('usage', 'Usage');
    const requests = page.getByRole('region', { name: 'Requests' });
    await requests.getByRole('slider').press('ArrowLeft');
    expect(await requests.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/: [\d,.]+$/);
    const [download] = await Promise.all([page.waitForEvent('download'), button('Download as CSV').click()]);
    expect((await readFile(await download.path(), 'utf8')).split('\r\n')).toHaveLength(32);
    expect(await looksOf(page)).toEqual({});
  });

  it('filters the audit trail, and verifies an event in the browser', async () => {
    await open('audit', 'Audit');
    await page.getByLabel('Action').fill('identity_provider.*');
    await button('Filter').click();
    await page.waitForURL(/action=identity_provider/);
    const table = page.getByRole('table', { name: 'Audit events' });
    await table.getByText('identity_provider.created').click();
    await dialog().getByText(`Ada ${MARKUP}`).waitFor();
    await dialog().getByRole('button', { name: 'Verify' }).click();
    await dialog().getByText('Unchanged, and in the sealed log').waitFor();
    expect(await looksOf(page, 'audit-event')).toEqual({});
    await dialog().getByRole('button', { name: 'Events of this object' }).click();
    await page.waitForURL(/target=idp_/);
    expect(await looksOf(page)).toEqual({});

    await page.route(/\/audit-events\/aud[^/]*$/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { details: object } };
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, details: { forged: true } } } });
    });
    await table.getByText('identity_provider.created').click();
    await dialog().getByRole('button', { name: 'Verify' }).click();
    await dialog().getByText('This event does not verify').waitFor();
    await page.unroute(/\/audit-events\/aud[^/]*$/);
  });

  it('changes settings, and tells when somebody else did', async () => {
    await open('settings', 'Settings');
    await page.getByLabel('Open sessions of a user').fill('500');
    await button('Save').click();
    await page.getByRole('alert').filter({ hasText: 'max_concurrent_sessions' }).waitFor();
    await page.getByLabel('Open sessions of a user').fill('7');
    await page.getByLabel('Synonyms').fill('XQ, apex nut\n\n');
    await button('Save').click();
    await page.getByText('The settings were changed.').waitFor();
    expect((await world.admin.api.get('/settings')).body.data).toMatchObject({
      max_concurrent_sessions: 7,
      search_synonyms: ['XQ, apex nut'],
    });
    await world.admin.api.patch('/settings', { api_key_max_days: 100 });
    await page.getByLabel('Open sessions of a user').fill('8');
    await button('Save').click();
    await page.getByText('Somebody else changed the settings meanwhile.').waitFor();
    expect(await looksOf(page)).toEqual({});
    await button('Discard').click();
    await page.getByText('Somebody else changed').waitFor({ state: 'detached' });
    await page.getByLabel('API keys last at most').and(page.locator('[value="100 days"]')).waitFor();
  });

  it('exports the organization, and schedules and cancels its deletion', async () => {
    await open('organization', 'Export and deletion');
    await button('Create an export').click();
    await page.getByText('Ready').waitFor({ timeout: 30_000 });
    const [download] = await Promise.all([page.waitForEvent('download'), button('Download').click()]);
    expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
    await button('Delete the organization').click();
    await dialog().getByLabel('Exact name of the organization').fill('Another');
    await dialog().getByRole('button', { name: 'Schedule the deletion' }).click();
    await dialog().getByRole('alert').waitFor();
    const [known] = await world.sql.query<{ name: string }>(`SELECT name FROM organizations WHERE id = $1`, [
      world.organization.id,
    ]);
    await dialog().getByLabel('Exact name of the organization').fill(known!.name);
    await dialog().getByRole('button', { name: 'Schedule the deletion' }).click();
    await page.getByText('The organization will be deleted').waitFor();
    expect(await looksOf(page)).toEqual({});
    await button('Cancel the deletion').click();
    await page.getByText('The organization is not deleted.').waitFor();
    expect((await world.admin.api.get('/organization/deletion')).status).toBe(404);
    await button('Remove').click();
    await dialog().getByRole('button', { name: 'Remove' }).click();
    await page.getByText('There is no archive now.').waitFor();
  });

  it('leads people of the company to their provider, and into the console', async () => {
    const { context, page: theirs } = await visitConsole(world);
    await theirs.getByLabel('Email address').fill(`ada@${domain}`);
    await theirs.getByRole('button', { name: 'Continue' }).click();
    await theirs.getByRole('button', { name: /^Continue with Northwind/ }).click();
    await theirs.getByRole('combobox', { name: 'Search the manuals' }).waitFor();
    expect(await world.sql.query(`SELECT name, role FROM users WHERE email = $1`, [`ada@${domain}`])).toEqual([
      { name: 'Ada Example', role: 'engineer' },
    ]);
    await context.close();
  });

  it('has targets for gloves on touch screens', async () => {
    const touch = await world.chromium.newContext({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    await touch.addCookies(await visitor.context.cookies());
    const mobile = await touch.newPage();
    for (const section of ['identity-providers', 'webhooks', 'usage', 'audit', 'settings', 'organization']) {
      await mobile.goto(`${world.publicUrl}/app/administration/${section}`);
      await mobile.locator('main h1').first().waitFor();
      await mobile.waitForTimeout(500);
      expect({ section, small: await smallTargetsOf(mobile) }).toEqual({ section, small: [] });
    }
    await touch.close();
  });
});
