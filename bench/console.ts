/**
 * Measures the web console in Chromium: the first visit until the search box is usable, hits after their response, the next page, and frames
 * while long screens scroll. The floor of a visit is a page without scripts of the same server.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { median, milliseconds, progress, report } from './support/figure.js';
import { writeManual } from './support/manual-pdf.js';
import { reportScrolling } from './support/scrolling.js';
import type { ServerProcess } from './support/server-process.js';
import { BENCH_ADMIN, inWorld, login, type World } from './support/world.js';

const VISITS = 7;
const SEARCHES = 15;
const PAGES = 40;
/** Milliseconds. */
const TARGETS = { visit: 1_000, throttled: 3_000, hits: 100, page: 150 };
const SEARCH_BOX = { name: 'Search the manuals' };
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'];

async function fill(world: World, service: ServerProcess, token: string): Promise<{ id: string }> {
  const form = new FormData();
  const fields = { title: 'Manual', document_type: 'AMM', aircraft_type: 'A320', version: '1' };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const content = await readFile(await writeManual(world.dataDir, PAGES));
  form.set('file', new Blob([content], { type: 'application/pdf' }), 'manual.pdf');
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${service.url}/api/v1/documents`, { method: 'POST', headers, body: form });
  if (response.status !== 202) throw new Error(`upload: ${response.status} ${await response.text()}`);
  const { data: document } = (await response.json()) as { data: { id: string } };
  for (;;) {
    const { rows } = await world.db.query<{ id: string; ingestion_state: string }>(
      'SELECT id, ingestion_state FROM document_revisions',
    );
    if (rows[0]?.ingestion_state === 'ready') break;
    await sleep(200);
  }
  return document;
}

async function comment(service: ServerProcess, token: string, documentId: string): Promise<void> {
  const response = await fetch(`${service.url}/api/v1/documents/${documentId}/comments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      page_number: 1,
      body: 'The wrench of the other set fits better.\n\nAsk the stores for it.',
    }),
  });
  if (response.status !== 201) throw new Error(`comment: ${response.status} ${await response.text()}`);
}

async function signIn(browser: Browser, service: ServerProcess): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${service.url}/app/`);
  await page.getByLabel('Email address').fill(BENCH_ADMIN.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password').fill(BENCH_ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('combobox', SEARCH_BOX).waitFor();
  return context;
}

/** Milliseconds until the text is typed in the search box of a browser that has nothing cached. */
async function visit(context: BrowserContext, service: ServerProcess, slowness: number): Promise<number> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  const startedAt = performance.now();
  await page.goto(`${service.url}/app/`, { waitUntil: 'commit' });
  await page.getByRole('combobox', SEARCH_BOX).fill('x');
  const taken = performance.now() - startedAt;
  await page.close();
  return taken;
}

/** {@link visit} of a page without scripts. */
async function plainVisit(context: BrowserContext, service: ServerProcess, slowness: number): Promise<number> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  const startedAt = performance.now();
  await page.goto(`${service.url}/healthz`, { waitUntil: 'commit' });
  await page.locator('body').innerText();
  const taken = performance.now() - startedAt;
  await page.close();
  return taken;
}

async function repeated(times: number, measure: () => Promise<number>): Promise<number> {
  const taken: number[] = [];
  for (let n = 0; n < times; n += 1) taken.push(await measure());
  return median(taken);
}

/** Milliseconds from the end of the response until the hits are in the document. */
async function hitsAfterResponse(page: Page, words: string): Promise<number> {
  const [response] = await Promise.all([
    page.waitForResponse(/\/search\/documents$/),
    page.getByRole('combobox', SEARCH_BOX).fill(words),
    page.getByRole('combobox', SEARCH_BOX).press('Enter'),
  ]);
  await response.finished();
  const endedAt = performance.now();
  await page.getByRole('status').filter({ hasText: words }).waitFor();
  return performance.now() - endedAt;
}

/** Milliseconds until the image of the next page is shown, which was drawn before. */
async function nextPage(page: Page, number: number): Promise<number> {
  const startedAt = performance.now();
  await page.keyboard.press('ArrowRight');
  await page
    .getByRole('region', { name: `Image of page ${number}` })
    .locator('.page-image')
    .waitFor();
  return performance.now() - startedAt;
}

async function measure(world: World, service: ServerProcess, browser: Browser): Promise<void> {
  const token = await login(service);
  const document = await fill(world, service, token);
  const context = await signIn(browser, service);
  for (const [slowness, target] of [
    [1, TARGETS.visit],
    [4, TARGETS.throttled],
  ] as const) {
    const value = await repeated(VISITS, () => visit(context, service, slowness));
    const floor = await repeated(VISITS, () => plainVisit(context, service, slowness));
    report({
      name: `first visit, search box usable${slowness > 1 ? `, processor throttled ${slowness} ×` : ''}, median of ${VISITS}`,
      value: milliseconds(value),
      floor: `${milliseconds(floor)} (a page without scripts)`,
      ratio: value / floor,
      target: `≤ ${target} ms`,
      holds: value <= target,
    });
  }
  const page = await context.newPage();
  await page.goto(`${service.url}/app/`);
  let searches = 0;
  const hits = await repeated(SEARCHES, () => hitsAfterResponse(page, `torque ${(searches += 1)}`));
  report({
    name: `hits after their response, median of ${SEARCHES}`,
    value: milliseconds(hits),
    target: `≤ ${TARGETS.hits} ms`,
    holds: hits <= TARGETS.hits,
  });
  progress('pages');
  const open = (number: number): Promise<unknown> =>
    page.goto(`${service.url}/app/documents/${document.id}/pages/${number}`);
  for (let number = 1; number <= 10; number += 1) {
    await open(number);
    await page.locator('.page-image').waitFor();
  }
  await open(1);
  await page.locator('.page-image').waitFor();
  let shown = 1;
  const next = await repeated(9, () => nextPage(page, (shown += 1)));
  report({
    name: 'next page, drawn before, median of 9',
    value: milliseconds(next),
    target: `≤ ${TARGETS.page} ms`,
    holds: next <= TARGETS.page,
  });
  await page.close();
  progress('scrolling');
  await comment(service, token, document.id);
  await reportScrolling(context, service.url, document.id);
}

await inWorld(async (world) => {
  const service = await world.startService();
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ARGUMENTS });
  try {
    await measure(world, service, browser);
  } finally {
    await browser.close();
    await service.stop();
  }
});
