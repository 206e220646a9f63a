import type { Page } from 'playwright-core';
import type { TestUser } from '../../factories/identity.factory.js';
import { describeInBrowser } from '../../support/pages/browser.js';
import { heading, main, press, signInOn } from '../../support/pages/page-steps.js';
import { startPageWorld, type PageWorld } from '../../support/pages/page-world.js';

/** The wrong account and the forgotten password: neither is a dead end. */
describeInBrowser('ways out on the pages', () => {
  let world: PageWorld;
  beforeAll(async () => {
    world = await startPageWorld();
  });
  afterAll(() => world?.stop());

  async function open(url = world.authorizeUrl()): Promise<Page> {
    const { page } = await world.visitor();
    await page.goto(url);
    return page;
  }

  async function answered(page: Page): Promise<Record<string, string>> {
    await page.waitForURL((url) => url.href.startsWith(world.callback));
    return Object.fromEntries(new URL(page.url()).searchParams);
  }

  const grantsOf = ({ id }: TestUser): Promise<unknown[]> =>
    world.sql.query('SELECT id FROM oauth_grants WHERE user_id = $1', [id]);
  const openSessions = ({ id }: TestUser): Promise<unknown[]> =>
    world.sql.query('SELECT id FROM sessions WHERE user_id = $1 AND ended_at IS NULL', [id]);

  describe('the wrong account', () => {
    it('is left on the consent page, for the same request; its session goes on and nothing is granted', async () => {
      const [wrong, right] = [await world.member(), await world.member()];
      const page = await open();
      await signInOn(page, wrong);
      expect(await main(page)).toContain(wrong.email);
      await press(page, 'Use another account');
      expect([await heading(page), await page.getByLabel('Email address').inputValue()]).toEqual(['Sign in', '']);
      // The next user is not signed in as the first one, in this request or in another.
      const other = await page.context().newPage();
      await other.goto(world.authorizeUrl());
      expect(await heading(other)).toBe('Sign in');
      await signInOn(page, right);
      expect(await main(page)).toContain(right.email);
      await press(page, 'Allow');
      expect(await answered(page)).toMatchObject({ state: 'the state', code: expect.any(String) as string });
      expect([await grantsOf(wrong), await openSessions(wrong)]).toEqual([[], [expect.anything()]]);
      expect(await grantsOf(right)).toHaveLength(1);
      await page.context().close();
    });

    it('may be one whose role lets no third party act: told so, it is left for another', async () => {
      const [viewer, engineer] = [await world.member({ role: 'viewer' }), await world.member()];
      const page = await open();
      await signInOn(page, viewer);
      expect(await heading(page)).toBe('You cannot use Line Planner with this account');
      expect(await main(page)).toContain('ask an administrator');
      // A retry tells the same, and nothing makes consent of it.
      await page.goto(world.authorizeUrl());
      expect(await heading(page)).toBe('You cannot use Line Planner with this account');
      const refused = page.url();
      await page.goto(refused.replace(/refusal$/, 'consent'));
      expect(page.url()).toBe(refused);
      await press(page, 'Use another account');
      await signInOn(page, engineer);
      await press(page, 'Allow');
      expect((await answered(page))['code']).toBeDefined();
      expect(await grantsOf(viewer)).toEqual([]);
      await page.context().close();
    });

    it('may be one whose role has nothing of what is asked for, or goes back to the application', async () => {
      const client = await world.registerClient({ scopes: ['audit.view'], first_party: true });
      const page = await open(world.authorizeUrl(client, { scope: 'audit.view' }));
      await signInOn(page, await world.member());
      expect(await main(page)).toContain('includes none of the permissions');
      await press(page, 'Cancel and return to Line Planner');
      expect(await answered(page)).toMatchObject({ error: 'access_denied', state: 'the state' });
      await page.context().close();
    });

    it('may be another organization’s: it is not signed in, and the way to another is on the page', async () => {
      const stranger = await world.identity.user();
      const page = await open();
      await signInOn(page, stranger);
      expect(await main(page)).toContain('It belongs to another organization.');
      expect(await openSessions(stranger)).toEqual([]);
      await press(page, 'Use another account');
      await signInOn(page, await world.member());
      await press(page, 'Allow');
      expect((await answered(page))['code']).toBeDefined();
      await page.context().close();
    });

    it('is asked about where the application wants that (select_account): the present one, or another', async () => {
      const [first, second] = [await world.member(), await world.member()];
      const url = world.authorizeUrl(undefined, { prompt: 'select_account' });
      const page = await open(url);
      await signInOn(page, first);
      await press(page, 'Allow');
      await answered(page);
      await page.goto(url);
      expect(await heading(page)).toBe('Choose an account');
      await press(page, `Continue as ${first.name}`);
      expect((await answered(page))['code']).toBeDefined();
      await page.goto(url);
      await press(page, 'Use another account');
      await signInOn(page, second);
      expect(await main(page)).toContain(second.email);
      await press(page, 'Allow');
      expect((await answered(page))['code']).toBeDefined();
      await page.goto(world.authorizeUrl(undefined, { prompt: 'none' }));
      expect((await answered(page))['code']).toBeDefined();
      await page.context().close();
    });

    it('whose session ended on the consent page signs in again instead of going round in circles', async () => {
      const user = await world.member();
      const page = await open();
      await signInOn(page, user);
      await world.sql.query('UPDATE sessions SET ended_at = now() WHERE user_id = $1', [user.id]);
      await page.reload();
      expect(await heading(page)).toBe('Sign in');
      await signInOn(page, user);
      await press(page, 'Allow');
      expect((await answered(page))['code']).toBeDefined();
      await page.context().close();
    });
  });

  describe('a forgotten password', () => {
    it('is asked for with the address that was typed; the answer is the same for every address', async () => {
      const user = await world.member();
      const tellings: string[] = [];
      for (const email of [user.email, 'nobody@example.test']) {
        const page = await open();
        await page.getByLabel('Email address').fill(email);
        await press(page, 'Continue');
        await page.getByRole('link', { name: 'Forgot your password?' }).click();
        expect(await page.getByLabel('Email address').inputValue()).toBe(email);
        await press(page, 'Send the link');
        expect(await heading(page)).toBe('Check your email');
        tellings.push((await main(page)).replaceAll(email, 'EMAIL'));
        await page.getByRole('link', { name: 'Back to signing in' }).click();
        expect(await page.getByLabel('Email address').inputValue()).toBe(email);
        await page.context().close();
      }
      expect(tellings[0]).toBe(tellings[1]);
      const mail = await world.factors.messages.waitForMail(user.email, /password/);
      expect(mail.text).toContain('pwr_');
      expect(await world.factors.messages.messagesTo('nobody@example.test')).toEqual([]);
    });

    it('says what is no address, and how long to wait after too many requests', async () => {
      const browser = world.formBrowser();
      const start = await browser.get(world.authorizeUrl());
      let page = await browser.get(`${start.url.href}/forgotten-password`);
      page = await browser.submit(page, '/forgotten-password', { email: 'no address' });
      expect(page.html).toContain('Enter an email address');
      for (let i = 0; i < 31; i += 1) {
        page = await browser.submit(await browser.get(`${start.url.href}/forgotten-password`), '/forgotten-password', {
          email: 'nobody@example.test',
        });
      }
      expect(page.html).toMatch(/Too many password resets were requested. Try again in 1\d minutes/);
    });
  });
});
