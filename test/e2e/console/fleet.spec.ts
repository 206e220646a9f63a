import { readFile } from 'node:fs/promises';
import { describeInBrowser } from '../../support/pages/browser.js';
import { administrationOn } from '../../support/pages/administration-steps.js';
import {
  accessibilityOf,
  enterConsole,
  looksOf,
  smallTargetsOf,
  type ConsoleVisitor,
} from '../../support/pages/console-steps.js';
import { signInOn } from '../../support/pages/page-steps.js';
import { startPageWorld, type PageWorld } from '../../support/pages/page-world.js';
import { readyManual, section, wheelManual } from '../../support/manuals/manual.js';
import { placedPdf } from '../../support/manuals/pdf-factory.js';
import { assign, passTime, people } from '../../support/scenes/assignment-scene.js';
import { TASK, taskPages } from '../../support/scenes/task-scene.js';
import { issued } from '../../support/scenes/temporary-revision-scene.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import type { Download, Locator, Page } from 'playwright-core';
import type { TestUser } from '../../factories/identity.factory.js';
import type { Json } from '../../support/api/api-client.js';

const MARKUP = `<img src=x onerror="document.title='hacked'"><script>document.title='hacked'</script>`;
const STATEMENT = `I have read and understood ${MARKUP}`;
const TODAY = new Date().toISOString().slice(0, 10);

describeInBrowser('the fleet in the console', () => {
  let world: PageWorld;
  let engineer: TestUser;
  let viewer: TestUser;
  let visitor: ConsoleVisitor;
  let page: Page;
  let manual: Json;
  let aircraft: Json;
  beforeAll(async () => {
    world = await startPageWorld();
    const { api } = world.admin;
    engineer = await world.member({ role: 'engineer' });
    viewer = await world.member({ role: 'viewer' });
    const overlay = await placedPdf([section('24-31-00 Main battery servicing', ['Charge the battery at 5 amperes.'])]);
    let changed: Json;
    [manual, changed] = await Promise.all([
      readyManual(api, await wheelManual()),
      readyManual(api, overlay, { title: 'TR 24-7' }),
    ]);
    await issued(api, manual as { id: string }, changed as { id: string }, {
      number: 'TR 24-7',
      pages: [{ action: 'replace', page_number: 3, overlay_pages: [1] }],
    });
    aircraft = await registerAircraft();
    await direct();
    const old = await world.documents.document(world.organization, { title: 'Old brakes' });
    await ok(assign(api, old, people(engineer.id)));
    await passTime(world.sql, world.organization.id, 11);
    await ok(assign(api, manual as { id: string }, people(engineer.id, viewer.id), { statement: STATEMENT }));
    visitor = await enterConsole(world, engineer);
    ({ page } = visitor);
  });
  afterAll(async () => {
    await visitor?.context.close();
    await world.stop();
  });
  afterEach(() => expect(visitor.problems.splice(0)).toEqual([]));

  async function registerAircraft(): Promise<Json> {
    const { api } = world.admin;
    await ok(api.post('/aircraft', { registration: 'SE-OTH', aircraft_type: 'KD-19' }));
    const made = await ok(
      api.post('/aircraft', {
        ...{ registration: 'SE-HSA', aircraft_type: 'HST-72', model: 'HST-72-200', serial_number: '4012' },
        components: [{ kind: 'engine', position: '1', model: 'TX40-2', serial_number: 'E-100' }],
        modifications: [{ kind: 'SB', number: 'HST72-32-018', status: 'embodied', evidence: MARKUP }],
      }),
    );
    await ok(api.post(`/aircraft/${made.id}/utilisation`, { date: TODAY, flight_hours: 1000.5, flight_cycles: 800 }));
    return made;
  }

  async function direct(): Promise<void> {
    for (const [number, more] of [
      ['2026-0114', { initial_compliance: { total: { flight_hours: 1050.75 } } }],
      ['2026-0115', { initial_compliance: { total: { flight_hours: 900 } } }],
      ['2026-0116', { initial_compliance: { total: { flight_hours: 9000 } } }],
      ['2026-0117', {}],
    ] as const) {
      const kind = 'airworthiness_directive';
      const about = { kind, title: `Wheel bolts ${number}`, aircraft_types: ['HST-72'], effectivity: 'ALL' };
      await ok(world.admin.api.post('/directives', { ...about, number, ...more }));
    }
  }

  const open = (address: string, on = page): Promise<unknown> => on.goto(`${world.publicUrl}/app${address}`);
  const row = (text: string, on = page): Locator => on.getByRole('row').filter({ hasText: text });
  const saved = async (press: Promise<unknown>, download: Promise<Download>): Promise<Buffer> => {
    await press;
    return readFile(await (await download).path());
  };

  it('leads from the register to what is open on an aircraft', async () => {
    await open('/');
    await page.getByRole('link', { name: 'Fleet' }).click();
    await row('SE-OTH').waitFor();
    await page.getByLabel('Registration, serial or fleet number').fill('se-h');
    await page.keyboard.press('Enter');
    await row('SE-OTH').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'SE-HSA' }).waitFor();
    expect(await row('SE-OTH').count()).toBe(0);
    await page.getByRole('link', { name: 'SE-HSA' }).click();
    await page.getByRole('heading', { level: 1, name: 'SE-HSA' }).waitFor();
    await row('TX40-2').waitFor();
    expect(await row('HST72-32-018').innerText()).toContain(MARKUP);
    await page.getByText(/For information/).waitFor();
    await row('2026-0117').getByText('The directive has no times.').waitFor();
    expect(await row('2026-0115').innerText()).toMatch(/OVERDUE[\s\S]*100.5 flight hours beyond/);
    expect(await row('2026-0114').innerText()).toMatch(/OPEN[\s\S]*1,050.75 flight hours[\s\S]*50.25 flight hours/);
    expect(await row('2026-0114').innerText()).not.toContain('OVERDUE');

    await page.getByLabel('Due within flight hours').fill('many');
    await page.getByText('Hours, such as 100 or 62.5').waitFor();
    await page.getByLabel('Due within flight hours').fill('100');
    await page.keyboard.press('Enter');
    await row('2026-0116').waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('hours')).toBe('100');
    expect(await row('2026-0115').innerText()).toContain('OVERDUE');
    expect(await row('2026-0117').innerText()).toContain('Not known');
    expect(await row('2026-0116').count()).toBe(0);
    await page.getByRole('button', { name: 'Remove filters' }).click();
    await row('2026-0116').waitFor();
    expect(await page.title()).not.toBe('hacked');
  });

  it('signs what is assigned with a proof of identity, and saves the evidence', async () => {
    await world.sql.query(
      `UPDATE sessions SET authenticated_at = authenticated_at - interval '11 minutes' WHERE user_id = $1`,
      [engineer.id],
    );
    await open('/fleet');
    await page.getByRole('link', { name: 'Read and understood' }).click();
    await row('Old brakes').getByText('overdue').waitFor();
    expect(await page.getByRole('heading', { name: 'Assignments' }).count()).toBe(0);
    const link = page.getByRole('link', { name: manual.title as string });
    expect(await link.getAttribute('href')).toContain(`/documents/${manual.id}/pages/1?revision=${manual.revision.id}`);
    await page.getByRole('button', { name: `Sign ${manual.title}` }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Sign ${manual.title}` });
    await dialog.getByText(STATEMENT).waitFor();
    const { body } = await (await world.signIn(engineer)).api.get('/acknowledgements?status=pending');
    const [{ id, revision }] = body.data as Json[];
    await dialog.getByText(revision.content_sha256 as string).waitFor();
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const [popup] = await Promise.all([
      visitor.context.waitForEvent('page'),
      proof.getByRole('button', { name: 'Sign in again' }).click(),
    ]);
    const closed = popup.waitForEvent('close');
    await signInOn(popup, engineer);
    await closed;
    await administrationOn(page, world).said('Signed');
    const signed = page.getByRole('table', { name: 'Signed', exact: true });
    await signed
      .getByRole('row')
      .filter({ hasText: manual.title as string })
      .waitFor();
    const json = signed.getByRole('button', { name: /Save as JSON/ });
    const evidence = JSON.parse(String(await saved(json.click(), page.waitForEvent('download'))));
    expect(evidence.payload).toMatchObject({ acknowledgement_id: id, statement: STATEMENT });
    const pdf = signed.getByRole('button', { name: /Save as PDF/ });
    expect(String(await saved(pdf.click(), page.waitForEvent('download')))).toMatch(/^%PDF/);
    expect(visitor.problems.splice(0)).toEqual([expect.stringContaining('401')]);
  });

  it('reports a discrepancy of selected words, which the page and the list show', async () => {
    await open(`/documents/${manual.id}/pages/2`);
    const text = page.getByRole('tabpanel').getByText('B. Tighten the eight attachment bolts');
    await text.waitFor();
    await text.selectText();
    await page.getByRole('button', { name: 'Report a discrepancy' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report a discrepancy' });
    await dialog.getByText('Tighten the eight attachment bolts').waitFor();
    await dialog.getByLabel('Description').fill(`There are six. ${MARKUP}`);
    await administrationOn(page, world).choose('Severity', 'Critical: due after 7 days', dialog);
    expect(await accessibilityOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Report', exact: true }).click();
    await page.getByRole('note').filter({ hasText: 'OPEN DISCREPANCY (inaccurate)' }).waitFor();
    await open('/fleet/discrepancies');
    const report = row('There are six.');
    await report.waitFor();
    expect(await report.innerText()).toMatch(/page 2[\s\S]*critical[\s\S]*Reported/i);
    await page.getByLabel('Overdue only').check();
    await page.getByText('No report matches.').waitFor();
    await page.getByLabel('Overdue only').uncheck();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Closed' }).click();
    await page.getByText('No report matches.').waitFor();
    await page.goBack();
    expect(await page.title()).not.toBe('hacked');
  });

  it('says what the service refuses of a report', async () => {
    await open(`/documents/${manual.id}/pages/1`);
    const text = page.getByRole('tabpanel').getByText('A. Put the aircraft on jacks.');
    await text.waitFor();
    await text.selectText();
    await page.getByRole('button', { name: 'Report a discrepancy' }).click();
    await page.route(/\/discrepancies$/, (route) =>
      route.fulfill({
        status: 409,
        json: { success: false, error: { code: 'CONFLICT', message: 'There are 1,000 open reports.' }, meta: {} },
      }),
    );
    const dialog = page.getByRole('dialog', { name: 'Report a discrepancy' });
    await dialog.getByLabel('Description').fill('Which jacks?');
    await dialog.getByRole('button', { name: 'Report', exact: true }).click();
    await dialog.getByRole('alert').filter({ hasText: '1,000 open reports' }).waitFor();
    expect(await dialog.getByLabel('Description').inputValue()).toBe('Which jacks?');
    await page.unroute(/\/discrepancies$/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('lists job cards, saves one as a PDF, and leads to whether it is valid', async () => {
    const { api } = await world.signIn(engineer);
    const { id } = await world.documents.document(world.organization, { pages: taskPages() });
    const tasks = [{ document_id: id, number: TASK }];
    await ok(api.post('/job-cards', { aircraft_id: aircraft.id, work_order: 'WO-1177', tasks }));
    await open('/fleet/job-cards');
    const save = page.getByRole('button', { name: 'Save as PDF: WO-1177' });
    await save.waitFor();
    expect(String(await saved(save.click(), page.waitForEvent('download')))).toMatch(/^%PDF/);
    await page.getByRole('link', { name: 'WO-1177' }).click();
    await page.getByRole('status').filter({ hasText: 'This card is valid' }).waitFor();
  });

  it('lists the temporary revisions of a document', async () => {
    await open(`/documents/${manual.id}`);
    await row('TR 24-7').getByText('Replaces page 3').waitFor();
    expect(await row('TR 24-7').innerText()).toContain('IN FORCE');
    await page.getByRole('link', { name: 'Open TR 24-7' }).click();
    await page.getByRole('heading', { level: 1, name: 'TR 24-7' }).waitFor();
  });

  it('shows managers how many have signed', async () => {
    const admin = await enterConsole(world, await world.member({ role: 'admin' }));
    await open('/fleet/read-and-understood', admin.page);
    const assigned = admin.page.getByRole('table', { name: 'Assignments' }).getByRole('row');
    await assigned.filter({ hasText: manual.title as string }).waitFor();
    const cells = assigned.filter({ hasText: manual.title as string }).getByRole('cell');
    expect((await cells.allInnerTexts()).slice(1, 6)).toEqual(['Open', '2', '1', '1', '0']);
    await assigned.filter({ hasText: 'Old brakes' }).getByText('overdue').waitFor();
    // 768 is the least width of tables, and 320 that of the navigation.
    for (const width of [768, 320]) {
      await admin.page.setViewportSize({ width, height: 900 });
      expect(await accessibilityOf(admin.page)).toEqual([]);
    }
    const last = await admin.page.getByRole('link', { name: 'Admin' }).boundingBox();
    expect(last!.x + last!.width).toBeLessThanOrEqual(320);
    expect(admin.problems).toEqual([]);
    await admin.context.close();
  });

  it('shows a viewer nothing that a viewer cannot do', async () => {
    const { context, page: theirs, problems } = await enterConsole(world, viewer);
    await open('/fleet/read-and-understood', theirs);
    await theirs.getByRole('button', { name: `Sign ${manual.title}` }).waitFor();
    expect(await theirs.getByRole('heading', { name: 'Assignments' }).count()).toBe(0);
    await open(`/documents/${manual.id}/pages/2`, theirs);
    const text = theirs.getByRole('tabpanel').getByText('B. Tighten the eight attachment bolts');
    await text.waitFor();
    await text.selectText();
    await theirs.getByRole('note').filter({ hasText: 'OPEN DISCREPANCY' }).waitFor();
    expect(await theirs.getByRole('button', { name: 'Report a discrepancy' }).count()).toBe(0);
    await open('/fleet/aircraft/aircraft_unknown', theirs);
    await theirs.getByRole('alert').filter({ hasText: 'Not found' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  const SCREENS: [name: string, address: () => string][] = [
    ['aircraft', () => '/fleet/aircraft'],
    ['what is open', () => `/fleet/aircraft/${aircraft.id}?hours=100`],
    ['read and understood', () => '/fleet/read-and-understood'],
    ['discrepancy reports', () => '/fleet/discrepancies'],
    ['job cards', () => '/fleet/job-cards'],
    ['temporary revisions', () => `/documents/${manual.id}`],
  ];
  it.each(SCREENS)('can be used by everyone in all sizes and colors: %s', async (_name, address) => {
    await open(address());
    await page.getByRole('table').last().waitFor();
    expect(await looksOf(page)).toEqual({});
  });

  it('has targets for gloves on touch screens', async () => {
    const touch = await world.chromium.newContext({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    await touch.addCookies(await visitor.context.cookies());
    const mobile = await touch.newPage();
    for (const [name, address] of SCREENS.slice(0, 5)) {
      await open(address(), mobile);
      await mobile.getByRole('table').last().waitFor();
      expect({ name, small: await smallTargetsOf(mobile) }).toEqual({ name, small: [] });
    }
    await touch.close();
  });
});
