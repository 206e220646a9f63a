import { randomUUID } from 'node:crypto';
import { paginate } from '../../../sdk/src/index.js';
import { Secrets } from '../../../src/common/crypto/secrets.js';
import { SEALED_COLUMNS } from '../../../src/common/crypto/sealed-columns.js';
import { SecretKeyFile } from '../../../src/common/crypto/secret-key-file.js';
import { newId } from '../../../src/common/ids/type-id.js';
import { WEBHOOK_EVENT_TYPES } from '../../../src/modules/webhooks/events/event-types.js';
import type { ApiClient, Json } from '../../support/api/api-client.js';
import { collect } from '../../support/collect.js';
import { errorOf } from '../../support/manuals/manual.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { NOWHERE, registerWebhook } from '../../support/scenes/webhook-scene.js';

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const TERMS = { url: NOWHERE, events: ['document.created'] };

describe('/webhooks', () => {
  let world: TestWorld;
  let admin: SignedIn;
  let api: ApiClient;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  beforeEach(async () => {
    admin = await world.signIn({ role: 'admin' });
    ({ api } = admin);
  });
  afterAll(() => world.stop());

  const trailOf = (id: string): Promise<{ action: string; actor_id: string; details: unknown }[]> =>
    world.sql.query(`SELECT action, actor_id, details FROM audit_records WHERE target_id = $1 ORDER BY id`, [id]);

  it('shows the catalogue', async () => {
    expect((await world.sdk(admin).GET('/webhooks/event-types')).data).toEqual(WEBHOOK_EVENT_TYPES);
  });

  it('registers, shows the secret once, and keeps it sealed', async () => {
    const created = await registerWebhook(api, { ...TERMS, description: ' To the  planning system ' });
    expect(created).toEqual({
      ...TERMS,
      id: expect.stringMatching(/^webhook_/),
      description: 'To the planning system',
      format: 'standard',
      enabled: true,
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
      previous_secret_until: null,
      created_by: admin.user.id,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      secret: expect.stringMatching(SECRET),
    });
    const client = world.sdk(admin);
    const got = await client.GET('/webhooks/{id}', { params: { path: { id: created.id as string } } });
    const { secret, ...shown } = created;
    expect(got.data).toEqual(shown);
    expect(await collect(paginate(client, '/webhooks'))).toEqual([shown]);
    const [row] = await world.sql.query<{ text: string; sealed: Buffer }>(
      `SELECT e::text AS text, sealed_secret AS sealed FROM webhook_endpoints e WHERE id = $1`,
      [created.id],
    );
    expect(row?.text).not.toContain(secret);
    const secrets = new Secrets(new SecretKeyFile(world.service.dataDir).keys);
    expect(secrets.decrypt(row!.sealed, 'webhook secrets').toString()).toBe(secret);
    const columns = SEALED_COLUMNS.filter(({ table }) => table === 'webhook_endpoints').map(({ column }) => column);
    expect(columns).toEqual(['sealed_secret', 'sealed_previous_secret']);
    expect(JSON.stringify(await trailOf(created.id as string))).not.toContain(secret);
    expect(world.service.output()).not.toContain(secret);
  });

  it('gives the same webhook to the same request twice, and secrets of their own to two', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const [first, again] = [await api.post('/webhooks', TERMS, headers), await api.post('/webhooks', TERMS, headers)];
    expect(again.body.data).toEqual(first.body.data);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await api.listAll('/webhooks')).toHaveLength(1);
    expect((await registerWebhook(api)).secret).not.toBe(first.body.data.secret);
  });

  it.each([
    ['url', { url: undefined }],
    ['url', { url: 'http://example.com/' }],
    ['url', { url: 'https://10.0.0.1/' }],
    ['url', { url: 'https://[::ffff:192.168.0.1]/' }],
    ['url', { url: 'https://user:secret@example.com/' }],
    ['url', { url: 'https://example.com/#part' }],
    ['url', { url: `https://example.com/${'a'.repeat(2030)}` }],
    ['events', { events: [] }],
    ['events', { events: ['*'] }],
    ['events', { events: ['document.created', 'document.created'] }],
    ['events', { events: ['document.flown'] }],
    ['description', { description: 'a'.repeat(501) }],
    ['enabled', { enabled: 'yes' }],
    ['secret', { secret: 'whsec_mine' }],
  ])('refuses a wrong %s: %j', async (field, fields) => {
    expect(errorOf(await api.post('/webhooks', { ...TERMS, ...fields }))).toMatchObject({ status: 400, field });
    const { id } = await registerWebhook(api);
    if (Object.values(fields)[0] === undefined) return;
    expect(errorOf(await api.patch(`/webhooks/${id}`, fields))).toMatchObject({ status: 400, field });
  });

  it('changes what is given, as the next version, recorded without path and query', async () => {
    const { id } = await registerWebhook(api, TERMS);
    const address = `/webhooks/${id}`;
    const etag = (await api.get(address)).headers.get('etag') ?? '';
    const url = 'https://other.example.com/hooks/T0K3N?key=abc';
    const changed = await api.patch(address, { url, events: ['user.deleted'] }, { 'if-match': etag });
    expect(changed.body.data).toMatchObject({ url, events: ['user.deleted'], enabled: true });
    expect(errorOf(await api.patch(address, { description: 'x' }, { 'if-match': etag }))).toMatchObject({
      status: 412,
    });
    const same = await api.patch(address, { url });
    expect(same.headers.get('etag')).toBe(changed.headers.get('etag'));
    const off = await api.patch(address, { enabled: false });
    expect(off.body.data).toMatchObject({ enabled: false, disabled_reason: 'manual', disabled_at: expect.any(String) });
    await world.sql.query(`UPDATE webhook_endpoints SET disabled_reason = 'failing' WHERE id = $1`, [id]);
    await world.sql.query(`UPDATE webhook_queues SET failing_since = now() WHERE endpoint_id = $1`, [id]);
    const on = await api.patch(address, { enabled: true });
    expect(on.body.data).toMatchObject({
      enabled: true,
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
    });
    expect((await api.get(address)).body.data).toEqual(on.body.data);
    expect((await api.delete(address)).status).toBe(204);
    expect((await api.delete(address)).status).toBe(404);
    const trail = await trailOf(id as string);
    expect(trail.map(({ action, details }) => [action, details])).toEqual([
      [
        'webhook.created',
        {
          ...{ origin: 'https://hooks.example.invalid', events: ['document.created'] },
          ...{ format: 'standard', enabled: true },
        },
      ],
      [
        'webhook.updated',
        { changed: ['url', 'events'], origin: 'https://other.example.com', events: ['user.deleted'] },
      ],
      ['webhook.updated', { changed: ['enabled'], enabled: false }],
      ['webhook.updated', { changed: ['enabled'], enabled: true }],
      ['webhook.deleted', { origin: 'https://other.example.com' }],
    ]);
    expect(trail.every(({ actor_id }) => actor_id === admin.user.id)).toBe(true);
  });

  it('replaces the secret, with an overlap or at once', async () => {
    const { id, secret } = await registerWebhook(api);
    const rotate = async (body: object): Promise<Json> =>
      (await api.post(`/webhooks/${id}/rotate-secret`, body)).body.data;
    const sealed = async (): Promise<Json> =>
      (
        await world.sql.query(`SELECT sealed_secret, sealed_previous_secret FROM webhook_endpoints WHERE id = $1`, [id])
      )[0];
    const before = await sealed();
    const second = await rotate({});
    expect(second).toMatchObject({ id, secret: expect.stringMatching(SECRET) });
    expect(second.secret).not.toBe(secret);
    const overlap = Date.parse(second.previous_secret_until as string) - Date.now();
    expect(Math.round(overlap / 3_600_000)).toBe(24);
    expect((await sealed()).sealed_previous_secret).toEqual(before.sealed_secret);
    const third = await rotate({ grace_period_seconds: 0 });
    expect([third.previous_secret_until, (await sealed()).sealed_previous_secret]).toEqual([null, null]);
    for (const body of [{ expire_previous_in: 0 }, { expire_previous_in: 60, grace_period_seconds: 0 }]) {
      await rotate({});
      expect((await rotate(body)).previous_secret_until).toBeNull();
    }
    expect((await api.get(`/webhooks/${id}`)).body.data.secret).toBeUndefined();
    for (const field of ['grace_period_seconds', 'expire_previous_in']) {
      for (const value of [-1, 604_801, 1.5, '60']) {
        const refused = await api.post(`/webhooks/${id}/rotate-secret`, { [field]: value });
        expect(errorOf(refused)).toMatchObject({ status: 400, field });
      }
    }
  });

  it('keeps no more than twenty of an organization, also when they come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 22 }, () => api.post('/webhooks', TERMS)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    for (const refused of answers.filter(({ status }) => status !== 201)) {
      expect(errorOf(refused)).toMatchObject({ status: 409, reason: 'too_many_webhooks' });
    }
    const { user } = admin;
    const [{ count } = { count: '' }] = await world.sql.query<{ count: string }>(
      `SELECT count(*) FROM audit_records WHERE action = 'webhook.created' AND actor_id = $1`,
      [user.id],
    );
    expect(count).toBe('20');
  });

  it('is for administrators of the organization alone', async () => {
    const { id } = await registerWebhook(api);
    const event = newId('webhook_delivery');
    const stranger = await world.signIn({ role: 'admin' });
    const manager = await world.signIn({ role: 'manager', organization: { id: admin.user.organizationId } });
    const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
    const routes: [string, string, object?][] = [
      ['GET', `/webhooks/${id}`],
      ['PATCH', `/webhooks/${id}`, { enabled: false }],
      ['DELETE', `/webhooks/${id}`],
      ['POST', `/webhooks/${id}/rotate-secret`, {}],
      ['POST', `/webhooks/${id}/test`],
      ['POST', `/webhooks/${id}/replay`, range],
      ['GET', `/webhooks/${id}/deliveries`],
      ['GET', `/webhooks/${id}/deliveries/${event}`],
      ['POST', `/webhooks/${id}/deliveries/${event}/retry`],
      ['POST', `/webhooks/${id}/deliveries/${event}/cancel`],
    ];
    for (const [method, address, body] of routes) {
      const statuses = await Promise.all(
        [world.api, manager.api, stranger.api].map((client) => client.request(method, address, { body })),
      );
      expect([address, ...statuses.map(({ status }) => status)]).toEqual([address, 401, 403, 404]);
      const unknown = await api.request(method, address.replace(id as string, newId('webhook')), { body });
      expect([address, unknown.status]).toEqual([address, 404]);
    }
    for (const [method, address] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', '/event-types'],
    ] as const) {
      const body = method === 'POST' ? TERMS : undefined;
      expect((await world.api.request(method, `/webhooks${address}`, { body })).status).toBe(401);
      expect((await manager.api.request(method, `/webhooks${address}`, { body })).status).toBe(403);
    }
    expect(await stranger.api.listAll('/webhooks')).toEqual([]);
    expect((await api.get(`/webhooks/${id}`)).body.data.enabled).toBe(true);
  });
});
