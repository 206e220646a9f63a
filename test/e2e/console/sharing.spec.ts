import { describeInBrowser } from '../../support/pages/browser.js';
import { enterConsole, looksOf, type ConsoleVisitor } from '../../support/pages/console-steps.js';
import { startPageWorld, type PageWorld } from '../../support/pages/page-world.js';
import type { Json } from '../../support/api/api-client.js';
import type { Locator, Page } from 'playwright-core';

const MARKUP = `<img src=x onerror="document.title='hacked'"><script>document.title='hacked'</script>`;

describeInBrowser('sharing of documents in the console', () => {
  let world: PageWorld;
  let visitor: ConsoleVisitor;
  let page: Page;
  let team: { id: string };
  beforeAll(async () => {
    world = await startPageWorld();
    team = await world.identity.team(world.organization);
    visitor = await enterConsole(world, await world.member({ role: 'admin', name: 'Ada Admin' }));
    ({ page } = visitor);
  });
  afterAll(async () => {
    await visitor?.context.close();
    await world.stop();
  });
  afterEach(() => expect(visitor.problems.splice(0)).toEqual([]));

  const open = (address: string): Promise<unknown> => page.goto(`${world.publicUrl}/app${address}`);
  const read = async (path: string): Promise<Json> => (await world.admin.api.get(path)).body.data;
  const button = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true });
  const dialog = (name: string) => page.getByRole('dialog', { name });

  it('watches, and shows and revokes shares', async () => {
    const { api } = world.admin;
    const closed = await world.documents.document(world.organization, { title: 'Closed', team });
    const bea = await world.member({ role: 'engineer', name: `Bea ${MARKUP.slice(0, 60)}` });
    const recipients = [{ type: 'user', id: bea.id }];
    await api.post(`/documents/${closed.id}/shares`, { recipients, permission: 'view', message: MARKUP });
    await open(`/documents/${closed.id}`);
    await button('Watch').click();
    await button('Stop watching').waitFor();
    const readers = page.getByRole('table', { name: 'Readers' });
    expect(await readers.getByRole('row', { name: /^Bea <img/ }).innerText()).toMatch(/read\s+shared/i);
    expect(await page.getByRole('table', { name: 'Shares' }).innerText()).toContain(MARKUP);
    expect(await looksOf(page)).toEqual({});
    await page.getByRole('button', { name: /^Revoke the share with Bea/ }).click();
    await button('Revoke', dialog('Revoke this share?')).click();
    await readers.getByRole('row', { name: /^Bea/ }).waitFor({ state: 'detached' });
    expect(await read(`/documents/${closed.id}/shares`)).toEqual([]);
    expect(await page.title()).not.toBe('hacked');
  });

  it('shares the document with a person who cannot see it yet, and with a team', async () => {
    const closed = await world.documents.document(world.organization, { title: 'For few', team });
    const [cid, crew] = [await world.member({ role: 'engineer', name: 'Cid Crew' }), { name: 'Night crew' }];
    const other = (await world.admin.api.post('/teams', crew)).body.data as { id: string };
    await open(`/documents/${closed.id}`);
    await button('Share').click();
    const shown = dialog('Share this document');
    const recipients = shown.getByRole('combobox', { name: 'Notify colleagues' });
    await recipients.fill('Cid');
    await page.getByRole('option', { name: 'Cid Crew' }).click();
    await recipients.fill('Night');
    await page.getByRole('option', { name: 'Night crew' }).click();
    await page.keyboard.press('Escape');
    await shown.getByLabel('Message').fill('For tonight.');
    await button('Share', shown).click();
    await shown.getByText('Shared.').waitFor();
    const shares = (await read(`/documents/${closed.id}/shares`)) as Json[];
    expect(shares.map(({ recipient }) => recipient.id as string).sort()).toEqual([cid.id, other.id].sort());
    expect(shares[0]).toMatchObject({ page_number: null, message: 'For tonight.', permission: 'comment' });
    await button('Close', shown).click();
    await page.getByRole('table', { name: 'Shares' }).getByText('Night crew').waitFor();
  });
});
