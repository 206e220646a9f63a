import { createHash } from 'node:crypto';
import type { TestUser } from '../../factories/identity.factory.js';
import type { ApiResponse, Json } from '../../support/api/api-client.js';
import type { Visited } from '../../support/pages/form-browser.js';
import type { OAuthApplication } from '../../support/peers/oauth-application.js';
import {
  CALLBACK,
  problemOf,
  SCOPE,
  startOAuthWorld,
  type OAuthWorld,
  type RegisteredClient,
} from '../../support/scenes/oauth-world.js';

const VERIFIER = 'a-code-verifier-that-is-as-long-as-the-RFC-wants-it';
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

describe('attacks on the authorization server', () => {
  let world: OAuthWorld;
  let application: OAuthApplication;
  let client: RegisteredClient;
  beforeAll(async () => {
    world = await startOAuthWorld({ shared: true });
    client = await world.client();
    application = await world.application(client);
  });
  afterAll(() => world.stop());

  const engineer = (): Promise<TestUser> => world.identity.user({ role: 'engineer', organization: world.organization });
  const authorize = (parameters: Record<string, string | undefined>): Promise<Visited> => {
    const all = {
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: SCOPE,
      state: 'state',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      ...parameters,
    };
    const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
    return world.browser().get(`/api/v1/oauth/authorize?${new URLSearchParams(given).toString()}`);
  };
  const codeFor = async (user: TestUser, of = client): Promise<string> => {
    const parameters = {
      client_id: of.client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: SCOPE,
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    };
    const url = `/api/v1/oauth/authorize?${new URLSearchParams(parameters).toString()}`;
    return (await world.walk(world.browser(), url, user)).url.searchParams.get('code') ?? '';
  };
  const exchange = (code: string, fields: Record<string, string> = {}): Promise<ApiResponse> =>
    world.form('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
      code,
      ...fields,
    });
  const refresh = (token: string, fields: Record<string, string> = {}): Promise<ApiResponse> =>
    world.form('/oauth/token', {
      grant_type: 'refresh_token',
      client_id: client.client_id,
      refresh_token: token,
      ...fields,
    });
  const reasonFor = async (token: string): Promise<string> => {
    const { status, body } = await world.api.withBearer(token).get('/users/me');
    return status === 200 ? 'served' : `${body.error.details.token_type} ${body.error.details.reason}`;
  };
  const audit = (action: string, id: string): Promise<Json[]> =>
    world.sql.query(`SELECT * FROM audit_records WHERE action = $1 AND details->>'client_id' = $2`, [action, id]);

  describe('on the authorization request', () => {
    it.each([
      ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
      ['with plain PKCE', { code_challenge: VERIFIER, code_challenge_method: 'plain' }, 'invalid_request'],
      ['with a challenge that does not say how', { code_challenge_method: undefined }, 'invalid_request'],
      ['for a token in the front channel', { response_type: 'token' }, 'invalid_request'],
      ['for an ID token in the front channel', { response_type: 'id_token', nonce: 'n' }, 'invalid_request'],
      ['for a scope beyond the client’s', { scope: 'openid system.settings' }, 'invalid_scope'],
      ['for another resource', { resource: 'https://elsewhere.test' }, 'invalid_target'],
      ['by request object', { request: 'e30.e30.' }, 'request_not_supported'],
      ['by request URI', { request_uri: 'https://evil.test/request' }, 'request_uri_not_supported'],
    ])('is told to the client, %s', async (_, parameters, error) => {
      const { url, html } = await authorize(parameters);
      expect([url.origin + url.pathname, html]).toEqual([CALLBACK, '']);
      // What was to come in the fragment is refused there (OAuth 2.0 Multiple Response Types, 5).
      const answer = new URLSearchParams(url.search || url.hash.slice(1));
      expect([answer.get('error'), answer.get('code')]).toEqual([error, null]);
    });

    it('in another response mode is refused in it, at the registered address', async () => {
      const { html } = await authorize({ response_mode: 'form_post' });
      expect(html).toContain(`action="${CALLBACK}"`);
      expect(html).toContain('name="error" value="invalid_request"');
      expect((await authorize({ response_mode: 'web_message' })).url.searchParams.get('error')).toBe(
        'unsupported_response_mode',
      );
    });

    it.each([
      'https://evil.test/callback',
      `${CALLBACK}/`,
      `${CALLBACK}?x=1`,
      `${CALLBACK}#`,
      `${CALLBACK}/../callback`,
      'https://app.test/CALLBACK',
      'https://app.test:8443/callback',
      'http://app.test/callback',
      'https://app.test.evil.test/callback',
      'https://app.test@evil.test/callback',
      'https://app.test%2f@evil.test/callback',
      'https://evil.test\\@app.test/callback',
      'javascript:alert(1)',
      '//evil.test',
      '',
    ])('goes nowhere for the redirect URI %j', async (redirect_uri) => {
      const { url, status } = await authorize({ redirect_uri });
      expect([url.origin, status]).toEqual(['https://service.test', 400]);
    });

    it('goes nowhere for two redirect URIs, none, or a client that is not there', async () => {
      const twice = new URLSearchParams({ client_id: client.client_id, redirect_uri: CALLBACK, response_type: 'code' });
      twice.append('redirect_uri', 'https://evil.test/callback');
      expect((await world.browser().get(`/v1/oauth/authorize?${twice.toString()}`)).status).toBe(400);
      expect((await authorize({ redirect_uri: undefined })).status).toBe(400);
      const { status, headers } = await authorize({ client_id: 'client_01jzzzzzzzzzzzzzzzzzzzzzzz' });
      expect(status).toBe(400);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    });

    it('of a viewer for a third-party client is denied', async () => {
      const viewer = await world.identity.user({ role: 'viewer', organization: world.organization });
      const browser = world.browser();
      const page = await world.walk(browser, await application.begin({ scope: 'openid document.view' }), viewer);
      expect(page.html).toContain('with this account</h1>');
      const { url } = await browser.submit(page, '/cancel', {});
      expect(url.searchParams.get('error')).toBe('access_denied');
      const silent = await browser.get(await application.begin({ scope: 'openid document.view', prompt: 'none' }));
      expect(silent.url.searchParams.get('error')).toBe('access_denied');
    });

    it('of a user of another organization is not accepted', async () => {
      const stranger = await world.identity.user({ role: 'engineer' });
      const page = await world.walk(world.browser(), await application.begin({ scope: SCOPE }), stranger);
      expect(page.url.origin).toBe('https://service.test');
      expect(page.url.searchParams.get('code')).toBeNull();
      const open = await world.sql.query('SELECT FROM sessions WHERE user_id = $1 AND ended_at IS NULL', [stranger.id]);
      expect(open).toEqual([]);
    });

    it('gives no more than the role has', async () => {
      const user = await engineer();
      const { tokens } = await world.grant(application, user, { scope: 'openid document.view document.manage' });
      expect(tokens.scope).toBe('openid document.view');
    });
  });

  describe('on a code', () => {
    it('needs the verifier, the redirect URI and the client', async () => {
      const user = await engineer();
      const other = await world.client();
      const code = await codeFor(user);
      const wrong: Record<string, string>[] = [
        { code_verifier: 'x'.repeat(43) },
        { code_verifier: CHALLENGE },
        { redirect_uri: `${CALLBACK}/` },
        { client_id: other.client_id },
      ];
      for (const fields of wrong) {
        expect((await exchange(code, fields)).body.error).toBe('invalid_grant');
      }
      expect((await exchange(code)).status).toBe(200);
    });

    it('that comes again is refused, and kills the tokens of the first time', async () => {
      const code = await codeFor(await engineer());
      const { body: tokens } = await exchange(code);
      expect(await reasonFor(tokens.access_token)).toBe('served');
      expect((await exchange(code)).body.error).toBe('invalid_grant');
      expect(await reasonFor(tokens.access_token)).toBe('oauth revoked');
      expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
      const [event] = await audit('security.oauth_reuse_detected', client.client_id);
      expect(event).toMatchObject({ result: 'failure', reason: 'code_replayed' });
    });

    it('that comes ten times at once gives tokens to one at most, and they are dead', async () => {
      const code = await codeFor(await engineer());
      const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(code)));
      const served = answers.filter(({ status }) => status === 200);
      expect(served.length).toBeLessThanOrEqual(1);
      expect(answers.every(({ status, body }) => status === 200 || body.error === 'invalid_grant')).toBe(true);
      for (const { body } of served) expect(await reasonFor(body.access_token)).toBe('oauth revoked');
    });

    it('is worth nothing a minute later', async () => {
      const code = await codeFor(await engineer());
      await world.sql.query(`UPDATE oauth_artifacts SET expires_at = now() WHERE kind = 'AuthorizationCode'`);
      expect((await exchange(code)).body.error).toBe('invalid_grant');
    });
  });

  describe('on a refresh token', () => {
    it('of another client is refused', async () => {
      const { body: tokens } = await exchange(await codeFor(await engineer()));
      const other = await world.client();
      expect((await refresh(tokens.refresh_token, { client_id: other.client_id })).body.error).toBe('invalid_grant');
      const secret = await world.client({ type: 'confidential' });
      const fields = { client_id: secret.client_id, client_secret: secret.client_secret as string };
      expect((await refresh(tokens.refresh_token, fields)).body.error).toBe('invalid_grant');
      expect((await refresh(tokens.refresh_token)).status).toBe(200);
    });

    it('used again kills the grant', async () => {
      const { body: first } = await exchange(await codeFor(await engineer()));
      const { body: second } = await refresh(first.refresh_token);
      expect(await reasonFor(second.access_token)).toBe('served');
      expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant');
      expect(await reasonFor(second.access_token)).toBe('oauth revoked');
      expect((await refresh(second.refresh_token)).body.error).toBe('invalid_grant');
      const events = await audit('security.oauth_reuse_detected', client.client_id);
      expect(events).toContainEqual(expect.objectContaining({ reason: 'refresh_token_reused' }));
    });

    it('of a confidential client needs its secret', async () => {
      const secret = await world.client({ type: 'confidential' });
      const code = await codeFor(await engineer(), secret);
      const id = { client_id: secret.client_id };
      expect((await exchange(code, id)).body.error).toBe('invalid_client');
      expect((await exchange(code, { ...id, client_secret: 'amcs_wrong' })).body.error).toBe('invalid_client');
      const tokens = (await exchange(code, { ...id, client_secret: secret.client_secret ?? '' })).body;
      expect((await refresh(tokens.refresh_token, id)).body.error).toBe('invalid_client');
    });

    it('asks for no more than was granted', async () => {
      const { body: tokens } = await exchange(await codeFor(await engineer()));
      expect((await refresh(tokens.refresh_token, { scope: 'openid chat.use' })).body.error).toBe('invalid_scope');
    });
  });

  describe('from the next request on', () => {
    const ways: [string, string, (user: TestUser, of: RegisteredClient) => Promise<unknown>][] = [
      ['a suspension', 'revoked', (user) => world.admin.api.post(`/users/${user.id}/suspend`)],
      [
        'the end of the session',
        'revoked',
        (user) => world.sql.query('UPDATE sessions SET ended_at = now() WHERE user_id = $1', [user.id]),
      ],
      ['the deletion of the client', 'revoked', (_, of) => world.admin.api.delete(`/oauth/clients/${of.client_id}`)],
      ['another role', 'revoked', (user) => world.admin.api.patch(`/users/${user.id}`, { role: 'viewer' })],
    ];
    it.each(ways)('%s cuts access', async (_, reason, act) => {
      const user = await engineer();
      const own = await world.client();
      const its = await world.application(own);
      const { tokens } = await world.grant(its, user);
      expect(await reasonFor(tokens.access_token)).toBe('served');
      await act(user, own);
      expect(await reasonFor(tokens.access_token)).toBe(`oauth ${reason}`);
      expect(['invalid_grant', 'invalid_client']).toContain(await problemOf(its.call('refresh', tokens.refresh_token)));
    });

    it('idleness ends it, and use is use of the session', async () => {
      const user = await engineer();
      const { tokens } = await world.grant(application, user);
      const ago = (seconds: number): Promise<unknown> =>
        world.sql.query(`UPDATE sessions SET last_seen_at = now() - make_interval(secs => $2) WHERE user_id = $1`, [
          user.id,
          seconds,
        ]);
      await ago(1790);
      expect(await reasonFor(tokens.access_token)).toBe('served');
      // A login writes the pending uses of all sessions.
      await world.login(await engineer());
      const [session] = await world.sql.query<{ used: boolean }>(
        `SELECT last_seen_at > now() - interval '1 minute' AS used FROM sessions WHERE user_id = $1`,
        [user.id],
      );
      expect(session?.used).toBe(true);
      await ago(1801);
      expect(await reasonFor(tokens.access_token)).toBe('oauth idle_timeout');
    });

    it('a narrower client narrows tokens given before', async () => {
      const own = await world.client();
      const { tokens } = await world.grant(await world.application(own), await engineer());
      const api = world.api.withBearer(tokens.access_token);
      expect((await api.get('/documents')).status).toBe(200);
      await world.admin.api.patch(`/oauth/clients/${own.client_id}`, { scopes: ['openid', 'document.search'] });
      expect((await api.get('/documents')).body.error.code).toBe('FORBIDDEN');
      // Given more again, it has to ask again.
      await world.admin.api.patch(`/oauth/clients/${own.client_id}`, { scopes: ['openid', 'document.view'] });
      expect((await api.get('/documents')).body.error.code).toBe('FORBIDDEN');
    });
  });

  it('tokens of clients do not do what only their user may, nor make keys that outlive them', async () => {
    const own = await world.client({ scopes: ['openid', 'document.view', 'api.access'] });
    const { tokens } = await world.grant(await world.application(own), await engineer(), {
      scope: 'openid document.view api.access',
    });
    const api = world.api.withBearer(tokens.access_token);
    const key = { name: 'Mine', scopes: ['document.view'] };
    for (const { status, body } of [
      await api.post('/auth/logout', {}),
      await api.get('/oauth/grants'),
      await api.patch('/users/me', { name: 'Else' }),
      await api.post('/api-keys', key),
    ]) {
      expect([status, body.error.details.reason]).toEqual([403, 'session_required']);
    }
  });
});
