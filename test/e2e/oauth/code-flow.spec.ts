import { readToken } from '../../support/sign-in/forged-token.js';
import { TEST_ISSUER } from '../../support/service/running-process.js';
import { CALLBACK, problemOf, startOAuthWorld, type OAuthWorld } from '../../support/scenes/oauth-world.js';

describe('the authorization code flow, with an unmodified client library', () => {
  let world: OAuthWorld;
  beforeAll(async () => {
    world = await startOAuthWorld({ shared: true });
  });
  afterAll(() => world.stop());

  it('is described at both well-known addresses', async () => {
    const documents = await Promise.all(
      ['openid-configuration', 'oauth-authorization-server'].map((name) => world.api.get(`/.well-known/${name}`)),
    );
    for (const { status, body } of documents) {
      expect(status).toBe(200);
      expect(body).toMatchObject({
        issuer: TEST_ISSUER,
        authorization_endpoint: `${TEST_ISSUER}/api/v1/oauth/authorize`,
        token_endpoint: `${TEST_ISSUER}/api/v1/oauth/token`,
        revocation_endpoint: `${TEST_ISSUER}/api/v1/oauth/revoke`,
        introspection_endpoint: `${TEST_ISSUER}/api/v1/oauth/introspect`,
        userinfo_endpoint: `${TEST_ISSUER}/api/v1/oauth/userinfo`,
        jwks_uri: `${TEST_ISSUER}/.well-known/jwks.json`,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
        authorization_response_iss_parameter_supported: true,
      });
    }
  });

  it.each([
    ['public', 'none'],
    ['confidential', 'client_secret_basic'],
    ['confidential', 'client_secret_post'],
  ] as const)('of a %s client (%s) ends with tokens that work on the API', async (type, authentication) => {
    const application = await world.application(await world.client({ type }), { authentication });
    const user = await world.identity.user({ role: 'engineer', organization: world.organization });
    const { tokens, callback } = await world.grant(application, user);
    expect(new URL(callback).searchParams.get('iss')).toBe(TEST_ISSUER);
    expect(tokens).toMatchObject({
      token_type: 'bearer',
      scope: 'openid profile email document.view document.search',
      refresh_token: expect.any(String),
    });
    expect(tokens.expires_in).toBeGreaterThan(3590);
    expect(tokens.claims).toMatchObject({
      iss: TEST_ISSUER,
      sub: user.id,
      aud: application.settings.clientId,
      amr: ['pwd'],
      email: user.email,
      name: user.name,
      role: 'engineer',
    });
    const api = world.api.withBearer(tokens.access_token);
    const me = await api.get('/users/me');
    expect([me.status, me.body.data.id]).toEqual([200, user.id]);
    const { body: rights } = await api.get('/users/me/permissions');
    expect(JSON.stringify(rights.data)).not.toContain('chat.use');
    expect((await api.get('/documents')).status).toBe(200);
    expect((await api.get('/chat/sessions')).body.error).toMatchObject({ code: 'FORBIDDEN' });

    expect(await application.call('userinfo', tokens.access_token, user.id)).toMatchObject({
      sub: user.id,
      email: user.email,
      email_verified: true,
      organization_id: user.organizationId,
    });
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      const about = await application.call('introspect', token);
      expect(about).toMatchObject({ active: true, client_id: application.settings.clientId, sub: user.id });
    }

    const refreshed = await application.call('refresh', tokens.refresh_token);
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
    expect((await world.api.withBearer(refreshed.access_token).get('/users/me')).status).toBe(200);
    const narrowed = await application.call('refresh', refreshed.refresh_token, { scope: 'openid document.view' });
    expect(narrowed.scope).toBe('openid document.view');
    const search = await world.api.withBearer(narrowed.access_token).post('/search/documents', { query: 'pump' });
    expect(search.body.error).toMatchObject({ code: 'FORBIDDEN' });

    await application.call('revoke', narrowed.refresh_token);
    expect(await problemOf(application.call('refresh', narrowed.refresh_token))).toBe('invalid_grant');
    const after = await world.api.withBearer(narrowed.access_token).get('/users/me');
    expect(after.body.error).toMatchObject({
      code: 'UNAUTHORIZED',
      details: { token_type: 'oauth', reason: 'revoked' },
    });
    expect(await application.call('introspect', narrowed.access_token)).toEqual({ active: false });
    expect(await problemOf(application.call('userinfo', narrowed.access_token, user.id))).not.toBe('no problem');
  });

  it('revokes by access token too', async () => {
    const application = await world.application(await world.client());
    const user = await world.identity.user({ role: 'engineer', organization: world.organization });
    const { tokens } = await world.grant(application, user);
    await application.call('revoke', tokens.access_token);
    expect((await world.api.withBearer(tokens.access_token).get('/users/me')).status).toBe(401);
    expect(await problemOf(application.call('refresh', tokens.refresh_token))).toBe('invalid_grant');
  });

  it('asks for consent, and for the organization’s own client never', async () => {
    const user = await world.identity.user({ role: 'viewer', organization: world.organization });
    const own = await world.application(await world.client({ first_party: true }));
    const browser = world.browser();
    const page = await browser.get(await own.begin({ scope: 'openid document.view' }));
    const back = await browser.signIn(page, user);
    expect(back.url.href.startsWith(`${CALLBACK}?`)).toBe(true);
    expect((await own.finish(back.url.href)).scope).toBe('openid document.view');

    const engineer = await world.identity.user({ role: 'engineer', organization: world.organization });
    const third = await world.application(await world.client());
    const other = world.browser();
    const consent = await other.signIn(await other.get(await third.begin({ scope: 'openid document.view' })), engineer);
    expect(consent.url.pathname).toMatch(/\/consent$/);
    await other.submit(consent, '/consent', { decision: 'allow' });
    const silent = await other.get(await third.begin({ scope: 'openid document.view', prompt: 'none' }));
    expect(silent.url.searchParams.get('code')).not.toBeNull();
    const wider = await other.get(await third.begin({ scope: 'openid document.view chat.use', prompt: 'none' }));
    expect(wider.url.searchParams.get('error')).toBe('consent_required');
    const again = await other.get(await third.begin({ scope: 'openid', prompt: 'login consent' }));
    const afterLogin = await other.signIn(again, engineer);
    const done = await other.submit(afterLogin, '/consent', { decision: 'allow' });
    expect((await third.finish(done.url.href)).claims.sub).toBe(engineer.id);
  });

  it('comes back with access_denied when the user refuses', async () => {
    const application = await world.application(await world.client());
    const user = await world.identity.user({ role: 'engineer', organization: world.organization });
    const browser = world.browser();
    const consent = await browser.signIn(await browser.get(await application.begin({ scope: 'openid' })), user);
    const { url } = await browser.submit(consent, '/consent', { decision: 'deny' });
    expect([url.searchParams.get('error'), url.searchParams.get('iss')]).toEqual(['access_denied', TEST_ISSUER]);
  });

  it('signs out', async () => {
    const application = await world.application(await world.client());
    const user = await world.identity.user({ role: 'engineer', organization: world.organization });
    const { tokens, browser } = await world.grant(application, user);
    const url = await application.call('endSessionUrl', {
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: CALLBACK,
      state: 'abc',
    });
    const page = await browser.get(url);
    expect(page.status).toBe(200);
    const done = await browser.submit(page, '/end_session/confirm', { logout: 'yes' });
    expect(done.url.href).toBe(`${CALLBACK}?state=abc`);
    expect((await world.api.withBearer(tokens.access_token).get('/users/me')).body.error.details).toMatchObject({
      token_type: 'oauth',
      reason: 'revoked',
    });
    expect(await problemOf(application.call('refresh', tokens.refresh_token))).toBe('invalid_grant');
  });

  it('keeps its cookies from scripts, other sites and plain http', async () => {
    const application = await world.application(await world.client());
    const { pathname, search } = new URL(await application.begin({ scope: 'openid' }));
    const { status, headers } = await world.api.get(pathname + search);
    expect(status).toBe(303);
    const cookies = headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie.toLowerCase()).toMatch(/;\s*samesite=lax/);
      expect(cookie.toLowerCase()).toMatch(/;\s*secure/);
      expect(cookie.toLowerCase()).toMatch(/;\s*httponly/);
    }
  });

  it('goes on when the signing key has changed', async () => {
    const client = await world.client();
    const user = await world.identity.user({ role: 'engineer', organization: world.organization });
    const before = await world.grant(await world.application(client), user);
    await world.sql.query('UPDATE signing_keys SET retired_at = now()');
    await world.service.restart();
    const application = await world.application(client);
    const after = await world.grant(application, user);
    const [first, second] = [before, after].map(({ tokens }) => readToken(tokens.id_token as string).header['kid']);
    expect(second).not.toBe(first);
    for (const { tokens } of [before, after]) {
      expect((await world.api.withBearer(tokens.access_token as string).get('/users/me')).status).toBe(200);
    }
    // What an earlier key signed is still known as ours.
    const url = await application.call('endSessionUrl', { id_token_hint: before.tokens.id_token });
    expect((await after.browser.get(url as string)).status).toBe(200);
  });
});
