import { describeInBrowser } from '../../support/pages/browser.js';
import { enterConsole, looksOf, smallTargetsOf, type ConsoleVisitor } from '../../support/pages/console-steps.js';
import { startPageWorld, type PageWorld } from '../../support/pages/page-world.js';
import { readyManual, section, unlike, uploadManual, wheelManual } from '../../support/manuals/manual.js';
import { burningPdf, placedPdf } from '../../support/manuals/pdf-factory.js';
import { until } from '../../support/until.js';
import type { Json } from '../../support/api/api-client.js';
import type { Locator, Page } from 'playwright-core';

const MARKUP = `<img src=x onerror="document.title='hacked'"><script>document.title='hacked'</script>`;

/** Of a large file. */
const MIDWAY = {
  state: 'processing',
  stage: 'reading',
  pages_done: 30,
  pages_total: 120,
  started_at: null,
  seconds_left: 180,
};

describeInBrowser('documents in the console', () => {
  let world: PageWorld;
  let visitor: ConsoleVisitor;
  let page: Page;
  let team: { id: string };
  let manual: { id: string };
  let pdf: Buffer;
  beforeAll(async () => {
    world = await startPageWorld();
    const { api } = world.admin;
    await api.patch('/users/me', { name: 'Max Planner' });
    pdf = await wheelManual();
    team = (await api.post('/teams', { name: `Hangar ${MARKUP}` })).body.data as { id: string };
    manual = (await readyManual(api, pdf, { document_number: 'HST-72-AMM', ata_chapter: '32-41' })) as { id: string };
    await readyManual(api, unlike(pdf), {
      title: `Bulletin ${MARKUP}`,
      document_type: 'SB',
      aircraft_type: MARKUP.slice(0, 50),
      document_number: MARKUP,
      version: MARKUP.slice(0, 50),
      effectivity: MARKUP,
    });
    visitor = await enterConsole(world, await world.member({ role: 'admin', name: 'Ada Admin' }));
    ({ page } = visitor);
  });
  afterAll(async () => {
    await visitor?.context.close();
    await world.stop();
  });
  afterEach(() => expect(visitor.problems.splice(0)).toEqual([]));

  const open = (address: string, on = page): Promise<unknown> => on.goto(`${world.publicUrl}/app${address}`);
  const read = async (path: string): Promise<Json> => (await world.admin.api.get(path)).body.data;
  const revisionsOf = (id: string): Promise<Json> => read(`/documents/${id}/revisions`);
  const button = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true });
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  const choose = (files: Record<string, Uint8Array>) =>
    page.locator('input[type=file]').setInputFiles(
      Object.entries(files).map(([name, content]) => ({
        name,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(content),
      })),
    );
  /** What the browser itself writes of a refused request. */
  const refused = (status: number): void => {
    const found = visitor.problems.splice(0).filter((problem) => !problem.includes(`status of ${status}`));
    expect(found).toEqual([]);
  };

  it('lists documents with filters in the address, and shows markup as text', async () => {
    await open('/');
    await page.getByRole('link', { name: 'Documents' }).click();
    await page.getByRole('row', { name: /Wheels and brakes/ }).waitFor();
    expect(await page.getByRole('row').count()).toBe(3);
    expect(await page.getByRole('row').nth(1).innerText()).toContain(`Bulletin ${MARKUP}`);
    expect(await page.locator('main script, main img').count()).toBe(0);
    await page.getByLabel('Title or number').fill('HST-72');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=HST-72/);
    await page.getByRole('row', { name: /Bulletin/ }).waitFor({ state: 'detached' });
    const row = page.getByRole('row', { name: /Wheels/ });
    expect(await row.innerText()).toMatch(/AMM · HST-72-AMM · ATA 32-41[\s\S]*ACTIVE[\s\S]*Ready, 3 pages/i);
    await button('Remove filters').click();
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'SB' }).click();
    await page.waitForURL(/type=SB/);
    await row.waitFor({ state: 'detached' });
    await open('/documents?ata=99');
    await page.getByText('No document matches').waitFor();
  });

  it('uploads chosen files, and says what the service refuses', async () => {
    await open('/documents');
    await page.getByRole('link', { name: 'Upload' }).click();
    const name = 'HST-72 AMM 24-31-00 Battery Rev 7.pdf';
    await choose({ [name]: unlike(pdf), 'tool.pdf': Buffer.from('MZ\x90\x00 no manual') });
    const card = page.getByRole('article', { name: /Battery/ });
    expect(await card.getByLabel('Title').inputValue()).toBe('HST-72 AMM 24-31-00 Battery');
    expect(await card.getByRole('combobox', { name: 'Type' }).inputValue()).toBe('AMM');
    expect(await card.getByRole('textbox', { name: 'Revision' }).inputValue()).toBe('7');
    const other = page.getByRole('article', { name: 'tool.pdf' });
    await page.getByRole('combobox', { name: 'Aircraft' }).first().fill('HST-72');
    await page.getByRole('combobox', { name: 'Type' }).first().click();
    await page.getByRole('option', { name: 'AMM' }).click();
    await button('Upload all').click();
    await other.getByText('Fill this in').waitFor();
    await other.getByRole('textbox', { name: 'Revision' }).fill('1');
    await button('Upload', other).click();
    await other.getByRole('alert').waitFor();
    await card.getByRole('link', { name: /^Read / }).waitFor();
    expect(await read('/documents')).toMatchObject([
      { version: '7', ata_chapter: '24-31-00', document_type: 'AMM' },
      {},
      {},
    ]);
    await other.getByRole('button', { name: /Remove tool.pdf/ }).click();
    await other.waitFor({ state: 'detached' });
    refused(415);
  });

  it('takes files that are dropped on the list, and adds a known file as a draft', async () => {
    await open('/documents');
    await page.getByRole('row', { name: /Wheels/ }).waitFor();
    const files = { [`Wheels ${MARKUP.slice(0, 40)}.pdf`]: pdf.toString('base64') };
    await page.evaluate(`{
      const transfer = new DataTransfer();
      for (const [name, content] of Object.entries(${JSON.stringify(files)}))
        transfer.items.add(new File([Uint8Array.from(atob(content), (one) => one.charCodeAt(0))], name));
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }`);
    await page.waitForURL(/\/documents\/upload$/);
    const card = page.getByRole('article', { name: /^Wheels <img/ });
    await card.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'AMM' }).click();
    await card.getByLabel('Aircraft').fill('HST-72');
    await card.getByRole('textbox', { name: 'Revision' }).fill('5');
    await button('Upload', card).click();
    await card.getByText('A document has exactly this file already').waitFor();
    await button('Add it there as a draft revision', card).click();
    await card.getByText(/Added as a draft of Wheels and brakes/).waitFor();
    expect(await revisionsOf(manual.id)).toMatchObject([{ version: '5', status: 'draft' }, { status: 'active' }]);
    refused(409);
  });

  it('shows the progress of an upload, which can be canceled, and warns before it is lost', async () => {
    const devtools = await visitor.context.newCDPSession(page);
    await open('/documents/upload');
    const padding = Buffer.alloc(1_500_000, '%');
    await choose({ 'Large.pdf': Buffer.concat([unlike(pdf), padding]) });
    const card = page.getByRole('article', { name: 'Large.pdf' });
    await card.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'CMM' }).click();
    await card.getByLabel('Aircraft').fill('HST-72');
    await card.getByRole('textbox', { name: 'Revision' }).fill('1');
    const limit = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 };
    await devtools.send('Network.emulateNetworkConditions', limit);
    await button('Upload', card).click();
    const sent = async () => Number(await card.getByRole('progressbar').getAttribute('aria-valuenow'));
    const first = await until(sent, (percent) => percent > 0);
    expect(first).toBeLessThan(90);
    expect(await until(sent, (percent) => percent > first)).toBeLessThanOrEqual(100);
    await page.getByRole('link', { name: 'All documents' }).click();
    await button('Cancel', dialog('Stop the uploads and leave?')).click();
    await button('Cancel', card).click();
    await button('Upload', card).waitFor();
    await devtools.send('Network.emulateNetworkConditions', { ...limit, uploadThroughput: -1 });
    await button('Upload', card).click();
    await card.getByRole('link', { name: 'Read Large' }).waitFor();
    expect(await read('/documents?q=Large')).toMatchObject([{ title: 'Large', document_type: 'CMM' }]);
  });

  it('edits the details, unless somebody else did so meanwhile', async () => {
    await open(`/documents/${manual.id}`);
    await button('Edit').click();
    const form = dialog('Edit the details');
    await form.getByLabel('Title').fill('Wheels, tires and brakes');
    await form.getByLabel('ATA number').fill('three');
    await button('Save', form).click();
    await form.getByText(/Must be an ATA number/).waitFor();
    refused(400);
    await world.admin.api.patch(`/documents/${manual.id}`, { effectivity: 'MSN 1-9' });
    await form.getByLabel('ATA number').fill('32-42');
    await button('Save', form).click();
    await button('Reload', form).click();
    await until(
      () => form.getByLabel('Effectivity').inputValue(),
      (value) => value === 'MSN 1-9',
    );
    await form.getByLabel('Title').fill('Wheels, tires and brakes');
    await form.getByLabel('ATA number').fill('');
    await button('Save', form).click();
    await page.getByRole('heading', { name: 'Wheels, tires and brakes' }).waitFor();
    const changed = { title: 'Wheels, tires and brakes', ata_chapter: null, effectivity: 'MSN 1-9' };
    expect(await read(`/documents/${manual.id}`)).toMatchObject(changed);
    refused(412);
  });

  it('adds, activates, compares, withdraws and deletes revisions', async () => {
    const titled = section('32-41-12 Brake unit', ['A. Install the brake unit.', 'B. Tighten the bolts to 120 Nm.']);
    const newer = section('32-41-12 Brake unit', ['A. Install the brake unit.', 'B. Tighten the bolts to 135 Nm.']);
    const added = section(`32-41-13 ${MARKUP}`, ['Only in the new revision.']);
    const { id } = await readyManual(world.admin.api, await placedPdf([titled]), { title: 'Brake unit' });
    await open(`/documents/${id as string}`);
    await button('Add a revision').click();
    const form = dialog('Add a revision');
    await choose({ 'Brake Rev 5.pdf': await placedPdf([newer, added]) });
    expect(await form.getByLabel('Revision', { exact: false }).first().inputValue()).toBe('5');
    await button('Upload', form).click();
    await button('Activate Rev 5').click();
    await dialog('Activate Rev 5?')
      .getByText(/instead of Rev 4.*superseded/)
      .waitFor();
    await button('Activate', dialog('Activate Rev 5?')).click();
    await page.getByRole('article', { name: 'Rev 4' }).getByText('superseded').waitFor();
    expect(await revisionsOf(id as string)).toMatchObject([{ status: 'active' }, { status: 'superseded' }]);

    await page.reload();
    await page.getByRole('row', { name: /Max Planner/ }).waitFor();
    expect(await looksOf(page, 'document')).toEqual({});
    await page.getByRole('link', { name: 'Read it' }).click();
    await page.locator('.page-image').waitFor();
    await page.getByRole('link', { name: 'Compare' }).click();
    await page.getByText('Pages: 1 changed, 1 added.').waitFor();
    await page.locator('.page-image').nth(1).waitFor();
    await page.locator('.page-side-added .page-overlay rect').first().waitFor({ state: 'attached' });
    await page.locator('.page-side-removed .page-overlay rect').first().waitFor({ state: 'attached' });
    expect(await page.locator('.changed-lines mark').allInnerTexts()).toEqual(['120', '135']);
    expect(await looksOf(page, 'compare')).toEqual({});
    await button('Next change').click();
    await page.getByText('Rev 4 does not have this page.').waitFor();
    await page.waitForURL(/page=-2/);
    expect(await page.locator('main script, main img[src="x"]').count()).toBe(0);
    await page.getByRole('link', { name: 'The document' }).click();

    await button('Withdraw Rev 5').click();
    await button('Withdraw', dialog('Withdraw Rev 5?')).click();
    await page.getByText('withdrawn', { exact: true }).waitFor();
    expect(await read(`/documents/${id as string}`)).toMatchObject({ status: 'withdrawn' });
    await button('Delete').click();
    await dialog('Delete this document?').getByLabel('Type delete to confirm').fill('delete');
    await button('Delete', dialog('Delete this document?')).click();
    await page.waitForURL(/\/documents$/);
    expect((await world.admin.api.get(`/documents/${id as string}`)).status).toBe(404);
  });

  it('deletes a draft', async () => {
    await open(`/documents/${manual.id}`);
    await button('Delete Rev 5').click();
    await button('Delete', dialog('Delete Rev 5?')).click();
    await page.getByRole('article', { name: 'Rev 5' }).waitFor({ state: 'detached' });
    expect(await revisionsOf(manual.id)).toHaveLength(1);
  });

  it('shows the progress of reading, stops it, and has a file read again', async () => {
    const { id } = await uploadManual(world.admin.api, burningPdf(), { title: 'Endless' });
    await page.route(/\/ingestion\?/, (route) =>
      route.fulfill({ json: { success: true, data: { ...MIDWAY, error: null, warnings: [] }, meta: {} } }),
    );
    await open(`/documents/${id as string}`);
    await page.getByText('Being read, page 30 of 120, about 3 minutes left').waitFor();
    await page.unroute(/\/ingestion\?/);
    await button('Stop reading Rev 4').click();
    await button('Stop reading', dialog('Stop reading?')).click();
    await page.getByText('Ingestion was canceled').waitFor();
    expect(await read(`/documents/${id as string}`)).toMatchObject({ ingestion: { state: 'failed' } });
    await button('Read it again').click();
    await page.getByText(/Waiting to be read|Being read/).waitFor();
    await open('/documents/upload');
    await world.admin.api.post(`/documents/${id as string}/ingestion/cancel`);
    await world.admin.api.delete(`/documents/${id as string}`);
  });

  it('says where a file contradicts what was entered', async () => {
    const cover = section('SERVICE BULLETIN', ['SB 46-32-018', 'Issue 3']);
    const fields = { title: 'Cover', document_type: 'SB', document_number: 'SB 46-32-019', version: 'Issue 3' };
    const { id } = await readyManual(world.admin.api, await placedPdf([cover]), fields);
    await open(`/documents/${id as string}`);
    await page.getByText('The file names the document number').waitFor();
    const remarks = await page.locator('.file-remarks li').allInnerTexts();
    expect(remarks).toEqual(['The file names the document number 46-32-018. SB 46-32-019 is entered.']);
  });

  it('shows managers what they manage, and viewers nothing to change', async () => {
    const { id } = await readyManual(world.admin.api, unlike(pdf), { title: 'Of the hangar', team_id: team.id });
    const user = await world.member({ role: 'manager', team });
    const { context, page: theirs, problems } = await enterConsole(world, user);
    await open(`/documents/${id as string}`, theirs);
    await button('Edit', theirs).waitFor();
    await open(`/documents/${manual.id}`, theirs);
    await theirs.getByRole('heading', { name: 'Who can see it, and why' }).waitFor();
    for (const name of ['Edit', 'Delete', 'Add a revision', 'Withdraw Rev 4'])
      expect(await button(name, theirs).count()).toBe(0);
    await context.close();
    const teamless = await enterConsole(world, await world.member({ role: 'manager' }));
    await open('/documents/upload', teamless.page);
    await teamless.page.getByText('You cannot upload yet').waitFor();
    await teamless.context.close();
    const viewer = await enterConsole(world, await world.member({ role: 'viewer' }));
    await open('/documents', viewer.page);
    await viewer.page.getByRole('row', { name: /Wheels/ }).waitFor();
    expect(await viewer.page.getByRole('link', { name: 'Upload' }).count()).toBe(0);
    await viewer.page.getByRole('link', { name: /Details of Wheels/ }).click();
    await button('Watch', viewer.page).waitFor();
    expect(await viewer.page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['Revisions', 'Details']);
    expect([...problems, ...viewer.problems]).toEqual([]);
    await viewer.context.close();
  });

  const SCREENS: [string, string | undefined, () => Promise<unknown>][] = [
    [
      'the list',
      'documents',
      async () => {
        await open('/documents?aircraft=HST-72');
        await page.getByRole('row', { name: /Wheels/ }).waitFor();
      },
    ],
    [
      'uploads',
      undefined,
      async () => {
        await page.getByRole('link', { name: 'Upload' }).click();
        await choose({ 'HST-72 AMM 24-31-00 Battery Rev 7.pdf': pdf, 'HST-72 SB 32-0041.pdf': pdf });
        await button('More fields').first().click();
      },
    ],
    [
      'the details',
      undefined,
      async () => {
        await open(`/documents/${manual.id}`);
        await button('Edit').click();
        await dialog('Edit the details').getByLabel('Title').waitFor();
      },
    ],
  ];
  it.each(SCREENS)('can be used by everyone in all sizes and colors: %s', async (_name, image, show) => {
    await show();
    expect(await looksOf(page, image)).toEqual({});
  });

  it('has targets for gloves on touch screens', async () => {
    const touch = await world.chromium.newContext({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    await touch.addCookies(await visitor.context.cookies());
    const mobile = await touch.newPage();
    const { api } = world.admin;
    await api.upload(`/documents/${manual.id}/revisions`, { version: '9' }, { content: new Uint8Array(unlike(pdf)) });
    await until(
      () => revisionsOf(manual.id),
      ([draft]: Json[]) => draft!.ingestion.state === 'ready',
    );
    const { id } = manual;
    for (const address of ['/documents', '/documents/upload', `/documents/${id}`, `/documents/${id}/compare`]) {
      await open(address, mobile);
      await mobile.locator('main h1').first().waitFor();
      await mobile.waitForTimeout(500);
      expect({ address, small: await smallTargetsOf(mobile) }).toEqual({ address, small: [] });
    }
    await touch.close();
  });
});
