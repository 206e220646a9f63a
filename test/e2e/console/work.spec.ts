import { readFile } from 'node:fs/promises';
import { describeInBrowser } from '../../support/pages/browser.js';
import {
  enterConsole,
  looksOf,
  searchBox,
  smallTargetsOf,
  type ConsoleVisitor,
} from '../../support/pages/console-steps.js';
import { startPageWorld, type PageWorld } from '../../support/pages/page-world.js';
import { readyManual, section, wheelManual } from '../../support/manuals/manual.js';
import { placedPdf } from '../../support/manuals/pdf-factory.js';
import type { Page } from 'playwright-core';
import type { TestUser } from '../../factories/identity.factory.js';

const MARKUP = `<img src=x onerror="document.title='hacked'"><script>document.title='hacked'</script>`;
const BOLTS = 'torque of the attachment bolts of the brake unit';

describeInBrowser('work with the console', () => {
  let world: PageWorld;
  let engineer: TestUser;
  let visitor: ConsoleVisitor;
  let page: Page;
  let manual: { id: string };
  beforeAll(async () => {
    world = await startPageWorld();
    const { api } = world.admin;
    manual = (await readyManual(api, await wheelManual())) as { id: string };
    const marked = [section('32-50-00 Steering', [`${MARKUP} steering collar`, 'Tighten the collar to 44 Nm.'])];
    await readyManual(api, await placedPdf(marked), { title: `Steering ${MARKUP}` });
    engineer = await world.member({ role: 'engineer' });
    visitor = await enterConsole(world, engineer);
    ({ page } = visitor);
  });
  afterAll(async () => {
    await visitor?.context.close();
    await world.stop();
  });
  afterEach(() => expect(visitor.problems.splice(0)).toEqual([]));

  const open = (address: string): Promise<unknown> => page.goto(`${world.publicUrl}/app${address}`);
  const hits = () => page.locator('a[data-hit]');

  async function search(words: string): Promise<void> {
    await searchBox(page).fill(words);
    await searchBox(page).press('Enter');
    await page.getByRole('status').filter({ hasText: words }).waitFor();
  }

  it('finds a page by keyboard alone, and opens it with the hit marked', async () => {
    await open('/');
    await searchBox(page).waitFor();
    await page.getByRole('button', { name: 'Filters' }).focus();
    await page.keyboard.press('/');
    await page.keyboard.type(BOLTS);
    await page.keyboard.press('Enter');
    await hits().first().waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe(BOLTS);
    const card = page.getByRole('article').first();
    expect(await card.innerText()).toMatch(/Wheels and brakes[\s\S]*HST-72[\s\S]*Rev 4/);
    expect(await card.locator('mark').allInnerTexts()).toEqual(expect.arrayContaining(['bolts']));
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Wheels and brakes' }).waitFor();
    await page.locator('.page-image').waitFor();
    expect(await page.locator('.page-overlay rect').count()).toBeGreaterThan(0);
    expect(await page.locator('.marked-block').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining('120 Nm')]),
    );
    expect(new URL(page.url()).pathname).toBe(`/app/documents/${manual.id}/pages/2`);
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL(/\/pages\/1$/);
    await page.getByRole('tab', { name: 'Text' }).press('ArrowRight');
    await page.getByRole('tab', { name: 'Comments', selected: true }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/pages\/1$/);
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.getByRole('note').filter({ hasText: 'WARNING' }).first().waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('completes words, and filters in the address', async () => {
    await open('/?q=bolts&aircraft=HST-72&type=AMM');
    await hits().first().waitFor();
    await page.getByLabel('Superseded revisions too').check();
    await page.waitForURL(/revisions=all/);
    await page.getByRole('button', { name: 'Remove filters' }).click();
    await page.waitForURL(/\?q=bolts$/);
    await page.goBack();
    await page.waitForURL(/revisions=all/);
    await searchBox(page).fill('Wheels a');
    await page.getByRole('option', { name: 'Wheels and brakes' }).click();
    await page.getByRole('status').filter({ hasText: 'Wheels and brakes' }).waitFor();
    await search('zzyzx qqqq');
    await page.getByText('Nothing found').or(page.getByRole('article').first()).waitFor();
  });

  it('searches and asks for one aircraft of the register', async () => {
    const { api } = world.admin;
    for (const [registration, aircraft_type, serial_number] of [
      ['SE-HSA', 'HST-72', '4012'],
      ['SE-KDA', 'KD-19', '88'],
    ])
      expect((await api.post('/aircraft', { registration, aircraft_type, serial_number })).status).toBe(201);
    await open('/?q=bolts&type=AMM');
    await hits().first().waitFor();
    await page.getByRole('combobox', { name: 'Registration' }).fill('se-kd');
    await page.getByRole('option', { name: 'SE-KDA (MSN 88)' }).click();
    await page.getByText('Nothing found').waitFor();
    await page.waitForURL(/tail=aircraft_/);
    await page.getByRole('combobox', { name: 'Registration' }).fill('4012');
    await page.getByRole('option', { name: 'SE-HSA (MSN 4012)' }).click();
    await hits().first().waitFor();
    await page.getByText('It is not known whether this applies to the aircraft.').first().waitFor();
    await page.reload();
    await hits().first().waitFor();
    expect(await page.getByRole('combobox', { name: 'Registration' }).inputValue()).toBe('SE-HSA (MSN 4012)');

    await open('/ask');
    await page.getByRole('combobox', { name: 'Registration' }).click();
    await page.getByRole('option', { name: 'SE-HSA (MSN 4012)' }).click();
    await page.getByRole('textbox', { name: 'Question' }).fill('What is the torque of the brake attachment bolts?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText('For SE-HSA, MSN 4012').waitFor();
    await page
      .getByText(/APPLICABILITY: it is not known whether page 2/)
      .first()
      .waitFor();
  });

  it('takes comments on selected words, keeps drafts, and shows markup as text', async () => {
    await open(`/documents/${manual.id}/pages/2`);
    const text = page.getByRole('tabpanel').getByText('B. Tighten the eight attachment bolts');
    await text.waitFor();
    await text.selectText();
    await page.getByRole('button', { name: 'Comment on the selected words' }).click();
    await page.getByLabel('New comment').fill(MARKUP);
    await page.reload();
    await page.getByRole('tab', { name: 'Comments' }).click();
    expect(await page.getByLabel('New comment').inputValue()).toBe(MARKUP);
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    const thread = page.getByRole('article').filter({ hasText: MARKUP });
    await thread.waitFor();
    expect(await thread.innerText()).toContain('You');
    await thread.getByRole('button', { name: 'Reply' }).click();
    await page.getByLabel('Reply', { exact: true }).fill('Checked.');
    await page.getByRole('button', { name: 'Send reply' }).click();
    await thread.getByText('Checked.').waitFor();
    await thread.getByRole('button', { name: 'Resolve' }).click();
    await thread.getByText('resolved').waitFor();
    const { body } = await world.admin.api.get(`/documents/${manual.id}/comments?page_number=2`);
    expect(body.data).toMatchObject([{ body: 'Checked.' }, { body: MARKUP, resolved: true }]);
    expect(await page.title()).not.toBe('hacked');
  });

  it('takes comments on words of the image, and shows them in its margin', async () => {
    await open(`/documents/${manual.id}/pages/2`);
    const line = page.locator('.text-layer text', { hasText: 'Tighten the eight attachment bolts' });
    const box = await line.boundingBox();
    await page.mouse.move(box!.x + 1, box!.y + box!.height / 2);
    await page.mouse.down();
    await page.mouse.move(box!.x + box!.width - 2, box!.y + box!.height / 2, { steps: 4 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Comment on the selected words' }).click();
    await page.getByLabel('New comment').fill('Wrench of the set 4 only.');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.getByRole('button', { name: 'Comment: Wrench of the set 4 only.' }).click();
    const thread = page.getByRole('article').filter({ hasText: 'Wrench of the set 4 only.' });
    await thread.waitFor();
    const { body } = await world.admin.api.get(`/documents/${manual.id}/comments?page_number=2`);
    expect(body.data[0].quote).toContain('eight attachment bolts');
    expect(await page.locator('.comment-mark rect').count()).toBeGreaterThan(0);
  });

  it('prints a page with its revision, the day and the user', async () => {
    await open(`/documents/${manual.id}/pages/2`);
    await page.locator('.page-image').waitFor();
    await page.emulateMedia({ media: 'print' });
    const line = page.locator('.print-line');
    expect(await line.innerText()).toMatch(/Wheels and brakes .*Rev 4.*page 2[\s\S]*Printed by .* Valid on the day/);
    expect(await page.getByRole('button', { name: 'Share' }).isVisible()).toBe(false);
    expect(await page.locator('.page-image').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
  });

  it('shows markup of titles and texts as text', async () => {
    await open('/');
    await search('steering collar');
    await page.getByRole('heading', { name: `Steering ${MARKUP}` }).waitFor();
    await hits().first().click();
    await page.locator('.page-image').waitFor();
    expect(await page.locator('main script, main img[src="x"]').count()).toBe(0);
    expect(await page.title()).toContain('Steering <img');
  });

  it('warns of a superseded revision, and leads to the current one', async () => {
    const document = await world.documents.document(world.organization, { title: 'Old brakes', version: '2' });
    const { revisionId } = await world.documents.revision(
      { id: document.id, organizationId: world.organization.id },
      { version: '1', status: 'superseded', pages: ['Torque 140 Nm.'] },
    );
    // The factory stores no file to draw.
    await page.route(/\/image\?/, (route) => route.fulfill({ status: 200, contentType: 'image/webp', body: '' }));
    await open(`/documents/${document.id}/pages/1?revision=${revisionId}`);
    await page.getByRole('alert').filter({ hasText: 'it is superseded' }).waitFor();
    await page.getByText('Torque 140 Nm.').waitFor();
    await page.getByRole('link', { name: 'Open the current revision' }).click();
    await page.getByText('Torque 120 Nm.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await open('/');
    await page.unroute(/\/image\?/);
  });

  it('shares a page with a colleague', async () => {
    const colleague = await world.signIn(await world.member({ role: 'engineer', name: 'Bea Bolt' }));
    await open(`/documents/${manual.id}/pages/2`);
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share this page' });
    expect(await dialog.getByLabel('Address').inputValue()).toBe(page.url());
    await dialog.getByRole('combobox', { name: 'Notify colleagues' }).click();
    await page.getByRole('option', { name: 'Bea Bolt' }).click();
    await dialog.getByLabel('Message').fill('Look at step B.');
    await dialog.getByRole('button', { name: 'Share' }).click();
    await dialog.getByText('Shared.').waitFor();
    const { body } = await colleague.api.get('/shares/received');
    expect(body.data).toMatchObject([{ page_number: 2, message: 'Look at step B.' }]);
  });

  it('answers with citations that open the page, or says why not', async () => {
    await open('/ask');
    await page.getByLabel('Question').fill('What is the torque for the attachment bolts of the brake unit?');
    await page.keyboard.press('Enter');
    await page.locator('.citation-link').first().click();
    await page.getByRole('region', { name: /Image of page 2/ }).waitFor();
    await page.locator('.page-overlay rect').first().waitFor({ state: 'attached' });
    expect(await page.getByRole('log').innerText()).toContain('120 Nm');
    expect(new URL(page.url()).searchParams.get('conversation')).toMatch(/^chat_/);
    await page.getByLabel('Question').fill('What is the torque for the wing tip fairing screws?');
    await page.keyboard.press('Enter');
    await page.getByText('No answer in the documents').waitFor();
    await page.reload();
    await page.getByText('No answer in the documents').waitFor();
    expect(await page.getByRole('log').innerText()).toContain('120 Nm');
  });

  it('takes feedback, and saves and deletes conversations', async () => {
    await open('/ask');
    await page.getByLabel('Question').fill(`What is the ${BOLTS}?`);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Not helpful' }).click();
    await page.getByLabel('Comment').fill(MARKUP);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('status').filter({ hasText: 'Thank you.' }).waitFor();
    const conversation = new URL(page.url()).searchParams.get('conversation');
    const given = await world.sql.query(
      `SELECT f.rating, f.reason, f.comment FROM message_feedback f JOIN chat_messages m ON m.id = f.message_id WHERE m.session_id = $1`,
      [conversation],
    );
    expect(given).toEqual([{ rating: 'down', reason: 'incorrect', comment: MARKUP }]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as a file' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain('120 Nm');
    await page.getByRole('button', { name: 'Delete the conversation' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The conversation was deleted.').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('says what failed, with the request to quote', async () => {
    await page.route(/\/search\/documents$/, (route) =>
      route.fulfill({
        status: 422,
        headers: { 'x-request-id': 'req_quoted' },
        json: { success: false, error: { code: 'UNPROCESSABLE', message: 'No.' }, meta: { request_id: 'req_quoted' } },
      }),
    );
    await open('/?q=bolts');
    await page.getByRole('alert').filter({ hasText: 'req_quoted' }).waitFor();
    await page.unroute(/\/search\/documents$/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await hits().first().waitFor();
    await open('/documents/doc_unknown/pages/1');
    await page.getByRole('alert').filter({ hasText: 'Not found' }).waitFor();
  });

  it('says that the network is gone, and goes on when it is back', async () => {
    await open('/');
    await searchBox(page).waitFor();
    await visitor.context.setOffline(true);
    await page.getByText('You are offline').waitFor();
    await searchBox(page).fill('bolts of the network');
    await searchBox(page).press('Enter');
    await visitor.context.setOffline(false);
    await page.getByRole('status').filter({ hasText: 'bolts of the network' }).waitFor();
    expect(await page.getByText('You are offline').count()).toBe(0);
    // The stream of notifications broke off.
    visitor.problems.splice(0);
  });

  it('shows a viewer nothing that a viewer cannot do', async () => {
    const { context, page: theirs, problems } = await enterConsole(world, await world.member({ role: 'viewer' }));
    await theirs.goto(`${world.publicUrl}/app/documents/${manual.id}/pages/2`);
    await theirs.getByRole('tab', { name: 'Comments' }).click();
    await theirs.getByRole('article').first().waitFor();
    expect(await theirs.getByLabel('New comment').count()).toBe(0);
    expect(await theirs.getByRole('link', { name: 'Ask' }).count()).toBe(0);
    expect(await theirs.getByRole('button', { name: 'Reply' }).count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  const SCREENS: [string, () => Promise<unknown>][] = [
    [
      'the search',
      async () => {
        await open('/');
        await page.getByRole('button', { name: 'Filters' }).click();
      },
    ],
    [
      'the hits',
      async () => {
        await open('/?q=bolts&type=AMM');
        await hits().first().waitFor();
      },
    ],
    [
      'a page',
      async () => {
        await open(`/documents/${manual.id}/pages/1?highlight=${encodeURIComponent('Put the aircraft on jacks.')}`);
        await page.locator('.page-image').waitFor();
      },
    ],
    [
      'comments',
      async () => {
        await open(`/documents/${manual.id}/pages/2`);
        await page.getByRole('tab', { name: 'Comments' }).click();
        await page.getByRole('article').first().waitFor();
      },
    ],
    ['the outline', () => page.getByRole('tab', { name: 'Outline' }).click()],
    [
      'sharing',
      async () => {
        await page.getByRole('button', { name: 'Share' }).click();
        await page.getByRole('combobox', { name: 'Notify colleagues' }).waitFor();
      },
    ],
    [
      'an answer',
      async () => {
        const { body } = await (await world.signIn(engineer)).api.get('/chat/sessions');
        await open(`/ask?conversation=${body.data[0].session_id}`);
        await page.locator('.citation-link').first().click();
        await page.locator('.page-image').waitFor();
      },
    ],
    ['the menu', () => page.getByRole('button', { name: /account and settings/ }).click()],
  ];
  it.each(SCREENS)('can be used by everyone in all sizes and colors: %s', async (_name, show) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await show();
    expect(await looksOf(page)).toEqual({});
  });

  it('has targets for gloves on touch screens', async () => {
    const touch = await world.chromium.newContext({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    await touch.addCookies(await visitor.context.cookies());
    // Its open stream would keep the network busy.
    await touch.route('**/notifications/stream', (route) => route.abort());
    const mobile = await touch.newPage();
    for (const address of ['/?q=bolts', `/documents/${manual.id}/pages/2`, '/ask']) {
      await mobile.goto(`${world.publicUrl}/app${address}`);
      await mobile.locator('main h1').first().waitFor({ state: 'attached' });
      await mobile.waitForTimeout(500);
      const small = await smallTargetsOf(mobile);
      expect({ address, small }).toEqual({ address, small: [] });
    }
    await touch.close();
  });
});
