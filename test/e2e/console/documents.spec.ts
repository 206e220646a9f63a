import { describeInBrowser } from '../../support/pages/browser.js';
import { enterConsole, looksOf, type ConsoleVisitor } from '../../support/pages/console-steps.js';
import { startPageWorld, type PageWorld } from '../../support/pages/page-world.js';
import { readyManual, section, unlike, untilRead, uploadManual, wheelManual } from '../../support/manuals/manual.js';
import { placedPdf } from '../../support/manuals/pdf-factory.js';
import type { Page } from 'playwright-core';

const MARKUP = `<img src=x onerror="document.title='hacked'"><script>document.title='hacked'</script>`;

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
    pdf = await wheelManual();
    team = (await api.post('/teams', { name: 'Hangar 3' })).body.data as { id: string };
    manual = (await readyManual(api, pdf, { document_number: 'HST-72-AMM', ata_chapter: '32-41' })) as { id: string };
    await readyManual(api, unlike(pdf), {
      title: `Bulletin ${MARKUP}`,
      document_type: 'SB',
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

  const open = (address: string): Promise<unknown> => page.goto(`${world.publicUrl}/app${address}`);
  const documents = async () => (await world.admin.api.get('/documents?limit=100')).body.data;

  it('lists documents with filters in the address', async () => {
    await open('/');
    await page.getByRole('link', { name: 'Documents' }).click();
    await page.getByRole('row', { name: /Wheels and brakes/ }).waitFor();
    expect(await page.getByRole('row').count()).toBe(3);
    expect(await page.getByRole('row').nth(1).innerText()).toContain(`Bulletin ${MARKUP}`);
    await page.getByLabel('Title or number').fill('HST-72');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=HST-72/);
    await page.getByRole('row', { name: /Bulletin/ }).waitFor({ state: 'detached' });
    expect(await page.getByRole('row', { name: /Wheels/ }).innerText()).toMatch(
      /AMM · HST-72-AMM · ATA 32-41[\s\S]*ACTIVE[\s\S]*Ready, 3 pages/i,
    );
    await page.getByRole('button', { name: 'Remove filters' }).click();
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'SB' }).click();
    await page.waitForURL(/type=SB/);
    await page.getByRole('row', { name: /Wheels/ }).waitFor({ state: 'detached' });
    await open('/documents?ata=99');
    await page.getByText('No document matches').waitFor();
  });

  it('uploads several chosen and dropped files, and shows how far they are read', async () => {
    await open('/documents');
    await page.getByRole('link', { name: 'Upload' }).click();
    await page.locator('input[type=file]').setInputFiles([
      { name: 'HST-72 AMM 24-31-00 Battery Rev 7.pdf', mimeType: 'application/pdf', buffer: Buffer.from(unlike(pdf)) },
      { name: 'notes.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ not a manual') },
    ]);
    const card = page.getByRole('article', { name: /Battery/ });
    expect(await card.getByLabel('Title').inputValue()).toBe('HST-72 AMM 24-31-00 Battery');
    expect(await card.getByRole('combobox', { name: 'Type' }).inputValue()).toBe('AMM');
    expect(await card.getByRole('combobox', { name: 'Aircraft' }).inputValue()).toBe('HST-72');
    expect(await card.getByLabel('Revision', { exact: true }).inputValue()).toBe('7');
    await card.getByRole('button', { name: 'Upload' }).click();
    await card.getByRole('link', { name: /Read HST/ }).waitFor();
    expect(await documents()).toMatchObject([
      { version: '7', ata_chapter: '24-31-00', ingestion: { state: 'ready' } },
      {},
      {},
    ]);
  });

  it('looks', async () => {
    await open('/documents');
    await page.getByRole('row', { name: /Wheels and brakes/ }).waitFor();
    expect(await looksOf(page, 'documents')).toEqual({});
    await page.getByRole('link', { name: 'Upload' }).click();
    await page.locator('input[type=file]').setInputFiles([
      { name: 'HST-72 AMM 24-31-00 Battery Rev 7.pdf', mimeType: 'application/pdf', buffer: Buffer.from(unlike(pdf)) },
      { name: 'notes.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ not a manual') },
    ]);
    expect(await looksOf(page, 'documents-upload')).toEqual({});
    await open(`/documents/${manual.id}`);
    await page.getByRole('heading', { name: 'Who can see it, and why' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await looksOf(page, 'document')).toEqual({});
  });
  void [section, untilRead, uploadManual, placedPdf, team];
});
