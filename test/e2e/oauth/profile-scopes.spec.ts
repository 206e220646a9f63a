import type { ApiClient } from '../../support/api/api-client.js';
import { startOAuthWorld, type OAuthWorld } from '../../support/scenes/oauth-world.js';
import type { TestUser } from '../../factories/identity.factory.js';

/** Personal routes that no permission covers. */
const PERSONAL = [
  ['GET', '/users/me/notification-preferences'],
  ['PATCH', '/users/me/notification-preferences'],
  ['PATCH', '/users/me'],
  ['GET', '/auth/sessions'],
  ['GET', '/auth/mfa/methods'],
  ['GET', '/oauth/grants'],
  ['POST', '/auth/logout'],
  ['POST', '/auth/step-up'],
  ['POST', '/auth/password/change'],
  ['POST', '/auth/mfa/methods'],
  ['POST', '/auth/mfa/recovery-codes'],
] as const;

const PROFILE = [
  ...['created_at', 'grants', 'id', 'name', 'organization_id', 'role', 'status', 'team', 'team_id', 'updated_at'],
];

describe('what a credential that acts for somebody learns of them', () => {
  let world: OAuthWorld;
  let user: TestUser;
  beforeAll(async () => {
    world = await startOAuthWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
    user = await world.identity.user({ role: 'engineer', organization: world.organization });
  });
  afterAll(() => world.stop());

  const withToken = async (scope: string): Promise<ApiClient> => {
    const scopes = ['openid', 'profile', 'email', 'document.search'];
    const application = await world.application(await world.client({ scopes }));
    const { tokens } = await world.grant(application, user, { scope });
    return world.api.withBearer(tokens.access_token as string);
  };
  const shown = async (api: ApiClient): Promise<string[]> => {
    const { status, body } = await api.get('/users/me');
    expect([status, body.data.id]).toEqual([200, user.id]);
    return Object.keys(body.data as object).sort();
  };

  it.each([
    ['openid document.search', ['id']],
    ['openid email document.search', ['email', 'id']],
    ['openid profile', PROFILE],
    ['openid profile email', [...PROFILE, 'email'].sort()],
  ])('is, with the scopes %s, %j', async (scope, fields) => {
    const api = await withToken(scope);
    expect(await shown(api)).toEqual(fields);
    const { body } = await api.get('/users/me/permissions');
    expect('role' in body.data).toBe(scope.includes('profile'));
    expect(body.data.permissions).toEqual(scope.includes('document.search') ? ['document.search'] : []);
  });

  it('is, with an API key of a person, all but the address and how they sign in', async () => {
    const { key } = await world.identity.apiKey(user, { scopes: ['document.search'] });
    expect(await shown(world.api.withKey(key))).toEqual(PROFILE);
    const permissions = await world.api.withKey(key).get('/users/me/permissions');
    expect(permissions.body.data).toEqual({ role: 'engineer', permissions: ['document.search'] });
  });

  it('is, in a session, everything', async () => {
    const { api } = await world.signIn(user);
    expect(await shown(api)).toEqual([...PROFILE, 'email', 'has_password', 'last_login_at', 'mfa_enabled'].sort());
  });

  it.each(['OAuth token', 'API key'])('is nothing elsewhere: an %s is refused', async (credential) => {
    const { key } = await world.identity.apiKey(user, { scopes: ['document.search', 'api.access'] });
    const all = 'openid profile email document.search';
    const api = credential === 'API key' ? world.api.withKey(key) : await withToken(all);
    for (const [method, path] of PERSONAL) {
      const { status, body } = await api.request(method, path, method === 'GET' ? {} : { body: {} });
      expect([path, status, body.error.details.reason]).toEqual([path, 403, 'session_required']);
    }
    expect((await api.get('/roles')).status).toBe(200);
    expect((await api.get('/permissions')).status).toBe(200);
  });
});
