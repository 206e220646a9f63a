import { randomUUID } from 'node:crypto';
import { startWorld, type TestWorld } from '../../support/test-world.js';

describe('Idempotency-Key', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  const request = { name: 'CI', scopes: ['document.view'] };
  const once = (): Record<string, string> => ({ 'idempotency-key': randomUUID() });
  const countKeys = async (userId: string): Promise<number> =>
    (await world.sql.query(`SELECT 1 FROM api_keys WHERE owner_id = $1`, [userId])).length;

  it('answers a repetition with the first answer and does nothing', async () => {
    const { user, api } = await world.signIn();
    const headers = once();
    const first = await api.post('/api-keys', request, headers);
    const second = await api.post('/api-keys', request, headers);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body.data).toEqual(first.body.data);
    expect(second.body.meta.request_id).not.toBe(first.body.meta.request_id);
    expect(await countKeys(user.id)).toBe(1);
  });

  it('refuses the same key for another request', async () => {
    const { api } = await world.signIn();
    const headers = once();
    await api.post('/api-keys', request, headers);
    const { status, body } = await api.post('/api-keys', { ...request, name: 'other' }, headers);
    expect(status).toBe(422);
    expect(body.error.code).toBe('UNPROCESSABLE');
    expect(body.error.details.reason).toBe('idempotency_key_reused');
  });

  it('makes one of twenty parallel requests; the others replay it or are told to wait', async () => {
    const { user, api } = await world.signIn();
    const headers = once();
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.post('/api-keys', request, headers)));
    const created = answers.filter(({ status }) => status === 201);
    expect(created.filter((answer) => answer.headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(new Set(created.map(({ body }) => body.data.key as string)).size).toBe(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect(status).toBe(409);
      expect(body.error.details.reason).toBe('idempotency_key_in_use');
    }
    expect(await countKeys(user.id)).toBe(1);
  });

  it('is each user’s own', async () => {
    const [one, other] = [await world.signIn(), await world.signIn()];
    const headers = once();
    const first = await one.api.post('/api-keys', request, headers);
    const second = await other.api.post('/api-keys', request, headers);
    expect(second.status).toBe(201);
    expect(second.body.data.id).not.toBe(first.body.data.id);
  });

  it('is forgotten after 24 hours', async () => {
    const { user, api } = await world.signIn();
    const headers = once();
    await api.post('/api-keys', request, headers);
    await world.sql.query(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE user_id = $1`, [
      user.id,
    ]);
    const again = await api.post('/api-keys', { ...request, name: 'other' }, headers);
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotent-replayed')).toBeNull();
  });

  it('keeps no failed attempt: the corrected request goes through', async () => {
    const { api } = await world.signIn();
    const headers = once();
    expect((await api.post('/api-keys', { ...request, scopes: ['user.manage'] }, headers)).status).toBe(400);
    expect((await api.post('/api-keys', request, headers)).status).toBe(201);
  });

  it('keeps answers sealed: the key of an API key is not in the table', async () => {
    const { user, api } = await world.signIn();
    const { key } = (await api.post('/api-keys', request, once())).body.data;
    const [row] = await world.sql.query<{ response: Buffer }>(
      `SELECT response FROM idempotency_keys WHERE user_id = $1`,
      [user.id],
    );
    expect(row?.response.length).toBeGreaterThan(0);
    expect(row?.response.includes(key as string)).toBe(false);
    expect(row?.response.includes('prefix')).toBe(false);
  });

  it.each([
    ['empty', ''],
    ['of 256 characters', 'x'.repeat(256)],
    ['with a space', 'a b'],
  ])('must not be %s', async (_, key) => {
    const { api } = await world.signIn();
    const { status, body } = await api.post('/api-keys', request, { 'idempotency-key': key });
    expect(status).toBe(400);
    expect(body.error.details.field).toBe('Idempotency-Key');
  });
});
