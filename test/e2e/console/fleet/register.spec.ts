import { describeInBrowser } from '../../../support/pages/browser.js';
import { administrationOn } from '../../../support/pages/administration-steps.js';
import { enterConsole, looksOf, smallTargetsOf, type ConsoleVisitor } from '../../../support/pages/console-steps.js';
import { startPageWorld, type PageWorld } from '../../../support/pages/page-world.js';
import { ok } from '../../../support/scenes/webhook-acts.js';
import type { Locator, Page } from 'playwright-core';
import type { Json } from '../../../support/api/api-client.js';

describeInBrowser('the register of aircraft in the console', () => {
  let world: PageWorld;
  let visitor: ConsoleVisitor;
  let page: Page;
  beforeAll(async () => {
    world = await startPageWorld();
    visitor = await enterConsole(world, await world.member({ role: 'manager' }));
    ({ page } = visitor);
  });
  afterAll(async () => {
    await visitor?.context.close();
    await world.stop();
  });
  afterEach(() => expect(visitor.problems.splice(0)).toEqual([]));

  const open = (address: string, on = page): Promise<unknown> => on.goto(`${world.publicUrl}/app/fleet${address}`);
  const button = (name: string, on: Page | Locator = page): Locator => on.getByRole('button', { name, exact: true });
  const row = (text: string): Locator => page.getByRole('row').filter({ hasText: text });
  const registered = (registration: string): Promise<Json> =>
    ok(world.admin.api.post('/aircraft', { registration, aircraft_type: 'HST-72' }));
  const choose = (csv: string): Promise<void> =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'fleet.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });

  it('adds an aircraft with its components', async () => {
    await registered('SE-OLD');
    await open('/aircraft');
    await button('Add an aircraft').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add an aircraft' });
    await dialog.getByLabel('Registration').fill('SE?');
    await dialog.getByLabel('Type').fill('HST-72');
    await dialog.getByLabel('Configuration codes').fill('w1, x2');
    await button('Add a component', dialog).click();
    await dialog.getByRole('group', { name: 'Component 1' }).getByLabel('Model').fill('TX40-2');
    await button('Add', dialog).click();
    await dialog.getByRole('alert').filter({ hasText: 'Must' }).waitFor();
    expect(await looksOf(page)).toEqual({});
    await dialog.getByLabel('Registration').fill('se-old');
    await button('Add', dialog).click();
    await dialog.getByRole('alert').filter({ hasText: 'The service could not do this' }).waitFor();
    await dialog.getByLabel('Registration').fill('se-new');
    await button('Add', dialog).click();
    await page.getByRole('heading', { level: 1, name: 'SE-NEW' }).waitFor();
    await row('TX40-2').waitFor();
    await page.getByText('W1, X2').waitFor();
    expect(await looksOf(page)).toEqual({});
  });

  it('says what is wrong with the list of components', async () => {
    await open('/aircraft');
    await button('Add an aircraft').click();
    const dialog = page.getByRole('dialog', { name: 'Add an aircraft' });
    await dialog.getByLabel('Registration').fill('SE-CMP');
    await dialog.getByLabel('Type').fill('HST-72');
    const errors = [{ field: 'components', issue: 'must contain no more than 20 elements' }];
    await page.route(/\/api\/v1\/aircraft$/, (route) =>
      route.fulfill({
        status: 400,
        json: { success: false, error: { code: 'VALIDATION', message: 'Invalid', details: { errors } }, meta: {} },
      }),
    );
    await button('Add', dialog).click();
    await dialog.getByRole('alert').filter({ hasText: 'Must contain no more than 20 elements.' }).waitFor();
    await page.unroute(/\/api\/v1\/aircraft$/);
  });

  it('changes an aircraft, unless another user did so meanwhile', async () => {
    const { id } = await registered('SE-CHG');
    await open(`/aircraft/${id}`);
    await button('Edit').click();
    const dialog = page.getByRole('dialog', { name: 'Edit SE-CHG' });
    await dialog.getByLabel('Serial number').fill('4711');
    await ok(world.admin.api.patch(`/aircraft/${id}`, { fleet_number: '7' }));
    await button('Save', dialog).click();
    await dialog.getByRole('alert').filter({ hasText: 'It was changed meanwhile' }).waitFor();
    await button('Reload', dialog).click();
    await dialog.getByRole('alert').waitFor({ state: 'detached' });
    expect(await dialog.getByLabel('Fleet number').inputValue()).toBe('7');
    await dialog.getByLabel('Serial number').fill('4711');
    await administrationOn(page, world).choose('Status', 'Stored', dialog);
    await button('Save', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Stored').waitFor();
    expect(await ok(world.admin.api.get(`/aircraft/${id}`))).toMatchObject({
      serial_number: '4711',
      fleet_number: '7',
    });
  });

  it('records, changes and removes a modification', async () => {
    const { id } = await registered('SE-MOD');
    await open(`/aircraft/${id}`);
    await page.getByText('None is recorded.').waitFor();
    await button('Record a modification').click();
    const dialog = page.getByRole('dialog', { name: 'Record a modification' });
    await dialog.getByLabel('Number').fill('#1');
    await button('Record', dialog).click();
    await dialog.getByRole('alert').filter({ hasText: 'Must consist of letters' }).waitFor();
    await dialog.getByLabel('Number').fill('hst72-32-018');
    await dialog.getByLabel('Evidence, such as the work order').fill('WO-1177');
    await button('Record', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    await row('SB HST72-32-018').getByText('Embodied', { exact: true }).waitFor();
    const { act } = administrationOn(page, world);
    await act('SB HST72-32-018', 'Change');
    const change = page.getByRole('dialog', { name: 'Change SB HST72-32-018' });
    await administrationOn(page, world).choose('Status', 'Not embodied', change);
    await button('Save', change).click();
    await change.waitFor({ state: 'detached' });
    await row('SB HST72-32-018').getByText('Not embodied').waitFor();
    await act('SB HST72-32-018', 'Remove');
    const removal = page.getByRole('dialog', { name: 'Remove SB HST72-32-018?' });
    await button('Remove', removal).click();
    await page.getByText('None is recorded.').waitFor();
  });

  it('checks a CSV file, and imports it once it is confirmed', async () => {
    await open('/aircraft');
    await page.getByRole('link', { name: 'Import' }).click();
    await choose('registration,aircraft_type,status\nSE-IMA,HST-72,flying\nSE-IMB,,active\n');
    await button('Check the file').click();
    await page.getByRole('alert').filter({ hasText: 'Nothing is imported' }).waitFor();
    await row('Line 2').waitFor();
    await row('Line 3').waitFor();
    expect(await looksOf(page)).toEqual({});
    await choose('registration,aircraft_type\nSE-IMA,HST-72\nSE-IMB,HST-72\n');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await button('Check the file').click();
    await page.getByRole('status').filter({ hasText: 'The file can be imported' }).waitFor();
    expect(await page.getByRole('definition').allInnerTexts()).toEqual(['2', '2', '0', '0']);
    const listed = async (): Promise<Json[]> => (await ok(world.admin.api.get('/aircraft?q=SE-IM'))) as Json[];
    expect(await listed()).toEqual([]);
    expect(await looksOf(page)).toEqual({});
    await page.route(/\/aircraft\/import/, (route) =>
      route.fulfill({
        status: 422,
        json: { success: false, error: { code: 'UNPROCESSABLE', message: 'Not now.' }, meta: {} },
      }),
    );
    await button('Import').click();
    await page.getByRole('alert').filter({ hasText: 'Not now.' }).waitFor();
    await page.unroute(/\/aircraft\/import/);
    await button('Try again').click();
    await page.getByRole('status').filter({ hasText: 'The file can be imported' }).waitFor();
    await button('Import').click();
    await page.getByRole('status').filter({ hasText: 'The file is imported' }).waitFor();
    expect(await listed()).toHaveLength(2);
    await page.getByRole('link', { name: 'All aircraft' }).click();
    await page.getByRole('link', { name: 'SE-IMB' }).waitFor();
  });

  it('imports hours and cycles', async () => {
    const { id } = await registered('SE-HRS');
    await open('/aircraft/import');
    await administrationOn(page, world).choose('What the rows are', 'Hours and cycles', page.getByRole('main'));
    await choose('registration,date,flight_hours,flight_cycles\nSE-HRS,2026-01-31,1000.5,800\n');
    await button('Check the file').click();
    await button('Import').click();
    await page.getByRole('status').filter({ hasText: 'The file is imported' }).waitFor();
    expect(await ok(world.admin.api.get(`/aircraft/${id}/utilisation`))).toMatchObject([{ flight_hours: 1000.5 }]);
  });

  it('shows others what is recorded alone', async () => {
    const { id } = await registered('SE-SEE');
    const theirs = await enterConsole(world, await world.member({ role: 'engineer' }));
    await open('/aircraft', theirs.page);
    await theirs.page.getByRole('link', { name: 'SE-SEE' }).waitFor();
    expect(await button('Add an aircraft', theirs.page).count()).toBe(0);
    expect(await theirs.page.getByRole('link', { name: 'Import' }).count()).toBe(0);
    await open(`/aircraft/${id}`, theirs.page);
    await theirs.page.getByRole('link', { name: 'Search for this aircraft' }).waitFor();
    for (const name of ['Edit', 'Record a modification']) expect(await button(name, theirs.page).count()).toBe(0);
    await open('/aircraft/import', theirs.page);
    await theirs.page.getByText('Your role does not allow this.').waitFor();
    expect(theirs.problems).toEqual([]);
    await theirs.context.close();
  });

  it('has targets for gloves on touch screens', async () => {
    const { id } = await registered('SE-GLV');
    const touch = await world.chromium.newContext({
      ...{ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
    });
    await touch.addCookies(await visitor.context.cookies());
    const mobile = await touch.newPage();
    await open('/aircraft/import', mobile);
    await button('Check the file', mobile).waitFor();
    expect(await smallTargetsOf(mobile)).toEqual([]);
    await open(`/aircraft/${id}`, mobile);
    await button('Edit', mobile).click();
    await button('Add a component', mobile).click();
    await mobile.getByRole('group', { name: 'Component 1' }).waitFor();
    expect(await smallTargetsOf(mobile)).toEqual([]);
    await touch.close();
  });
});
