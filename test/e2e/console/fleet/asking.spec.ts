import { describeInBrowser } from '../../../support/pages/browser.js';
import { administrationOn } from '../../../support/pages/administration-steps.js';
import {
  enterConsole,
  looksOf,
  searchBox,
  smallTargetsOf,
  type ConsoleVisitor,
} from '../../../support/pages/console-steps.js';
import { startPageWorld, type PageWorld } from '../../../support/pages/page-world.js';
import { readyManual, wheelManual } from '../../../support/manuals/manual.js';
import { ok } from '../../../support/scenes/webhook-acts.js';
import type { Locator, Page, Route } from 'playwright-core';
import type { Json } from '../../../support/api/api-client.js';

const SESSIONS = /\/chat\/sessions$/;

describeInBrowser('questions about an aircraft of the fleet', () => {
  let world: PageWorld;
  let visitor: ConsoleVisitor;
  let page: Page;
  let aircraft: Json;
  beforeAll(async () => {
    world = await startPageWorld();
    const { api } = world.admin;
    await readyManual(api, await wheelManual());
    const type = { aircraft_type: 'HST-72' };
    aircraft = await ok(api.post('/aircraft', { ...type, registration: 'SE-HSA', serial_number: '4012' }));
    await ok(api.post('/aircraft', { ...type, registration: 'SE-HSB', serial_number: '4013' }));
    visitor = await enterConsole(world, await world.member({ role: 'engineer' }));
    ({ page } = visitor);
  });
  afterAll(async () => {
    await visitor?.context.close();
    await world.stop();
  });
  afterEach(() => expect(visitor.problems.splice(0)).toEqual([]));

  const open = (address: string, on = page): Promise<unknown> => on.goto(`${world.publicUrl}/app${address}`);
  const registration = (): Locator => page.getByRole('combobox', { name: 'Registration' });
  const chosen = (): Promise<string | null> => Promise.resolve(new URL(page.url()).searchParams.get('aircraft'));
  const about = (text: string): Promise<void> => page.getByRole('status').filter({ hasText: text }).waitFor();
  const refuse = (route: Route): Promise<void> =>
    route.fulfill({
      status: 422,
      json: { success: false, error: { code: 'UNPROCESSABLE', message: 'Not now.' }, meta: {} },
    });
  async function choose(typed: string, name: string): Promise<void> {
    await registration().fill(typed);
    await page.getByRole('option', { name }).click();
  }
  async function ask(question: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Question' }).fill(question);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
  }

  it('asks about the aircraft of a screen, and about another one from then on', async () => {
    await open(`/fleet/aircraft/${aircraft.id}`);
    await page.getByRole('link', { name: 'Ask about this aircraft' }).press('Enter');
    await about('You ask about SE-HSA (MSN 4012).');
    expect(await chosen()).toBe(aircraft.id);
    await page.reload();
    await about('You ask about SE-HSA (MSN 4012).');
    expect(await registration().inputValue()).toBe('SE-HSA (MSN 4012)');
    expect(await looksOf(page)).toEqual({});
    await ask('What is the torque of the brake attachment bolts?');
    await page.getByText('For SE-HSA, MSN 4012').waitFor();
    await page.waitForURL(/conversation=/);
    expect(await registration().inputValue()).toBe('SE-HSA (MSN 4012)');

    await registration().fill('4013');
    await page.getByRole('option', { name: 'SE-HSB (MSN 4013)' }).click();
    await administrationOn(page, world).said('Later answers are for this aircraft.');
    await ask('How long is the battery charged?');
    await page.getByText('For SE-HSB, MSN 4013').waitFor();
    await page.reload();
    await page.getByText('For SE-HSB, MSN 4013').waitFor();
    expect(await registration().inputValue()).toBe('SE-HSB (MSN 4013)');
  });

  it('changes or removes the aircraft before the question', async () => {
    await open(`/ask?copilot=compliance&aircraft=${aircraft.id}`);
    await about('You ask about SE-HSA (MSN 4012).');
    await registration().fill('4013');
    await page.getByRole('option', { name: 'SE-HSB (MSN 4013)' }).click();
    await about('You ask about SE-HSB (MSN 4013).');
    expect(new URL(page.url()).searchParams.get('copilot')).toBe('compliance');
    await page.getByRole('button', { name: 'Ask about all aircraft' }).click();
    await page.getByText('You ask about').waitFor({ state: 'detached' });
    expect(await chosen()).toBeNull();
    expect(await registration().inputValue()).toBe('');
  });

  it('forgets a failed question once it would be about another aircraft', async () => {
    await open(`/ask?aircraft=${aircraft.id}`);
    await about('You ask about SE-HSA (MSN 4012).');
    await page.route(SESSIONS, (route) => (route.request().method() === 'POST' ? refuse(route) : route.fallback()));
    await ask('Which oil?');
    const refusal = page.getByRole('alert').filter({ hasText: 'Not now.' });
    await refusal.waitFor();
    await choose('4013', 'SE-HSB (MSN 4013)');
    await about('You ask about SE-HSB (MSN 4013).');
    await refusal.waitFor({ state: 'detached' });
    await page.unroute(SESSIONS);
  });

  it('says which aircraft an answer that arrives is for, and stays where the user goes meanwhile', async () => {
    await open(`/ask?aircraft=${aircraft.id}`);
    await choose('4013', 'SE-HSB (MSN 4013)');
    await about('You ask about SE-HSB (MSN 4013).');
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(SESSIONS, async (route) => {
      if (route.request().method() === 'POST') await released;
      await route.fallback();
    });
    await ask('What is the torque of the brake attachment bolts?');
    await page.getByText('Asked about SE-HSB (MSN 4013)').waitFor();
    expect(await registration().isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Ask about all aircraft' }).isDisabled()).toBe(true);
    await page.goBack();
    await about('You ask about SE-HSA (MSN 4012).');
    const elsewhere = page.getByText('Another question is still being answered.');
    await elsewhere.waitFor();
    expect(await page.getByText('Asked about').count()).toBe(0);
    release();
    await elsewhere.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Ask', exact: true }).waitFor();
    expect(await chosen()).toBe(aircraft.id);
    expect(page.url()).not.toContain('conversation=');
    await page.unroute(SESSIONS);
  });

  it('asks nothing while the aircraft of a conversation changes, and shows that it did not', async () => {
    await open(`/ask?aircraft=${aircraft.id}`);
    await about('You ask about SE-HSA (MSN 4012).');
    await ask('What is the torque of the brake attachment bolts?');
    await page.waitForURL(/conversation=/);
    await about('You ask about SE-HSA (MSN 4012).');
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/chat\/sessions\/[^/]+$/, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      await released;
      return refuse(route);
    });
    await page.getByRole('textbox', { name: 'Question' }).fill('How long is the battery charged?');
    await choose('4013', 'SE-HSB (MSN 4013)');
    await page.locator('input[role=combobox]:disabled').first().waitFor();
    expect(await page.getByRole('button', { name: 'Ask', exact: true }).isDisabled()).toBe(true);
    release();
    await page.getByRole('alert').filter({ hasText: 'Not now.' }).waitFor();
    expect(await registration().inputValue()).toBe('SE-HSA (MSN 4012)');
    await about('You ask about SE-HSA (MSN 4012).');
    await page.unroute(/\/chat\/sessions\/[^/]+$/);
  });

  it('says that the register lacks an aircraft of the address', async () => {
    await open(`/ask?aircraft=${String(aircraft.id).slice(0, -4)}0000`);
    await page.getByRole('alert').filter({ hasText: 'Not found' }).waitFor();
    await page.getByRole('button', { name: 'Ask about all aircraft' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('searches for the aircraft of a screen', async () => {
    await open(`/fleet/aircraft/${aircraft.id}`);
    await page.getByRole('link', { name: 'Search for this aircraft' }).click();
    await searchBox(page).fill('attachment bolts');
    const searched = page.waitForRequest(
      (request) => request.url().endsWith('/search/documents') && String(request.postData()).includes('attachment'),
    );
    await page.keyboard.press('Enter');
    await page.getByRole('article').first().waitFor();
    expect(JSON.stringify((await searched).postDataJSON())).toContain(`"aircraft_id":"${String(aircraft.id)}"`);
    expect(new URL(page.url()).searchParams.get('tail')).toBe(aircraft.id);
    expect(await registration().inputValue()).toBe('SE-HSA (MSN 4012)');
  });

  it('offers questions to those who can ask only', async () => {
    const { context, page: theirs } = await enterConsole(world, await world.member({ role: 'viewer' }));
    await open(`/fleet/aircraft/${aircraft.id}`, theirs);
    await theirs.getByRole('link', { name: 'Search for this aircraft' }).waitFor();
    expect(await theirs.getByRole('link', { name: 'Ask about this aircraft' }).count()).toBe(0);
    await context.close();
  });

  it('has targets for gloves on touch screens', async () => {
    const touch = await world.chromium.newContext({
      ...{ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
    });
    await touch.addCookies(await visitor.context.cookies());
    const mobile = await touch.newPage();
    await open(`/ask?aircraft=${aircraft.id}`, mobile);
    await mobile.getByRole('button', { name: 'Ask about all aircraft' }).waitFor();
    expect(await smallTargetsOf(mobile)).toEqual([]);
    await open(`/fleet/aircraft/${aircraft.id}`, mobile);
    await mobile.getByRole('link', { name: 'Ask about this aircraft' }).waitFor();
    expect(await smallTargetsOf(mobile)).toEqual([]);
    await touch.close();
  });
});
