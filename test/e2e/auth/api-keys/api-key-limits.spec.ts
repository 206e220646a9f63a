import { startWorld, type SignedIn, type TestWorld } from '../../../support/service/test-world.js';
import type { ApiResponse } from '../../../support/api/api-client.js';
import type { TestUser } from '../../../factories/identity.factory.js';

describe('limits of API keys', () => {
  let world: TestWorld;
  beforeAll(async () => {
    // The tests act as a reverse proxy, and so as clients at any address.
    world = await startWorld({ shared: true, env: { TRUST_PROXY: '127.0.0.0/8' } });
  });
  afterAll(() => world.stop());

  describe('by address', () => {
    const from = (key: string, address: string): Promise<ApiResponse> =>
      world.api.withKey(key).get('/users/me', { 'x-forwarded-for': address });

    it.each([
      [['192.0.2.0/24'], '192.0.2.200', 200],
      [['192.0.2.0/24'], '192.0.3.1', 403],
      [['192.0.2.0/24'], '::ffff:192.0.2.1', 200],
      [['192.0.2.7/32', '2001:db8::/32'], '2001:db8:ffff::1', 200],
      [['192.0.2.7/32', '2001:db8::/32'], '2001:db9::1', 403],
      [['0.0.0.0/0'], '2001:db8::1', 403],
      [['::/0'], '192.0.2.1', 403],
      // Only the last hop is a proxy of ours: what a client claims about itself does not count.
      [['192.0.2.0/24'], '192.0.2.1, 203.0.113.9', 403],
      [['192.0.2.0/24'], '203.0.113.9, 192.0.2.1', 200],
    ])('a key for %j from %s: %i', async (allowedCidrs, address, status) => {
      const { key } = await world.identity.apiKey(await world.identity.user(), { allowedCidrs });
      const answer = await from(key, address);
      expect(answer.status).toBe(status);
      if (status === 403) {
        expect(answer.body.error).toMatchObject({ code: 'FORBIDDEN', details: { reason: 'address_not_allowed' } });
      }
    });

    it('count from the next request on', async () => {
      const { user, api } = await world.signIn();
      const { id, key } = await world.identity.apiKey(user);
      expect((await from(key, '192.0.2.1')).status).toBe(200);
      await api.patch(`/api-keys/${id}`, { allowed_cidrs: ['203.0.113.0/24'] });
      expect((await from(key, '192.0.2.1')).status).toBe(403);
      expect((await from(key, '203.0.113.5')).status).toBe(200);
    });

    it('leave one record a minute of what they refuse, and no sign of use', async () => {
      const { user, api } = await world.signIn();
      const { id, key } = await world.identity.apiKey(user, { allowedCidrs: ['203.0.113.0/24'] });
      const records = (): Promise<object[]> =>
        world.sql.query(
          `SELECT action, result, reason, actor_type, actor_id, api_key_id, ip FROM audit_records WHERE target_id = $1`,
          [id],
        );
      await Promise.all(Array.from({ length: 10 }, () => from(key, '192.0.2.1')));
      expect(await records()).toEqual([
        {
          action: 'api_key.refused',
          result: 'failure',
          reason: 'address_not_allowed',
          actor_type: 'api_key',
          actor_id: user.id,
          api_key_id: id,
          ip: '192.0.2.1',
        },
      ]);
      expect((await api.get(`/api-keys/${id}`)).body.data.last_used_at).toBeNull();
      await world.sql.query(`UPDATE api_keys SET last_refused_at = now() - interval '61 seconds' WHERE id = $1`, [id]);
      await from(key, '192.0.2.1');
      expect(await records()).toHaveLength(2);
    });
  });

  describe('of service accounts', () => {
    let admin: SignedIn;
    let service: TestUser;
    let organization: { id: string };
    beforeAll(async () => {
      admin = await world.signIn({ role: 'admin' });
      organization = { id: admin.user.organizationId };
      service = await world.identity.user({ organization, role: 'api_user', hasPassword: false });
    });
    const request = { name: 'Planner', scopes: ['document.view'] };

    it('are managed by administrators, from the first day to the last', async () => {
      const created = await admin.api.post('/api-keys', { ...request, owner_id: service.id });
      expect([created.status, created.body.data.owner_id]).toEqual([201, service.id]);
      const { id, key } = created.body.data;
      const who = await world.api.withKey(key as string).get('/users/me');
      expect(who.body.data).toMatchObject({ id: service.id, role: 'api_user' });

      const listed = await admin.api.listAll(`/api-keys?owner_id=${service.id}`);
      expect(listed.map((item: { id: string }) => item.id)).toEqual([id]);
      expect(await admin.api.listAll('/api-keys')).toEqual([]);
      expect((await admin.api.get(`/api-keys/${id}`)).status).toBe(200);
      const changed = await admin.api.patch(`/api-keys/${id}`, { scopes: ['document.search'] });
      expect(changed.body.data.scopes).toEqual(['document.search']);
      const rotated = await admin.api.post(`/api-keys/${id}/rotate`, { grace_period_seconds: 0 });
      expect((await world.api.withKey(rotated.body.data.key as string).get('/users/me')).status).toBe(200);
      expect((await admin.api.delete(`/api-keys/${id}`)).status).toBe(204);
      expect((await world.api.withKey(rotated.body.data.key as string).get('/users/me')).status).toBe(401);
      const records = await world.sql.query(
        `SELECT action, actor_id, details->>'owner_id' AS owner_id FROM audit_records WHERE target_id = $1 ORDER BY id`,
        [id],
      );
      expect(records).toEqual(
        ['created', 'updated', 'rotated', 'revoked'].map((act) => ({
          action: `api_key.${act}`,
          actor_id: admin.user.id,
          owner_id: service.id,
        })),
      );
    });

    it('never exceed the permissions of a service account, for any grantor', async () => {
      for (const scope of ['document.manage', 'user.manage', 'document.comment']) {
        const { status, body } = await admin.api.post('/api-keys', {
          ...request,
          scopes: [scope],
          owner_id: service.id,
        });
        expect([status, body.error.details.field]).toEqual([400, 'scopes']);
      }
      const { id } = await world.identity.apiKey(service);
      const { status, body } = await admin.api.patch(`/api-keys/${id}`, { scopes: ['document.manage'] });
      expect([status, body.error.details.field]).toEqual([400, 'scopes']);
    });

    const owners: [string, () => Promise<{ id: string; organizationId?: string }>][] = [
      ['a person of the organization', () => world.identity.user({ organization, role: 'engineer' })],
      ['another administrator', () => world.identity.user({ organization, role: 'admin' })],
      ['a service account of another organization', () => world.identity.user({ role: 'api_user' })],
      ['nobody', () => Promise.resolve({ id: 'user_01h455vb4pex5vsknk084sn02q' })],
      ['no id', () => Promise.resolve({ id: 'nonsense' })],
    ];
    it.each(owners)('are not those of %s', async (_, makeOwner) => {
      const owner = await makeOwner();
      for (const answer of [
        await admin.api.post('/api-keys', { ...request, owner_id: owner.id }),
        await admin.api.get(`/api-keys?owner_id=${owner.id}`),
      ]) {
        expect(answer.status).toBe(400);
        expect(answer.body.error.details.field).toBe('owner_id');
      }
      const { id: ownerId, organizationId } = owner;
      if (organizationId === undefined) return;
      const { id } = await world.identity.apiKey({ id: ownerId, organizationId });
      for (const [method, path] of [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['POST', '/rotate'],
      ] as const) {
        const body = method === 'PATCH' ? { name: 'x' } : undefined;
        expect((await admin.api.request(method, `/api-keys/${id}${path}`, { body })).status).toBe(404);
      }
    });

    it.each(['manager', 'engineer', 'api_user'] as const)('are not managed by a %s', async (role) => {
      const user = await world.identity.user({ organization, role });
      const { key } = await world.identity.apiKey(user, { scopes: ['api.access', 'document.view'] });
      const target = await world.identity.apiKey(service);
      const api = world.api.withKey(key);
      for (const answer of [
        await api.post('/api-keys', { ...request, owner_id: service.id }),
        await api.get(`/api-keys?owner_id=${service.id}`),
      ]) {
        expect(answer.status).toBe(403);
        expect(answer.body.error.details).toEqual({ reason: 'administrator_required' });
      }
      expect((await api.get(`/api-keys/${target.id}`)).status).toBe(404);
      expect((await api.delete(`/api-keys/${target.id}`)).status).toBe(404);
      expect((await api.get(`/api-keys?owner_id=${user.id}`)).status).toBe(200);
    });

    it('are managed with an administrator’s key only if it may manage users, and end with it', async () => {
      const weak = await world.identity.apiKey(admin.user, { scopes: ['api.access', 'document.view'] });
      const refused = await world.api.withKey(weak.key).post('/api-keys', { ...request, owner_id: service.id });
      expect([refused.status, refused.body.error.details.reason]).toEqual([403, 'administrator_required']);

      const scopes = ['api.access', 'document.view', 'user.manage'] as const;
      const maker = await world.identity.apiKey(admin.user, { scopes });
      const api = world.api.withKey(maker.key);
      const beyond = await api.post('/api-keys', { ...request, scopes: ['chat.use'], owner_id: service.id });
      expect([beyond.status, beyond.body.error.details.field]).toEqual([400, 'scopes']);
      const { key } = (await api.post('/api-keys', { ...request, owner_id: service.id })).body.data;
      expect((await world.api.withKey(key as string).get('/users/me')).status).toBe(200);
      await admin.api.delete(`/api-keys/${maker.id}`);
      expect((await world.api.withKey(key as string).get('/users/me')).status).toBe(401);
    });
  });

  it('end with their owner: a user who is removed leaves no key, and none made with one', async () => {
    const admin = await world.signIn({ role: 'admin' });
    const organization = { id: admin.user.organizationId };
    const service = await world.identity.user({ organization, role: 'api_user', hasPassword: false });
    const second = await world.identity.user({ organization, role: 'admin' });
    const scopes = ['api.access', 'user.manage', 'document.view'] as const;
    const maker = await world.identity.apiKey(second, { scopes });
    const made = (
      await world.api
        .withKey(maker.key)
        .post('/api-keys', { name: 'made', scopes: ['document.view'], owner_id: service.id })
    ).body.data;
    expect((await admin.api.delete(`/users/${second.id}`)).status).toBe(204);
    for (const key of [maker.key, made.key as string]) {
      expect((await world.api.withKey(key).get('/users/me')).status).toBe(401);
    }
    const revoked = await world.sql.query(
      `SELECT target_id, reason FROM audit_records WHERE action = 'api_key.revoked' AND organization_id = $1 ORDER BY id`,
      [organization.id],
    );
    expect(revoked).toEqual([
      { target_id: maker.id, reason: 'owner_removed' },
      { target_id: made.id, reason: 'maker_revoked' },
    ]);
  });
});
