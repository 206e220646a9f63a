import type { BrowserContext, Page, Route } from 'playwright-core';
import { median, milliseconds, percentile, report } from './figure.js';

const ROWS = 10_000;
const COMMENTS = 500;
const TURNS = 400;
/** A notch of a wheel, in each frame. */
const TURN_PIXELS = 120;
/** Milliseconds: a frame of 60 in a second, and half a frame that the clock may be late. */
const TARGET = 25;

interface List {
  data: Record<string, unknown>[];
  pagination: Record<string, unknown>;
}

interface Scrolled {
  name: string;
  address: string;
  /** Address of the list's request. */
  list: RegExp;
  rows: number;
  /** Selects rows; `shown` are those that are in the document. */
  row: string;
  shown: number;
  /** What a person does until the rows show. */
  open: (page: Page) => Promise<unknown>;
}

/** Reports frames while a mouse wheel scrolls long screens; the floor is a page without scripts with the same rows. */
export async function reportScrolling(context: BrowserContext, origin: string, documentId: string): Promise<void> {
  const page = `/documents/${documentId}/pages/1`;
  const comments = (shown: Page): Promise<unknown> => shown.getByRole('tab', { name: 'Comments' }).click();
  const screens: Scrolled[] = [
    {
      name: `list of ${ROWS.toLocaleString('en')} rows`,
      address: '/documents',
      list: /\/v1\/documents(\?.*)?$/,
      rows: ROWS,
      row: '.list-table tr[aria-rowindex]',
      shown: 20,
      open: (shown) => shown.locator('.list-table').waitFor(),
    },
    {
      name: `${COMMENTS} comments`,
      address: page,
      list: /\/comments\?/,
      rows: COMMENTS,
      row: 'article',
      shown: COMMENTS,
      open: comments,
    },
  ];
  for (const screen of screens) await reportOne(context, `${origin}/app`, screen);
}

async function reportOne(context: BrowserContext, app: string, screen: Scrolled): Promise<void> {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.route(screen.list, (route) => repeated(route, screen.rows));
  await page.goto(app + screen.address);
  await screen.open(page);
  await page
    .locator(screen.row)
    .nth(screen.shown - 1)
    .waitFor({ state: 'attached' });
  const html = await page.evaluate<string>(plainly(screen));
  const frames = await framesWhileScrolling(page);
  await page.close();
  const plain = await context.newPage();
  await plain.setContent(html);
  const floor = await framesWhileScrolling(plain);
  await plain.close();
  const value = percentile(frames, 95);
  report({
    name: `scrolling ${screen.name}, 95 % of frames within (median ${milliseconds(median(frames))})`,
    value: milliseconds(value),
    floor: `${milliseconds(percentile(floor, 95))} (a page without scripts; median ${milliseconds(median(floor))})`,
    ratio: value / percentile(floor, 95),
    target: `≤ ${TARGET} ms`,
    holds: value <= TARGET,
  });
}

/** HTML of all rows. */
const plainly = ({ row, shown, rows }: Scrolled): string => `(() => {
  const all = [...document.querySelectorAll('${row}')].slice(0, ${shown}).map(({ outerHTML }) => outerHTML).join('');
  const table = document.querySelector('${row}').localName === 'tr';
  return (table ? '<table>' : '') + all.repeat(${rows / shown});
})()`;

/** Answers as the service does, with its rows again and again. */
async function repeated(route: Route, rows: number): Promise<void> {
  if (route.request().resourceType() !== 'fetch' || route.request().method() !== 'GET') return route.fallback();
  const response = await route.fetch();
  const { data, pagination, ...rest } = (await response.json()) as List;
  const [first] = data;
  if (!first) throw new Error(`${route.request().url()} has no row to repeat`);
  const many = Array.from({ length: rows }, (_, n) => ({
    ...first,
    id: `${String(first.id).slice(0, -6)}${String(n).padStart(6, '0')}`,
  }));
  await route.fulfill({
    response,
    json: { ...rest, data: many, pagination: { ...pagination, has_more: false, next_cursor: null, total_count: rows } },
  });
}

/** In the page. */
const COUNTING = `window.frames_ = [];
  let before = performance.now();
  const frame = (now) => { frames_.push(now - before); before = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);`;
const SCROLLED = `[document.scrollingElement, ...document.querySelectorAll('*')].some(({ scrollTop }) => scrollTop > 1000)`;

/** Milliseconds between frames. */
async function framesWhileScrolling(page: Page): Promise<number[]> {
  await page.mouse.move(1000, 500);
  await page.evaluate(COUNTING);
  for (let turn = 0; turn < TURNS; turn += 1) {
    await page.mouse.wheel(0, TURN_PIXELS);
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
  if (!(await page.evaluate<boolean>(SCROLLED))) throw new Error('Nothing was scrolled');
  return page.evaluate<number[]>('frames_.slice(2)');
}
