import { administrationOn } from '../../support/pages/administration-steps.js';
import { describeInBrowser } from '../../support/pages/browser.js';
import { enterConsole, looksOf, smallTargetsOf, type ConsoleVisitor } from '../../support/pages/console-steps.js';
import { signInOn } from '../../support/pages/page-steps.js';
import { startPageWorld, type PageWorld } from '../../support/pages/page-world.js';
import type { Page } from 'playwright-core';
import type { TestUser } from '../../factories/identity.factory.js';

const MARKUP = `<img src=x onerror="document.title='hacked'"><script>document.title='hacked'</script>`;

describeInBrowser('the administration of programs and their access', () => {
  let world: PageWorld;
  let visitor: ConsoleVisitor;
  let page: Page;
  let on: ReturnType<typeof administrationOn>;
  let admin: TestUser;
  let planner: TestUser;
  beforeAll(async () => {
    world = await startPageWorld();
    planner = await world.member({ role: 'api_user', name: 'Planner' });
    await world.identity.apiKey(planner, { name: `Import ${MARKUP}` });
    admin = await world.member({ role: 'admin', name: 'Ada Admin' });
    visitor = await enterConsole(world, admin);
    ({ page } = visitor);
    on = administrationOn(page, world);
  });
  afterAll(async () => {
    await visitor?.context.close();
    await world.stop();
  });
  afterEach(() => expect(visitor.problems.splice(0)).toEqual([]));

  it('leads from the keys to the service accounts if the organization has none', async () => {
    const organization = await world.identity.organization();
    const other = await enterConsole(world, await world.identity.user({ organization, role: 'admin' }));
    await administrationOn(other.page, world).open('/api-keys');
    await other.page.getByRole('link', { name: 'Create one first' }).click();
    await other.page.getByText('No service accounts yet').waitFor();
    await administrationOn(other.page, world).open(`/api-keys?owner=${planner.id}`);
    await other.page.getByText('There is no such service account').waitFor();
    expect(other.problems).toEqual([]);
    await other.context.close();
  });

  it('changes and stops service accounts', async () => {
    const robot = await world.member({ role: 'api_user', name: 'Robot' });
    const { key } = await world.identity.apiKey(robot);
    const status = async (): Promise<number> => (await world.api.withKey(key).get('/users/me')).status;
    await on.open('/service-accounts');
    await on.act('Robot', 'Edit');
    await on.dialog('Edit Robot').getByLabel('Manage documents').check();
    await on.dialog('Edit Robot').getByLabel('Manage the directory').check();
    await on.confirm('Save');
    await on.row('Robot').getByText('Manage documents, Manage the directory').waitFor();
    await on.act('Robot', 'Suspend');
    await on.dialog('Suspend Robot?').getByText('Its API keys stop working').waitFor();
    await on.confirm('Suspend');
    expect(await status()).toBe(401);
    await on.act('Robot', 'Reactivate');
    await on.confirm('Reactivate');
    expect(await status()).toBe(200);
    await on.act('Robot', 'Delete');
    await on.confirm('Delete');
    await on.row('Robot').waitFor({ state: 'detached' });
    expect((await world.admin.api.get(`/users/${robot.id}`)).status).toBe(404);
  });

  it('asks for a proof of identity that is too old, and keeps what was entered', async () => {
    await on.open(`/api-keys?owner=${planner.id}`);
    await on.row('Import').waitFor();
    await world.sql.query(`UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1`, [
      admin.id,
    ]);
    await page.getByRole('button', { name: 'Create API key' }).click();
    const form = on.dialog('Create an API key for Planner');
    await form.getByRole('textbox', { name: 'Name' }).fill('Proven');
    await form.getByLabel('Search documents').check();
    await form.getByRole('button', { name: 'Create' }).click();
    const proof = on.dialog('Confirm that it is you');
    await proof.getByText('Cancel', { exact: true }).click();
    await proof.waitFor({ state: 'detached' });
    await form.getByRole('button', { name: 'Create' }).click();
    const [window] = await Promise.all([
      page.waitForEvent('popup'),
      proof.getByRole('button', { name: 'Sign in again' }).click(),
    ]);
    await signInOn(window, admin);
    await form.locator('.secret').waitFor();
    await on.confirm('Done');
    await on.row('Proven').waitFor();
    expect(visitor.problems.splice(0).filter((problem) => !problem.includes('status of 401'))).toEqual([]);
  });

  it('rotates, narrows and revokes keys', async () => {
    const service = await world.member({ role: 'api_user', name: 'Drone' });
    const { key, id } = await world.identity.apiKey(service, { name: 'Old key' });
    const works = async (one: string): Promise<boolean> =>
      (await world.api.withKey(one).get('/users/me')).status === 200;
    await on.open(`/api-keys?owner=${service.id}`);
    await on.act('Old key', 'Edit');
    const form = on.dialog('Edit Old key');
    await form.getByLabel('Addresses that may use it').fill('192.0.2.0/33');
    await form.getByRole('button', { name: 'Save' }).click();
    await form
      .getByText(/CIDR blocks such as/)
      .last()
      .waitFor();
    await form.getByLabel('Addresses that may use it').fill('127.0.0.0/8\n::1');
    await form.getByRole('button', { name: 'Save' }).click();
    await on.row('Old key').getByText('127.0.0.0/8, ::1').waitFor();
    await on.act('Old key', 'Rotate');
    await on.choose('The present one ends', 'Immediately', page.getByRole('dialog'));
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const rotated = await page.getByRole('dialog').locator('.secret').innerText();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').getByRole('button').allInnerTexts()).toEqual(['Copy', 'Done']);
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    expect([await works(key), await works(rotated)]).toEqual([false, true]);
    await on.act('Old key', 'Revoke');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('This account has no API keys').waitFor();
    expect(await works(rotated)).toBe(false);
    expect((await world.admin.api.get(`/api-keys/${id}`)).status).toBe(404);
    expect(visitor.problems.splice(0).filter((problem) => !problem.includes('status of 400'))).toEqual([]);
  });

  it('registers, changes and deletes applications', async () => {
    await on.open('/applications');
    await page.getByRole('button', { name: 'Register application' }).click();
    const form = on.dialog('Register an application');
    await form.getByRole('textbox', { name: 'Name' }).fill(`Roster ${MARKUP}`);
    await form.getByLabel('Redirect URIs').fill('http://roster.example/callback');
    await form.getByLabel('Search documents').check();
    await form.getByRole('button', { name: 'Register' }).click();
    await form.getByText(/normalized https URLs/).waitFor();
    await form.getByLabel('Redirect URIs').fill('https://roster.example/callback');
    await form.getByRole('button', { name: 'Register' }).click();
    await form.getByText('Client secret created').waitFor();
    await form.getByRole('button', { name: 'Done' }).click();
    const list = async () => (await world.admin.api.get('/oauth/clients')).body.data as Record<string, unknown>[];
    const [made] = await list();
    expect(made).toMatchObject({ type: 'confidential', scopes: ['openid', 'profile', 'document.search'] });
    await on.act(`Roster ${MARKUP}`, 'Edit');
    await on
      .dialog(/Edit Roster/)
      .getByLabel('First party')
      .check();
    await on
      .dialog(/Edit Roster/)
      .getByRole('textbox', { name: 'Name' })
      .fill('Roster');
    await on
      .dialog(/Edit Roster/)
      .getByRole('button', { name: 'Save' })
      .click();
    await on.row('first party').waitFor();
    await on.act('Roster', 'Rotate the secret');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('dialog').getByText('Client secret created').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await on.row('Roster').getByText('The replaced secret works until').waitFor();
    await on.act('Roster', 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await on.row('Roster').waitFor({ state: 'detached' });
    expect((await list()).map(({ id }) => id)).not.toContain(made!.id);
    expect(visitor.problems.splice(0).filter((problem) => !problem.includes('status of 400'))).toEqual([]);
  });

  const SCREENS: [name: string, address: string, opens: string][] = [
    ['service accounts', '/service-accounts', ''],
    ['a new account', '/service-accounts', 'Create service account'],
    ['keys', '/api-keys?owner=', ''],
    ['a new key', '/api-keys?owner=', 'Create API key'],
    ['applications', '/applications', ''],
    ['a new application', '/applications', 'Register application'],
  ];
  it.each(SCREENS)('can be used by everyone in all sizes and colors: %s', async (_name, address, opens) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    // Nothing that fades in.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await on.open(address.replace('owner=', `owner=${planner.id}`));
    await page.getByRole('table').waitFor();
    if (opens) {
      await page.getByRole('button', { name: opens }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
    }
    expect(await looksOf(page)).toEqual({});
    expect(await page.title()).not.toBe('hacked');
  });

  it('has targets for gloves on touch screens', async () => {
    const touch = await world.chromium.newContext({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    await touch.addCookies(await visitor.context.cookies());
    const mobile = await touch.newPage();
    for (const section of ['service-accounts', `api-keys?owner=${planner.id}`, 'applications']) {
      await mobile.goto(`${world.publicUrl}/app/administration/${section}`);
      await mobile.getByRole('table').waitFor();
      expect({ section, small: await smallTargetsOf(mobile) }).toEqual({ section, small: [] });
    }
    await touch.close();
  });
});
