import { chmodSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import type { Json } from '../../support/api/api-client.js';
import { stdioClient } from '../../support/peers/mcp-client.js';
import { Machine } from '../../support/scenes/command-line-scene.js';
import { startOAuthWorld, type OAuthWorld } from '../../support/scenes/oauth-world.js';
import type { RunningTool, ToolResult } from '../../support/service/command-line.js';
import { TEST_ISSUER } from '../../support/service/running-process.js';
import type { SignedIn } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const PROFILE = 'config/amk/profile-default.json';

describe('amk login', () => {
  let world: OAuthWorld;
  let engineer: SignedIn;
  let machine: Machine;
  beforeAll(async () => {
    world = await startOAuthWorld({ shared: true });
  });
  beforeEach(async () => {
    engineer = await world.signIn({ role: 'engineer' });
    machine = new Machine(() => ({ AMK_URL: world.service.baseUrl }));
    machine.home.write(
      'browser',
      '#!/bin/sh\necho "$1" > "$HOME/opened.part" && mv "$HOME/opened.part" "$HOME/opened"\n',
    );
    chmodSync(machine.home.at('browser'), 0o700);
  });
  afterEach(() => machine.remove());
  afterAll(() => world.stop());

  /** Starts a login; answers the address that it opened. */
  const begin = async (args: string[] = []): Promise<{ running: RunningTool; url: URL }> => {
    machine.home.write('opened', '');
    const running = machine.start(['login', ...args], { BROWSER: machine.home.at('browser') });
    const opened = await until(
      () => readFileSync(machine.home.at('opened'), 'utf8').trim(),
      (text) => text !== '',
    );
    return { running, url: new URL(opened) };
  };
  /** Signs in and consents; answers where the browser is sent. */
  const consent = async ({ pathname, search }: URL, { user } = engineer): Promise<URL> =>
    (await world.walk(world.browser(), TEST_ISSUER + pathname + search, user)).url;
  const login = async (args: string[] = [], who = engineer): Promise<ToolResult> => {
    const { running, url } = await begin(args);
    await fetch(await consent(url, who));
    return running.ended;
  };
  const kept = (): Json => JSON.parse(readFileSync(machine.home.at(PROFILE), 'utf8'));
  const expire = (): void => writeFileSync(machine.home.at(PROFILE), JSON.stringify({ ...kept(), expires_at: 0 }));
  const ended = async (): Promise<number | null> => (await machine.run('whoami')).code;

  it('signs in with the browser, keeps the tokens to the user, and signs out', async () => {
    const { code, output } = await login();
    expect([code, output]).toEqual([0, expect.stringContaining(`as ${engineer.user.email}`)]);
    expect(statSync(machine.home.at(PROFILE)).mode & 0o777).toBe(0o600);
    expect(statSync(machine.home.at('config/amk')).mode & 0o777).toBe(0o700);
    expect(await machine.json('whoami')).toMatchObject({ credential: 'sign_in', user: { email: engineer.user.email } });
    expect(await machine.json('documents', 'list', '--limit', '1').catch(() => null)).toBeNull();
    const { body } = await engineer.api.get('/oauth/grants');
    expect(body.data).toMatchObject([{ client: { id: 'amk', name: 'Command line (amk)', first_party: false } }]);
    const { access_token } = kept();
    expect((await machine.run('logout')).output).toBe('Signed out\n');
    expect(await world.api.withBearer(access_token as string).get('/users/me')).toMatchObject({ status: 401 });
    expect([await ended(), await machine.json('logout')]).toEqual([4, { profile: 'default', signed_out: false }]);
  });

  it('signs in by each URL that the API has', async () => {
    for (const path of ['/v1', '/api/v1']) {
      const { code, errors } = await login(['--url', `${world.service.baseUrl}${path}`]);
      expect([path, code, errors]).toEqual([path, 0, expect.stringContaining(`${path}/oauth/authorize`)]);
    }
  });

  it('signs in an assistant on the same machine, too', async () => {
    await login();
    expire();
    const assistant = await stdioClient({ HOME: machine.home.root, XDG_CONFIG_HOME: machine.home.at('config') });
    const { tools } = await assistant.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['search_passages', 'get_page', 'ask']));
    await assistant.close();
  });

  it('asks users of every organization, each time, for no more than their role has', async () => {
    const viewer = await world.signIn({ role: 'viewer' });
    const { running, url } = await begin(['--scopes', 'document.view,webhook.manage']);
    expect([url.searchParams.get('redirect_uri'), url.searchParams.get('client_id')]).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
      'amk',
    ]);
    const refusedPage = await world.walk(world.browser(), TEST_ISSUER + url.pathname + url.search, viewer.user);
    expect(refusedPage.html).toContain('You cannot use');
    await fetch(await consent(url));
    expect((await running.ended).output).toMatch(/: .*document\.view\n$/);
    const denied = await begin();
    const browser = world.browser();
    const start = await browser.get(TEST_ISSUER + denied.url.pathname + denied.url.search);
    const page = await browser.signIn(start, engineer.user);
    expect(page.html).toContain('Command line (amk)');
    await fetch((await browser.submit(page, '/consent', { decision: 'deny' })).url);
    expect((await denied.running.ended).code).toBe(5);
    const outside = await begin(['--scopes', 'user.manage']);
    await fetch((await world.browser().get(TEST_ISSUER + outside.url.pathname + outside.url.search)).url);
    expect((await outside.running.ended).code).toBe(5);
  });

  it('listens to nothing but the response to its own request', async () => {
    const { running, url } = await begin();
    const callback = await consent(url);
    const wrong = async (change: (copy: URL) => void, init: RequestInit = {}): Promise<number> => {
      const copy = new URL(callback);
      change(copy);
      return (await fetch(copy, init)).status;
    };
    expect(await wrong(({ searchParams }) => searchParams.set('state', 'guessed'))).toBe(400);
    expect(await wrong(({ searchParams }) => searchParams.set('iss', 'https://elsewhere.test'))).toBe(400);
    expect(await wrong((copy) => (copy.pathname = '/'))).toBe(404);
    expect(await wrong(() => undefined, { method: 'POST' })).toBe(404);
    expect(await wrong((copy) => (copy.hostname = 'localhost')).catch(() => 404)).toBe(404);
    expect(await wrong(() => undefined)).toBe(200);
    expect((await running.ended).code).toBe(0);
  });

  it('refreshes once for processes that run at the same time', async () => {
    await login();
    const { refresh_token } = kept();
    expire();
    const results = await Promise.all(Array.from({ length: 4 }, () => machine.run('whoami', '--json')));
    expect(results.map(({ code, errors }) => [code, errors])).toEqual(Array.from({ length: 4 }, () => [0, '']));
    expect(kept().refresh_token).not.toBe(refresh_token);
    // A second use of a refresh token would have ended the grant.
    expect(await ended()).toBe(0);
  });

  it('survives a process that crashed with the lock', async () => {
    await login();
    expire();
    machine.home.write(`${PROFILE}.lock`, 'crashed');
    const waiting = machine.start(['whoami']);
    const since = new Date(Date.now() - 60_000);
    utimesSync(machine.home.at(`${PROFILE}.lock`), since, since);
    expect((await waiting.ended).code).toBe(0);
  });

  it('is signed out when the user withdraws the grant', async () => {
    await login();
    const { body } = await engineer.api.get('/oauth/grants');
    await engineer.api.delete(`/oauth/grants/${body.data[0].id}`);
    expect(await ended()).toBe(4);
    expire();
    const { code, errors } = await machine.run('whoami');
    expect([code, errors]).toEqual([4, expect.stringContaining('Run amk login')]);
  });

  it('sends a token to no other service, and reads no file that others can read', async () => {
    await login();
    const other = await machine.run('whoami', '--url', 'http://127.0.0.1:9');
    expect([other.code, other.errors]).toEqual([2, expect.stringContaining('is signed in to')]);
    chmodSync(machine.home.at(PROFILE), 0o644);
    const { code, errors } = await machine.run('whoami');
    expect([code, errors]).toEqual([4, expect.stringContaining('chmod 600')]);
    expect((await machine.run('login', '--url', 'http://manuals.test')).code).toBe(2);
    expect((await machine.run('login', '--profile', '../x')).code).toBe(2);
  });

  it('lets a sign-in list keys but not make them', async () => {
    const admin = await world.signIn({ role: 'admin' });
    await login(['--profile', 'keys', '--scopes', 'api.access'], admin);
    expect((await machine.run('keys', 'list', '--profile', 'keys')).code).toBe(0);
    const made = await machine.run('keys', 'create', 'robot', '--scopes', 'document.view', '--profile', 'keys');
    expect([made.code, made.output]).toEqual([5, '']);
  });
});
