import { describeInBrowser } from '../../support/pages/browser.js';
import { enterConsole, looksOf, searchBox } from '../../support/pages/console-steps.js';
import { press } from '../../support/pages/page-steps.js';
import { startPageWorld, type PageWorld } from '../../support/pages/page-world.js';
import { outbox } from '../../support/service/outbox.js';

const PASSWORD = 'torque wrench calibrated';

describeInBrowser('the links of mails to the console', () => {
  let world: PageWorld;
  let mails: ReturnType<typeof outbox>;
  beforeAll(async () => {
    world = await startPageWorld();
    mails = outbox(world.service.dataDir);
  });
  afterAll(() => world.stop());

  /** Mails of the test service name no port, so the link is opened at the address of the service. */
  async function linkOf(email: string): Promise<{ address: string; token: string }> {
    const { text } = await mails.waitForMail(email);
    const { pathname, hash } = new URL(/http\S+#token=\S+/.exec(text)![0]);
    return { address: `${world.publicUrl}${pathname}${hash}`, token: hash.slice('#token='.length) };
  }

  async function invite(email: string): Promise<{ address: string; token: string }> {
    await world.admin.api.post('/users', { email, name: 'Noor', role: 'viewer' });
    return linkOf(email);
  }

  it('lead to an account, also in a browser where another one is signed in', async () => {
    const { address } = await invite('second@example.test');
    const { context, page } = await enterConsole(world, await world.member());
    await page.goto(address);
    await page.getByLabel('Name').fill('Noor Haddad');
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByText('Sign in with second@example.test').waitFor();
    const { body } = await world.admin.api.get('/users?q=second');
    const open = await world.sql.query('SELECT 1 FROM sessions WHERE user_id = $1 AND ended_at IS NULL', [
      body.data[0].id,
    ]);
    expect(open).toEqual([]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByLabel('Email address').inputValue()).toBe('second@example.test');
    await press(page, 'Continue');
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Sign in');
    await searchBox(page).waitFor();
    await page.getByRole('button', { name: /account and settings/ }).click();
    await page.getByText('second@example.test').waitFor();
    await context.close();
  });

  it('take the token by hand, and say that one is used', async () => {
    const { token } = await invite('third@example.test');
    const { context, page } = await world.visitor({ javaScript: true });
    const problems: string[] = [];
    context.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    const accept = async (): Promise<void> => {
      await page.goto(`${world.publicUrl}/app/accept-invitation`);
      await page.getByLabel('Token').fill(token);
      await page.getByLabel('Name').fill('Noor Haddad');
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Create the account' }).click();
    };
    await accept();
    await page.getByText('Your account is ready').waitFor();
    await accept();
    await page.getByText(/already used|invalid|expired/i).waitFor();
    expect(await looksOf(page)).toEqual({});
    expect(problems.filter((problem) => !problem.includes('status of 400'))).toEqual([]);
    await context.close();
  });

  it('take a new password for a forgotten one', async () => {
    const member = await world.member();
    await world.api.post('/auth/password/forgot', { email: member.email });
    const { address } = await linkOf(member.email);
    const { context, page } = await world.visitor({ javaScript: true });
    await page.goto(address);
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    expect(await looksOf(page)).toEqual({});
    await page.getByRole('textbox', { name: 'Password' }).fill(member.password);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText(/current password/).waitFor();
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('Your password is changed').waitFor();
    expect((await world.login({ email: member.email, password: PASSWORD })).status).toBe(200);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Email address').waitFor();
    await context.close();
  });

  it('lead to notifications, and to the page of a comment', async () => {
    const { id } = await world.documents.document(world.organization, { title: 'Brakes', pages: ['One.', 'Two.'] });
    const { context, page } = await enterConsole(world, await world.member());
    await page.goto(`${world.publicUrl}/app/notifications`);
    await page.getByRole('heading', { name: 'Notifications' }).waitFor();
    await page.goto(`${world.publicUrl}/app/documents/${id}?page=2&comment=comment_1`);
    await page.waitForURL(new RegExp(`/documents/${id}/pages/2`));
    await page.getByRole('heading', { name: 'Brakes' }).waitFor();
    await page.goto(`${world.publicUrl}/app/documents/${id}`);
    await page.getByRole('heading', { name: 'Brakes' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/app/documents/${id}`);
    await context.close();
  });
});
