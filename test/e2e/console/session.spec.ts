import { createHash, randomBytes } from 'node:crypto';
import { FormBrowser } from '../../support/pages/form-browser.js';
import { describeInBrowser } from '../../support/pages/browser.js';
import { accessibilityOf, enterConsole, searchBox, visitConsole } from '../../support/pages/console-steps.js';
import { press, signInOn } from '../../support/pages/page-steps.js';
import { startPageWorld, type PageWorld } from '../../support/pages/page-world.js';
import { totpCode } from '../../../src/modules/auth/mfa/factors/totp.js';

const OWN = { 'x-requested-with': 'console', 'content-type': 'application/json' };

describeInBrowser('signing in to the console', () => {
  let world: PageWorld;
  beforeAll(async () => (world = await startPageWorld()));
  afterAll(() => world.stop());

  const post = (path: string, headers: Record<string, string>, body?: object): Promise<Response> =>
    fetch(`${world.service.baseUrl}/app/${path}`, {
      method: 'POST',
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
  const own = (more: Record<string, string> = {}): Record<string, string> => ({
    ...OWN,
    origin: world.publicUrl,
    ...more,
  });

  /** An authorization code of the console for a new member, and its verifier. */
  async function code(): Promise<{ code: string; code_verifier: string }> {
    const verifier = randomBytes(32).toString('base64url');
    const browser: FormBrowser = world.formBrowser();
    browser.followsRedirects = true;
    const page = await browser.get(
      world.authorizeUrl(
        { client_id: 'console' },
        {
          redirect_uri: `${world.publicUrl}/app/signed-in`,
          scope: 'openid profile offline_access document.view',
          code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        },
      ),
    );
    const { url } = await browser.signIn(page, await world.member());
    expect(url.pathname).toBe('/app/signed-in');
    return { code: url.searchParams.get('code')!, code_verifier: verifier };
  }

  const cookieOf = (response: Response): string => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const tokenOf = async (response: Response): Promise<string> =>
    ((await response.json()) as { data: { access_token: string } }).data.access_token;

  it('keeps the refresh token where scripts do not reach it', async () => {
    const { context, page, problems } = await enterConsole(world, await world.member());
    const [cookie] = (await context.cookies(`${world.publicUrl}/app/session/refresh`)).filter(
      ({ name }) => name === 'amks_console',
    );
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/app/session' });
    const reachable = await page.evaluate<string>(
      `JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, location.href, history.state, Object.entries(window).filter(([, value]) => typeof value === 'string')])`,
    );
    expect(reachable).not.toContain(cookie!.value);
    expect(reachable).not.toMatch(/eyJ|Bearer|refresh/);
    expect(await page.evaluate('indexedDB.databases().then((all) => all.length)')).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('asks for the second factor of an account that has one', async () => {
    const member = await world.member();
    const app = await world.factors.app((await world.signIn(member)).api);
    const { context, page, problems } = await visitConsole(world);
    await signInOn(page, member);
    await page.getByLabel(/code/i).fill(totpCode(app.secret, Math.floor(Date.now() / 1000) + 30));
    await press(page, 'Confirm');
    await searchBox(page).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('refreshes once for all tabs, and signs out of all of them', async () => {
    const { context, page, requests, tab, problems } = await enterConsole(world, await world.member());
    const refreshes = (): number => requests.filter((request) => request === 'POST /app/session/refresh').length;
    const before = refreshes();
    const others = await Promise.all([tab(), tab(), tab()]);
    await Promise.all(others.map((other) => other.goto(`${world.publicUrl}/app/`)));
    for (const other of others) await searchBox(other).waitFor();
    expect(refreshes()).toBe(before);

    // All at once, none with a token.
    await Promise.all([page, ...others].map((one) => one.goto('about:blank')));
    await Promise.all([page, ...others].map((one) => one.goto(`${world.publicUrl}/app/`)));
    for (const one of [page, ...others]) await searchBox(one).waitFor();
    expect(refreshes()).toBe(before + 1);

    await page.getByRole('button', { name: 'Account and settings' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    for (const one of [page, ...others]) await one.getByRole('heading', { name: 'You are signed out' }).waitFor();
    expect(await accessibilityOf(page)).toEqual([]);
    expect((await context.cookies()).filter(({ name }) => name === 'amks_console')).toEqual([]);
    await page.goto(`${world.publicUrl}/app/`);
    await page.getByLabel('Email address').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('ends the session of the browser when the refresh token is lost', async () => {
    const { context, page } = await enterConsole(world, await world.member());
    const cookies = (await context.cookies()).filter(({ name }) => name !== 'amks_console');
    await context.clearCookies();
    await context.addCookies(cookies);
    await page.getByRole('button', { name: 'Account and settings' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    await page.goto(`${world.publicUrl}/app/`);
    await page.getByLabel('Email address').waitFor();
    await context.close();
  });

  it('shows nothing of one account to the next, in any tab', async () => {
    const [first, second] = [await world.member(), await world.member()];
    const { context, page, tab } = await enterConsole(world, first);
    await page.goto(`${world.publicUrl}/app/ask`);
    await page.getByLabel('Question').fill('A draft of the first');
    const elsewhere = await world.signIn(first);
    await elsewhere.api.post('/auth/logout', { all_sessions: true });
    const other = await tab();
    await other.goto(`${world.publicUrl}/app/`);
    await signInOn(other, second);
    await searchBox(other).waitFor();
    // The first tab gets the token of the second account, and starts from the beginning.
    await searchBox(page).waitFor();
    const kept = await page.evaluate<string>('JSON.stringify({ ...sessionStorage })');
    expect(kept).not.toContain('A draft of the first');
    await page.goto(`${world.publicUrl}/app/ask`);
    expect(await page.getByLabel('Question').inputValue()).toBe('');
    await context.close();
  });

  it('keeps a question that could not be asked', async () => {
    const { context, page } = await enterConsole(world, await world.member());
    await page.goto(`${world.publicUrl}/app/ask`);
    await page.route('**/chat/sessions', (route) => route.abort());
    await page.getByLabel('Question').fill('Which torque?');
    await page.getByLabel('Question').press('Enter');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await page.getByLabel('Question').inputValue()).toBe('Which torque?');
    await page.reload();
    expect(await page.getByLabel('Question').inputValue()).toBe('Which torque?');
    await context.close();
  });

  it('returns to the page that was asked for', async () => {
    const { context, page } = await visitConsole(world);
    await page.goto(`${world.publicUrl}/app/?q=brake+unit&type=AMM`);
    await signInOn(page, await world.member());
    await searchBox(page).waitFor();
    expect(new URL(page.url()).search).toBe('?q=brake+unit&type=AMM');
    await context.close();
  });

  it('leads to the sign-in when the session was ended elsewhere, and back', async () => {
    const member = await world.member();
    const { context, page } = await enterConsole(world, member);
    const elsewhere = await world.signIn(member);
    expect((await elsewhere.api.post('/auth/logout', { all_sessions: true })).status).toBe(200);
    await searchBox(page).fill('brake unit');
    await searchBox(page).press('Enter');
    await signInOn(page, member);
    await searchBox(page).waitFor();
    expect(new URL(page.url()).search).toBe('?q=brake+unit');
    await context.close();
  });

  it('redeems a code once, for the page that asked for it', async () => {
    const given = await code();
    const other = randomBytes(32).toString('base64url');
    expect((await post('session', own(), { ...given, code_verifier: other })).status).toBe(401);
    const next = await code();
    expect((await post('session', own(), next)).status).toBe(200);
    expect((await post('session', own(), next)).status).toBe(401);
    expect((await post('session', own(), { code: 'x' })).status).toBe(400);
  });

  it('ends the streams of a console whose access was withdrawn', async () => {
    const token = await tokenOf(await post('session', own(), await code()));
    const call = (path: string, method = 'GET'): Promise<Response> =>
      fetch(`${world.publicUrl}/api/v1${path}`, { method, headers: { authorization: `Bearer ${token}` } });
    const stream = await call('/notifications/stream');
    expect(stream.status).toBe(200);
    const { data } = (await (await call('/oauth/grants')).json()) as { data: { id: string }[] };
    expect((await call(`/oauth/grants/${data[0]!.id}`, 'DELETE')).status).toBe(204);
    await stream.text();
    expect((await call('/users/me')).status).toBe(401);
  });

  it('forgives a lost answer, and ends the session for a refresh token that was used before', async () => {
    const first = await post('session', own(), await code());
    const used = cookieOf(first);
    const lost = await post('session/refresh', own({ cookie: used }));
    const again = await post('session/refresh', own({ cookie: used }));
    expect([lost.status, again.status]).toEqual([200, 200]);
    const token = await tokenOf(again);
    const me = (): Promise<number> =>
      world.api
        .withBearer(token)
        .get('/users/me')
        .then(({ status }) => status);
    expect(await me()).toBe(200);
    await world.sql.query(
      `UPDATE oauth_artifacts SET consumed_at = consumed_at - interval '1 minute' WHERE consumed_at IS NOT NULL`,
    );
    const reused = await post('session/refresh', own({ cookie: used }));
    expect([reused.status, cookieOf(reused)]).toEqual([204, 'amks_console=']);
    expect(await me()).toBe(401);
    expect((await post('session/refresh', own({ cookie: cookieOf(again) }))).status).toBe(204);
  });

  it('ends session and tokens at sign-out', async () => {
    const started = await post('session', own(), await code());
    const token = await tokenOf(started);
    expect((await post('session/end', own({ cookie: cookieOf(started) }))).status).toBe(204);
    expect((await world.api.withBearer(token).get('/users/me')).status).toBe(401);
    expect((await post('session/refresh', own({ cookie: cookieOf(started) }))).status).toBe(204);
    expect((await post('session/end', own({ cookie: 'amks_console=unknown' }))).status).toBe(204);
  });

  it.each<[string, Record<string, string | undefined>]>([
    ['without its header', { 'x-requested-with': undefined }],
    ['without an origin', { origin: undefined }],
    ['of another origin', { origin: 'https://evil.example' }],
    ['of a sandboxed frame', { origin: 'null' }],
    ['of another site', { 'sec-fetch-site': 'cross-site' }],
    ['of another host of the site', { 'sec-fetch-site': 'same-site' }],
  ])('refuses a request %s', async (_what, changed) => {
    const started = await post('session', own(), await code());
    const headers = Object.entries({ ...own({ cookie: cookieOf(started) }), ...changed }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    for (const route of ['session/refresh', 'session/end']) {
      const refused = await post(route, Object.fromEntries(headers));
      expect([route, refused.status, refused.headers.getSetCookie()]).toEqual([route, 403, []]);
      expect(await refused.json()).toMatchObject({ error: { details: { reason: 'cross_site' } } });
    }
    expect((await post('session/refresh', own({ cookie: cookieOf(started) }))).status).toBe(200);
  });

  it('cannot be used by a page of another site, nor by a form', async () => {
    const { context, page } = await enterConsole(world, await world.member());
    world.foreign.page = '<!doctype html><title>Evil</title>';
    const evil = await context.newPage();
    await evil.goto(world.foreign.origin);
    const address = `${world.publicUrl}/app/session/refresh`;
    const tries = [
      `fetch('${address}', { method: 'POST', credentials: 'include', headers: { 'x-requested-with': 'console' } })`,
      `fetch('${address}', { method: 'POST', credentials: 'include' })`,
      `fetch('${world.publicUrl}/app/', { credentials: 'include' })`,
    ];
    for (const attempt of tries)
      expect(await evil.evaluate(`${attempt}.then((answer) => answer.text(), () => 'refused')`)).toBe('refused');
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: world.publicUrl };
    expect((await post('session', form, { code: 'x' })).status).toBe(415);
    await page.reload();
    await searchBox(page).waitFor();
    await context.close();
  });

  it('has no other way to its tokens', async () => {
    const given = await code();
    const answer = await fetch(`${world.service.baseUrl}/api/v1/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ grant_type: 'authorization_code', client_id: 'console', ...given },
        redirect_uri: `${world.publicUrl}/app/signed-in`,
      }),
    });
    expect([answer.status, Object.keys((await answer.json()) as object)]).toEqual([
      403,
      ['error', 'error_description'],
    ]);
    // The code is still good for the console itself.
    expect((await post('session', own(), given)).status).toBe(200);
  });
});
