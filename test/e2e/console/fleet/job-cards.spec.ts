import { readFile } from 'node:fs/promises';
import { describeInBrowser } from '../../../support/pages/browser.js';
import { enterConsole, looksOf, smallTargetsOf, type ConsoleVisitor } from '../../../support/pages/console-steps.js';
import { startPageWorld, type PageWorld } from '../../../support/pages/page-world.js';
import { pageOf, TASK, taskPages } from '../../../support/scenes/task-scene.js';
import { ok } from '../../../support/scenes/webhook-acts.js';
import type { Locator, Page } from 'playwright-core';
import type { TestDocument } from '../../../factories/document.factory.js';
import type { Json } from '../../../support/api/api-client.js';

const REMOVAL = '32-41-11-000-801';
const OTHERS = '32-41-11-720-801';

describeInBrowser('the making of job cards', () => {
  let world: PageWorld;
  let visitor: ConsoleVisitor;
  let page: Page;
  let aircraft: Json;
  let manual: TestDocument;
  beforeAll(async () => {
    world = await startPageWorld();
    const about = { registration: 'SE-HSA', aircraft_type: 'HST-72', serial_number: '412' };
    aircraft = await ok(world.admin.api.post('/aircraft', about));
    await ok(world.admin.api.post('/aircraft', { ...about, registration: 'SE-HSB', serial_number: '413' }));
    const foreign = pageOf(
      ['heading', `TASK ${OTHERS} Test of the lock`, 2],
      ['paragraph', 'EFFECTIVITY: MSN 200-300'],
      ['list_item', '(1) Test the lock.', 1],
    );
    manual = await world.documents.document(world.organization, {
      ...{ title: 'Wheels', pages: [...taskPages(), foreign] },
    });
    visitor = await enterConsole(world, await world.member({ role: 'engineer' }));
    ({ page } = visitor);
  });
  afterAll(async () => {
    await visitor?.context.close();
    await world.stop();
  });
  afterEach(() => expect(visitor.problems.splice(0)).toEqual([]));

  const open = (address: string, on = page): Promise<unknown> => on.goto(`${world.publicUrl}/app/fleet${address}`);
  const fresh = (document: { id: string } = manual): string =>
    `/job-cards/new?aircraft=${aircraft.id}&document=${document.id}`;
  const button = (name: string, on: Page | Locator = page): Locator => on.getByRole('button', { name, exact: true });
  const box = (number: string, on = page): Locator => on.getByRole('checkbox', { name: `Choose ${number}` });
  const chosen = async (): Promise<string[]> => {
    const cells = page.getByRole('table', { name: 'Chosen tasks' }).getByRole('row').locator('td:nth-child(2)');
    return (await cells.allInnerTexts()).map((text) => text.split(/\s/)[0]!);
  };

  it('makes a card of chosen tasks for an aircraft, and saves it as a PDF', async () => {
    await open(`/aircraft/${aircraft.id}`);
    await page.getByRole('link', { name: 'Make a job card' }).press('Enter');
    await page.getByText('Choose an aircraft and a document to see its tasks.').waitFor();
    await page.getByRole('combobox', { name: 'Document' }).fill('Whee');
    await page.getByRole('option', { name: /Wheels/ }).click();
    await box(TASK).check();
    await box(REMOVAL).press('Space');
    expect(await chosen()).toEqual([TASK, REMOVAL]);
    await button(`Move ${REMOVAL} up`).press('Enter');
    expect(await chosen()).toEqual([REMOVAL, TASK]);
    expect(await looksOf(page)).toEqual({});
    await page.getByLabel('Number or words of the title').fill('removal');
    await page.keyboard.press('Enter');
    await box(TASK).waitFor({ state: 'detached' });
    expect(await box(REMOVAL).isChecked()).toBe(true);
    expect(await chosen()).toEqual([REMOVAL, TASK]);
    await page.getByLabel('Work order').fill('WO-1177');
    await button('Make the card').click();
    await page.getByRole('status').filter({ hasText: 'This card is valid' }).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), button('Save the job card as PDF').click()]);
    expect(String(await readFile(await download.path()))).toMatch(/^%PDF/);
    await open('/job-cards');
    await page.getByRole('link', { name: 'WO-1177' }).waitFor();
  });

  it('offers no task that does not apply to the aircraft', async () => {
    await open(fresh());
    const row = page.getByRole('row').filter({ hasText: OTHERS });
    await row.getByText('MSN 200-300').waitFor();
    expect(await box(OTHERS).isDisabled()).toBe(true);
    expect(await button('Make the card').isDisabled()).toBe(true);
  });

  it('says that a revision is no longer current, and reads the tasks again', async () => {
    const other = await world.documents.document(world.organization, { title: 'Tires', pages: taskPages() });
    await open(fresh(other));
    await box(TASK).check();
    const { revisionId } = await world.documents.revision(other, {
      ...{ version: '2', status: 'draft', pages: taskPages('280') },
    });
    await ok(world.admin.api.post(`/documents/${other.id}/revisions/${revisionId}/activate`));
    await button('Make the card').click();
    await page.getByRole('alert').filter({ hasText: 'It was changed meanwhile' }).waitFor();
    await button('Reload').click();
    await page.getByText('No tasks are chosen yet.').waitFor();
    await page.locator(`a[href*="${revisionId}"]`).first().waitFor();
    await box(TASK).check();
    await button('Make the card').click();
    await page.getByRole('status').filter({ hasText: 'This card is valid' }).waitFor();
  });

  it('shows what the service refuses', async () => {
    await open(fresh());
    await box(TASK).check();
    await page.route(/\/job-cards$/, (route) =>
      route.fulfill({
        status: 422,
        json: { success: false, error: { code: 'UNPROCESSABLE', message: 'The card is too large.' }, meta: {} },
      }),
    );
    await button('Make the card').click();
    await page.getByRole('alert').filter({ hasText: 'The card is too large.' }).waitFor();
    expect(await chosen()).toEqual([TASK]);
    await page.unroute(/\/job-cards$/);
    await page.getByLabel('Work order').fill('WO-1178');
    await button('Try again').click();
    await page.getByRole('status').filter({ hasText: 'This card is valid' }).waitFor();
    await page.getByText('WO-1178').first().waitFor();
  });

  it('forgets a refusal once the card is another one', async () => {
    await open(fresh());
    await box(TASK).check();
    await page.route(/\/job-cards$/, (route) =>
      route.fulfill({
        status: 422,
        json: { success: false, error: { code: 'UNPROCESSABLE', message: 'The card is too large.' }, meta: {} },
      }),
    );
    const refusal = page.getByRole('alert').filter({ hasText: 'The card is too large.' });
    await button('Make the card').click();
    await refusal.waitFor();
    await box(REMOVAL).check();
    await refusal.waitFor({ state: 'detached' });
    await button('Make the card').click();
    await refusal.waitFor();
    await page.getByRole('combobox', { name: 'Registration' }).fill('413');
    await page.getByRole('option', { name: 'SE-HSB (MSN 413)' }).click();
    await refusal.waitFor({ state: 'detached' });
    await page.unroute(/\/job-cards$/);
  });

  it('has targets for gloves on touch screens', async () => {
    const touch = await world.chromium.newContext({
      ...{ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
    });
    await touch.addCookies(await visitor.context.cookies());
    const mobile = await touch.newPage();
    await open(fresh(), mobile);
    await box(TASK, mobile).check();
    expect(await smallTargetsOf(mobile)).toEqual([]);
    await touch.close();
  });
});
