import { startWorld, type TestWorld } from '../../../support/service/test-world.js';

describe('POST /api-keys/{id}/rotate', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  afterAll(() => world.stop());

  const works = async (key: unknown): Promise<boolean> =>
    (await world.api.withKey(key as string).get('/users/me')).status === 200;
  const detailsOf = async (key: unknown): Promise<unknown> =>
    (await world.api.withKey(key as string).get('/users/me')).body.error.details;
  const recordsOf = (id: string): Promise<object[]> =>
    world.sql.query(
      `SELECT action, result, reason, actor_id, api_key_id, details FROM audit_records WHERE target_id = $1 ORDER BY id`,
      [id],
    );

  it('answers a new key once; the old one works for the grace period', async () => {
    const { user, api } = await world.signIn();
    const { id, key } = await world.identity.apiKey(user);
    const rotated = await api.post(`/api-keys/${id}/rotate`, { grace_period_seconds: 3600 });
    expect(rotated.status).toBe(200);
    const { key: next, ...rest } = rotated.body.data;
    expect(rest).toEqual({
      ...(await api.get(`/api-keys/${id}`)).body.data,
      id,
      prefix: (next as string).slice(0, 12),
    });
    expect(Date.parse(rest.previous_expires_at as string) - Date.now()).toBeGreaterThan(3_590_000);
    expect([await works(key), await works(next)]).toEqual([true, true]);
    await world.sql.query(`UPDATE api_keys SET previous_expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
    expect(await detailsOf(key)).toEqual({
      token_type: 'api_key',
      reason: 'expired',
      expired_at: expect.any(String),
    });
    expect(await works(next)).toBe(true);
    expect((await recordsOf(id)).at(-1)).toMatchObject({
      action: 'api_key.rotated',
      actor_id: user.id,
      details: { owner_id: user.id, grace_period_seconds: 3600 },
    });
    expect(rotated.headers.get('cache-control')).toBe('no-store');
  });

  it('gives a day unless said otherwise, nothing for 0, and never more than the key had', async () => {
    const { user, api } = await world.signIn();
    const { id, key } = await world.identity.apiKey(user);
    const first = (await api.post(`/api-keys/${id}/rotate`)).body.data;
    const grace = Date.parse(first.previous_expires_at as string) - Date.now();
    expect(Math.abs(grace - 86_400_000)).toBeLessThan(10_000);
    const second = (await api.post(`/api-keys/${id}/rotate`, { grace_period_seconds: 0 })).body.data;
    expect([await works(key), await works(first.key), await works(second.key)]).toEqual([false, false, true]);
    const expiresAt = new Date(Date.now() + 60_000);
    const short = await world.identity.apiKey(user, { expiresAt });
    const third = (await api.post(`/api-keys/${short.id}/rotate`)).body.data;
    expect(third).toMatchObject({
      previous_expires_at: expiresAt.toISOString(),
      expires_at: expiresAt.toISOString(),
    });
  });

  it('ends the oldest key at once when it comes again', async () => {
    const { user, api } = await world.signIn();
    const { id, key } = await world.identity.apiKey(user);
    const first = (await api.post(`/api-keys/${id}/rotate`, {})).body.data;
    const second = (await api.post(`/api-keys/${id}/rotate`, {})).body.data;
    expect(await detailsOf(key)).toEqual({ token_type: 'api_key', reason: 'invalid' });
    expect([await works(first.key), await works(second.key)]).toEqual([true, true]);
  });

  it('leaves two keys at most after ten rotations at once', async () => {
    const { user, api } = await world.signIn();
    const { id, key } = await world.identity.apiKey(user);
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.post(`/api-keys/${id}/rotate`, {})));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const keys = answers.map(({ body }) => body.data.key as string);
    const alive = await Promise.all([key, ...keys].map(works));
    expect(alive.filter(Boolean)).toHaveLength(2);
  });

  it('may be done by the key itself, which stays the same object', async () => {
    const { user, api } = await world.signIn();
    const { id, key } = await world.identity.apiKey(user, { scopes: ['api.access'] });
    const { status, body } = await world.api.withKey(key).post(`/api-keys/${id}/rotate`, {});
    expect([status, body.data.id]).toEqual([200, id]);
    await api.delete(`/api-keys/${id}`);
    expect([await works(key), await works(body.data.key)]).toEqual([false, false]);
  });

  it('refuses other times of grace, and an expired key', async () => {
    const { user, api } = await world.signIn();
    const { id } = await world.identity.apiKey(user);
    for (const grace_period_seconds of [-1, 604_801, 1.5, '60', null]) {
      const { status, body } = await api.post(`/api-keys/${id}/rotate`, { grace_period_seconds });
      expect([status, body.error.details.field]).toEqual([400, 'grace_period_seconds']);
    }
    const expired = await world.identity.apiKey(user, { expiresAt: new Date(Date.now() - 1000) });
    const { status, body } = await api.post(`/api-keys/${expired.id}/rotate`, {});
    expect([status, body.error.details]).toEqual([409, { reason: 'expired' }]);
  });
});
