import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { describeInBrowser, launchBrowser } from '../../support/pages/browser.js';
import { auditPage } from '../../support/pages/page-audit.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';

/** Of the page with style, script and description. */
const MOST_BYTES = 400_000;
const FILES = {
  '/docs': 'text/html',
  '/docs/collection.json': 'application/json',
  '/openapi.json': 'application/json',
  '/openapi.yaml': 'application/yaml',
  '/asyncapi.json': 'application/json',
  '/asyncapi.yaml': 'application/yaml',
  '/llms.txt': 'text/plain',
};

describe('the reference', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  afterAll(() => world.stop());

  const sourcesOf = (html: string): string[] =>
    [...html.matchAll(/(?:<script src|<link rel="stylesheet" href)="([^"]+)"/g)].map(([, source]) => `/${source}`);

  it.each(Object.entries(FILES))('has %s, which caches ask for again', async (address, type) => {
    const { status, headers } = await world.api.get(address, { accept: '*/*' });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(headers.get('content-type')).toBe(`${type}; charset=utf-8`);
    const etag = headers.get('etag')!;
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
      expect((await world.api.get(address, { 'if-none-match': tag })).status).toBe(304);
    expect((await world.api.get(address, { 'if-none-match': '"other"' })).status).toBe(200);
    const head = await world.api.request('HEAD', address);
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
    const post = await world.api.post(address);
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('has names for style and script that never mean another content', async () => {
    const { text } = await world.api.get('/docs');
    const sources = sourcesOf(text);
    expect(sources.length).toBe(2);
    for (const source of sources) {
      const { status, headers } = await world.api.get(source);
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
  });

  it('runs no script and style but its own', async () => {
    const { headers, text } = await world.api.get('/docs');
    const policy = headers.get('content-security-policy')!;
    expect(policy).toMatch(/default-src 'none'.*script-src 'self'.*style-src 'self'/);
    expect(policy).not.toMatch(/unsafe/);
    expect(text).not.toMatch(/<style|<script(?! src)| style=| on\w+="/);
  });

  it('serves the migration guides, by either name, and no other file', async () => {
    const folder = path.join(projectRoot(), 'docs/migrations');
    const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      for (const address of [name, name.replace(/\.md$/, '')]) {
        const { status, headers, text } = await world.api.get(`/docs/migrations/${address}`);
        expect([status, headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
        expect(text).toBe(readFileSync(path.join(folder, name), 'utf8'));
      }
    }
    const others = [
      '',
      'other.md',
      '../style.md',
      '..%2Fstyle.md',
      '..%2f..%2fpackage.json',
      '%2e%2e/style.md',
      'README.md%00',
      '.',
      '..',
    ];
    for (const name of others) {
      const { status } = await world.api.get(`/docs/migrations/${name}`);
      expect([name, status]).toEqual([name, 404]);
    }
    for (const address of [
      '/docs/files.json',
      '/docs/docs.br',
      '/docs/.build-stamp',
      '/docs/reference-0000000000000000.js',
    ])
      expect((await world.api.get(address)).status).toBe(404);
  });

  describeInBrowser('in a browser', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchBrowser();
    });
    afterAll(() => browser.close());

    /** A new page, with what its console and its policy complain of. */
    async function open(
      hash = '',
      options: Parameters<Browser['newPage']>[0] = {},
    ): Promise<{ page: Page; problems: string[] }> {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
      const problems: string[] = [];
      page.on('console', (message) => problems.push(message.text()));
      page.on('pageerror', (error) => problems.push(String(error)));
      await page.goto(`${world.service.baseUrl}/docs${hash}`);
      if (options?.javaScriptEnabled !== false) await page.waitForSelector('[data-ready]', { state: 'attached' });
      return { page, problems };
    }
    const shownIn = (page: Page): Promise<string[]> => page.locator('nav li:visible a').allInnerTexts();
    const isInView = (page: Page, id: string): Promise<boolean> =>
      page.evaluate(
        `(() => { const { top } = document.getElementById('${id}').getBoundingClientRect(); return top >= 0 && top < innerHeight / 2; })()`,
      );

    it('loads without an error, and with few bytes', async () => {
      const page = await browser.newPage();
      const network = await page.context().newCDPSession(page);
      await network.send('Network.enable');
      let bytes = 0;
      network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
      const problems: string[] = [];
      page.on('console', (message) => problems.push(message.text()));
      await page.goto(`${world.service.baseUrl}/docs`, { waitUntil: 'networkidle' });
      await page.evaluate(`fetch('openapi.json').then((answer) => answer.text())`);
      expect(problems).toEqual([]);
      expect(bytes).toBeGreaterThan(50_000);
      expect(bytes).toBeLessThan(MOST_BYTES);
      await page.close();
    });

    it('finds operations by words and by permission, and goes to the best', async () => {
      const { page, problems } = await open();
      const all = await shownIn(page);
      expect(all.length).toBeGreaterThan(150);
      await page.keyboard.press('/');
      await page.keyboard.type('search passages');
      const found = await shownIn(page);
      expect(found.length).toBeLessThan(10);
      await page.keyboard.press('Enter');
      expect(new URL(page.url()).hash).toBe('#searchPassages');
      expect(await isInView(page, 'searchPassages')).toBe(true);
      await page.keyboard.press('Escape');
      expect(await shownIn(page)).toEqual(all);

      await page.selectOption('#permission', 'audit.view');
      expect((await shownIn(page)).length).toBe(3);
      await page.fill('#query', 'no such words');
      expect(await shownIn(page)).toEqual([]);
      expect(await page.locator('#found').innerText()).toMatch(/^0 of \d+$/);
      await page.evaluate(`location.hash = '#login'`);
      await page.waitForFunction(`document.getElementById('query').value === ''`);
      expect(problems).toEqual([]);
      await page.close();
    });

    it('opens at the operation of a link, and keeps the chosen language', async () => {
      const { page, problems } = await open('#createDocument');
      expect(await isInView(page, 'createDocument')).toBe(true);
      const samples = page.locator('#createDocument .code figure:visible figcaption');
      expect((await samples.allInnerTexts())[0]).toBe('curl');
      await page.getByRole('radio', { name: 'Python' }).check();
      expect((await samples.allInnerTexts())[0]).toBe('Python');
      await page.reload();
      expect((await samples.allInnerTexts())[0]).toBe('Python');
      expect(problems).toEqual([]);
      await page.close();
    });

    it('shows nested fields where the reader opens them', async () => {
      const { page } = await open('#searchDocuments');
      const nested = page.locator('#searchDocuments details').first();
      await nested.locator('summary').click();
      await nested.locator('.fields').first().waitFor();
      expect(await nested.innerText()).toContain('include_superseded');
      await page.close();
    });

    it('can be read without its script', async () => {
      const { page } = await open('#searchDocuments', { javaScriptEnabled: false });
      expect(await page.locator('#searchDocuments .code figure:visible').count()).toBe(2);
      expect(await page.locator('article.op').count()).toBeGreaterThan(150);
      await page.close();
    });

    it.each([
      [1280, 'light'],
      [1280, 'dark'],
      [320, 'light'],
      [320, 'dark'],
    ] as const)('is legible at %d px in %s colors', async (width, colorScheme) => {
      const { page } = await open('', { viewport: { width, height: 900 }, colorScheme });
      expect(await auditPage(page)).toEqual([]);
      await page.close();
    });
  });
});
