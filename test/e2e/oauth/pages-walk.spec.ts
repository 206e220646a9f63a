import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { Page } from 'playwright-core';
import type { TestUser } from '../../factories/identity.factory.js';
import { describeInBrowser } from '../../support/pages/browser.js';
import { startPageWorld, type PageWorld } from '../../support/pages/page-world.js';
import { otherThan } from '../../support/sign-in/second-factors.js';

/** As a person does it: by what the page says. Without JavaScript, save for security keys. */
describeInBrowser('signing in on the pages', () => {
  let world: PageWorld;
  beforeAll(async () => {
    world = await startPageWorld();
  });
  afterAll(() => world?.stop());

  async function open(options: { javaScript?: boolean; url?: string } = {}): Promise<Page> {
    const { page } = await world.visitor(options);
    await page.goto(options.url ?? world.authorizeUrl());
    return page;
  }

  const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name }).click();
  const heading = (page: Page): Promise<string | null> => page.getByRole('heading', { level: 1 }).textContent();

  /** Who it is, and the password. */
  async function signIn(page: Page, { email, password }: Pick<TestUser, 'email' | 'password'>): Promise<void> {
    await page.getByLabel('Email address').fill(email);
    await press(page, 'Continue');
    await page.getByLabel('Password').fill(password);
    await press(page, 'Sign in');
  }

  /** Where the application is answered, with what. */
  async function answered(page: Page): Promise<Record<string, string>> {
    await page.waitForURL((url) => url.href.startsWith(world.callback));
    return Object.fromEntries(new URL(page.url()).searchParams);
  }

  async function consent(page: Page): Promise<Record<string, string>> {
    await page.getByRole('heading', { name: 'Allow Line Planner to use your account?' }).waitFor();
    await press(page, 'Allow');
    return answered(page);
  }

  const problem = (page: Page): Promise<string> => page.getByRole('alert').innerText();

  it('by password, then consent: the application gets a code, and the user a session like any other', async () => {
    const user = await world.member();
    const page = await open();
    expect(await page.title()).toBe('Sign in – Aviation Maintenance Knowledge Service');
    await signIn(page, user);
    const text = await page.getByRole('main').innerText();
    for (const words of [user.name, user.email, 'See your name', 'See your email address', 'Read documents']) {
      expect(text).toContain(words);
    }
    const answer = await consent(page);
    expect(answer).toEqual({ code: expect.any(String) as string, state: 'the state', iss: world.publicUrl });
    const sessions = await world.sql.query(
      `SELECT device, ip, authentication_methods FROM sessions WHERE user_id = $1`,
      [user.id],
    );
    const device = expect.stringContaining('Chrome') as string;
    expect(sessions).toEqual([{ device, ip: '127.0.0.1', authentication_methods: ['pwd'] }]);
    await page.context().close();
  });

  it('says what is wrong and where, keeps the address, and goes on from there', async () => {
    const user = await world.member();
    const page = await open();
    await page.getByLabel('Email address').fill('nobody@nowhere');
    await press(page, 'Continue');
    expect(await problem(page)).toContain('Enter an email address');
    await page.getByLabel('Email address').fill(` ${user.email.toUpperCase()} `);
    await press(page, 'Continue');
    await page.getByLabel('Password').fill('not the password at all');
    await press(page, 'Sign in');
    expect(await problem(page)).toContain('The email address or the password is incorrect.');
    expect(await page.getByLabel('Password').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('main').innerText()).toContain(user.email.toUpperCase());
    await page.getByRole('link', { name: 'Change the email address' }).click();
    await signIn(page, user);
    await consent(page);
    await page.goBack();
    expect(await heading(page)).toBe('This sign-in has ended');
    await page.context().close();
  });

  it('tells nobody whether there is an account: the same words, and the same end after ten failures', async () => {
    const tellings = await Promise.all(
      [(await world.member()).email, 'nobody@example.test'].map(async (email) => {
        const browser = world.formBrowser();
        let page = await browser.get(world.authorizeUrl());
        page = await browser.submit(page, '/email', { email });
        const told = [page.html];
        for (let i = 0; i < 11; i += 1) {
          page = await browser.submit(page, '/password', { password: `wrong password ${i}` });
          told.push(page.html);
        }
        const same = told.map((html) =>
          html.replaceAll(email, 'EMAIL').replaceAll(/(csrf" value="|interaction\/)[\w-]+/g, '$1…'),
        );
        return same;
      }),
    );
    expect(tellings[0]).toEqual(tellings[1]);
    expect(tellings[0]?.at(-1)).toContain('Too many failed attempts. Try again in 15 minutes.');
  });

  it('with an authenticator app: spaces do not matter, a wrong code does', async () => {
    const { user, app } = await world.factors.userWithApp({ organization: world.organization });
    const page = await open();
    await signIn(page, user);
    expect(await heading(page)).toBe('Confirm your identity');
    const code = await world.factors.codeOf(app);
    await page.getByLabel('6-digit code').fill(otherThan(code));
    await press(page, 'Confirm');
    expect(await problem(page)).toContain('The code was not accepted.');
    await page.getByLabel('6-digit code').fill('12');
    await press(page, 'Confirm');
    expect(await problem(page)).toContain('Enter the 6-digit code');
    await page.getByLabel('6-digit code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await press(page, 'Confirm');
    await consent(page);
    const [session] = await world.sql.query<{ methods: string[] }>(
      `SELECT authentication_methods AS methods FROM sessions WHERE user_id = $1 ORDER BY id DESC LIMIT 1`,
      [user.id],
    );
    expect(session?.methods).toEqual(['pwd', 'otp', 'mfa']);
    await page.context().close();
  });

  it('with one of several methods: text message, another code, then e-mail, then a recovery code', async () => {
    const { user, api, app } = await world.factors.userWithApp({ organization: world.organization });
    const phone = '+4915112345678';
    await world.factors.phone(api, phone);
    await world.factors.email(api, user.email);

    let page = await open();
    await signIn(page, user);
    await press(page, /^Text message/);
    const first = await world.factors.sentBySms(phone);
    await press(page, 'Send another code');
    expect(await page.getByRole('status').innerText()).toBe('We sent another code.');
    const second = await world.factors.sentBySms(phone);
    if (first !== second) {
      await page.getByLabel('6-digit code').fill(first);
      await press(page, 'Confirm');
      expect(await problem(page)).toContain('The code was not accepted.');
    }
    await page.getByLabel('6-digit code').fill(second);
    await press(page, 'Confirm');
    await consent(page);
    await page.context().close();

    page = await open();
    await signIn(page, user);
    await press(page, /^Authenticator app/);
    await page.getByRole('link', { name: 'Use another method' }).click();
    await press(page, /^E-mail/);
    await page.getByLabel('6-digit code').fill(await world.factors.sentByMail(user.email));
    await press(page, 'Confirm');
    await answered(page);
    await page.context().close();

    page = await open();
    await signIn(page, user);
    await page.getByRole('link', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill('aaaaa-aaaaa');
    await press(page, 'Confirm');
    expect(await problem(page)).toContain('The recovery code is incorrect');
    await page.getByLabel('Recovery code').fill(app.recoveryCodes[0] ?? '');
    await press(page, 'Confirm');
    await answered(page);
    await page.context().close();
  });

  it('with a security key, and again after its owner let go of it', async () => {
    const { user, api } = await world.signIn({ organization: world.organization });
    const page = await open({ javaScript: true });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const options = { protocol: 'ctap2', transport: 'usb', hasUserVerification: true, isUserVerified: true } as const;
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
    const touch = (enabled: boolean): Promise<unknown> =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    await touch(true);
    const { id, public_key } = (await api.post('/auth/mfa/methods', { type: 'webauthn', label: 'Blue key' })).body.data;
    const credential = await page.evaluate<object>(
      `(async (options) => (await navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })).toJSON())(${JSON.stringify(
          public_key as PublicKeyCredentialCreationOptionsJSON,
        )})`,
    );
    expect((await api.post(`/auth/mfa/methods/${id}/activate`, { credential })).status).toBe(200);

    await signIn(page, user);
    expect(await page.getByRole('main').innerText()).toContain('Blue key');
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await press(page, 'Use the security key');
    await page.getByText('The key was not used. Choose the button to try again.').waitFor();
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await press(page, 'Use the security key');
    await consent(page);
    await page.context().close();
  });

  it('with a passkey: neither address nor password', async () => {
    const { user, api } = await world.signIn({ organization: world.organization });
    const page = await open({ javaScript: true });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const { id, public_key } = (await api.post('/auth/mfa/methods', { type: 'webauthn', passwordless: true })).body
      .data;
    const credential = await page.evaluate<object>(
      `(async (options) => (await navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })).toJSON())(${JSON.stringify(
          public_key as PublicKeyCredentialCreationOptionsJSON,
        )})`,
    );
    expect((await api.post(`/auth/mfa/methods/${id}/activate`, { credential })).status).toBe(200);

    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await press(page, 'Sign in with a passkey');
    await page.getByText('The passkey was not used. Choose the button to try again.').waitFor();
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await press(page, 'Sign in with a passkey');
    await consent(page);
    const [session] = await world.sql.query<{ methods: string[] }>(
      `SELECT authentication_methods AS methods FROM sessions WHERE user_id = $1 ORDER BY id DESC LIMIT 1`,
      [user.id],
    );
    expect(session?.methods.slice(1)).toEqual(['user', 'mfa']);

    await world.sql.query(`DELETE FROM mfa_methods WHERE user_id = $1`, [user.id]);
    await page.goto(world.authorizeUrl(undefined, { prompt: 'login' }));
    await press(page, 'Sign in with a passkey');
    expect(await problem(page)).toContain('The passkey was not accepted.');
    await page.context().close();
  });

  it('tells the application when the user denies, or does not sign in at all', async () => {
    const user = await world.member();
    let page = await open();
    await signIn(page, user);
    await press(page, 'Deny');
    expect(await answered(page)).toMatchObject({ error: 'access_denied', state: 'the state' });
    const grants = await world.sql.query(`SELECT id FROM oauth_grants WHERE user_id = $1`, [user.id]);
    expect(grants).toEqual([]);
    await page.context().close();
    page = await open();
    await press(page, 'Cancel and return to Line Planner');
    expect(await answered(page)).toMatchObject({ error: 'access_denied', state: 'the state' });
    await page.context().close();
  });

  it('starts again when the second factor comes too late', async () => {
    const { user, app } = await world.factors.userWithApp({ organization: world.organization });
    const page = await open();
    await signIn(page, user);
    await world.sql.query(`UPDATE one_time_tokens SET expires_at = now() WHERE user_id = $1`, [user.id]);
    await page.getByLabel('6-digit code').fill(await world.factors.codeOf(app));
    await press(page, 'Confirm');
    expect(await problem(page)).toContain('Your sign-in has expired.');
    expect(await page.getByLabel('Email address').inputValue()).toBe(user.email);
    await page.context().close();
  });
});
