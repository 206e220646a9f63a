import { newId } from '../../../src/common/ids/type-id.js';
import { describeInBrowser } from '../../support/pages/browser.js';
import { enterConsole, type ConsoleVisitor } from '../../support/pages/console-steps.js';
import { startPageWorld, type PageWorld } from '../../support/pages/page-world.js';
import { until } from '../../support/until.js';
import type { Page, Request } from 'playwright-core';

/** Requests to the API until a screen is complete, the stream of notifications apart. */
const MAX_REQUESTS = 12;
/** Two more for the details of a document, which list its temporary revisions and who must read it. */
const MAX_REQUESTS_OF_DOCUMENT = 14;
/** More for a page: thumbnails, and the page that is probably opened next. */
const MAX_REQUESTS_OF_PAGE = 17;
const LONG = 'Überlandleitungsverlegung'.repeat(12);
const TITLE = LONG.slice(0, 300);
const NAME = LONG.slice(0, 200);
const PAGES = 1000;
const WIDTHS = [320, 1280];

describeInBrowser('the console of a large organization', () => {
  let world: PageWorld;
  let visitor: ConsoleVisitor;
  let page: Page;
  let manual: { id: string; revisionId: string };
  beforeAll(async () => {
    world = await startPageWorld();
    const { organization, sql } = world;
    const admin = await world.member({ role: 'admin', name: NAME });
    manual = await world.documents.document(organization, { title: TITLE, documentNumber: TITLE.slice(0, 100) });
    const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 2);
    await copies('pages', manual.revisionId, numbers(PAGES - 1), (n) => ({ id: newId('page'), page_number: n }));
    const outline = numbers(PAGES - 1).map((n) => ({ title: `${n} ${TITLE}`, level: 1, page_number: n }));
    await sql.query('UPDATE document_revisions SET page_count = $2, outline = $3 WHERE id = $1', [
      ...[manual.revisionId, PAGES],
      JSON.stringify(outline),
    ]);
    const documents = numbers(1999).map(() => ({ document: newId('document'), revision: newId('revision') }));
    await copies('documents', manual.id, documents, (one) => ({ id: one.document, current_revision_id: null }));
    await copies('document_revisions', manual.revisionId, documents, (one) => ({
      id: one.revision,
      document_id: one.document,
      outline: [],
    }));
    await sql.query(
      `UPDATE documents d SET current_revision_id = r.id FROM document_revisions r
       WHERE r.document_id = d.id AND d.organization_id = $1`,
      [organization.id],
    );
    const team = await world.identity.team(organization);
    await copies('teams', team.id, numbers(199), (n) => ({ id: newId('team'), name: `${n} ${NAME.slice(0, 90)}` }));
    const person = await world.member({ role: 'engineer', name: NAME });
    await copies('users', person.id, numbers(199), (n) => ({ id: newId('user'), email: `person${n}@example.test` }));
    visitor = await enterConsole(world, admin);
    ({ page } = visitor);
    const colleague = await world.signIn(person);
    const body = { page_number: 1, body: `${TITLE} ${TITLE}`, mentions: [admin.id] };
    const { data } = (await colleague.api.post(`/documents/${manual.id}/comments`, body)).body;
    const comments = numbers(499).map(() => newId('comment'));
    await copies('comments', data.id as string, comments, (id) => ({ id }));
    const [notification] = await until(
      () => sql.query<{ id: string }>('SELECT id FROM notifications WHERE user_id = $1', [admin.id]),
      ({ length }) => length > 0,
    );
    await copies('notifications', notification!.id, comments, (id) => ({ id: newId('notification'), comment_id: id }));
    const [session] = await sql.query<{ id: string }>('SELECT id FROM sessions WHERE user_id = $1', [admin.id]);
    await copies('sessions', session!.id, numbers(39), () => ({ id: newId('session'), device: TITLE }));
    // The factory stores no file to draw.
    await page.route(/\/image\?/, (route) => route.fulfill({ status: 200, contentType: 'image/webp', body: '' }));
  });
  afterAll(async () => {
    await visitor?.context.close();
    await world.stop();
  });
  afterEach(() => expect(visitor.problems.splice(0)).toEqual([]));

  /** Copies a row, or a page of a revision, with changes. */
  async function copies<T>(table: string, id: string, of: readonly T[], changes: (one: T) => object): Promise<void> {
    const key = table === 'pages' ? 'revision_id' : 'id';
    await world.sql.query(
      `INSERT INTO ${table} OVERRIDING USER VALUE
       SELECT (jsonb_populate_record(t, changes)).* FROM ${table} t, jsonb_array_elements($2::jsonb) changes WHERE t.${key} = $1`,
      [id, JSON.stringify(of.map(changes))],
    );
  }

  const isCounted = (request: Request): boolean => {
    const { pathname } = new URL(request.url());
    return pathname.startsWith('/api/') && !pathname.endsWith('/notifications/stream');
  };

  /** Opens a screen, and answers what it asked the service for until it was complete. */
  async function asked(address: string): Promise<string[]> {
    const all: string[] = [];
    const open = new Set<Request>();
    const begin = (request: Request): void => {
      if (!isCounted(request)) return;
      all.push(`${request.method()} ${new URL(request.url()).pathname}`);
      open.add(request);
    };
    const end = (request: Request): void => void open.delete(request);
    page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
    await page.goto(`${world.publicUrl}/app${address}`);
    await page.locator('main h1').first().waitFor({ state: 'attached' });
    await until(
      async () => open.size + (await page.locator('main [aria-busy=true], main .mantine-Skeleton-root').count()),
      (left) => left === 0 && all.length > 0,
    );
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
    return all;
  }

  const tooWide = (): Promise<boolean> =>
    page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

  const SCREENS = [
    '/',
    '/ask',
    '/documents',
    '/documents/MANUAL',
    '/documents/MANUAL/pages/500',
    '/documents/MANUAL/pages/1',
    '/documents/upload',
    '/imports',
    '/publications',
    '/fleet/aircraft',
    '/fleet/read-and-understood',
    '/fleet/discrepancies',
    '/fleet/job-cards',
    '/account/keys',
    '/account/notifications',
    '/account/preferences',
    '/account/security',
    '/account/applications',
    '/account/shares',
    '/administration/people',
    '/administration/teams',
    '/administration/roles',
    '/administration/service-accounts',
    '/administration/api-keys',
    '/administration/applications',
    '/administration/identity-providers',
    '/administration/webhooks',
    '/administration/usage',
    '/administration/audit',
    '/administration/settings',
    '/administration/organization',
  ];
  it.each(SCREENS)('shows %s with few requests, and without scrolling sideways', async (address) => {
    const requests = await asked(address.replace('MANUAL', manual.id));
    const ofDocument = address === '/documents/MANUAL' ? MAX_REQUESTS_OF_DOCUMENT : MAX_REQUESTS;
    const limit = address.includes('/pages/') ? MAX_REQUESTS_OF_PAGE : ofDocument;
    expect({ address, requests: requests.length > limit ? requests : [] }).toEqual({ address, requests: [] });
    const wide: number[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      if (await tooWide()) wide.push(width);
    }
    expect({ address, wide }).toEqual({ address, wide: [] });
  });

  it('turns a page with four requests', async () => {
    const before = await asked(`/documents/${manual.id}/pages/500`);
    const turned: string[] = [];
    const note = (request: Request): void => void (isCounted(request) && turned.push(request.url()));
    page.on('request', note);
    await page.keyboard.press('ArrowRight');
    await page.waitForResponse(/\/pages\/502\/image/);
    page.off('request', note);
    expect(before.length).toBeGreaterThan(turned.length);
    expect({ turned: turned.length > 4 ? turned : [] }).toEqual({ turned: [] });
  });

  it('shows long outlines and comments', async () => {
    await asked(`/documents/${manual.id}/pages/1`);
    await page.getByRole('tab', { name: 'Outline' }).click();
    await page.getByRole('link', { name: /^1000 Über/ }).waitFor();
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await tooWide()).toBe(false);
    await page.getByRole('tab', { name: 'Comments' }).click();
    await page.getByRole('article').first().waitFor();
    expect(await tooWide()).toBe(false);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Older comments' }).click();
    await page.getByRole('article').nth(99).waitFor();
  });

  it('keeps the rows near the screen in the page, and the one with the focus', async () => {
    const ROWS = 5000;
    await page.route(/\/v1\/documents(\?.*)?$/, async (route) => {
      if (route.request().resourceType() !== 'fetch') return route.fallback();
      const response = await route.fetch();
      const { data, ...rest } = (await response.json()) as { data: { id: string }[] };
      const many = Array.from({ length: ROWS }, (_, n) => ({ ...data[0], id: `doc_${n}`, title: `Manual ${n + 1}` }));
      return route.fulfill({ response, json: { ...rest, data: many, pagination: { has_more: false } } });
    });
    await asked('/documents');
    const table = page.getByRole('table', { name: 'Documents' });
    await table.getByRole('link', { name: 'Details of Manual 1', exact: true }).focus();
    expect(await table.getAttribute('aria-rowcount')).toBe(String(ROWS + 1));
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await until(
      async () => {
        await page.evaluate('scrollTo(0, document.body.scrollHeight)');
        return table.getByRole('link', { name: `Details of Manual ${ROWS}`, exact: true }).count();
      },
      (count) => count === 1,
    );
    expect(await table.locator('tr[aria-rowindex]').count()).toBeLessThan(100);
    expect(await table.locator(`tr[aria-rowindex="${ROWS + 1}"]`).innerText()).toContain(`Manual ${ROWS}`);
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Details of Manual 1');
    await page.keyboard.press('Tab');
    await table.getByRole('link', { name: 'Manual 2', exact: true }).waitFor();
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await tooWide()).toBe(false);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.unroute(/\/v1\/documents(\?.*)?$/);
  });
});
