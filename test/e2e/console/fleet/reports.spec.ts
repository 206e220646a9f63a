import { describeInBrowser } from '../../../support/pages/browser.js';
import { administrationOn } from '../../../support/pages/administration-steps.js';
import { enterConsole, looksOf, smallTargetsOf, type ConsoleVisitor } from '../../../support/pages/console-steps.js';
import { signInOn } from '../../../support/pages/page-steps.js';
import { startPageWorld, type PageWorld } from '../../../support/pages/page-world.js';
import { ok } from '../../../support/scenes/webhook-acts.js';
import type { Locator, Page } from 'playwright-core';
import type { TestDocument } from '../../../factories/document.factory.js';
import type { TestUser } from '../../../factories/identity.factory.js';
import type { Json } from '../../../support/api/api-client.js';

const QUOTE = 'Tighten the eight attachment bolts to 120 Nm.';

describeInBrowser('the work with discrepancy reports', () => {
  let world: PageWorld;
  let document: TestDocument;
  let engineer: TestUser;
  let second: TestUser;
  let visitor: ConsoleVisitor;
  let page: Page;
  beforeAll(async () => {
    world = await startPageWorld();
    document = await world.documents.document(world.organization, { title: 'Brakes', pages: [{ text: QUOTE }] });
    engineer = await world.member({ role: 'engineer', name: 'Kim Engineer' });
    second = await world.member({ role: 'admin', name: 'Sam Second' });
    visitor = await enterConsole(world, await world.member({ role: 'admin', name: 'Ada First' }));
    ({ page } = visitor);
  });
  afterAll(async () => {
    await visitor?.context.close();
    await world.stop();
  });
  afterEach(() => expect(visitor.problems.splice(0)).toEqual([]));

  async function reported(description: string): Promise<Json> {
    const { api } = await world.signIn(engineer);
    const about = { document_id: document.id, page_number: 1, quote: QUOTE, kind: 'inaccurate' };
    return ok(api.post('/discrepancies', { ...about, description }));
  }
  const open = ({ id }: Json, on = page): Promise<unknown> =>
    on.goto(`${world.publicUrl}/app/fleet/discrepancies/${id}`);
  const button = (name: string, on: Page | Locator = page): Locator => on.getByRole('button', { name, exact: true });
  const said = (text: string, on = page): Promise<void> => administrationOn(on, world).said(text);

  it('sends a report to its author and records the answer', async () => {
    const report = await reported('There are six bolts.');
    await page.goto(`${world.publicUrl}/app/fleet/discrepancies`);
    const row = page.getByRole('row').filter({ hasText: 'There are six bolts.' });
    await row.getByRole('link', { name: `Open the report on “${QUOTE}”` }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Discrepancy report' }).waitFor();
    await page.getByText('Kim Engineer').waitFor();
    await button('Send to the author').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Send to the author' });
    await button('Send', dialog).click();
    await dialog.getByRole('alert').filter({ hasText: 'Is required for a report without a contact.' }).waitFor();
    expect(await looksOf(page)).toEqual({});
    await dialog.getByLabel('Mail address of the author').fill('techpubs@example.com');
    await button('Send', dialog).click();
    await said('The report is being sent.');
    await page.getByRole('definition').filter({ hasText: 'techpubs@example.com' }).first().waitFor();
    await button('Send again').waitFor();

    await button('Record the answer').click();
    const answer = page.getByRole('dialog', { name: 'Record the answer of the author' });
    await answer.getByLabel('Answer').fill('Six is right. See the next revision.');
    await answer.getByLabel('Number that the author gave the report').fill('TP-4471');
    await button('Record', answer).click();
    await page.getByRole('heading', { name: 'Answer of the author' }).waitFor();
    await page.getByText('TP-4471').waitFor();
    expect((await ok(world.admin.api.get(`/discrepancies/${report.id}`))).status).toBe('answered');
    expect(await looksOf(page)).toEqual({});
  });

  it('gives an interim instruction that another person approves with a proof of identity', async () => {
    const report = await reported('The torque is for another bolt.');
    await open(report);
    await button('Propose an instruction').click();
    const dialog = page.getByRole('dialog', { name: 'Propose an interim instruction' });
    await dialog.getByLabel('Instruction').fill('Use 100 Nm.');
    await button('Propose', dialog).click();
    await page.getByRole('note').filter({ hasText: 'Proposed by You' }).waitFor();
    expect(await button('Approve').count()).toBe(0);

    const theirs = await enterConsole(world, second);
    // A report whose mail is on its way is read every three seconds.
    const mail = { state: 'queued', to: 'techpubs@example.com' };
    await theirs.page.route(`**/api/v1/discrepancies/${report.id}`, async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = (await response.json()) as { data: Json };
      await route.fulfill({ response, json: { ...rest, data: { ...data, mail } } });
    });
    await open(report, theirs.page);
    await theirs.page.getByRole('note').filter({ hasText: 'Proposed by Ada First' }).waitFor();
    await button('Approve', theirs.page).click();
    const approval = theirs.page.getByRole('dialog', { name: 'Approve this instruction?' });
    await approval.getByText('Use 100 Nm.').waitFor();
    const { api } = world.admin;
    await ok(api.request('PUT', `/discrepancies/${report.id}/interim-instruction`, { body: { text: 'Use 110 Nm.' } }));
    await theirs.page.getByText('Use 110 Nm.').waitFor({ state: 'attached' });
    expect(await approval.getByRole('blockquote').innerText()).toBe('Use 100 Nm.');
    await button('Approve', approval).click();
    await approval.getByRole('alert').filter({ hasText: 'It was changed meanwhile' }).waitFor();
    await button('Reload', approval).click();
    await approval.waitFor({ state: 'detached' });
    await theirs.page.getByRole('note').filter({ hasText: 'Use 110 Nm.' }).waitFor();
    await theirs.page.getByText('None is approved.').waitFor();
    await theirs.page.unrouteAll({ behavior: 'wait' });

    await world.sql.query(
      `UPDATE sessions SET authenticated_at = authenticated_at - interval '11 minutes' WHERE user_id = $1`,
      [second.id],
    );
    await button('Approve', theirs.page).click();
    await button('Approve', approval).click();
    const proof = theirs.page.getByRole('dialog', { name: 'Confirm that it is you' });
    const [popup] = await Promise.all([
      theirs.context.waitForEvent('page'),
      proof.getByRole('button', { name: 'Sign in again' }).click(),
    ]);
    const closed = popup.waitForEvent('close');
    await signInOn(popup, second);
    await closed;
    await said('The instruction is in effect.', theirs.page);
    await theirs.page.getByText('approved by You').waitFor();
    await button('Propose to remove it', theirs.page).waitFor();
    expect(theirs.problems.splice(0)).toEqual([expect.stringContaining('401')]);
    await theirs.context.close();
    const shown = await ok(world.admin.api.get(`/documents/${document.id}/pages/1`));
    expect((shown.discrepancies as Json[]).map((one) => one.interim_instruction as string)).toContain('Use 110 Nm.');
  });

  it('changes a report, unless another user did so meanwhile', async () => {
    const report = await reported('Which wrench?');
    await open(report);
    await button('Edit').click();
    const dialog = page.getByRole('dialog', { name: 'Edit the report' });
    await dialog.getByLabel('Description').fill('Which torque wrench?');
    await ok(world.admin.api.patch(`/discrepancies/${report.id}`, { description: 'Which of the wrenches?' }));
    await button('Save', dialog).click();
    await dialog.getByRole('alert').filter({ hasText: 'It was changed meanwhile' }).waitFor();
    await button('Reload', dialog).click();
    await dialog.getByText('Which of the wrenches?').waitFor();
    await dialog.getByLabel('Answer due on').fill('2099-01-31');
    await button('Save', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('2099-01-31').waitFor();
    await page.getByText('Which of the wrenches?').waitFor();
  });

  it('closes a report once a newer revision is current, and reopens it', async () => {
    const report = await reported('Nine bolts.');
    await open(report);
    await button('Close').click();
    const dialog = page.getByRole('dialog', { name: 'Close this report?' });
    await button('Close the report', dialog).click();
    await dialog.getByRole('alert').filter({ hasText: 'A newer revision must be active' }).waitFor();
    const { revisionId } = await world.documents.revision(document, {
      ...{ version: '2', status: 'draft', pages: [{ text: QUOTE }] },
    });
    await ok(world.admin.api.post(`/documents/${document.id}/revisions/${revisionId}/activate`));
    await button('Close the report', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    await button('Reopen').waitFor();
    for (const name of ['Send to the author', 'Record the answer', 'Reject', 'Edit'])
      expect(await button(name).count()).toBe(0);
    await button('Reopen').click();
    const reopening = page.getByRole('dialog', { name: 'Reopen this report?' });
    await button('Reopen', reopening).click();
    await reopening.waitFor({ state: 'detached' });
    await button('Reject').click();
    const rejection = page.getByRole('dialog', { name: 'Reject the report' });
    await rejection.getByLabel('Reason').fill('The drawing shows nine.');
    await button('Reject', rejection).click();
    await page.getByText('The drawing shows nine.').waitFor();
  });

  it('offers those who do not manage the document what is theirs alone', async () => {
    const report = await reported('My own report.');
    const theirs = await enterConsole(world, engineer);
    // Who manages the document is known once it is read.
    const read = theirs.page.waitForResponse((response) => response.url().endsWith(`/documents/${document.id}`));
    await open(report, theirs.page);
    await (await read).finished();
    await button('Withdraw', theirs.page).waitFor();
    for (const name of ['Send to the author', 'Record the answer', 'Close', 'Reject', 'Propose an instruction'])
      expect(await button(name, theirs.page).count()).toBe(0);
    await button('Withdraw', theirs.page).click();
    const dialog = theirs.page.getByRole('dialog', { name: 'Withdraw your report?' });
    await button('Withdraw', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    await said('The report is withdrawn.', theirs.page);
    await button('Withdraw', theirs.page).waitFor({ state: 'detached' });
    expect(theirs.problems).toEqual([]);
    await theirs.context.close();
  });

  it('has targets for gloves on touch screens', async () => {
    const report = await reported('Gloves.');
    const touch = await world.chromium.newContext({
      ...{ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
    });
    await touch.addCookies(await visitor.context.cookies());
    const mobile = await touch.newPage();
    await open(report, mobile);
    await button('Send to the author', mobile).click();
    await mobile.getByRole('dialog', { name: 'Send to the author' }).waitFor();
    expect(await smallTargetsOf(mobile)).toEqual([]);
    await touch.close();
  });
});
