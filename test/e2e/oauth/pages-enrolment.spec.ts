import type { Page } from 'playwright-core';
import { totpCode } from '../../../src/modules/auth/mfa/factors/totp.js';
import { describeInBrowser } from '../../support/pages/browser.js';
import { heading, main, press, problem, signInOn } from '../../support/pages/page-steps.js';
import { startPageWorld, type PageWorld } from '../../support/pages/page-world.js';
import { fromBase32, otherThan, unixTime } from '../../support/sign-in/second-factors.js';

/** Without it, what the application got would be refused everywhere: so it is set up on the way. */
describeInBrowser('a second factor that the organization demands and the account has not', () => {
  let world: PageWorld;
  beforeAll(async () => {
    world = await startPageWorld();
    await demand('required');
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

  const demand = (policy: 'required' | 'optional'): Promise<unknown> =>
    world.sql.query(`UPDATE organizations SET mfa_policy = $2, mfa_required_roles = '{engineer}' WHERE id = $1`, [
      world.organization.id,
      policy,
    ]);

  const secretOn = async (page: Page): Promise<Buffer> =>
    fromBase32(((await page.locator('.secret').textContent()) ?? '').replaceAll(' ', ''));

  it('is set up before consent, by keyboard alone; the recovery codes are shown until they are kept', async () => {
    const user = await world.member();
    const page = await open();
    await signInOn(page, user);
    expect(await heading(page)).toBe('Protect your account');
    const secret = await secretOn(page);
    expect(await page.getByRole('img', { name: /QR code/ }).count()).toBe(1);
    expect(await page.getByRole('link', { name: 'Open the app here' }).getAttribute('href')).toMatch(/^otpauth:/);
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
    // Account, link to the app, code.
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Tab');
    await page.keyboard.type(otherThan(totpCode(secret, unixTime())));
    await page.keyboard.press('Enter');
    expect(await problem(page)).toContain('The code was not accepted.');
    // The same secret: the app has it already.
    expect(await secretOn(page)).toEqual(secret);
    await page.getByLabel('6-digit code').focus();
    await page.keyboard.type(totpCode(secret, unixTime()));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
    const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
    expect(codes).toHaveLength(10);
    await page.reload();
    expect(await page.getByRole('listitem').first().innerText()).toBe(codes[0]);
    await press(page, 'I have saved them');
    expect(await main(page)).toContain('Read documents');
    await press(page, 'Allow');
    expect((await answered(page))['code']).toBeDefined();
    const [session] = await world.sql.query<{ methods: string[]; proven: boolean }>(
      `SELECT authentication_methods AS methods, second_factor_at IS NOT NULL AS proven FROM sessions WHERE user_id = $1`,
      [user.id],
    );
    expect(session).toEqual({ methods: expect.arrayContaining(['pwd', 'otp', 'mfa']) as string[], proven: true });
    const [event] = await world.sql.query(
      `SELECT actor_id, result FROM audit_records WHERE action = 'mfa.method_added' AND target_id = $1 ORDER BY id DESC LIMIT 1`,
      [user.id],
    );
    expect(event).toEqual({ actor_id: user.id, result: 'success' });
    // The next login asks for the factor and accepts a recovery code instead.
    await page.context().clearCookies();
    await page.goto(world.authorizeUrl());
    await signInOn(page, user);
    await page.getByRole('link', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(codes[3] ?? '');
    await press(page, 'Confirm');
    expect((await answered(page))['code']).toBeDefined();
    await page.context().close();
  });

  it('is demanded for the organization’s own application too, and of a browser that is signed in', async () => {
    const client = await world.registerClient({ first_party: true });
    const user = await world.member();
    await demand('optional');
    const page = await open(world.authorizeUrl(client));
    await signInOn(page, user);
    expect((await answered(page))['code']).toBeDefined();
    await demand('required');
    await page.goto(world.authorizeUrl(client, { prompt: 'none' }));
    expect((await answered(page))['error']).toBe('interaction_required');
    await page.goto(world.authorizeUrl(client));
    expect(await heading(page)).toBe('Protect your account');
    // The consent page is not available before enrollment.
    await page.goto(page.url().replace(/enrolment$/, 'consent'));
    expect(await heading(page)).toBe('Protect your account');
    await page.getByLabel('6-digit code').fill(totpCode(await secretOn(page), unixTime()));
    await press(page, 'Confirm');
    await press(page, 'I have saved them');
    expect((await answered(page))['code']).toBeDefined();
    await page.context().close();
  });

  it('requires a sign-in just before', async () => {
    const user = await world.member();
    const page = await open();
    await signInOn(page, user);
    const methods = `SELECT id FROM mfa_methods WHERE user_id = $1`;
    await world.sql.query(`DELETE FROM mfa_methods WHERE user_id = $1`, [user.id]);
    await world.sql.query(`UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1`, [
      user.id,
    ]);
    await page.goto(world.authorizeUrl());
    expect(await problem(page)).toContain('Sign in again before you set up your second factor.');
    expect(await world.sql.query(methods, [user.id])).toEqual([]);
    await signInOn(page, user);
    expect(await heading(page)).toBe('Protect your account');
    await page.context().close();
  });

  it('is not asked of roles of which it is not demanded', async () => {
    const page = await open();
    await signInOn(page, await world.member({ role: 'manager' }));
    expect(await heading(page)).toBe('Allow Line Planner to use your account?');
    await page.context().close();
  });
});
