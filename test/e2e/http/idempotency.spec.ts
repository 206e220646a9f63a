import { randomUUID } from 'node:crypto';
import { newId } from '../../../src/common/ids/type-id.js';
import type { ApiClient } from '../../support/api/api-client.js';
import { readyManual, wheelManual } from '../../support/manuals/manual.js';
import { MODEL_KEY, startModelServer } from '../../support/peers/model-server.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

describe('Idempotency-Key', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
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
    expect([first.headers.get('etag'), second.headers.get('etag')]).toEqual(['"1"', '"1"']);
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

  it('answers none but the credential that it was used with', async () => {
    const { user, api } = await world.signIn();
    const keyWith = async (): Promise<ApiClient> =>
      world.api.withKey((await world.identity.apiKey(user, { scopes: ['api.access', 'document.view'] })).key);
    const [wide, narrow] = [await keyWith(), await keyWith()];
    const again = await world.signIn(user);
    for (const [owner, strangers] of [
      [api, [wide, narrow]],
      [wide, [narrow, api]],
    ] as const) {
      const headers = once();
      const first = await owner.post('/api-keys', request, headers);
      expect(first.status).toBe(201);
      for (const stranger of strangers) {
        const { status, body, text } = await stranger.post('/api-keys', request, headers);
        expect([status, body.error.details.reason]).toEqual([422, 'idempotency_key_reused']);
        expect(text).not.toContain(first.body.data.key);
      }
      expect((await again.api.post('/api-keys', request, headers)).status).toBe(422);
      expect((await owner.post('/api-keys', request, headers)).text).toContain(first.body.data.key);
    }
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

  it('is removed, with the answer, by the hourly task after these', async () => {
    const { user, api } = await world.signIn();
    const [old, recent] = [once(), once()];
    await api.post('/api-keys', request, old);
    await world.sql.query(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE user_id = $1`, [
      user.id,
    ]);
    await api.post('/api-keys', request, recent);
    // Starting runs it as well.
    await world.service.restart();
    const left = await until(
      () => world.sql.query<{ key: string }>(`SELECT key FROM idempotency_keys WHERE user_id = $1`, [user.id]),
      (keys) => keys.length < 2,
    );
    expect(left).toEqual([{ key: recent['idempotency-key'] }]);
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

  describe('of slow work', () => {
    const chat = { copilot_type: 'mro', initial_message: 'How is the wheel removed?' };
    const age = (userId: string, interval: string): Promise<unknown> =>
      world.sql.query(`UPDATE idempotency_keys SET claimed_until = now() + $2::interval WHERE user_id = $1`, [
        userId,
        interval,
      ]);
    const claimed = async (userId: string, organizationId: string, key: string): Promise<void> => {
      await world.sql.insert('idempotency_keys', {
        user_id: userId,
        organization_id: organizationId,
        key,
        request_hash: Buffer.alloc(32),
        claim_id: randomUUID(),
        claimed_until: new Date(Date.now() + 60_000),
      });
    };
    const countSessions = async (userId: string): Promise<number> =>
      (await world.sql.query(`SELECT 1 FROM chat_sessions WHERE user_id = $1`, [userId])).length;

    it('is replayed with its warnings', async () => {
      const { user, api } = await world.signIn();
      const headers = once();
      const body = { ...chat, filters: { aircraft_types: ['NONE-1'] } };
      const first = await api.post('/chat/sessions', body, headers);
      const second = await api.post('/chat/sessions', body, headers);
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.headers.get('idempotent-replayed')).toBe('true');
      expect(second.body.data).toEqual(first.body.data);
      expect(first.body.meta.warnings).toEqual([expect.stringContaining('NONE-1')]);
      expect(second.body.meta.warnings).toEqual(first.body.meta.warnings);
      expect(await countSessions(user.id)).toBe(1);
    });

    it('is done once, however many ask at once', async () => {
      const { user, api } = await world.signIn();
      const headers = once();
      const answers = await Promise.all(Array.from({ length: 10 }, () => api.post('/chat/sessions', chat, headers)));
      const statuses = new Set(answers.map(({ status }) => status));
      expect([...statuses].filter((status) => status !== 201 && status !== 409)).toEqual([]);
      expect(await countSessions(user.id)).toBe(1);
      const other = await api.post('/chat/sessions', { ...chat, title: 'other' }, headers);
      expect(other.body.error.details.reason).toBe('idempotency_key_reused');
    });

    it('left by a process that died is refused at first, then done', async () => {
      const { user, api } = await world.signIn();
      const headers = once();
      await claimed(user.id, user.organizationId, headers['idempotency-key']!);
      for (const [path, body] of [
        ['/chat/sessions', chat],
        ['/api-keys', request],
      ] as const) {
        const { status, body: answer } = await api.post(path, body, headers);
        expect([status, answer.error.details.reason]).toEqual([409, 'idempotency_key_in_use']);
      }
      await age(user.id, '-1 second');
      expect((await api.post('/chat/sessions', chat, headers)).status).toBe(201);
      expect((await api.post('/chat/sessions', chat, headers)).headers.get('idempotent-replayed')).toBe('true');
    });

    it('that failed may be repeated at once', async () => {
      const { api } = await world.signIn();
      const headers = once();
      const ids = [newId('document')];
      const body = { ...chat, document_ids: ids, filters: { document_ids: ids } };
      expect((await api.post('/chat/sessions', body, headers)).status).toBe(400);
      expect((await api.post('/chat/sessions', chat, headers)).status).toBe(201);
    });
  });

  it('holds no connection while it answers: other requests go on beside many chats', async () => {
    const model = await startModelServer();
    const env = { DATABASE_POOL_SIZE: '2', LLM_BASE_URL: model.url, LLM_MODEL: 'hang', LLM_API_KEY: MODEL_KEY };
    const small = await startWorld({ env });
    try {
      const { api } = await small.signIn({ role: 'admin' });
      await readyManual(api, await wheelManual());
      const question = 'What is the torque of the brake attachment bolts?';
      const body = { copilot_type: 'mro', initial_message: question };
      const chats = Array.from({ length: 6 }, () => api.post('/chat/sessions', body, once()));
      await until(async () => (await model.seen()).requests.length >= chats.length);
      expect((await api.get('/documents')).status).toBe(200);
      await model.stop();
      for (const { status } of await Promise.all(chats)) expect(status).toBe(201);
    } finally {
      await small.stop();
    }
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
