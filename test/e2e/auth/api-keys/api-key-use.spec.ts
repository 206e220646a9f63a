import { startWorld, type TestWorld } from '../../../support/service/test-world.js';
import { makeApiKey } from '../../../../src/modules/auth/api-keys/api-key-format.js';
import type { ApiResponse } from '../../../support/api/api-client.js';
import { until } from '../../../support/until.js';
import type { TestUser } from '../../../factories/identity.factory.js';

describe('X-API-Key', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  afterAll(() => world.stop());

  const permissionsOf = (key: string): Promise<ApiResponse> => world.api.withKey(key).get('/users/me/permissions');
  const change = (user: TestUser, assignment: string): Promise<unknown> =>
    world.sql.query(`UPDATE users SET ${assignment} WHERE id = $1`, [user.id]);

  const idOf = ({ body }: ApiResponse): string => body.meta.request_id as string;

  function expectUnauthorized({ status, body }: ApiResponse, reason: string): void {
    expect(status).toBe(401);
    expect(body.error.details).toEqual({ token_type: 'api_key', reason });
  }

  it('acts as the owner with the rights that both role and scopes give', async () => {
    const user = await world.identity.user({ role: 'engineer' });
    const { key } = await world.identity.apiKey(user, { scopes: ['document.view', 'user.manage'] });
    const { status, body } = await permissionsOf(key);
    expect(status).toBe(200);
    expect(body.data).toEqual({ role: 'engineer', permissions: ['document.view'] });
    expect((await world.api.withKey(key).get('/users/me')).body.data.id).toBe(user.id);
  });

  it('is refused by what its scopes do not name', async () => {
    const user = await world.identity.user({ role: 'admin' });
    const { key } = await world.identity.apiKey(user, { scopes: ['document.view'] });
    const { status, body } = await world.api.withKey(key).get('/api-keys');
    expect(status).toBe(403);
    expect(body.error.details).toEqual({ required_permission: 'api.access', user_permissions: ['document.view'] });
  });

  it('is the way in for api_users', async () => {
    const user = await world.identity.user({ role: 'api_user', hasPassword: false });
    const { key } = await world.identity.apiKey(user, { scopes: ['document.search', 'api.access'] });
    expect((await permissionsOf(key)).body.data.permissions).toEqual(['document.search', 'api.access']);
  });

  it.each([
    ['list sessions', 'GET', '/auth/sessions', undefined],
    ['end a session', 'DELETE', '/auth/sessions/session_01h455vb4pex5vsknk084sn02q', undefined],
    ['log out', 'POST', '/auth/logout', {}],
    ['log out everywhere', 'POST', '/auth/logout', { all_sessions: true }],
    ['change the profile', 'PATCH', '/users/me', { name: 'Somebody' }],
  ])('cannot %s: that needs a session', async (_, method, path, body) => {
    const owner = await world.signIn({ role: 'admin' });
    const { key } = await world.identity.apiKey(owner.user, { scopes: ['api.access', 'document.view'] });
    const answer = await world.api.withKey(key).request(method, path, { body });
    expect(answer.status).toBe(403);
    expect(answer.body.error).toMatchObject({ code: 'FORBIDDEN', details: { reason: 'session_required' } });
    const { body: profile } = await owner.api.get('/users/me');
    expect(profile.data.name).toBe(owner.user.name);
    expect((await owner.api.get('/api-keys')).body.data).toHaveLength(1);
  });

  it('makes keys that do not outlive it, by time or by revocation', async () => {
    const owner = await world.signIn({ role: 'engineer' });
    const expiresAt = new Date(Date.now() + 3_600_000);
    const maker = await world.identity.apiKey(owner.user, { scopes: ['api.access', 'document.view'], expiresAt });
    const withMaker = world.api.withKey(maker.key);
    const child = (await withMaker.post('/api-keys', { name: 'child', scopes: ['document.view'] })).body.data;
    expect(child.expires_at).toBe(expiresAt.toISOString());
    const beyond = await withMaker.post('/api-keys', { name: 'child', scopes: ['document.search'] });
    expect([beyond.status, beyond.body.error.details.field]).toEqual([400, 'scopes']);
    expect((await permissionsOf(child.key as string)).status).toBe(200);
    expect((await owner.api.delete(`/api-keys/${maker.id}`)).status).toBe(204);
    expectUnauthorized(await permissionsOf(child.key as string), 'invalid');
  });

  it.each([
    ['unknown', makeApiKey(), 1],
    ['of another form', 'nonsense', 0],
    ['empty', '', 0],
    ['very long', 'amk_'.padEnd(8000, 'x'), 0],
    ['cut off', makeApiKey().slice(0, -1), 0],
    ['without its checksum', makeApiKey().slice(0, -6), 0],
    ['mistyped', makeApiKey().replace(/.$/, (last) => (last === 'Q' ? 'g' : 'Q')), 0],
  ])('answers 401 for a key that is %s, and asks the database only for one that could be', async (_, key, queries) => {
    const answer = await permissionsOf(key);
    expectUnauthorized(answer, 'invalid');
    const [line] = await until(
      () => Promise.resolve(world.service.logs().filter(({ request_id }) => request_id === idOf(answer))),
      (lines) => lines.length > 0,
    );
    expect(line).toMatchObject({ status: 401, db_queries: queries });
  });

  it('answers when the key expired', async () => {
    const expiresAt = new Date(Date.now() - 1000);
    const { key } = await world.identity.apiKey(await world.identity.user(), { expiresAt });
    const { status, body } = await permissionsOf(key);
    expect(status).toBe(401);
    expect(body.error.details).toEqual({
      token_type: 'api_key',
      reason: 'expired',
      expired_at: expiresAt.toISOString(),
    });
  });

  it.each([
    ['loses the right to hold keys', `role = 'viewer'`],
    ['is suspended', `status = 'suspended'`],
    ['was only invited', `status = 'invited'`],
  ])('stops at the next request when its owner %s', async (_, assignment) => {
    const user = await world.identity.user();
    const { key } = await world.identity.apiKey(user);
    expect((await permissionsOf(key)).status).toBe(200);
    await change(user, assignment);
    expectUnauthorized(await permissionsOf(key), 'revoked');
    await change(user, `role = 'engineer', status = 'active'`);
    expect((await permissionsOf(key)).status).toBe(200);
  });

  it('is refused beside a bearer token, whichever of them is good', async () => {
    const { user, accessToken } = await world.signIn();
    const { key } = await world.identity.apiKey(user);
    const { status, body } = await world.api.get('/users/me', {
      authorization: `Bearer ${accessToken}`,
      'x-api-key': key,
    });
    expect(status).toBe(400);
    expect(body.error.code).toBe('INVALID_REQUEST');
    expect(body.error.details.field).toBe('Authorization');
  });

  it('shows when it was last used, and writes that once a minute', async () => {
    const { user, api } = await world.signIn();
    const { id, key } = await world.identity.apiKey(user);
    const lastUse = async (): Promise<number> =>
      Date.parse((await api.get(`/api-keys/${id}`)).body.data.last_used_at as string);
    await Promise.all(Array.from({ length: 20 }, () => permissionsOf(key)));
    const first = await lastUse();
    expect(Math.abs(Date.now() - first)).toBeLessThan(600_000);
    // An ETag covers everything that is shown, so one write is one version.
    expect((await api.get(`/api-keys/${id}`)).headers.get('etag')).toBe('"2"');
    await permissionsOf(key);
    expect(await lastUse()).toBe(first);
    await world.sql.query(`UPDATE api_keys SET last_used_at = now() - interval '61 seconds' WHERE id = $1`, [id]);
    await permissionsOf(key);
    expect(await lastUse()).toBeGreaterThanOrEqual(first);
  });

  it('is served without waiting while its row is locked', async () => {
    const { id, key } = await world.identity.apiKey(await world.identity.user());
    const client = await world.sql.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM api_keys WHERE id = $1 FOR UPDATE', [id]);
      expect((await permissionsOf(key)).status).toBe(200);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});
