import { pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { TestFolder } from '../../../sdk/test/support/test-folder.js';
import type { Json } from '../../support/api/api-client.js';
import { readyManual, wheelManual } from '../../support/manuals/manual.js';
import { pdfTexts } from '../../support/manuals/pdf-texts.js';
import { describeInBrowser, launchBrowser } from '../../support/pages/browser.js';
import { downloadPackage, madePackage } from '../../support/scenes/offline-scene.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const HOSTILE = '</script><script>window.hacked=1</script><img src=x onerror="window.hacked=1">\u2028 ${x} ../../etc';
const DAY_MS = 86_400_000;

describeInBrowser('an offline package in a browser without a network', () => {
  let world: TestWorld;
  let browser: Browser;
  let made: Json;
  const folder = new TestFolder();
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    const admin: SignedIn = await world.signIn({ role: 'admin' });
    const manual = await readyManual(admin.api, await wheelManual(), {
      aircraft_type: 'TR46',
      document_number: 'AMM-7',
    });
    const text = `Torque the clamp AT72-4021-3 to 9 Nm. ${HOSTILE}`;
    const hostile = await readyManual(admin.api, text, { title: HOSTILE.slice(0, 90), aircraft_type: 'KD-19' });
    const markup = `<html><body><p>Grease weekly.</p><script>top.hacked=1</script></body></html>`;
    const page = await readyManual(admin.api, markup, { title: 'Grease' });
    const place = {
      id: manual.id as string,
      organizationId: admin.user.organizationId,
      revisionId: manual.revision.id,
    };
    await world.discrepancies.report(place, admin.user, {
      pageNumber: 2,
    });
    const aircraft = await ok(admin.api.post('/aircraft', { registration: 'SE-VIE', aircraft_type: 'TR46' }));
    const document_ids = [manual.id, hostile.id, page.id];
    const body = {
      document_ids,
      aircraft_ids: [aircraft.id],
      include_not_applicable: true,
      title: HOSTILE.slice(0, 50),
    };
    made = await madePackage(admin, body);
    const files = unzipSync(await downloadPackage(world, admin, made.id as string));
    for (const [name, content] of Object.entries(files)) folder.write(name, content);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    folder.remove();
    await browser?.close();
    await world.stop();
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });

  /** Opens the package at a time of the device. @returns the page, and what the browser complained about */
  const opened = async (now?: number, context?: BrowserContext): Promise<{ page: Page; complaints: string[] }> => {
    const own = context ?? (await browser.newContext());
    if (!contexts.includes(own)) contexts.push(own);
    await own.setOffline(true);
    const page = await own.newPage();
    if (now !== undefined) await page.clock.setFixedTime(now);
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (!/^(?:file|data|blob):/.test(request.url())) complaints.push(request.url());
    });
    await page.goto(pathToFileURL(folder.at('index.html')).href);
    await page.getByRole('searchbox').waitFor();
    return { page, complaints };
  };
  const search = async (page: Page, query: string): Promise<string> => {
    await page.getByRole('searchbox').fill(query);
    await page.getByRole('searchbox').press('Enter');
    const status = page.locator('#view [role=status]').filter({ hasText: query });
    await status.waitFor();
    return (await page.locator('#view').innerText()).replaceAll('\n', ' ');
  };
  const banner = (page: Page): Promise<string> => page.locator('#validity').innerText();

  it('finds the page, and shows its text, revision, verdict and open reports', async () => {
    const { page, complaints } = await opened();
    expect(await banner(page)).toMatch(/^Data of .*Not checked since\. Expires /);
    expect(await search(page, '"attachment bolts" torque')).toContain('1 pages found');
    await page.locator('.hits a').first().click();
    await page.locator('article').waitFor();
    const shown = await page.locator('article').innerText();
    for (const text of ['AMM-7', 'revision Rev 4', 'page 2', 'SE-VIE: ', '120 Nm', 'Too high.', '(major)'])
      expect(shown).toContain(text);
    expect(shown).toMatch(/SHA-256 of the file: [0-9a-f]{64}/);
    expect(await page.locator('mark').allInnerTexts()).toContain('attachment');
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.getByText('The main battery gives 28 volts').waitFor();
    expect(complaints).toEqual([]);
    await page.getByRole('button', { name: 'Show the original page' }).click();
    expect(await page.locator('iframe').getAttribute('src')).toMatch(/^files\/[0-9a-f]{64}\.pdf#page=3$/);
    expect(complaints.filter((text) => text.includes('Content Security'))).toEqual([]);
  });

  it('hides what does not apply to the aircraft, until asked', async () => {
    const { page } = await opened();
    expect(await search(page, 'AT72-4021-3')).toMatch(/^0 pages found .*1 more pages with these words do not apply/);
    expect(await page.locator('.hits > li').count()).toBe(0);
    await page.getByRole('button', { name: 'Show them' }).click();
    expect(await page.locator('.hits > li').innerText()).toContain('SE-VIE: not applicable');
  });

  it('executes nothing of a document', async () => {
    const { page, complaints } = await opened();
    await search(page, 'clamp');
    await page.getByRole('button', { name: 'Show them' }).click();
    await page.locator('.hits a').click();
    expect(await page.locator('pre').innerText()).toContain('<img src=x onerror="window.hacked=1">');
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect([await page.locator('img').count(), complaints]).toEqual([0, []]);
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.hacked=1">')`);
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('script'), { text: 'window.hacked=1' }))`,
    );
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(complaints.join()).toContain('Content Security Policy');
    await page.evaluate(`location.hash = '#/2/1'`);
    const source = page.getByRole('link', { name: 'Open the source file' });
    expect(await source.getAttribute('href')).toMatch(/^files\/[0-9a-f]{64}\.html\.txt$/);
    await page.evaluate(`location.hash = '#/9/9'`);
    await page.getByText('The package has no such page.').waitFor();
  });

  it('says on each page and sheet that it is expired', async () => {
    const late = Date.parse(made.expires_at as string);
    const { page, complaints } = await opened(late);
    const views = { '#': 'Documents', '#?wheel': 'pages found', '#/0/1': 'Page 1 of', '#/0/2': 'Page 2 of' };
    for (const [hash, text] of Object.entries(views)) {
      await page.evaluate(`location.hash = '${hash}'`);
      await page.locator('#view').getByText(text).first().waitFor();
      expect(await page.getByRole('alert').innerText()).toContain('EXPIRED');
    }
    await page.getByText('120 Nm').first().waitFor();
    const lines = Array.from({ length: 200 }, (_, n) => `line-${n}-end`);
    await page.evaluate(`document.querySelector('pre').textContent = ${JSON.stringify(lines.join('\n'))}`);
    const sheets = await pdfTexts(await page.pdf({ format: 'A4' }));
    expect(sheets.length).toBeGreaterThan(2);
    for (const sheet of sheets) expect(sheet).toContain('EXPIRED');
    expect(lines.filter((line) => !sheets.join().includes(line))).toEqual([]);
    expect(complaints).toEqual([]);
    const { page: before } = await opened(late - 60_000);
    expect(await banner(before)).toMatch(/^Data of /);
    await before.clock.setFixedTime(late);
    await before.evaluate(`dispatchEvent(new Event('focus'))`);
    expect(await banner(before)).toContain('EXPIRED');
  });

  it('does not believe a clock that was turned back', async () => {
    const late = Date.parse(made.expires_at as string);
    const context = await browser.newContext();
    await opened(late + DAY_MS, context);
    const { page } = await opened(late - DAY_MS, context);
    expect(await banner(page)).toContain('EXPIRED');
    const { page: early } = await opened(Date.parse(made.made_at as string) - 2 * DAY_MS);
    expect(await banner(early)).toContain('The clock of this device is wrong');
  });
});
