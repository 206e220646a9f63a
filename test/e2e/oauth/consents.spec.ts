import type { TestUser } from '../../factories/identity.factory.js';
import type { Json } from '../../support/api/api-client.js';
import { readToken } from '../../support/sign-in/forged-token.js';
import type { FormBrowser, Visited } from '../../support/pages/form-browser.js';
import type { OAuthApplication } from '../../support/peers/oauth-application.js';
import {
  problemOf,
  startOAuthWorld,
  type OAuthWorld,
  type RegisteredClient,
} from '../../support/scenes/oauth-world.js';
import { until } from '../../support/until.js';

const sorted = (texts: string[]): string[] => [...texts].sort();

describe('consent', () => {
  let world: OAuthWorld;
  let client: RegisteredClient;
  let application: OAuthApplication;
  let user: TestUser;
  beforeAll(async () => {
    world = await startOAuthWorld({ shared: true });
  });
  beforeEach(async () => {
    client = await world.client();
    application = await world.application(client);
    user = await world.identity.user({ role: 'engineer', organization: world.organization });
  });
  afterAll(() => world.stop());

  /** Where the browser is once the user has signed in, if they had to. */
  const enter = async (browser: FormBrowser, scope: string, parameters = {}): Promise<Visited> => {
    const page = await browser.get(await application.begin({ scope, ...parameters }));
    return page.html.includes('/email"') ? browser.signIn(page, user) : page;
  };
  const allow = (browser: FormBrowser, page: Visited): Promise<Visited> =>
    browser.submit(page, '/consent', { decision: 'allow' });
  const isAsked = ({ url }: Visited): boolean => url.pathname.endsWith('/consent');
  /** The tokens for which it came back. */
  const tokensOf = ({ url }: Visited): Promise<Json> => application.finish(url.href);
  const grantIn = async (scope: string, browser = world.browser()): Promise<{ browser: FormBrowser; tokens: Json }> => {
    const page = await enter(browser, scope);
    return { browser, tokens: await tokensOf(isAsked(page) ? await allow(browser, page) : page) };
  };
  const statusOf = async (token: string): Promise<number> =>
    (await world.api.withBearer(token).get('/users/me')).status;
  const listed = async (): Promise<Json[]> => (await world.signIn(user)).api.listAll('/oauth/grants');
  const sessionsOf = async (...all: { tokens: Json }[]): Promise<string[]> => {
    const gids = all.map(({ tokens }) => readToken(tokens.access_token as string).claims['gid']);
    const rows = await world.sql.query<{ session_id: string }>(
      `SELECT session_id FROM oauth_grants WHERE id = ANY ($1) ORDER BY session_id DESC`,
      [gids],
    );
    return rows.map(({ session_id }) => session_id);
  };

  it('is kept over sessions, asked for again when there is more to it, and listed once', async () => {
    const first = await grantIn('openid document.view');
    const second = world.browser();
    const back = await enter(second, 'openid document.view');
    expect([isAsked(back), back.url.searchParams.get('error')]).toEqual([false, null]);
    const tokens = await tokensOf(back);
    expect(tokens.scope).toBe('openid document.view');

    const third = world.browser();
    const wider = await enter(third, 'openid document.view document.search');
    expect(isAsked(wider)).toBe(true);
    for (const words of ['Read documents', 'Search']) expect(wider.html).toContain(words);
    expect((await tokensOf(await allow(third, wider))).scope).toBe('openid document.view document.search');
    const silent = await enter(second, 'document.search openid', { prompt: 'none' });
    expect((await tokensOf(silent)).scope).toContain('document.search');

    const [grant, ...others] = await listed();
    expect(others).toEqual([]);
    expect(grant.client.id).toBe(client.client_id);
    expect(sorted(grant.scopes)).toEqual(['document.search', 'document.view', 'openid']);
    expect(grant.sessions).toHaveLength(3);
    expect(grant.sessions).toEqual(expect.arrayContaining(await sessionsOf(first, { tokens })));
    const given = await world.sql.query<{ reason: string }>(
      `SELECT reason FROM audit_records WHERE action = 'oauth.consent_given' AND target_id = $1`,
      [grant.id],
    );
    expect(given.map(({ reason }) => reason)).toEqual(['consent', 'consent']);
  });

  it('is asked for again when the client wants that', async () => {
    await grantIn('openid');
    const browser = world.browser();
    const page = await enter(browser, 'openid', { prompt: 'consent' });
    expect(isAsked(page)).toBe(true);
    const denied = await browser.submit(page, '/consent', { decision: 'deny' });
    expect(denied.url.searchParams.get('error')).toBe('access_denied');
    expect(isAsked(await enter(browser, 'openid'))).toBe(false);
  });

  it('is asked for each time where any program of the machine could pose as the client', async () => {
    const redirectUri = 'http://127.0.0.1:4001/callback';
    client = await world.client({ redirect_uris: [redirectUri] });
    application = await world.application(client, { redirectUri });
    for (let time = 0; time < 2; time += 1) {
      const browser = world.browser();
      const page = await enter(browser, 'openid document.view');
      expect(isAsked(page)).toBe(true);
      expect((await tokensOf(await allow(browser, page))).scope).toBe('openid document.view');
    }
  });

  it('once withdrawn is over in every session at once', async () => {
    const all = [await grantIn('openid document.view'), await grantIn('openid document.view')];
    const pending = await enter(world.browser(), 'openid');
    const { api } = await world.signIn(user);
    const [grant] = await api.listAll('/oauth/grants');
    expect((await api.delete(`/oauth/grants/${grant.id}`)).status).toBe(204);
    for (const { tokens } of all) {
      expect(await statusOf(tokens.access_token)).toBe(401);
      expect(await problemOf(application.call('refresh', tokens.refresh_token))).toBe('invalid_grant');
    }
    expect(await problemOf(application.finish(pending.url.href))).toBe('invalid_grant');
    expect(await api.listAll('/oauth/grants')).toEqual([]);
    expect(isAsked(await enter(all[0]!.browser, 'openid'))).toBe(true);
    expect(isAsked(await enter(world.browser(), 'openid'))).toBe(true);
  });

  it('is not needed for the organization’s own client, whose use is listed and withdrawn like others', async () => {
    client = await world.client({ first_party: true });
    application = await world.application(client);
    const all = await Promise.all([1, 2, 3].map(() => grantIn('openid document.view')));
    const [grant, ...others] = await listed();
    expect(others).toEqual([]);
    expect(grant.client).toMatchObject({ id: client.client_id, first_party: true });
    expect(sorted(grant.sessions)).toEqual(sorted(await sessionsOf(...all)));
    const { api } = await world.signIn(user);
    expect((await api.delete(`/oauth/grants/${grant.id}`)).status).toBe(204);
    for (const { tokens } of all) expect(await statusOf(tokens.access_token)).toBe(401);
    expect(isAsked(await enter(all[0]!.browser, 'openid'))).toBe(false);
  });

  it('was none where nobody was asked: it ends when the client is the organization’s own no more', async () => {
    client = await world.client({ first_party: true });
    application = await world.application(client);
    const { tokens, browser } = await grantIn('openid document.view');
    await world.admin.api.patch(`/oauth/clients/${client.client_id}`, { first_party: false });
    expect(await statusOf(tokens.access_token)).toBe(401);
    expect(await listed()).toEqual([]);
    const page = await enter(browser, 'openid document.view');
    expect(isAsked(page)).toBe(true);
    const asked = await tokensOf(await allow(browser, page));
    // A consent stays valid when `first_party` changes.
    for (const first_party of [true, false]) {
      await world.admin.api.patch(`/oauth/clients/${client.client_id}`, { first_party });
      expect(await statusOf(asked.access_token)).toBe(200);
    }
  });

  it('outlives what ends the tokens of one session', async () => {
    const ends: ((granted: { browser: FormBrowser; tokens: Json }) => Promise<unknown>)[] = [
      ({ tokens }) => application.call('revoke', tokens.access_token),
      async ({ tokens }) => {
        await application.call('refresh', tokens.refresh_token);
        return problemOf(application.call('refresh', tokens.refresh_token));
      },
      async ({ browser, tokens }) => {
        const url = await application.call('endSessionUrl', { id_token_hint: tokens.id_token });
        return browser.submit(await browser.get(url as string), '/end_session/confirm', { logout: 'yes' });
      },
    ];
    const other = await grantIn('openid');
    for (const end of ends) {
      const granted = await grantIn('openid');
      await end(granted);
      expect(await statusOf(granted.tokens.access_token)).toBe(401);
      expect(await statusOf(other.tokens.access_token)).toBe(200);
      const again = await enter(granted.browser, 'openid');
      expect([isAsked(again), again.url.searchParams.has('code')]).toEqual([false, true]);
    }
    expect(await listed()).toHaveLength(1);
  });

  it('covers no more than the client may ask for, nor than the role has', async () => {
    const admin = await world.identity.user({ role: 'admin', organization: world.organization });
    user = admin;
    client = await world.client({ scopes: ['openid', 'document.view', 'document.search', 'user.manage'] });
    application = await world.application(client);
    const scope = 'openid document.view document.search user.manage';
    await grantIn(scope);
    const patch = (scopes: string[]): Promise<unknown> =>
      world.admin.api.patch(`/oauth/clients/${client.client_id}`, { scopes });
    await patch(['openid', 'document.view', 'user.manage']);
    expect(sorted((await listed())[0].scopes)).toEqual(['document.view', 'openid', 'user.manage']);
    await patch(scope.split(' '));
    expect(isAsked(await enter(world.browser(), scope))).toBe(true);
    await world.admin.api.patch(`/users/${admin.id}`, { role: 'engineer' });
    expect((await grantIn('openid document.view user.manage')).tokens.scope).toBe('openid document.view');
    await world.admin.api.patch(`/users/${admin.id}`, { role: 'viewer' });
    const refused = await enter(world.browser(), 'openid document.view');
    expect([isAsked(refused), refused.url.searchParams.has('code')]).toEqual([false, false]);
  });

  it('that is narrowed tells and renews no more: at userinfo, at introspection and with refresh', async () => {
    const { tokens } = await grantIn('openid profile email document.view');
    const narrow = (scopes: string[]): Promise<unknown> =>
      world.admin.api.patch(`/oauth/clients/${client.client_id}`, { scopes });
    const refresh = async (token: string): Promise<Json> => {
      const fields = { grant_type: 'refresh_token', client_id: client.client_id, refresh_token: token };
      return (await world.form('/oauth/token', fields)).body;
    };
    const introspect = async (token: string): Promise<Json> =>
      (await world.form('/oauth/introspect', { client_id: client.client_id, token })).body;
    const userinfo = async (token: string): Promise<Json> => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${world.service.baseUrl}/api/v1/oauth/userinfo`, { headers })).json();
    };
    await narrow(['openid', 'document.view']);
    expect(await userinfo(tokens.access_token)).toEqual({ sub: user.id });
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      expect((await introspect(token)).scope).toBe('openid document.view');
    }
    const second = await refresh(tokens.refresh_token);
    expect(second.scope).toBe('openid document.view');
    expect(readToken(second.id_token as string).claims).not.toHaveProperty('email');

    await narrow(['document.view']);
    expect((await userinfo(second.access_token)).error).toBe('insufficient_scope');
    const third = await refresh(second.refresh_token);
    expect(third).toMatchObject({ scope: 'document.view', refresh_token: expect.any(String) });
    expect(third).not.toHaveProperty('id_token');
    // Allowed to ask again, it has to.
    await narrow(['openid', 'email', 'document.view']);
    expect((await refresh(third.refresh_token)).scope).toBe('document.view');
  });

  it('stays when the grants of many sessions that are over are forgotten', async () => {
    const { tokens } = await grantIn('openid');
    const [grant] = await listed();
    await world.sql.query(
      `WITH many AS (
         INSERT INTO sessions (id, user_id, authenticated_at, access_lifetime, rotated_at, last_seen_at, expires_at, ended_at, end_reason)
         SELECT 'session_' || n, $1, now(), 60, now(), now(), now(), now(), 'logout' FROM generate_series(1, 2500) n RETURNING id)
       INSERT INTO oauth_grants (id, consent_id, user_id, client_id, session_id, scopes, first_party)
       SELECT 'grant_' || id, $2, $1, $3, id, '{}', false FROM many`,
      [user.id, grant.id, client.client_id],
    );
    // One on each side of those in order.
    await world.sql.query(
      `INSERT INTO oauth_grants (id, consent_id, user_id, client_id, session_id, scopes, first_party)
       SELECT 'grant_zzz', $1, $2, $3, id, '{}', false FROM sessions s
       WHERE user_id = $2 AND ended_at IS NULL AND NOT EXISTS (SELECT FROM oauth_grants WHERE session_id = s.id) LIMIT 1`,
      [grant.id, user.id, client.client_id],
    );
    await world.service.restart();
    const left = async (): Promise<number> =>
      (await world.sql.query(`SELECT FROM oauth_grants WHERE user_id = $1`, [user.id])).length;
    await until(left, (count) => count <= 2);
    expect(await left()).toBe(2);
    expect(await statusOf(tokens.access_token)).toBe(200);
    expect((await listed())[0].id).toBe(grant.id);
  });
});
