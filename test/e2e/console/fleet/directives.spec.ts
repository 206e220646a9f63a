import { describeInBrowser } from '../../../support/pages/browser.js';
import { administrationOn } from '../../../support/pages/administration-steps.js';
import { enterConsole, looksOf, smallTargetsOf, type ConsoleVisitor } from '../../../support/pages/console-steps.js';
import { startPageWorld, type PageWorld } from '../../../support/pages/page-world.js';
import { ok } from '../../../support/scenes/webhook-acts.js';
import type { Locator, Page } from 'playwright-core';
import type { Json } from '../../../support/api/api-client.js';

const TODAY = new Date().toISOString().slice(0, 10);
const NUMBERS = ['2026-0201', '2026-0202', '2026-0203'] as const;

describeInBrowser('the records of directives', () => {
  let world: PageWorld;
  let visitor: ConsoleVisitor;
  let page: Page;
  let aircraft: Json;
  beforeAll(async () => {
    world = await startPageWorld();
    const { api } = world.admin;
    aircraft = await ok(api.post('/aircraft', { registration: 'SE-HSA', aircraft_type: 'HST-72' }));
    const reading = { date: TODAY, flight_hours: 1000, flight_cycles: 800 };
    await ok(api.post(`/aircraft/${aircraft.id}/utilisation`, reading));
    for (const number of NUMBERS) {
      const about = { kind: 'airworthiness_directive', aircraft_types: ['HST-72'], effectivity: 'ALL' };
      const due = { initial_compliance: { total: { flight_hours: 1050 } } };
      await ok(api.post('/directives', { ...about, ...due, number, title: `Wheel bolts ${number}` }));
    }
    await world.documents.document(world.organization, { title: 'Work package 77' });
    visitor = await enterConsole(world, await world.member({ role: 'manager' }));
    ({ page } = visitor);
  });
  afterAll(async () => {
    await visitor?.context.close();
    await world.stop();
  });
  afterEach(() => expect(visitor.problems.splice(0)).toEqual([]));
  beforeEach(() => page.goto(`${world.publicUrl}/app/fleet/aircraft/${aircraft.id}`));

  const button = (name: string, on: Page | Locator = page): Locator => on.getByRole('button', { name, exact: true });
  const row = (number: string, on = page): Locator => on.getByRole('row').filter({ hasText: `Wheel bolts ${number}` });
  const act = (number: string, action: string): Promise<void> =>
    administrationOn(page, world).act(`AD ${number}`, action);
  const stands = (number: string, status: string): Promise<void> =>
    row(number).getByText(status, { exact: true }).waitFor();

  it('records an embodiment with its evidence, and the list follows', async () => {
    await stands(NUMBERS[0], 'open');
    await button(`Actions for AD ${NUMBERS[0]}`).press('Enter');
    await page.getByRole('menuitem', { name: 'Record the embodiment' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `AD ${NUMBERS[0]}: embodied` });
    await dialog.getByLabel('Date of the accomplishment').fill('2999-01-01');
    await dialog.getByLabel('Evidence, such as the work order').fill('WO-1177');
    await dialog.getByLabel('Flight hours').fill('990.5');
    await button('Record', dialog).click();
    await dialog.getByRole('alert').filter({ hasText: 'Is in the future.' }).waitFor();
    expect(await looksOf(page)).toEqual({});
    await dialog.getByLabel('Date of the accomplishment').fill(TODAY);
    await dialog.getByRole('combobox', { name: 'Document with the evidence' }).fill('Work');
    await page.getByRole('option', { name: /Work package 77/ }).click();
    await button('Record', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    await stands(NUMBERS[0], 'embodied');
    await row(NUMBERS[0]).getByText('By a record').waitFor();

    await act(NUMBERS[0], 'Show the records');
    const records = page.getByRole('dialog', { name: `Records of AD ${NUMBERS[0]}` });
    const recorded = records.getByRole('row').filter({ hasText: 'WO-1177' });
    await recorded.getByText('990.5 flight hours').waitFor();
    await recorded.getByRole('link', { name: 'Open the document' }).waitFor();
    expect(await looksOf(page)).toEqual({});
    await button('Close', records).click();
    await records.waitFor({ state: 'detached' });

    await act(NUMBERS[0], 'Take the records back');
    const again = page.getByRole('dialog', { name: `AD ${NUMBERS[0]}: open` });
    await again.getByLabel('Why it is open again').fill('Wrong aircraft');
    await button('Record', again).click();
    await again.waitFor({ state: 'detached' });
    await stands(NUMBERS[0], 'open');
  });

  it('records hours and cycles, by which more is overdue', async () => {
    await button('Record hours and cycles').click();
    const dialog = page.getByRole('dialog', { name: 'Record hours and cycles' });
    await dialog.getByLabel('Flight hours').fill('1060.5');
    await dialog.getByLabel('Flight cycles').fill('810');
    await button('Record', dialog).click();
    await dialog.getByRole('alert').filter({ hasText: 'another reading of this date' }).waitFor();
    await dialog.getByLabel('Correct the reading of the same day').check();
    await button('Record', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    await row(NUMBERS[0]).getByText('overdue').waitFor();
    await row(NUMBERS[0]).getByText('10.5 flight hours beyond').waitFor();
  });

  it('defers until a limit, with reason and approval', async () => {
    await act(NUMBERS[1], 'Defer');
    const dialog = page.getByRole('dialog', { name: `AD ${NUMBERS[1]}: deferred` });
    await dialog.getByLabel('Why it is deferred').fill('No bolts in stock');
    await dialog.getByLabel('Approval of the deferral').fill('AMOC 12');
    await button('Record', dialog).click();
    await dialog.getByRole('alert').filter({ hasText: 'must be given' }).waitFor();
    await dialog.getByLabel('Deferred until').fill('2099-01-31');
    await button('Record', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    await stands(NUMBERS[1], 'deferred');
    await row(NUMBERS[1]).getByText('2099-01-31').waitFor();
  });

  it('records why a directive does not apply', async () => {
    await act(NUMBERS[2], 'Record that it does not apply');
    const dialog = page.getByRole('dialog', { name: `AD ${NUMBERS[2]}: not applicable` });
    await dialog.getByLabel('Why it does not apply').fill('Other wheels');
    await dialog.getByLabel('Evidence, such as the page of the records').fill('Record 4, page 2');
    await button('Record', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    await stands(NUMBERS[2], 'not applicable');
  });

  it('shows others the records alone', async () => {
    const theirs = await enterConsole(world, await world.member({ role: 'engineer' }));
    await theirs.page.goto(`${world.publicUrl}/app/fleet/aircraft/${aircraft.id}`);
    await button(`Actions for AD ${NUMBERS[2]}`, theirs.page).click();
    await theirs.page.getByRole('menuitem', { name: 'Show the records' }).waitFor();
    expect(await theirs.page.getByRole('menuitem').count()).toBe(1);
    await theirs.page.getByRole('menuitem').click();
    await theirs.page.getByRole('dialog').getByText('Record 4, page 2').waitFor();
    expect(theirs.problems).toEqual([]);
    await theirs.context.close();
  });

  it('has targets for gloves on touch screens', async () => {
    const touch = await world.chromium.newContext({
      ...{ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
    });
    await touch.addCookies(await visitor.context.cookies());
    const mobile = await touch.newPage();
    await mobile.goto(`${world.publicUrl}/app/fleet/aircraft/${aircraft.id}`);
    await button(`Actions for AD ${NUMBERS[0]}`, mobile).click();
    await mobile.getByRole('menuitem', { name: 'Record the embodiment' }).click();
    await mobile.getByLabel('Date of the accomplishment').waitFor();
    await mobile.getByRole('menu').waitFor({ state: 'detached' });
    expect(await smallTargetsOf(mobile)).toEqual([]);
    await touch.close();
  });
});
