import { describeInBrowser } from '../../support/pages/browser.js';
import { enterConsole, looksOf, smallTargetsOf, type ConsoleVisitor } from '../../support/pages/console-steps.js';
import { startPageWorld, type PageWorld } from '../../support/pages/page-world.js';
import { readyManual, unlike, wheelManual } from '../../support/manuals/manual.js';
import { burningPdf } from '../../support/manuals/pdf-factory.js';
import { importPublication, wheelModule, wheelPublication } from '../../support/scenes/publication-scene.js';
import { zipOf } from '../../support/manuals/zip-factory.js';
import type { Json } from '../../support/api/api-client.js';
import type { Page } from 'playwright-core';

const MARKUP = `<img src=x onerror="document.title='hacked'"><script>document.title='hacked'</script>`;

describeInBrowser('imports in the console', () => {
  let world: PageWorld;
  let visitor: ConsoleVisitor;
  let page: Page;
  let pdf: Buffer;
  beforeAll(async () => {
    world = await startPageWorld();
    pdf = await wheelManual();
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
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const form = () => page.getByRole('dialog', { name: 'Import an archive' });
  const current = (): string => new URL(page.url()).pathname.split('/').pop()!;

  async function start(files: Record<string, string | Uint8Array>, name = 'library.zip'): Promise<void> {
    await button('Import an archive').click();
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer: zipOf(files) });
    await form().getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'AMM' }).click();
    await form().getByLabel('Aircraft').fill('HST-72');
    await form().getByRole('textbox', { name: 'Revision', exact: true }).fill('1');
  }

  it('tries an archive, imports it, and shows what became of each file', async () => {
    await readyManual(world.admin.api, pdf);
    await open('/documents');
    await page.getByRole('link', { name: 'Imports' }).click();
    await page.getByText('There are no imports yet').waitFor();
    const files = { 'AMM/wheels.pdf': pdf, 'AMM/battery.pdf': unlike(pdf), 'AMM/notes.bin': 'MZ\x90 no manual' };
    await start(files);
    await form().getByLabel('Only report what would happen').check();
    await form().getByRole('button', { name: 'Import' }).click();
    await page.getByText('A trial: nothing is filed.').waitFor();
    await page.getByText('3 files: 1 would be new, 1 unchanged, 1 not filed').waitFor();
    expect(await read('/documents')).toHaveLength(1);
    await page.getByRole('link', { name: 'All imports' }).click();
    await start(files, `${MARKUP.slice(0, 60).replaceAll('/', '')}.zip`);
    await form().getByLabel('Use file names as document numbers').check();
    await form().getByRole('button', { name: 'Import' }).click();
    await page.getByText('completed').waitFor();
    const row = (name: string) => page.getByRole('row', { name });
    await row('AMM/battery.pdf').getByText('Ready').waitFor();
    expect(await row('AMM/battery.pdf').innerText()).toContain('new document');
    expect(await row('AMM/wheels.pdf').innerText()).toContain('unchanged');
    expect(await row('AMM/notes.bin').innerText()).toContain('not filed');
    expect(await looksOf(page)).toEqual({});
    await page.getByRole('combobox', { name: 'Outcome' }).click();
    await page.getByRole('option', { name: 'not filed' }).click();
    await page.waitForURL(/state=failed/);
    await row('AMM/battery.pdf').waitFor({ state: 'detached' });
    expect(await read('/documents')).toMatchObject([{ document_number: 'battery', version: '1' }, {}]);
    await page.getByRole('link', { name: 'All imports' }).click();
    await page.getByRole('row', { name: /^<img src/ }).waitFor();
    expect(await page.title()).toBe('Imports · Maintenance Knowledge');
    expect(await looksOf(page)).toEqual({});
  });

  it('cancels an import', async () => {
    await open('/imports');
    await start({ 'burning.pdf': burningPdf() });
    await form().getByRole('button', { name: 'Import' }).click();
    await page.waitForURL(/\/imports\/import_/);
    await button('Cancel the import').click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this import?' });
    await dialog.getByRole('button', { name: 'Cancel the import' }).click();
    await page.getByText('canceled', { exact: true }).first().waitFor();
    expect(await read(`/imports/${current()}`)).toMatchObject({ state: 'canceled' });
    // Else it would be read for a minute.
    for (const { document_id: id } of (await read(`/imports/${current()}/items`)) as Json[])
      if (id) await world.admin.api.delete(`/documents/${id as string}`);
  });

  it('says what the service refuses', async () => {
    await open('/imports');
    await start({ 'a.pdf': unlike(pdf) });
    await form().getByLabel('ATA number').fill('three');
    await form().getByRole('button', { name: 'Import' }).click();
    await form()
      .getByText(/Must be an ATA number/)
      .waitFor();
    expect(await looksOf(page)).toEqual({});
    expect(visitor.problems.splice(0).filter((problem) => !problem.includes('status of 400'))).toEqual([]);
  });

  it('shows publications with their documents in order', async () => {
    const files = {
      'DMC-520.xml': wheelModule('520', 'Remove it.'),
      'pm.xml': wheelPublication({ title: `Skarv ${MARKUP.replaceAll('<', '&lt;')}` }),
    };
    const { id } = await importPublication(world.admin.api, files);
    await open('/documents');
    await page.getByRole('link', { name: 'Publications' }).click();
    await page.getByRole('link', { name: /^Skarv <img/ }).click();
    await page.getByText('Chapter 32 › Wheels').waitFor();
    await page.getByText(/Wheel - Install.*not in the library/).waitFor();
    expect(await looksOf(page)).toEqual({});
    await page.getByRole('link', { name: 'Main wheel - Info 520' }).click();
    await page.getByRole('heading', { name: 'Main wheel - Info 520' }).waitFor();
    await page.goBack();
    await button('Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There are no publications').waitFor();
    expect((await world.admin.api.get(`/publications/${id}`)).status).toBe(404);
  });

  it('has targets for gloves on touch screens', async () => {
    const touch = await world.chromium.newContext({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    await touch.addCookies(await visitor.context.cookies());
    const mobile = await touch.newPage();
    const [{ id }] = (await read('/imports')) as [Json];
    for (const address of ['/imports', `/imports/${id as string}`]) {
      await open(address, mobile);
      await mobile.getByRole('table').waitFor();
      await mobile.waitForTimeout(500);
      expect({ address, small: await smallTargetsOf(mobile) }).toEqual({ address, small: [] });
    }
    await touch.close();
  });
});
