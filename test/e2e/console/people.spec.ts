import { administrationOn } from '../../support/pages/administration-steps.js';
import { describeInBrowser } from '../../support/pages/browser.js';
import {
  accessibilityOf,
  enterConsole,
  looksOf,
  searchBox,
  smallTargetsOf,
  type ConsoleVisitor,
} from '../../support/pages/console-steps.js';
import { press } from '../../support/pages/page-steps.js';
import { startPageWorld, type PageWorld } from '../../support/pages/page-world.js';
import { outbox } from '../../support/service/outbox.js';
import type { Page } from 'playwright-core';
import type { TestTeam, TestUser } from '../../factories/identity.factory.js';

const MARKUP = `<img src=x onerror="document.title='hacked'"><script>document.title='hacked'</script>`;
const PASSWORD = 'torque wrench calibrated';

describeInBrowser('the administration of people', () => {
  let world: PageWorld;
  let visitor: ConsoleVisitor;
  let page: Page;
  let on: ReturnType<typeof administrationOn>;
  let team: TestTeam;
  let bea: TestUser;
  let line: string;
  beforeAll(async () => {
    world = await startPageWorld();
    team = await world.identity.team(world.organization);
    bea = await world.member({ name: 'Bea Bolt', team });
    line = await lineMaintenance();
    visitor = await enterConsole(world, await world.member({ role: 'admin', name: 'Ada Admin' }));
    ({ page } = visitor);
    on = administrationOn(page, world);
  });
  afterAll(async () => {
    await visitor?.context.close();
    await world.stop();
  });
  afterEach(() => expect(visitor.problems.splice(0)).toEqual([]));

  /** A team to look at. */
  async function lineMaintenance(): Promise<string> {
    const { body } = await world.admin.api.post('/teams', { name: 'Line maintenance' });
    const id = body.data.id as string;
    for (const [name, role, status] of [
      ['Sam Spar', 'engineer', 'suspended'],
      ['Ida Inboard', 'viewer', 'invited'],
      ['Rui Rivet', 'engineer', 'active'],
      ['Lena Longeron', 'manager', 'active'],
    ] as const) {
      const email = `${name.toLowerCase().replace(' ', '.')}@example.com`;
      await world.member({ name, role, status, email, team: { id } });
    }
    return id;
  }

  const userOf = async (id: string) => (await world.admin.api.get(`/users/${id}`)).body.data as Record<string, unknown>;

  it('invites a person who accepts by the mailed link, and issues a key', async () => {
    await on.open('');
    await page.getByRole('heading', { name: 'People' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/administration/people');
    await page.getByRole('button', { name: 'Invite' }).click();
    const form = on.dialog('Invite a person');
    await form.getByLabel('E-mail address').fill('noor@example.test');
    await form.getByLabel('Name').fill('Noor');
    await on.choose('Role', 'Manager', form);
    await on.choose('Team', team.name, form);
    await form.getByRole('button', { name: 'Invite' }).click();
    await on.said('noor@example.test is invited');
    await on.row('noor@example.test').getByText('invited').waitFor();

    const { text } = await outbox(world.service.dataDir).waitForMail('noor@example.test', /invited/);
    const link = new URL(/http\S+#token=\S+/.exec(text)![0]);
    expect(link.pathname).toBe('/app/accept-invitation');
    const { context, page: theirs } = await world.visitor({ javaScript: true });
    await theirs.goto(`${world.publicUrl}${link.pathname}${link.hash}`);
    await theirs.getByLabel('Name').fill(`Noor ${MARKUP}`);
    await theirs.getByRole('textbox', { name: 'Password' }).fill('passwordpassword');
    await theirs.getByRole('button', { name: 'Create the account' }).click();
    await theirs.getByText(/easy to guess/).waitFor();
    expect(await accessibilityOf(theirs)).toEqual([]);
    await theirs.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await theirs.getByRole('button', { name: 'Create the account' }).click();
    await theirs.getByRole('button', { name: 'Sign in' }).click();
    await press(theirs, 'Continue');
    await theirs.getByLabel('Password').fill(PASSWORD);
    await press(theirs, 'Sign in');
    await searchBox(theirs).waitFor();
    await theirs.getByRole('link', { name: 'Admin' }).click();
    await theirs.getByRole('row').filter({ hasText: 'Bea Bolt' }).waitFor();
    await context.close();

    await page.reload();
    await on.row('noor@example.test').getByText('active').waitFor();
    expect(await on.row('noor@example.test').innerText()).toContain(MARKUP);

    await page.getByRole('link', { name: 'Service accounts' }).click();
    await page.getByRole('button', { name: 'Create service account' }).click();
    const account = on.dialog('Create a service account');
    await account.getByLabel('Name').fill(`Robot ${MARKUP}`);
    await account.getByLabel('E-mail address').fill('robot@example.test');
    await account.getByLabel('Manage documents').check();
    await account.getByLabel('Manage the directory').check();
    await account.getByRole('button', { name: 'Create' }).click();
    await on.row('robot@example.test').getByText('Manage documents, Manage the directory').waitFor();
    await page.getByRole('link', { name: /the API keys of Robot/ }).click();
    await page.getByRole('button', { name: 'Create API key' }).click();
    const keyForm = on.dialog(/Create an API key/);
    await keyForm.getByRole('textbox', { name: 'Name' }).fill(`Nightly ${MARKUP}`);
    await keyForm.getByLabel('Read documents and their pages').check();
    await keyForm.getByRole('button', { name: 'Create' }).click();
    const key = await keyForm.locator('.secret').innerText();
    await keyForm.getByRole('button', { name: 'Done' }).click();
    await keyForm.waitFor({ state: 'detached' });
    await on.row('Nightly').getByText('document.view').waitFor();
    expect(await page.locator('body').innerText()).not.toContain(key);
    const me = await world.api.withKey(key).get('/users/me/permissions');
    expect(me.body.data).toEqual({ role: 'api_user', permissions: ['document.view'] });
    expect(await page.title()).not.toBe('hacked');
  });

  it('finds, changes and stops people', async () => {
    await on.open(`/people?role=engineer&team=${team.id}`);
    await on.row('Bea Bolt').waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await page.getByRole('button', { name: 'Remove filters' }).click();
    await on.row('Ada Admin').waitFor();
    await page.getByLabel('Search').fill('bea');
    await page.waitForURL(/\?q=bea$/);
    await on.row('Ada Admin').waitFor({ state: 'detached' });

    await on.act('Bea Bolt', 'Edit');
    const form = on.dialog('Edit Bea Bolt');
    await form.getByLabel('Name').fill('Beatrice Bolt');
    await on.choose('Role', 'Viewer', form);
    await form.getByText('API keys and applications lose').waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await on.row('Beatrice Bolt').getByText('Viewer').waitFor();
    expect(await userOf(bea.id)).toMatchObject({ name: 'Beatrice Bolt', role: 'viewer', team_id: team.id });

    await on.act('Beatrice Bolt', 'Suspend');
    await on.dialog('Suspend Beatrice Bolt?').getByText('All sessions end').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await on.dialog('Suspend Beatrice Bolt?').waitFor({ state: 'detached' });
    await page.locator('[aria-label="Actions for Beatrice Bolt"]:focus').waitFor();
    expect((await userOf(bea.id)).status).toBe('active');
    for (const [action, status] of [
      ['Unlock', 'active'],
      ['Suspend', 'suspended'],
      ['Reactivate', 'active'],
    ] as const) {
      await on.act('Beatrice Bolt', action);
      await page.getByRole('dialog').getByRole('button', { name: action }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await on.row('Beatrice Bolt').getByText(status).waitFor();
      expect((await userOf(bea.id)).status).toBe(status);
    }
    await on.act('Beatrice Bolt', 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nobody matches').waitFor();
    expect((await world.admin.api.get(`/users/${bea.id}`)).status).toBe(404);
  });

  it('resets second factors, and sends an invitation again', async () => {
    const { user } = await world.factors.userWithApp({ organization: world.organization });
    const { body } = await world.admin.api.post('/users', {
      email: 'late@example.test',
      name: 'Lea Late',
      role: 'viewer',
    });
    await on.open('/people');
    await on.act(user.name, 'Reset second factors');
    await page.getByRole('dialog').getByText('The password alone').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset second factors' }).click();
    await on.said(`${user.name} has no second factor now`);
    expect((await userOf(user.id)).mfa_enabled).toBe(false);
    await on.act('Lea Late', 'Send the invitation again');
    await on.said('A new invitation is on its way');
    const mails = outbox(world.service.dataDir);
    await mails.waitForMail('late@example.test');
    await mails.waitForMail('late@example.test');
    await on.act('Lea Late', 'Delete');
    await page.getByRole('dialog').getByText('The invitation no longer works').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await on.row('Lea Late').waitFor({ state: 'detached' });
    expect((await world.admin.api.get(`/users/${body.data.id}`)).status).toBe(404);
  });

  it('says what the service refuses, at the field or above the buttons', async () => {
    await on.open('/people');
    await page.getByRole('button', { name: 'Invite' }).click();
    const form = on.dialog('Invite a person');
    await form.getByLabel('E-mail address').fill('ada@localhost');
    await form.getByLabel('Name').fill('Twice');
    await form.getByRole('button', { name: 'Invite' }).click();
    await form.getByText(/Must be an email/).waitFor();
    const { email } = await world.member();
    await form.getByLabel('E-mail address').fill(email);
    await form.getByRole('button', { name: 'Invite' }).click();
    await form.getByRole('alert').filter({ hasText: 'already' }).waitFor();
    await form.getByRole('button', { name: 'Cancel' }).click();
    expect(visitor.problems.splice(0).filter((problem) => !/status of (400|409)/.test(problem))).toEqual([]);
  });

  it('creates, names, fills and deletes teams', async () => {
    const zoe = await world.member({ name: 'Zoe Zinc' });
    await on.open('/teams');
    await page.getByRole('button', { name: 'Create team' }).click();
    await on.dialog('Create a team').getByLabel('Name').fill(`Night ${MARKUP}`);
    await on.dialog('Create a team').getByRole('button', { name: 'Create' }).click();
    await on.row('Night').waitFor();
    await on.act(`Night ${MARKUP}`, 'Rename');
    await page.getByRole('dialog').getByLabel('Name').fill('Night shift');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await on.row('Night shift').waitFor();
    await on.act('Night shift', 'Members');
    const members = on.dialog('Members of Night shift');
    await members.getByRole('combobox', { name: 'Add a person' }).fill('Zoe');
    await page.getByRole('option', { name: /Zoe Zinc/ }).click();
    await members.getByRole('button', { name: 'Add', exact: true }).click();
    await members.getByRole('row').filter({ hasText: 'Zoe Zinc' }).waitFor();
    const { body } = await world.admin.api.get('/teams');
    const made = (body.data as { id: string; name: string }[]).find(({ name }) => name === 'Night shift')!;
    expect((await userOf(zoe.id)).team_id).toBe(made.id);
    await members.getByRole('button', { name: 'Close' }).click();
    await on.act('Night shift', 'Delete');
    await page.getByRole('dialog').getByText('Its one member then has no team').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await on.row('Night shift').waitFor({ state: 'detached' });
    expect((await userOf(zoe.id)).team_id).toBe(null);
  });

  it('shows what each role allows', async () => {
    await on.open('/roles');
    const settings = page.getByRole('row').filter({ hasText: 'system.settings' });
    await settings.waitFor();
    expect((await settings.getByRole('cell').allInnerTexts()).map((cell) => cell.split('\n').pop())).toEqual([
      'allowed',
      ...Array<string>(4).fill('not allowed'),
    ]);
  });

  it('shows a manager the own team alone, and others nothing', async () => {
    const member = await world.member({ team, name: 'Tim Team' });
    await world.member({ name: 'Olga Other' });
    const manager = await enterConsole(world, await world.member({ role: 'manager', team, name: 'Mia Manager' }));
    await manager.page.getByRole('link', { name: 'Admin' }).click();
    await manager.page.getByRole('row').filter({ hasText: member.name }).waitFor();
    expect(await manager.page.locator('main').innerText()).not.toMatch(/Olga|Service accounts|API keys|Applications/);
    await manager.page.getByRole('button', { name: 'Invite' }).click();
    await manager.page.getByText(`Team: ${team.name}`).waitFor();
    await manager.page.getByRole('combobox', { name: 'Role' }).last().click();
    expect(await manager.page.getByRole('option').allInnerTexts()).toEqual(['Manager', 'Engineer', 'Viewer']);
    await manager.page.keyboard.press('Escape');
    await manager.page.getByRole('button', { name: 'Cancel' }).click();
    await manager.page.getByRole('link', { name: 'Teams' }).click();
    await manager.page.getByRole('heading', { name: 'Teams' }).waitFor();
    await manager.page.getByRole('row').filter({ hasText: team.name }).waitFor();
    expect(await manager.page.getByRole('button', { name: /Create team|Actions for/ }).count()).toBe(0);
    const lone = await enterConsole(world, await world.member({ role: 'manager' }));
    await lone.page.getByRole('link', { name: 'Admin' }).click();
    await lone.page.getByText('You are in no team').waitFor();
    expect(await lone.page.getByRole('button', { name: 'Invite' }).count()).toBe(0);
    await lone.context.close();
    const engineer = await enterConsole(world, member);
    expect(await engineer.page.getByRole('link', { name: 'Admin' }).count()).toBe(0);
    expect([...manager.problems, ...engineer.problems]).toEqual([]);
    await manager.context.close();
    await engineer.context.close();
  });

  const SCREENS: [name: string, address: string, opens: string][] = [
    ['people', '/people?team=', ''],
    ['invite', '/people', 'Invite'],
    ['teams', '/teams', ''],
    ['roles', '/roles', ''],
  ];
  it.each(SCREENS)('can be used by everyone in all sizes and colors: %s', async (name, address, opens) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    // Nothing that fades in.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await on.open(address.replace('team=', `team=${line}`));
    await page.getByRole('table').waitFor();
    if (opens) {
      await page.getByRole('button', { name: opens }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
    }
    // The guide shows one of them.
    expect(await looksOf(page, name === 'people' ? name : undefined)).toEqual({});
  });

  it('has targets for gloves on touch screens', async () => {
    const touch = await world.chromium.newContext({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    await touch.addCookies(await visitor.context.cookies());
    const mobile = await touch.newPage();
    for (const section of ['people', 'teams', 'roles']) {
      await mobile.goto(`${world.publicUrl}/app/administration/${section}`);
      await mobile.getByRole('table').waitFor();
      expect({ section, small: await smallTargetsOf(mobile) }).toEqual({ section, small: [] });
    }
    await touch.close();
  });
});
