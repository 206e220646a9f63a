import { describeInBrowser } from '../../support/pages/browser.js';
import type { FormBrowser, Visited } from '../../support/pages/form-browser.js';
import { startPageWorld, type PageWorld } from '../../support/pages/page-world.js';

const HOSTILE = `"><img src=x onerror=alert(1)><script>alert(2)</script>`;

describeInBrowser('attacks on the pages', () => {
  let world: PageWorld;
  beforeAll(async () => {
    world = await startPageWorld();
  });
  afterAll(() => world?.stop());

  /** A browser that waits on the consent page. */
  async function atConsent(): Promise<{ browser: FormBrowser; page: Visited; userId: string }> {
    const user = await world.member();
    const browser = world.formBrowser();
    const page = await browser.signIn(await browser.get(world.authorizeUrl()), user);
    expect(page.html).toContain('to use your account?');
    return { browser, page, userId: user.id };
  }

  const csrfOf = ({ html }: Visited): string => /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const interactionOf = ({ url }: Visited): string => /^.*\/interaction\/[^/]+/.exec(url.href)?.[0] ?? '';

  async function raw(url: string, options: RequestInit & { form?: Record<string, string> } = {}): Promise<Response> {
    const { form, ...rest } = options;
    const body = form && new URLSearchParams(form);
    return fetch(url, { method: form ? 'POST' : 'GET', redirect: 'manual', ...rest, ...(body && { body }) });
  }

  it('CSRF: a consent without the token, with a made-up one, or with one of another sign-in does nothing', async () => {
    const victim = await atConsent();
    const attacker = await atConsent();
    const consent = `${interactionOf(victim.page)}/consent`;
    for (const csrf of [undefined, '', 'x'.repeat(43), csrfOf(attacker.page)]) {
      const refused = await victim.browser.post(consent, { decision: 'allow', ...(csrf !== undefined && { csrf }) });
      expect(refused.status).toBe(403);
      expect(refused.html).toContain('This page is out of date');
    }
    const repeated = await victim.browser.post(`${consent}`, { decision: 'allow', 'csrf[]': csrfOf(victim.page) });
    expect(repeated.status).toBe(403);
    expect(await world.sql.query('SELECT id FROM oauth_grants WHERE user_id = $1', [victim.userId])).toEqual([]);
    const done = await victim.browser.submit(victim.page, '/consent', { decision: 'allow' });
    expect(done.url.href).toContain(world.callback);
    expect(await world.sql.query('SELECT id FROM oauth_grants WHERE user_id = $1', [victim.userId])).toHaveLength(1);
  });

  it('CSRF: a real page of somebody else’s cannot send the form, even if it knew the token', async () => {
    const user = await world.member();
    const { context, page } = await world.visitor({ javaScript: true });
    await page.goto(world.authorizeUrl());
    await page.getByLabel('Email address').fill(user.email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Password').fill(user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/consent$/);
    const csrf = (await page.locator('input[name=csrf]').first().getAttribute('value')) ?? '';
    const victim = page.url();
    world.foreign.page = `<form method="post" action="${victim}"><input name="csrf" value="${csrf}">
      <input name="decision" value="allow"></form><script>document.forms[0].submit()</script>`;
    const attacks = [
      // Another site: the browser keeps the cookies to itself.
      [world.foreign.origin, 410],
      // The same host on another port, which browsers take for the same site: cookies come along.
      [world.foreign.origin.replace('127.0.0.1', 'localhost'), 403],
    ] as const;
    for (const [origin, status] of attacks) {
      const attack = await context.newPage();
      const answer = attack.waitForResponse(victim);
      await attack.goto(origin);
      expect((await answer).status()).toBe(status);
    }
    expect(await world.sql.query('SELECT id FROM oauth_grants WHERE user_id = $1', [user.id])).toEqual([]);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL((url) => url.href.startsWith(world.callback));
    await context.close();
  });

  it('an interaction is good in the browser that began it, and in no other', async () => {
    const { page } = await atConsent();
    const other = world.formBrowser();
    await other.get(world.authorizeUrl());
    for (const step of ['', '/password', '/consent', '/second-factor', '/provider']) {
      expect((await other.get(interactionOf(page) + step)).status).toBe(410);
    }
    for (const step of [
      'email',
      'password',
      'consent',
      'cancel',
      'provider',
      'second-factor',
      'second-factor/answer',
    ]) {
      const stolen = await other.post(`${interactionOf(page)}/${step}`, { csrf: csrfOf(page), decision: 'allow' });
      expect({ step, status: stolen.status }).toEqual({ step, status: 410 });
    }
  });

  it('steps cannot be jumped: neither a password nor a second factor nor consent is passed by', async () => {
    const user = await world.member();
    const browser = world.formBrowser();
    const start = await browser.get(world.authorizeUrl());
    const base = interactionOf(start);
    for (const step of [
      'password',
      'consent',
      'provider',
      'second-factor',
      'second-factor/answer',
      'second-factor/recovery',
    ]) {
      const page = await browser.get(`${base}/${step}`);
      expect({ step, url: page.url.href }).toEqual({ step, url: base });
    }
    const csrf = csrfOf(await browser.get(base));
    const consented = await browser.post(`${base}/consent`, { csrf, decision: 'allow' });
    expect(consented.url.searchParams.get('error')).toBe('access_denied');
    expect(await world.sql.query('SELECT id FROM sessions WHERE user_id = $1', [user.id])).toEqual([]);
  });

  it('rejects a made-up cookie, and one of another interaction', async () => {
    const { context, page } = await world.visitor();
    await page.goto(world.authorizeUrl());
    const [mine] = (await context.cookies(page.url())).filter(({ name }) => name === 'amks_page');
    expect(mine).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: new URL(page.url()).pathname });
    await page.goto(world.authorizeUrl());
    const csrf = await page.locator('input[name=csrf]').first().getAttribute('value');
    for (const value of [mine?.value ?? '', 'AAAA', '']) {
      await context.addCookies([{ name: 'amks_page', value, domain: 'localhost', path: new URL(page.url()).pathname }]);
      const answer = await context.request.post(`${page.url()}/email`, {
        form: { csrf: csrf ?? '', email: 'a@example.test' },
        maxRedirects: 0,
      });
      expect(answer.status()).toBe(403);
    }
    await context.close();
  });

  it('open redirect: no host, path or field sends the browser anywhere but to the next page', async () => {
    const browser = world.formBrowser();
    const start = await browser.get(world.authorizeUrl());
    const base = interactionOf(start);
    const cookie = browser.cookiesFor(new URL(`${base}/email`));
    const form = {
      csrf: csrfOf(start),
      email: 'a@example.test',
      return_to: 'https://evil.test',
      redirect: '//evil.test',
    };
    const disguises: Record<string, string>[] = [
      {},
      { host: 'evil.test' },
      { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
    ];
    for (const headers of disguises) {
      const answer = await raw(`${base}/email`, { form, headers: { cookie, ...headers } });
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe(`${new URL(base).pathname}/password`);
    }
    for (const path of ['//evil.test', '/%2f%2fevil.test', '/..%2f..', '/https:%2f%2fevil.test', '/\\evil.test']) {
      const answer = await raw(`${world.publicUrl}/api/v1/oauth/interaction${path}`, { headers: { cookie } });
      expect([404, 410]).toContain(answer.status);
      expect(answer.headers.get('location')).toBeNull();
    }
    expect((await raw(`${base}?return_to=https://evil.test`, { headers: { cookie } })).status).toBe(400);
  });

  it('framing: a page of somebody else’s shows nothing of ours', async () => {
    const { context, page } = await world.visitor({ javaScript: true });
    world.foreign.page = `<iframe src="${world.authorizeUrl()}"></iframe>`;
    await page.goto(world.foreign.origin);
    await page.waitForLoadState('networkidle');
    const frame = page.frames().find((candidate) => candidate !== page.mainFrame());
    expect(frame?.url()).toMatch(/^chrome-error:/);
    await context.close();
  });

  it('every page, errors too, is kept by nobody, framed by nobody and runs nothing but its own script', async () => {
    const { browser, page } = await atConsent();
    const pages = [
      page,
      await world.formBrowser().get(world.authorizeUrl()),
      await world.formBrowser().get(interactionOf(page)),
      await browser.post(`${interactionOf(page)}/consent`, {}),
      await world.formBrowser().get(world.authorizeUrl({ client_id: 'nobody' })),
    ];
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 410, 403, 400]);
    for (const { headers, html } of pages) {
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-request-id')).not.toBeNull();
      expect(headers.get('x-ratelimit-limit')).not.toBeNull();
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("form-action 'self'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(html).toMatch(/^<!doctype html>/);
    }
    const sheet = /href="([^"]+\.css)"/.exec(page.html)?.[1] ?? '';
    const asset = await world.formBrowser().get(sheet);
    expect(asset.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await world.formBrowser().get('/api/v1/oauth/assets/pages.css')).status).toBe(404);
  });

  it('XSS: names of applications and people are always text', async () => {
    const client = await world.registerClient({ name: HOSTILE });
    const user = await world.member({ name: HOSTILE });
    const { context, page } = await world.visitor({ javaScript: true });
    const alarms: string[] = [];
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => alarms.push('dialog')));
    page.on('console', (message) => message.type() === 'error' && alarms.push(message.text()));
    await page.goto(world.authorizeUrl(client, { login_hint: HOSTILE }));
    expect(await page.getByLabel('Email address').inputValue()).toBe(HOSTILE);
    await page.getByLabel('Email address').fill(user.email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Password').fill(user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(`Allow ${HOSTILE} to use your account?`);
    expect(await page.getByRole('main').innerText()).toContain(user.name);
    expect(await page.locator('img, script').count()).toBe(0);
    expect(alarms.filter((text) => !text.includes('favicon'))).toEqual([]);
    await context.close();
  });

  it('bodies that are no form of ours are refused', async () => {
    const { page, browser } = await atConsent();
    const url = `${interactionOf(page)}/consent`;
    const cookie = browser.cookiesFor(new URL(url));
    const send = (body: string, type: string): Promise<Response> =>
      raw(url, { method: 'POST', body, headers: { cookie, 'content-type': type } });
    expect((await send('decision=allow', 'text/plain')).status).toBe(415);
    expect((await send('decision=allow&csrf=%00', 'application/x-www-form-urlencoded')).status).toBe(400);
    expect((await send('', 'application/x-www-form-urlencoded')).status).toBe(403);
    expect((await send(`csrf=${'x'.repeat(2_000_000)}`, 'application/x-www-form-urlencoded')).status).toBe(413);
  });
});
