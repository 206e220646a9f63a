import { PERMISSIONS } from '../../../../src/common/principal/permissions.js';
import type { ApiClient, ApiResponse } from '../../../support/api/api-client.js';
import { startOAuthWorld, type OAuthWorld } from '../../../support/scenes/oauth-world.js';
import type { SignedIn } from '../../../support/service/test-world.js';

type Act = (api: ApiClient) => Promise<ApiResponse>;

const reason = ({ status, body }: ApiResponse): [number, unknown] => [status, body?.error?.details.reason];
const address = (): string => `new.${Math.random().toString(36).slice(2)}@example.test`;
const NOBODY = 'user_01jd0000000000000000000000';
const NO_KEY = 'key_01jd0000000000000000000000';
const NO_WEBHOOK = 'webhook_01jd0000000000000000000000';

/** Acts with effects that outlast a stolen session, except those that the specs of OAuth, factors and organizations cover. */
const ACTS: Record<string, Act> = {
  'POST /api-keys': (api) => api.post('/api-keys', { name: 'K', scopes: [...PERMISSIONS] }),
  'PATCH /api-keys/{id}': (api) => api.patch(`/api-keys/${NO_KEY}`, { scopes: [...PERMISSIONS] }),
  'POST /api-keys/{id}/rotate': (api) => api.post(`/api-keys/${NO_KEY}/rotate`, {}),
  'POST /users': (api) => api.post('/users', { email: address(), name: 'N', role: 'admin' }),
  'PATCH /users/{id}': (api) => api.patch(`/users/${NOBODY}`, { role: 'admin' }),
  'DELETE /users/{id}': (api) => api.delete(`/users/${NOBODY}`),
  'POST /users/{id}/reactivate': (api) => api.post(`/users/${NOBODY}/reactivate`),
  'PATCH /settings': (api) => api.patch('/settings', { mfa_policy: 'off' }),
  'POST /webhooks': (api) =>
    api.post('/webhooks', { url: 'https://hooks.example.com/a', events: ['document.created'] }),
  'PATCH /webhooks/{id}': (api) => api.patch(`/webhooks/${NO_WEBHOOK}`, { url: 'https://hooks.example.com/b' }),
  'POST /webhooks/{id}/rotate-secret': (api) => api.post(`/webhooks/${NO_WEBHOOK}/rotate-secret`, {}),
};

describe('a fresh proof', () => {
  let world: OAuthWorld;
  beforeAll(async () => {
    world = await startOAuthWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
  });
  afterAll(() => world.stop());

  const age = (userId: string): Promise<unknown> =>
    world.sql.query(
      `UPDATE sessions SET authenticated_at = authenticated_at - interval '11 minutes',
         second_factor_at = second_factor_at - interval '11 minutes' WHERE user_id = $1`,
      [userId],
    );
  const admin = (): Promise<SignedIn> => world.signIn({ role: 'admin', organization: world.organization });

  it.each(Object.entries(ACTS))('of a session is asked for by %s', async (_, act) => {
    const { user, api, refreshToken } = await admin();
    await age(user.id);
    expect(reason(await act(api))).toEqual([401, 'step_up_required']);
    // A refresh proves nothing.
    const { body } = await world.api.post('/auth/refresh', { refresh_token: refreshToken });
    const refreshed = world.api.withBearer(body.data.access_token as string);
    expect(reason(await act(refreshed))).toEqual([401, 'step_up_required']);
    expect((await refreshed.post('/auth/step-up', { password: user.password })).status).toBe(200);
    expect((await act(refreshed)).status).not.toBe(401);
  });

  it('is not asked of an API key, which got its permissions under one', async () => {
    const { user } = await admin();
    await age(user.id);
    const { key } = await world.identity.apiKey(user, { scopes: ['webhook.manage', 'user.manage', 'document.view'] });
    const api = world.api.withKey(key);
    const hook = { url: 'https://hooks.example.com/c', events: ['document.created'] };
    expect((await api.post('/webhooks', hook)).status).toBe(201);
    expect(reason(await api.patch('/settings', {}))[0]).toBe(403);
  });

  it('of an OAuth token is that of its session', async () => {
    const { user } = await admin();
    const scopes = ['openid', 'webhook.manage', 'system.settings'];
    const application = await world.application(await world.client({ scopes, first_party: true }));
    const { tokens } = await world.grant(application, user, { scope: scopes.join(' ') });
    const api = world.api.withBearer(tokens.access_token as string);
    const hook = { url: 'https://hooks.example.com/d', events: ['document.created'] };
    expect((await api.post('/webhooks', hook)).status).toBe(201);
    expect(reason(await api.patch('/settings', {}))).toEqual([403, 'session_required']);
    await age(user.id);
    const stale = await api.post('/webhooks', hook);
    expect(reason(stale)).toEqual([401, 'step_up_required']);
    expect(stale.body.error.details.token_type).toBe('oauth');
    expect(stale.headers.get('www-authenticate')).toContain('insufficient_user_authentication');
    // A login of another user, or of the same user in another session, proves nothing for this one.
    await world.login(user);
    expect(reason(await api.post('/webhooks', hook))).toEqual([401, 'step_up_required']);
  });
});
