import type { Page } from 'playwright-core';
import type { TestUser } from '../../factories/identity.factory.js';
import { describeInBrowser } from '../../support/pages/browser.js';
import {
  enterConsole,
  looksOf,
  searchBox,
  visitConsole,
  type ConsoleVisitor,
} from '../../support/pages/console-steps.js';
import { signInOn } from '../../support/pages/page-steps.js';
import { startPageWorld, type PageWorld } from '../../support/pages/page-world.js';

describeInBrowser('proof of identity in the console', () => {
  let world: PageWorld;
  let member: TestUser;
  let visitor: ConsoleVisitor;
  let page: Page;
  beforeAll(async () => {
    world = await startPageWorld();
    member = await world.member({ role: 'engineer' });
    visitor = await enterConsole(world, member);
    ({ page } = visitor);
  });
  afterAll(async () => {
    await visitor?.context.close();
    await world.stop();
  });

  const age = ({ id } = member): Promise<unknown> =>
    world.sql.query(
      `UPDATE sessions SET authenticated_at = authenticated_at - interval '11 minutes',
         second_factor_at = second_factor_at - interval '11 minutes' WHERE user_id = $1`,
      [id],
    );
  const openSessions = async (): Promise<string[]> =>
    (
      await world.sql.query<{ id: string }>(
        `SELECT id FROM sessions WHERE user_id = $1 AND ended_at IS NULL ORDER BY id`,
        [member.id],
      )
    ).map(({ id }) => id);
  const keyNames = async (): Promise<string[]> =>
    (
      await world.sql.query<{ name: string }>(`SELECT name FROM api_keys WHERE owner_id = $1 ORDER BY id`, [member.id])
    ).map(({ name }) => name);

  async function fillKey(name: string, window = page): Promise<void> {
    await window.goto(`${world.publicUrl}/app/account/keys`);
    await window.getByRole('button', { name: 'New key' }).click();
    await window.getByLabel('Name').fill(name);
    await window.getByLabel('Allowed addresses').fill('127.0.0.0/8');
    await window.getByRole('button', { name: 'Create', exact: true }).click();
  }
  const dialog = () => page.getByRole('dialog', { name: 'Confirm that it is you' });

  it('is asked for in another window, which closes itself, and the action is done', async () => {
    const other = await visitor.tab();
    await other.goto(`${world.publicUrl}/app/`);
    await searchBox(other).waitFor();
    const before = await openSessions();
    await age();
    await fillKey('Nightly export');
    await dialog().waitFor();
    const [popup] = await Promise.all([
      visitor.context.waitForEvent('page'),
      dialog().getByRole('button', { name: 'Sign in again' }).click(),
    ]);
    await popup.getByLabel('Email address').waitFor();
    const closed = popup.waitForEvent('close');
    await signInOn(popup, member);
    await closed;
    await page.getByText('API key created').waitFor();
    await dialog().waitFor({ state: 'hidden' });
    expect(await keyNames()).toEqual(['Nightly export']);
    const after = await openSessions();
    expect(after).toHaveLength(before.length);
    expect(after).not.toEqual(before);
    // The other tab continues with the new session.
    await searchBox(other).fill('brake unit');
    await searchBox(other).press('Enter');
    await other.getByText('Nothing found').waitFor();
    await other.close();
    expect(visitor.problems.splice(0)).toEqual([expect.stringContaining('401')]);
  });

  it('can be canceled: nothing is done and nothing is lost', async () => {
    await age();
    await fillKey('Never made');
    await dialog().waitFor();
    expect(await looksOf(page)).toEqual({});
    await page.evaluate('window.open = () => null');
    await dialog().getByRole('button', { name: 'Sign in again' }).click();
    await dialog().getByText('The browser blocked the window.').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Name').inputValue()).toBe('Never made');
    expect(await page.getByLabel('Allowed addresses').inputValue()).toBe('127.0.0.0/8');
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await keyNames()).toEqual(['Nightly export']);
    visitor.problems.splice(0);
  });

  it('can be given up in the window and taken again', async () => {
    await fillKey('Weekly export');
    await dialog().waitFor();
    const [first] = await Promise.all([
      visitor.context.waitForEvent('page'),
      dialog().getByRole('button', { name: 'Sign in again' }).click(),
    ]);
    const given = first.waitForEvent('close');
    await first.getByRole('button', { name: 'Cancel and return to Console' }).click();
    await given;
    const [second] = await Promise.all([
      visitor.context.waitForEvent('page'),
      dialog().getByRole('button', { name: 'Sign in again' }).click(),
    ]);
    const closed = second.waitForEvent('close');
    await signInOn(second, member);
    await closed;
    await page.getByText('API key created').waitFor();
    visitor.problems.splice(0);
  });

  it('confirms the action of the tab that asked for it, and keeps what other applications do', async () => {
    const allowing = await visitor.tab();
    await allowing.goto(world.authorizeUrl());
    await allowing.getByRole('button', { name: 'Allow' }).click();
    await allowing.waitForURL((url) => url.href.startsWith(world.callback));
    await allowing.close();
    const grants = (): Promise<unknown[]> =>
      world.sql.query(
        `SELECT g.id FROM oauth_grants g JOIN sessions s ON s.id = g.session_id
         WHERE g.user_id = $1 AND g.client_id <> 'console' AND s.ended_at IS NULL`,
        [member.id],
      );
    expect(await grants()).toHaveLength(1);
    await age();
    const other = await visitor.tab();
    await fillKey('Of the other tab', other);
    const theirs = other.getByRole('dialog', { name: 'Confirm that it is you' });
    await theirs.waitFor();
    await fillKey('Of this tab');
    await dialog().waitFor();
    const [popup] = await Promise.all([
      visitor.context.waitForEvent('page'),
      dialog().getByRole('button', { name: 'Sign in again' }).click(),
    ]);
    const closed = popup.waitForEvent('close');
    await signInOn(popup, member);
    await closed;
    await page.getByText('API key created').waitFor();
    expect(await theirs.isVisible()).toBe(true);
    expect(await keyNames()).toEqual(['Nightly export', 'Weekly export', 'Of this tab']);
    expect(await grants()).toHaveLength(1);
    await other.close();
    visitor.problems.splice(0);
  });

  it('takes the second factor of an account that has one', async () => {
    const { app, user } = await world.factors.userWithApp(await world.member({ role: 'engineer' }));
    const theirs = await visitConsole(world);
    const enter = async (window: Page): Promise<void> => {
      await signInOn(window, user);
      await window.getByLabel(/code/i).fill(await world.factors.codeOf(app));
      await window.getByRole('button', { name: 'Confirm' }).click();
    };
    await enter(theirs.page);
    await searchBox(theirs.page).waitFor();
    await age(user);
    await fillKey('With a factor', theirs.page);
    const [popup] = await Promise.all([
      theirs.context.waitForEvent('page'),
      theirs.page.getByRole('button', { name: 'Sign in again' }).click(),
    ]);
    const closed = popup.waitForEvent('close');
    await enter(popup);
    await closed;
    await theirs.page.getByText('API key created').waitFor();
    await theirs.context.close();
  });

  it('by another account starts from the beginning, and does nothing for the first one', async () => {
    await age();
    await fillKey('Of the first');
    await dialog().waitFor();
    const [popup] = await Promise.all([
      visitor.context.waitForEvent('page'),
      dialog().getByRole('button', { name: 'Sign in again' }).click(),
    ]);
    const other = await world.member({ role: 'engineer' });
    await signInOn(popup, other);
    await searchBox(page).waitFor();
    expect(await world.sql.query(`SELECT name FROM api_keys WHERE name = 'Of the first'`)).toEqual([]);
    visitor.problems.splice(0);
  });

  it('is no token set: scripts of the page never receive a refresh token', async () => {
    const own = await enterConsole(world, await world.member());
    const [request] = await Promise.all([
      own.page.waitForRequest((one) => one.url().includes('/search/documents')),
      (async () => {
        await searchBox(own.page).fill('brake unit');
        await searchBox(own.page).press('Enter');
      })(),
    ]);
    const token = (await request.headerValue('authorization'))?.replace('Bearer ', '') ?? '';
    const refused = await world.api.withBearer(token).post('/auth/step-up', { password: member.password });
    expect([refused.status, refused.body.error?.details]).toEqual([403, { reason: 'session_required' }]);
    await own.context.close();
  });
});
