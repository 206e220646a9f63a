import { startWorld, type TestWorld } from '../../../support/service/test-world.js';
import type { ApiResponse } from '../../../support/api/api-client.js';

describe('changes of API keys', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  afterAll(() => world.stop());

  const works = async (key: unknown): Promise<boolean> =>
    (await world.api.withKey(key as string).get('/users/me')).status === 200;
  const recordsOf = (id: string): Promise<object[]> =>
    world.sql.query(
      `SELECT action, result, reason, actor_id, api_key_id, details FROM audit_records WHERE target_id = $1 ORDER BY id`,
      [id],
    );

  describe('PATCH /api-keys/{id}', () => {
    it('changes what is sent and keeps the rest', async () => {
      const { user, api } = await world.signIn({ role: 'engineer' });
      const { id, key } = await world.identity.apiKey(user, { scopes: ['document.view'] });
      const before = (await api.get(`/api-keys/${id}`)).body.data;
      const change = async (body: object): Promise<ApiResponse> => api.patch(`/api-keys/${id}`, body);

      const named = await change({ name: ' Planner ' });
      expect(named.status).toBe(200);
      expect(named.body.data).toEqual({ ...before, name: 'Planner', updated_at: expect.any(String) });
      expect((await change({ scopes: ['document.search', 'api.access'] })).body.data.scopes).toEqual([
        'document.search',
        'api.access',
      ]);
      expect((await world.api.withKey(key).get('/users/me/permissions')).body.data.permissions).toEqual([
        'document.search',
        'api.access',
      ]);
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
      expect((await change({ expires_at: tomorrow })).body.data.expires_at).toBe(tomorrow);
      expect((await change({ expires_at: null })).body.data.expires_at > tomorrow).toBe(true);
      expect((await change({ allowed_cidrs: ['127.0.0.1'] })).body.data.allowed_cidrs).toEqual(['127.0.0.1/32']);
      expect((await change({ allowed_cidrs: null })).body.data.allowed_cidrs).toBeNull();
      const { headers } = await api.get(`/api-keys/${id}`);
      expect((await change({})).headers.get('etag')).toBe(headers.get('etag'));
      expect((await recordsOf(id)).at(0)).toEqual({
        action: 'api_key.updated',
        result: 'success',
        reason: null,
        actor_id: user.id,
        api_key_id: null,
        details: { owner_id: user.id, changed: ['name'] },
      });
      expect(await recordsOf(id)).toHaveLength(6);
    });

    it('honours If-Match', async () => {
      const { user, api } = await world.signIn();
      const { id } = await world.identity.apiKey(user);
      const etag = (await api.get(`/api-keys/${id}`)).headers.get('etag') ?? '';
      const changed = await api.patch(`/api-keys/${id}`, { name: 'First' }, { 'if-match': etag });
      expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
      const stale = await api.patch(`/api-keys/${id}`, { name: 'Second' }, { 'if-match': etag });
      expect([stale.status, stale.body.error.code]).toEqual([412, 'PRECONDITION_FAILED']);
      const next = changed.headers.get('etag') ?? '';
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, n) => api.patch(`/api-keys/${id}`, { name: `Name ${n}` }, { 'if-match': next })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412]);
    });

    it.each([
      ['a blank name', { name: ' ' }, 'name'],
      ['null for a name', { name: null }, 'name'],
      ['no scopes', { scopes: [] }, 'scopes'],
      ['null for scopes', { scopes: null }, 'scopes'],
      ['a scope beyond the role', { scopes: ['user.manage'] }, 'scopes'],
      ['a time of expiry in the past', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
      ['no address', { allowed_cidrs: [] }, 'allowed_cidrs'],
      ['a broken address', { allowed_cidrs: ['10.0.0.0/33'] }, 'allowed_cidrs'],
      ['another owner', { owner_id: 'user_01h455vb4pex5vsknk084sn02q' }, 'owner_id'],
      ['a key', { key: 'amk_x' }, 'key'],
    ])('refuses %s', async (_, body, field) => {
      const { user, api } = await world.signIn({ role: 'engineer' });
      const { id } = await world.identity.apiKey(user);
      const answer = await api.patch(`/api-keys/${id}`, body);
      expect([answer.status, answer.body.error.details.field]).toEqual([400, field]);
    });

    it('is closed to viewers and, with a key, to all keys but itself and those made with it', async () => {
      const viewer = await world.signIn({ role: 'viewer' });
      const { id } = await world.identity.apiKey(viewer.user);
      expect((await viewer.api.patch(`/api-keys/${id}`, { name: 'x' })).status).toBe(403);
      expect((await viewer.api.post(`/api-keys/${id}/rotate`, {})).status).toBe(403);

      const { user } = await world.signIn();
      const other = await world.identity.apiKey(user);
      const api = world.api.withKey((await world.identity.apiKey(user, { scopes: ['api.access'] })).key);
      for (const answer of [
        await api.patch(`/api-keys/${other.id}`, { name: 'x' }),
        await api.post(`/api-keys/${other.id}/rotate`, {}),
        await api.delete(`/api-keys/${other.id}`),
      ]) {
        expect(answer.status).toBe(403);
        expect(answer.body.error.details).toEqual({ reason: 'session_required' });
      }
      const child = (await api.post('/api-keys', { name: 'child', scopes: ['api.access'] })).body.data;
      expect((await api.patch(`/api-keys/${child.id}`, { name: 'renamed' })).body.data.name).toBe('renamed');
      const withChild = world.api.withKey(child.key as string);
      const grandchild = (await withChild.post('/api-keys', { name: 'grandchild', scopes: ['api.access'] })).body.data;
      expect((await api.post(`/api-keys/${grandchild.id}/rotate`, {})).status).toBe(200);
      expect((await api.delete(`/api-keys/${grandchild.id}`)).status).toBe(204);
    });
  });

  describe('a key that was made with another', () => {
    const maker = async () => {
      const owner = await world.signIn({ role: 'engineer' });
      const expiresAt = new Date(Date.now() + 3_600_000);
      const made = await world.identity.apiKey(owner.user, {
        scopes: ['api.access', 'document.view', 'document.search'],
        expiresAt,
        allowedCidrs: ['127.0.0.0/8'],
      });
      return { owner, ...made, expiresAt, api: world.api.withKey(made.key) };
    };

    it('stays within it when it is made', async () => {
      const { api, expiresAt } = await maker();
      const make = (body: object): Promise<ApiResponse> =>
        api.post('/api-keys', { name: 'child', scopes: ['document.view'], ...body });
      const { body } = await make({});
      expect(body.data).toMatchObject({ expires_at: expiresAt.toISOString(), allowed_cidrs: ['127.0.0.0/8'] });
      const narrow = await make({ allowed_cidrs: ['127.0.0.1'] });
      expect(narrow.body.data.allowed_cidrs).toEqual(['127.0.0.1/32']);
      for (const cidr of ['0.0.0.0/0', '126.0.0.0/7', '192.0.2.1', '::/0']) {
        const wide = await make({ allowed_cidrs: ['127.0.0.1', cidr] });
        expect([wide.status, wide.body.error.details.field]).toEqual([400, 'allowed_cidrs']);
      }
      expect((await make({ scopes: ['document.comment'] })).body.error.details.field).toBe('scopes');
    });

    it('stays within it when it is changed, even in person, and the key itself cannot widen itself', async () => {
      const { owner, id, api, expiresAt } = await maker();
      const child = (await api.post('/api-keys', { name: 'child', scopes: ['document.view'] })).body.data;
      for (const [client, target] of [
        [owner.api, child.id],
        [api, child.id],
        [api, id],
      ] as const) {
        const later = await client.patch(`/api-keys/${target}`, { expires_at: null });
        expect(later.body.data.expires_at).toBe(expiresAt.toISOString());
        const anywhere = await client.patch(`/api-keys/${target}`, { allowed_cidrs: null });
        expect(anywhere.body.data.allowed_cidrs).toEqual(['127.0.0.0/8']);
        const wide = await client.patch(`/api-keys/${target}`, { allowed_cidrs: ['0.0.0.0/0'] });
        expect([wide.status, wide.body.error.details.field]).toEqual([400, 'allowed_cidrs']);
        const more = await client.patch(`/api-keys/${target}`, { scopes: ['document.comment'] });
        expect([more.status, more.body.error.details.field]).toEqual([400, 'scopes']);
      }
      // In person the owner may widen what no key made.
      expect((await owner.api.patch(`/api-keys/${id}`, { allowed_cidrs: null })).body.data.allowed_cidrs).toBeNull();
    });

    it('is narrowed with it, and what it made as well', async () => {
      const { owner, id, api, expiresAt } = await maker();
      const scopes = ['api.access', 'document.view'];
      const child = (await api.post('/api-keys', { name: 'child', scopes })).body.data;
      const withChild = world.api.withKey(child.key as string);
      const grandchild = (await withChild.post('/api-keys', { name: 'grandchild', scopes })).body.data;
      const expires_at = new Date(Date.now() + 60_000).toISOString();
      const narrower = { scopes: ['api.access', 'document.search'], expires_at, allowed_cidrs: ['127.0.0.1'] };
      expect((await owner.api.patch(`/api-keys/${id}`, narrower)).status).toBe(200);
      for (const { id: madeId } of [child, grandchild]) {
        expect((await owner.api.get(`/api-keys/${madeId}`)).body.data).toMatchObject({
          scopes: ['api.access'],
          expires_at,
          allowed_cidrs: ['127.0.0.1/32'],
        });
        expect((await recordsOf(madeId as string)).at(-1)).toMatchObject({
          action: 'api_key.updated',
          reason: 'maker_narrowed',
          details: {
            owner_id: owner.user.id,
            changed: ['scopes', 'expires_at', 'allowed_cidrs'],
            scopes: { from: scopes, to: ['api.access'] },
            expires_at: { from: expiresAt.toISOString(), to: expires_at },
            allowed_cidrs: { from: ['127.0.0.0/8'], to: ['127.0.0.1/32'] },
          },
        });
      }
    });

    it('ends with it, in one go and with a record for each', async () => {
      const { owner, id, api } = await maker();
      const child = (await api.post('/api-keys', { name: 'child', scopes: ['api.access'] })).body.data;
      const withChild = world.api.withKey(child.key as string);
      const grandchild = (await withChild.post('/api-keys', { name: 'grandchild', scopes: ['api.access'] })).body.data;
      expect(await works(grandchild.key)).toBe(true);
      expect((await owner.api.delete(`/api-keys/${id}`)).status).toBe(204);
      expect([await works(child.key), await works(grandchild.key)]).toEqual([false, false]);
      const revoked = { action: 'api_key.revoked', result: 'success', actor_id: owner.user.id };
      expect((await recordsOf(id)).at(-1)).toMatchObject({ ...revoked, reason: null });
      expect((await recordsOf(child.id as string)).at(-1)).toMatchObject({ ...revoked, reason: 'maker_revoked' });
      expect((await recordsOf(grandchild.id as string)).at(-1)).toMatchObject({ ...revoked, reason: 'maker_revoked' });
    });

    it('is within it even when it is made while that is narrowed, and gone when it is revoked meanwhile', async () => {
      const { owner, id, api } = await maker();
      const make = (): Promise<ApiResponse> =>
        api.post('/api-keys', { name: 'child', scopes: ['document.view', 'document.search'] });
      const some = (): Promise<ApiResponse>[] => Array.from({ length: 8 }, make);
      const narrowing = [
        ...some(),
        owner.api.patch(`/api-keys/${id}`, { scopes: ['api.access', 'document.view'] }),
        ...some(),
      ];
      expect(new Set((await Promise.all(narrowing)).map(({ status }) => status))).not.toContain(500);
      const rows = await world.sql.query<{ scopes: string[] }>(
        `SELECT scopes FROM api_keys WHERE created_with_id = $1`,
        [id],
      );
      expect(rows.map(({ scopes }) => scopes)).toEqual(rows.map(() => ['document.view']));

      const makeAgain = (): Promise<ApiResponse> => api.post('/api-keys', { name: 'child', scopes: ['document.view'] });
      const answers = await Promise.all([
        ...Array.from({ length: 8 }, makeAgain),
        owner.api.delete(`/api-keys/${id}`),
        ...Array.from({ length: 8 }, makeAgain),
      ]);
      expect(answers.filter(({ status }) => ![201, 204, 401].includes(status))).toEqual([]);
      const left = await world.sql.query(`SELECT id FROM api_keys WHERE owner_id = $1`, [owner.user.id]);
      expect(left).toEqual([]);
    });
  });
});
