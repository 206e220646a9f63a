import type { TestUser } from '../../factories/identity.factory.js';
import { onwardOf, type Visited } from '../../support/pages/form-browser.js';
import type { OAuthApplication } from '../../support/peers/oauth-application.js';
import { CALLBACK, startOAuthWorld, type OAuthWorld, type RegisteredClient } from '../../support/scenes/oauth-world.js';

describe('the session in the browser', () => {
  let world: OAuthWorld;
  let client: RegisteredClient;
  let application: OAuthApplication;
  let user: TestUser;
  beforeAll(async () => {
    world = await startOAuthWorld({ shared: true });
    client = await world.client({ first_party: true });
    application = await world.application(client);
  });
  beforeEach(async () => {
    user = await world.identity.user({ role: 'engineer', organization: world.organization });
  });
  afterAll(() => world.stop());

  const begin = (parameters = {}): Promise<string> =>
    application.begin({ scope: 'openid document.view', ...parameters });
  const outcome = ({ url }: Visited): string =>
    url.searchParams.has('code') ? 'code' : (url.searchParams.get('error') ?? '');

  it('is useless to the user who planted its cookie once another user signs in', async () => {
    const attacker = world.browser();
    const attackersOwn = await world.identity.user({ role: 'engineer', organization: world.organization });
    expect(outcome(await world.walk(attacker, await begin(), attackersOwn))).toBe('code');
    const victim = world.browser();
    attacker.plantCookiesIn(victim);
    const page = await victim.get(await begin({ prompt: 'login' }));
    const form = await victim.submit(page, '/email', { email: user.email });
    victim.followsRedirects = false;
    const answer = await victim.submit(form, '/password', { password: user.password });
    expect(answer.status).toBe(200);
    expect(outcome(await attacker.get(await begin({ prompt: 'none' })))).toBe('login_required');
    victim.followsRedirects = true;
    const back = await victim.get(onwardOf(answer)?.href ?? '');
    expect((await application.finish(back.url.href)).claims.sub).toBe(user.id);
    expect(outcome(await attacker.get(await begin({ prompt: 'none' })))).toBe('login_required');
    expect(outcome(await victim.get(await begin({ prompt: 'none' })))).toBe('code');
  });

  it('gives nothing in the name of an account that is about to be left', async () => {
    const browser = world.browser();
    await world.walk(browser, await begin(), user);
    const { api } = await world.signIn(user);
    const [grant] = await api.listAll('/oauth/grants');
    await api.delete(`/oauth/grants/${grant.id}`);
    for (const prompt of ['login', 'select_account', 'consent']) await browser.get(await begin({ prompt }));
    expect(await api.listAll('/oauth/grants')).toEqual([]);
    await browser.get(await begin());
    expect(await api.listAll('/oauth/grants')).toHaveLength(1);
  });

  it('goes by cookies that nobody else can set', async () => {
    const browser = world.browser();
    await world.walk(browser, await begin(), user);
    await browser.get(await begin({ prompt: 'login' }));
    const names = browser.cookieNames().filter((name) => !name.endsWith('.sig'));
    expect(names).toEqual(
      expect.arrayContaining(['__Host-amks_session', '__Secure-amks_interaction', '__Secure-amks_resume']),
    );
    const { pathname, search } = new URL(await begin({ prompt: 'none' }));
    const cookie = browser.cookiesFor(new URL(await begin()));
    const { headers } = await world.api.request('GET', pathname + search, { headers: { cookie } });
    const [line = ''] = headers.getSetCookie().filter((text) => text.startsWith('__Host-amks_session='));
    expect(line.toLowerCase()).toMatch(/; path=\/;/);
    expect(line.toLowerCase()).not.toContain('domain=');
    expect(line.toLowerCase()).toContain('; secure');
  });

  it('is over when the organization’s limit of age says so, and the user is asked to sign in', async () => {
    const browser = world.browser();
    await world.walk(browser, await begin(), user);
    // As if the limit had been shortened: the session's own end is still ahead.
    await world.sql.query(`UPDATE sessions SET created_at = now() - interval '31 days' WHERE user_id = $1`, [user.id]);
    const page = await browser.get(await begin());
    expect(page.html).toContain('/email"');
    expect(outcome(await browser.signIn(page, user))).toBe('code');
  });

  it('is kept in use by what a client does, not by what it asks about its tokens', async () => {
    const { tokens } = await world.grant(application, user, { scope: 'openid document.view' });
    const quiet = (): Promise<unknown> =>
      world.sql.query(`UPDATE sessions SET last_seen_at = now() - interval '1790 seconds' WHERE user_id = $1`, [
        user.id,
      ]);
    const isInUse = async (): Promise<boolean | undefined> => {
      // A login writes the pending uses of all sessions.
      await world.login(world.admin.user);
      const [row] = await world.sql.query<{ used: boolean }>(
        `SELECT last_seen_at > now() - interval '1 minute' AS used FROM sessions WHERE user_id = $1`,
        [user.id],
      );
      return row?.used;
    };
    await isInUse();
    await quiet();
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      expect((await application.call('introspect', token)).active).toBe(true);
    }
    expect(await isInUse()).toBe(false);
    await application.call('userinfo', tokens.access_token, user.id);
    expect(await isInUse()).toBe(true);
    await quiet();
    await application.call('refresh', tokens.refresh_token);
    expect(await isInUse()).toBe(true);
  });

  describe('at the page that asks whether to sign out', () => {
    const asked = async (parameters = {}) => {
      const granted = await world.grant(application, user, { scope: 'openid document.view' });
      const url = await application.call('endSessionUrl', { id_token_hint: granted.tokens.id_token, ...parameters });
      return { ...granted, page: await granted.browser.get(url as string) };
    };
    const stillServed = async (token: string): Promise<boolean> =>
      (await world.api.withBearer(token).get('/users/me')).status === 200;

    it.each([
      ['an address to go back to', { post_logout_redirect_uri: CALLBACK, state: 'abc' }, `${CALLBACK}?state=abc`],
      ['none', {}, null],
    ])('ends by the first button (%s)', async (_, parameters, back) => {
      const { browser, page, tokens } = await asked(parameters);
      const done = await browser.submit(page, '/end_session/confirm', { logout: 'yes' });
      if (back === null) expect(done.html).toContain('<h1>You are signed out</h1>');
      else expect(done.url.href).toBe(back);
      expect(await stillServed(tokens.access_token)).toBe(false);
      expect(outcome(await browser.get(await begin({ prompt: 'none' })))).toBe('login_required');
    });

    it.each([
      ['an address to go back to', { post_logout_redirect_uri: CALLBACK, state: 'abc' }],
      ['none', {}],
    ])('goes on by the second, and says so (%s)', async (_, parameters) => {
      const { browser, page, tokens } = await asked(parameters);
      const stayed = await browser.submit(page, '/end_session/confirm', {});
      expect([stayed.status, stayed.url.origin]).toEqual([200, 'https://service.test']);
      expect(stayed.html).toContain('<h1>You are still signed in</h1>');
      expect(await stillServed(tokens.access_token)).toBe(true);
      expect(outcome(await browser.get(await begin({ prompt: 'none' })))).toBe('code');
    });

    it.each([
      ['an address to go back to', { post_logout_redirect_uri: CALLBACK, state: 'abc' }, `${CALLBACK}?state=abc`],
      ['none', {}, null],
    ])('is not shown where nobody is signed in (%s)', async (_, parameters, back) => {
      const url = await application.call('endSessionUrl', parameters);
      const done = await world.browser().get(url as string);
      if (back === null) expect(done.html).toContain('<h1>You are signed out</h1>');
      else expect(done.url.href).toBe(back);
    });
  });
});
