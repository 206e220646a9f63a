import { createHash } from 'node:crypto';
import { isWellFormedApiKey } from '../../../../src/modules/auth/api-keys/api-key-format.js';
import { startWorld, type TestWorld } from '../../../support/service/test-world.js';

describe('/api-keys', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  afterAll(() => world.stop());

  const request = { name: 'CI', scopes: ['document.view'] };

  it('shows a new key once and stores its hash alone', async () => {
    const { user, api } = await world.signIn();
    const created = await api.post('/api-keys', { name: ' CI ', scopes: ['document.view', 'document.search'] });
    expect(created.status).toBe(201);
    const { key, ...rest } = created.body.data;
    expect(rest).toEqual({
      id: expect.stringMatching(/^key_/),
      name: 'CI',
      prefix: (key as string).slice(0, 12),
      owner_id: user.id,
      scopes: ['document.view', 'document.search'],
      expires_at: expect.any(String),
      allowed_cidrs: null,
      previous_expires_at: null,
      last_used_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(isWellFormedApiKey(key as string)).toBe(true);
    expect((await api.get(`/api-keys/${rest.id}`)).body.data).toEqual(rest);
    const [row] = await world.sql.query<{ key_hash: Buffer }>(`SELECT * FROM api_keys WHERE id = $1`, [rest.id]);
    expect(row?.key_hash).toEqual(
      createHash('sha256')
        .update(key as string)
        .digest(),
    );
    expect(JSON.stringify(row)).not.toContain((key as string).slice(12));
  });

  it('lists the caller’s own, newest first, page by page', async () => {
    const { user, api } = await world.signIn();
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) made.unshift((await world.identity.apiKey(user)).id);
    await world.identity.apiKey(await world.identity.user({ organization: { id: user.organizationId } }));

    const first = await api.get('/api-keys?limit=2');
    expect(first.body.pagination).toEqual({
      next_cursor: expect.any(String),
      has_more: true,
      total_count: 5,
      total_count_is_exact: true,
    });
    await world.identity.apiKey(user);
    const second = await api.get(`/api-keys?limit=2&cursor=${first.body.pagination.next_cursor}`);
    const ids = [...first.body.data, ...second.body.data].map(({ id }: { id: string }) => id);
    expect(ids).toEqual(made.slice(0, 4));
    expect(await api.listAll('/api-keys', 2)).toHaveLength(6);
    expect(first.text).not.toMatch(/"key"|key_hash/);
  });

  it('revokes a key from its next request on', async () => {
    const { user, api } = await world.signIn();
    const { id, key } = await world.identity.apiKey(user);
    expect((await world.api.withKey(key).get('/users/me')).status).toBe(200);
    expect((await api.delete(`/api-keys/${id}`)).status).toBe(204);
    const { status, body } = await world.api.withKey(key).get('/users/me');
    expect(status).toBe(401);
    expect(body.error.details.token_type).toBe('api_key');
    expect((await api.delete(`/api-keys/${id}`)).status).toBe(404);
    expect((await api.get(`/api-keys/${id}`)).status).toBe(404);
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['a blank name', { name: '  ' }, 'name'],
    ['a name that nobody sees', { name: '\u200b\u2066\u0007' }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['no scopes', { scopes: undefined }, 'scopes'],
    ['an empty list of scopes', { scopes: [] }, 'scopes'],
    ['a scope twice', { scopes: ['document.view', 'document.view'] }, 'scopes'],
    ['an unknown scope', { scopes: ['document.burn'] }, 'scopes'],
    ['a scope beyond the role', { scopes: ['document.view', 'user.manage'] }, 'scopes'],
    ['a scope that is no text', { scopes: [null] }, 'scopes'],
    ['text for scopes', { scopes: 'document.view' }, 'scopes'],
    ['a date of expiry without time', { expires_at: '2099-01-01' }, 'expires_at'],
    ['a week as time of expiry', { expires_at: '2099-W01-1' }, 'expires_at'],
    ['the 30th of February', { expires_at: '2099-02-30T00:00:00Z' }, 'expires_at'],
    ['a time of expiry in the past', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['a number as time of expiry', { expires_at: 4102444800 }, 'expires_at'],
    ['an unknown field', { owner: 'me' }, 'owner'],
    ['an owner that is no text', { owner_id: 1 }, 'owner_id'],
    ['null for the owner', { owner_id: null }, 'owner_id'],
    ['no address at all', { allowed_cidrs: [] }, 'allowed_cidrs'],
    ['51 addresses', { allowed_cidrs: Array.from({ length: 51 }, (_, n) => `192.0.2.${n}`) }, 'allowed_cidrs'],
    ['text for addresses', { allowed_cidrs: '192.0.2.0/24' }, 'allowed_cidrs'],
    ['a name for an address', { allowed_cidrs: ['example.test'] }, 'allowed_cidrs'],
    ['bits behind the prefix', { allowed_cidrs: ['192.0.2.1/24'] }, 'allowed_cidrs'],
    ['an address that is null', { allowed_cidrs: [null] }, 'allowed_cidrs'],
  ])('refuses %s', async (_, change, field) => {
    const { api } = await world.signIn();
    const { status, body } = await api.post('/api-keys', { ...request, ...change });
    expect(status).toBe(400);
    expect(body.error.details.field).toBe(field);
  });

  it('takes a time of expiry with an offset, and null', async () => {
    const { api } = await world.signIn();
    const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const dated = await api.post('/api-keys', { ...request, expires_at: `${date}T23:00:00-00:30` });
    expect(dated.body.data.expires_at).toBe(`${date}T23:30:00.000Z`);
    expect((await api.post('/api-keys', { ...request, expires_at: null })).status).toBe(201);
  });

  it('takes addresses in any form, and stores each once in the canonical one', async () => {
    const { api } = await world.signIn();
    const allowed_cidrs = ['192.0.2.7', '192.0.2.7/32', '::ffff:192.0.2.7', '2001:DB8::/32'];
    const { body } = await api.post('/api-keys', { ...request, allowed_cidrs });
    expect(body.data.allowed_cidrs).toEqual(['192.0.2.7/32', '2001:db8::/32']);
    expect((await api.post('/api-keys', { ...request, allowed_cidrs: null })).body.data.allowed_cidrs).toBeNull();
  });

  it('makes one key for one Idempotency-Key, and shows it again to its repetition', async () => {
    const { api } = await world.signIn();
    const once = { 'idempotency-key': 'make-one' };
    const first = await api.post('/api-keys', request, once);
    const again = await api.post('/api-keys', request, once);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(again.body.data).toEqual(first.body.data);
    const rotated = await api.post(`/api-keys/${first.body.data.id}/rotate`, {}, { 'idempotency-key': 'rotate-one' });
    const replayed = await api.post(`/api-keys/${first.body.data.id}/rotate`, {}, { 'idempotency-key': 'rotate-one' });
    expect(replayed.body.data).toEqual(rotated.body.data);
    expect((await world.api.withKey(rotated.body.data.key as string).get('/users/me')).status).toBe(200);
    expect((await api.get('/api-keys')).body.pagination.total_count).toBe(1);
  });

  it('is closed to viewers, with the reason', async () => {
    const { api } = await world.signIn({ role: 'viewer' });
    const { status, body } = await api.post('/api-keys', request);
    expect(status).toBe(403);
    expect(body.error.code).toBe('FORBIDDEN');
    expect(body.error.details).toEqual({
      required_permission: 'api.access',
      user_permissions: ['document.view', 'document.search', 'acknowledgement.sign'],
    });
    expect((await api.get('/api-keys')).status).toBe(403);
  });

  it('is closed to callers without credentials', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', '/x'],
      ['DELETE', '/x'],
      ['PATCH', '/x'],
      ['POST', '/x/rotate'],
    ] as const) {
      expect((await world.api.request(method, `/api-keys${path}`)).status).toBe(401);
    }
  });

  it.each([
    ['of a colleague', async () => (await world.identity.apiKey(await world.identity.user())).id],
    ['that is ill-formed', () => Promise.resolve('nonsense')],
    ['of another kind', () => Promise.resolve('user_01h455vb4pex5vsknk084sn02q')],
    ['that does not exist', () => Promise.resolve('key_01h455vb4pex5vsknk084sn02q')],
    ['with an injection', () => Promise.resolve(encodeURIComponent("' OR 1=1 --"))],
    ['of 200 characters', () => Promise.resolve('k'.repeat(200))],
  ])('answers 404 for an id %s', async (_, makeId) => {
    const { api } = await world.signIn({ role: 'admin' });
    const id = await makeId();
    for (const [method, path, change] of [
      ['GET', '', undefined],
      ['DELETE', '', undefined],
      ['PATCH', '', { name: 'Mine' }],
      ['POST', '/rotate', {}],
    ] as const) {
      const { status, body } = await api.request(method, `/api-keys/${id}${path}`, { body: change });
      expect(status).toBe(404);
      expect(body.error.details).toEqual({ resource: 'api_key' });
    }
  });
});
