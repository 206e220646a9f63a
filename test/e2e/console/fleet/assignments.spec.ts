import { describeInBrowser } from '../../../support/pages/browser.js';
import { administrationOn } from '../../../support/pages/administration-steps.js';
import { enterConsole, looksOf, smallTargetsOf, type ConsoleVisitor } from '../../../support/pages/console-steps.js';
import { startPageWorld, type PageWorld } from '../../../support/pages/page-world.js';
import { assign, mine, passTime, people, sign } from '../../../support/scenes/assignment-scene.js';
import { ok } from '../../../support/scenes/webhook-acts.js';
import type { Locator, Page } from 'playwright-core';
import type { TestDocument } from '../../../factories/document.factory.js';
import type { TestUser } from '../../../factories/identity.factory.js';
import type { Json } from '../../../support/api/api-client.js';

const DAY = '2099-01-31';

describeInBrowser('the assignment of revisions', () => {
  let world: PageWorld;
  let document: TestDocument;
  let kim: TestUser;
  let lee: TestUser;
  let visitor: ConsoleVisitor;
  let page: Page;
  beforeAll(async () => {
    world = await startPageWorld();
    document = await world.documents.document(world.organization, { title: 'Brakes' });
    const team = await ok(world.admin.api.post('/teams', { name: 'Line Hamburg' }));
    kim = await world.member({ role: 'engineer', name: 'Kim Engineer' });
    lee = await world.member({ role: 'engineer', name: 'Lee Lineman', team: team as { id: string } });
    visitor = await enterConsole(world, await world.member({ role: 'admin', name: 'Ada First' }));
    ({ page } = visitor);
  });
  afterAll(async () => {
    await visitor?.context.close();
    await world.stop();
  });
  afterEach(() => expect(visitor.problems.splice(0)).toEqual([]));

  const open = (address: string, on = page): Promise<unknown> => on.goto(`${world.publicUrl}/app${address}`);
  const button = (name: string, on: Page | Locator = page): Locator => on.getByRole('button', { name, exact: true });
  const said = (text: string): Promise<void> => administrationOn(page, world).said(text);
  const person = (name: string): Locator =>
    page.getByRole('table', { name: 'People' }).getByRole('row').filter({ hasText: name });
  const of = (assignment: Json): string => `/fleet/read-and-understood/${assignment.id}`;

  it('assigns the current revision to people and teams, and shows who has signed', async () => {
    await open(`/documents/${document.id}`);
    await page.getByText('It is assigned to nobody.').waitFor();
    await button('Assign').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Assign Brakes' });
    const recipients = dialog.getByRole('combobox', { name: 'People and teams' });
    await recipients.fill('Kim');
    await page.getByRole('option', { name: 'Kim Engineer' }).click();
    await recipients.fill('Line');
    await page.getByRole('option', { name: 'Line Hamburg' }).click();
    await page.keyboard.press('Escape');
    await dialog.getByLabel('Due at the end of').fill('2001-01-31');
    await button('Assign', dialog).click();
    await dialog.getByRole('alert').filter({ hasText: 'future' }).waitFor();
    expect(await looksOf(page)).toEqual({});
    await dialog.getByLabel('Due at the end of').fill(DAY);
    await button('Assign', dialog).click();
    await said('Assigned. People who must sign: 2.');
    await dialog.waitFor({ state: 'detached' });
    const { api } = await world.signIn(kim);
    const [pending] = await mine(api, '?status=pending');
    await ok(sign(api, pending));

    await page.getByRole('link', { name: 'Show the people of Brakes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Assignment' }).waitFor();
    await person('Kim Engineer').getByText('Signed', { exact: true }).waitFor();
    await person('Lee Lineman').getByText('Pending', { exact: true }).waitFor();
    await page.getByText('1 of 2').waitFor();
    await page.getByText('Line Hamburg').waitFor();
    await button('Save as PDF: evidence of Kim Engineer').waitFor();
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Pending' }).click();
    await person('Kim Engineer').waitFor({ state: 'detached' });
    await person('Lee Lineman').waitFor();
    expect(new URL(page.url()).searchParams.get('state')).toBe('pending');
    expect(await looksOf(page)).toEqual({});
  });

  it('moves the due date, unless another user did so meanwhile, and cancels', async () => {
    const other = await world.documents.document(world.organization, { title: 'Wheels' });
    const { api } = world.admin;
    const assignment = await ok(assign(api, other, people(kim.id, lee.id)));
    await passTime(world.sql, world.organization.id, 11);
    await open(of(assignment));
    await person('Lee Lineman').getByText('overdue').waitFor();
    await button('Move the due date').click();
    const dialog = page.getByRole('dialog', { name: 'Move the due date' });
    await dialog.getByLabel('Due at the end of').fill(DAY);
    await ok(api.patch(`/assignments/${assignment.id}`, { due_at: '2098-06-30T12:00:00Z' }));
    await button('Save', dialog).click();
    await dialog.getByRole('alert').filter({ hasText: 'It was changed meanwhile' }).waitFor();
    await button('Reload', dialog).click();
    await dialog.getByRole('alert').waitFor({ state: 'detached' });
    expect(await dialog.getByLabel('Due at the end of').inputValue()).toBe('2098-06-30');
    await dialog.getByLabel('Due at the end of').fill(DAY);
    await button('Save', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    await person('Lee Lineman').getByText('overdue').waitFor({ state: 'detached' });

    await button('Cancel the assignment').click();
    const question = page.getByRole('dialog', { name: 'Cancel this assignment?' });
    await button('Cancel the assignment', question).click();
    await question.waitFor({ state: 'detached' });
    await person('Lee Lineman').getByText('Withdrawn').waitFor();
    await button('Move the due date').waitFor({ state: 'detached' });
    expect(await button('Cancel the assignment').count()).toBe(0);
  });

  it('says that an assignment ended meanwhile', async () => {
    const other = await world.documents.document(world.organization, { title: 'Tires' });
    const assignment = await ok(assign(world.admin.api, other, people(kim.id)));
    await open(of(assignment));
    await button('Cancel the assignment').click();
    await ok(world.admin.api.post(`/assignments/${assignment.id}/cancel`));
    const question = page.getByRole('dialog', { name: 'Cancel this assignment?' });
    await button('Cancel the assignment', question).click();
    await question.getByRole('alert').filter({ hasText: 'It was changed meanwhile' }).waitFor();
    await button('Reload', question).click();
    await page.getByRole('definition').filter({ hasText: 'Canceled' }).waitFor();
  });

  it('shows engineers no assignments of others', async () => {
    const theirs = await enterConsole(world, kim);
    await open(`/documents/${document.id}`, theirs.page);
    await theirs.page.getByRole('heading', { level: 1, name: 'Brakes' }).waitFor();
    await theirs.page.getByRole('button', { name: 'Share', exact: true }).waitFor();
    expect(await button('Assign', theirs.page).count()).toBe(0);
    expect(theirs.problems).toEqual([]);
    await theirs.context.close();
  });

  it('has targets for gloves on touch screens', async () => {
    const other = await world.documents.document(world.organization, { title: 'Gloves' });
    const assignment = await ok(assign(world.admin.api, other, people(kim.id)));
    const touch = await world.chromium.newContext({
      ...{ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
    });
    await touch.addCookies(await visitor.context.cookies());
    const mobile = await touch.newPage();
    await open(of(assignment), mobile);
    await mobile.getByRole('table', { name: 'People' }).waitFor();
    expect(await smallTargetsOf(mobile)).toEqual([]);
    await open(`/documents/${other.id}`, mobile);
    await button('Assign', mobile).click();
    await mobile.getByRole('dialog', { name: 'Assign Gloves' }).waitFor();
    expect(await smallTargetsOf(mobile)).toEqual([]);
    await touch.close();
  });
});
