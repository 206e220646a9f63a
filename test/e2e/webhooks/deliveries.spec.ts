import { newId } from '../../../src/common/ids/type-id.js';
import type { ApiClient, Json } from '../../support/api/api-client.js';
import { errorOf } from '../../support/manuals/manual.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';
import { recordedEvents, registerWebhook } from '../../support/scenes/webhook-scene.js';

const idsOf = (rows: Json[]): string[] => rows.map(({ id }) => id as string);
/** Postpones a delivery, so that none is made during the test. */
const LATER = `next_attempt_at = now() + interval '1 hour'`;

describe('deliveries of a webhook', () => {
  let world: TestWorld;
  let admin: SignedIn;
  let api: ApiClient;
  let organization: { id: string };
  let hook: string;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  beforeEach(async () => {
    admin = await world.signIn({ role: 'admin' });
    ({ api } = admin);
    organization = { id: admin.user.organizationId };
    const { id } = await registerWebhook(api);
    hook = `/webhooks/${id}`;
    // A lease, as if another process delivered, keeps the rows unchanged.
    const lease = `leased_by = 'test', leased_until = now() + interval '1 h'`;
    await world.sql.query(`UPDATE webhook_queues SET ${lease} WHERE endpoint_id = $1`, [id]);
  });
  afterAll(() => world.stop());

  const listed = (query = ''): Promise<Json[]> => api.listAll(`${hook}/deliveries${query}`);
  /** Creates a service account, which is an event. */
  const happen = async (): Promise<string> => {
    const email = `${newId('user')}@example.test`;
    return (await api.post('/users', { email, name: 'Robot', role: 'api_user' })).body.data.id as string;
  };
  const setState = (id: string, state: string, more = 'finished_at = now(), next_attempt_at = NULL') =>
    world.sql.query(`UPDATE webhook_deliveries SET state = $2, ${more} WHERE id = $1`, [id, state]);
  const acts = async (): Promise<string[]> => {
    const rows = await world.sql.query<{ action: string }>(
      `SELECT action FROM audit_records WHERE actor_id = $1 AND action LIKE 'webhook.%' ORDER BY id`,
      [admin.user.id],
    );
    return rows.map(({ action }) => action);
  };

  it('are listed newest first, by state, type and time, page by page', async () => {
    await happen();
    await happen();
    const [test] = [(await api.post(`${hook}/test`)).body.data];
    const all = await listed();
    expect(all).toMatchObject(['webhook.test', 'user.created', 'user.created'].map((event) => ({ event })));
    expect(idsOf(all)).toEqual(idsOf(all).sort().reverse());
    expect(all[0]).toMatchObject({ id: test.id, event_id: test.event_id, state: 'pending', finished_at: null });
    expect(Object.keys(all[0] as object).sort()).toEqual(Object.keys(test as object).sort());
    const first = await api.get(`${hook}/deliveries?limit=1&event=user.created`);
    expect(first.body.pagination).toMatchObject({ total_count: 2, has_more: true });
    const next = await api.get(
      `${hook}/deliveries?limit=1&event=user.created&cursor=${first.body.pagination.next_cursor}`,
    );
    expect([...first.body.data, ...next.body.data]).toMatchObject([{ id: all[1].id }, { id: all[2].id }]);
    await setState(all[2].id as string, 'failed');
    expect(idsOf(await listed('?state=failed'))).toEqual([all[2].id]);
    expect(await listed('?state=delivered')).toEqual([]);
    await world.sql.query(`UPDATE webhook_events SET occurred_at = '2026-01-01T12:00:00Z' WHERE id = $1`, [
      all[1].event_id,
    ]);
    expect(idsOf(await listed('?from=2026-01-01T12:00:00Z&to=2026-01-01T12:00:01Z'))).toEqual([all[1].id]);
    expect(await listed('?to=2026-01-01T12:00:00Z')).toEqual([]);
  });

  it.each(['state=lost', 'event=document.flown', 'from=yesterday', 'to=2026-02-30T00:00:00Z', 'user=me', 'limit=0'])(
    'are not listed by %s',
    async (query) => {
      const [field] = query.split('=');
      expect(errorOf(await api.get(`${hook}/deliveries?${query}`))).toMatchObject({ status: 400, field });
    },
  );

  it('are shown with their attempts, newest first', async () => {
    const { id } = (await api.post(`${hook}/test`)).body.data;
    await world.sql.query(`DELETE FROM webhook_attempts WHERE delivery_id = $1`, [id]);
    await setState(id as string, 'failed', `attempts = 2, finished_at = now(), next_attempt_at = NULL`);
    const sent = { request_headers: { 'webhook-id': 'event' }, request_body: '{}', duration_ms: 12 };
    for (const [number, status, error] of [
      [1, null, 'timeout'],
      [2, 500, 'status'],
    ] as const) {
      await world.sql.query(`DELETE FROM webhook_attempts WHERE delivery_id = $1 AND number = $2`, [id, number]);
      const response_headers = status === null ? null : { server: 'test' };
      const outcome = { status, error, response_headers, response_body: status === null ? null : 'No' };
      await world.sql.insert('webhook_attempts', {
        delivery_id: id,
        number,
        started_at: new Date(),
        ...sent,
        ...outcome,
      });
    }
    const { body } = await api.get(`${hook}/deliveries/${id}`);
    expect(body.data).toMatchObject({ id, state: 'failed', attempt_count: 2, last_status: 500, last_error: 'status' });
    const started_at = expect.any(String);
    expect(body.data.attempts).toEqual([
      {
        number: 2,
        started_at,
        ...sent,
        status: 500,
        error: 'status',
        response_headers: { server: 'test' },
        response_body: 'No',
      },
      { number: 1, started_at, ...sent, status: null, error: 'timeout', response_headers: null, response_body: null },
    ]);
    const other = `/webhooks/${(await registerWebhook(api)).id}`;
    expect((await api.get(`${other}/deliveries/${id}`)).status).toBe(404);
    for (const act of ['retry', 'cancel'])
      expect((await api.post(`${other}/deliveries/${id}/${act}`)).status).toBe(404);
  });

  it('are given up, and tried again in their old place', async () => {
    await happen();
    await happen();
    const [, first] = await listed();
    const address = `${hook}/deliveries/${first.id}`;
    await setState(first.id as string, 'pending', LATER);
    const cancelled = await api.post(`${address}/cancel`);
    expect([cancelled.status, cancelled.body.data]).toMatchObject([
      200,
      { state: 'cancelled', finished_at: expect.any(String), next_attempt_at: null },
    ]);
    expect(errorOf(await api.post(`${address}/cancel`))).toMatchObject({ status: 409, reason: 'not_pending' });
    const [place] = await world.sql.query(`SELECT position FROM webhook_deliveries WHERE id = $1`, [first.id]);
    const before = Date.now();
    const retried = await api.post(`${address}/retry`);
    expect([retried.status, retried.body.data]).toMatchObject([
      202,
      { id: first.id, state: 'pending', finished_at: null },
    ]);
    expect(Date.parse(retried.body.data.next_attempt_at as string)).toBeGreaterThan(before - 5_000);
    expect(await world.sql.query(`SELECT position FROM webhook_deliveries WHERE id = $1`, [first.id])).toEqual([place]);
    // What failed to be changed is not recorded as changed.
    expect(await acts()).toEqual(['webhook.created', 'webhook.delivery_cancelled', 'webhook.delivery_retried']);
    await api.patch(hook, { enabled: false });
    for (const route of [`${address}/retry`, `${hook}/test`]) {
      expect(errorOf(await api.post(route))).toMatchObject({ status: 409, reason: 'webhook_disabled' });
    }
  });

  it('fail no more when the one that failed is given up, and not before', async () => {
    await happen();
    await happen();
    const [second, first] = await listed();
    const failing = async (): Promise<unknown> => (await api.get(hook)).body.data.failing_since;
    await setState(first.id as string, 'pending', `attempts = 3, ${LATER}`);
    await world.sql.query(`UPDATE webhook_queues SET failing_since = now() WHERE endpoint_id = $1`, [
      hook.replace('/webhooks/', ''),
    ]);
    await api.post(`${hook}/deliveries/${second.id}/cancel`);
    expect(await failing()).toEqual(expect.any(String));
    await api.post(`${hook}/deliveries/${first.id}/cancel`);
    expect(await failing()).toBeNull();
  });

  it('tell no more of a comment that has turned private, save that it is deleted', async () => {
    const { id } = await world.documents.document(organization, { pages: ['One.'] });
    const body = { body: 'Worn?', page_number: 1, visibility: 'public' };
    const made = (await api.post(`/documents/${id}/comments`, body)).body.data;
    const kept = (await api.post(`/documents/${id}/comments`, body)).body.data;
    await api.post(`/documents/${id}/comments`, { ...body, parent_id: made.id });
    for (const act of ['resolve', 'reopen']) await api.post(`/comments/${made.id}/${act}`);
    const [told] = (await listed()).slice(-1);
    await setState(told.id as string, 'delivered');
    expect((await api.patch(`/comments/${made.id}`, { visibility: 'private' })).status).toBe(200);
    const states = (await listed()).reverse().map(({ event, state }): unknown[] => [event, state]);
    expect(states).toEqual([
      ['document.commented', 'delivered'],
      ['document.commented', 'pending'],
      ['document.commented', 'cancelled'],
      ['comment.resolved', 'cancelled'],
      ['comment.resolved', 'cancelled'],
      ['comment.deleted', 'pending'],
      ['comment.deleted', 'pending'],
    ]);
    const retried = await api.post(`${hook}/deliveries/${told.id}/retry`);
    expect(errorOf(retried)).toMatchObject({ status: 409, reason: 'event_withdrawn' });
    const range = { from: new Date(Date.now() - 60_000).toISOString(), to: '2099-01-01T00:00:00Z' };
    expect((await api.post(`${hook}/replay`, range)).body.data).toEqual({ replayed: 3 });
    const replayed = (await recordedEvents(world, organization, 'document.commented')).filter(
      ({ data }) => data.comment_id === kept.id,
    );
    expect((await listed()).slice(0, 3)).toMatchObject([
      { event: 'comment.deleted' },
      { event: 'comment.deleted' },
      { event_id: replayed[0]?.id },
    ]);
    // Published again it is news, and what was withdrawn stays so.
    await api.patch(`/comments/${made.id}`, { visibility: 'public' });
    expect(await listed('?event=document.commented&state=pending')).toHaveLength(3);
    await api.delete(`/comments/${kept.id}`);
    expect(await listed('?event=document.commented&state=cancelled')).toHaveLength(1);
  });

  it('wait in bounded number, where more are asked for', async () => {
    await happen();
    const [event] = await recordedEvents(world, organization);
    await world.sql.query(
      `INSERT INTO webhook_deliveries (id, endpoint_id, event_id)
       SELECT 'delivery_many_' || $1 || n, $1, $2 FROM generate_series(1, 19998) n`,
      [hook.replace('/webhooks/', ''), event?.id],
    );
    const range = { from: new Date(Date.now() - 60_000).toISOString(), to: '2099-01-01T00:00:00Z' };
    expect((await api.post(`${hook}/replay`, range)).body.data).toEqual({ replayed: 1 });
    expect(errorOf(await api.post(`${hook}/replay`, range))).toMatchObject({ status: 409, reason: 'queue_full' });
    expect((await api.post(`${hook}/replay`, { ...range, events: ['user.deleted'] })).status).toBe(202);
  });

  it('of a test go to that webhook alone, subscribed or not', async () => {
    const quiet = `/webhooks/${(await registerWebhook(api, { events: ['user.deleted'] })).id}`;
    const { status, body } = await api.post(`${quiet}/test`);
    expect([status, body.data]).toMatchObject([202, { event: 'webhook.test', state: 'pending', attempt_count: 0 }]);
    expect(await listed()).toEqual([]);
    expect(await api.listAll(`${quiet}/deliveries`)).toMatchObject([
      { id: body.data.id, event_id: body.data.event_id },
    ]);
    const [{ data } = { data: null }] = await recordedEvents(world, organization, 'webhook.test');
    expect(data).toEqual({ webhook_id: quiet.replace('/webhooks/', '') });
  });

  it('are not made of what happens while a webhook is off, but what waited stays', async () => {
    const missed = await happen();
    await api.patch(hook, { enabled: false });
    await happen();
    expect(await listed()).toHaveLength(1);
    const queue = (): Promise<Json[]> =>
      world.sql.query(`SELECT due_at FROM webhook_queues WHERE endpoint_id = $1`, [hook.replace('/webhooks/', '')]);
    expect(await queue()).toEqual([{ due_at: null }]);
    await api.patch(hook, { enabled: true });
    await happen();
    expect(await listed('?state=pending')).toHaveLength(2);
    const events = await recordedEvents(world, organization, 'user.created');
    expect(events.map(({ data }) => data.user_id)).toContain(missed);
    expect(events).toHaveLength(3);
  });

  it('are made again of what happened in a time, in order and with the ids that it had', async () => {
    const now = Date.now();
    const daysAgo = (days: number): string => new Date(now - days * 86_400_000).toISOString();
    for (let n = 0; n < 3; n += 1) await happen();
    const events = await recordedEvents(world, organization, 'user.created');
    await api.post(`${hook}/test`);
    for (const [index, { id }] of events.entries()) {
      await world.sql.query(`UPDATE webhook_events SET occurred_at = $2 WHERE id = $1`, [id, daysAgo(3 - index)]);
    }
    const replay = (body: object, address = hook) => api.post(`${address}/replay`, body);
    const range = { from: daysAgo(2), to: '2100-01-01T00:00:00Z' };
    const late = (await registerWebhook(api, { events: ['user.created'] })).id as string;
    expect((await replay(range, `/webhooks/${late}`)).body.data).toEqual({ replayed: 2 });
    const rows = await world.sql.query<{ event_id: string }>(
      `SELECT event_id FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY position`,
      [late],
    );
    expect(rows.map(({ event_id }) => event_id)).toEqual(events.slice(1).map(({ id }) => id));
    expect((await replay({ ...range, events: ['user.deleted'] })).body.data).toEqual({ replayed: 0 });
    // What is older than 30 days is replayed to nobody: receivers may have forgotten that they know it.
    await world.sql.query(`UPDATE webhook_events SET occurred_at = $2 WHERE id = $1`, [events[0]?.id, daysAgo(31)]);
    expect((await replay({ from: daysAgo(40), to: daysAgo(20), events: ['user.created'] })).body.data).toEqual({
      replayed: 0,
    });
    expect((await replay({ ...range, to: daysAgo(1), events: ['user.created'] })).status).toBe(202);
    expect((await listed()).filter(({ event_id }) => event_id === events[1]?.id)).toHaveLength(2);
    for (const wrong of [{ to: range.from }, { from: 'yesterday' }, { to: undefined }, { events: [] }]) {
      expect(errorOf(await replay({ ...range, ...wrong }))).toMatchObject({
        status: 400,
        field: Object.keys(wrong)[0],
      });
    }
    await world.sql.query(
      `INSERT INTO webhook_events (id, organization_id, type, data, occurred_at)
       SELECT 'event_many_' || $1 || n, $1, 'user.created', '{}', now() FROM generate_series(1, 10000) n`,
      [organization.id],
    );
    expect(errorOf(await replay(range))).toMatchObject({ status: 422, reason: 'too_many_events' });
    await api.patch(hook, { enabled: false });
    expect(errorOf(await replay(range))).toMatchObject({ status: 409, reason: 'webhook_disabled' });
    expect((await acts()).filter((action) => action === 'webhook.replayed')).toHaveLength(4);
  });

  it('are forgotten after 30 days, given up where they wait as long, as are events that none tells of', async () => {
    const old = `now() - interval '31 days'`;
    for (let n = 0; n < 4; n += 1) await happen();
    const [, waiting, over, overdue] = await listed();
    await world.sql.query(`UPDATE webhook_events SET occurred_at = ${old} WHERE organization_id = $1`, [
      organization.id,
    ]);
    await setState(waiting.id as string, 'pending', LATER);
    await setState(overdue.id as string, 'pending', `created_at = ${old}, ${LATER}`);
    const gone = (await registerWebhook(api)).id as string;
    await api.post(`/webhooks/${gone}/test`);
    await api.delete(`/webhooks/${gone}`);
    expect((await api.get(`/webhooks/${gone}/deliveries`)).status).toBe(404);
    const rest = (): Promise<Json[]> =>
      world.sql.query(
        `SELECT e.url, e.sealed_secret, e.sealed_previous_secret, q.endpoint_id AS queue, count(d.id)::integer AS deliveries
         FROM webhook_endpoints e LEFT JOIN webhook_queues q ON q.endpoint_id = e.id
           LEFT JOIN webhook_deliveries d ON d.endpoint_id = e.id
         WHERE e.id = $1 GROUP BY e.id, q.endpoint_id`,
        [gone],
      );
    expect(await rest()).toEqual([
      { url: '', sealed_secret: null, sealed_previous_secret: null, queue: null, deliveries: 1 },
    ]);
    await setState(over.id as string, 'delivered', `next_attempt_at = NULL, finished_at = ${old}`);
    for (const { id } of [waiting, over]) {
      await world.sql.query(`DELETE FROM webhook_attempts WHERE delivery_id = $1`, [id]);
      await world.sql.query(
        `INSERT INTO webhook_attempts (delivery_id, number, started_at, duration_ms, request_headers, request_body)
         VALUES ($1, 100, ${old}, 1, '{}', '')`,
        [id],
      );
    }
    const [, unheard] = await recordedEvents(world, organization, 'user.created');
    await world.sql.query(`DELETE FROM webhook_deliveries WHERE event_id = $1`, [unheard?.id]);
    await world.service.restart();
    const left = async (): Promise<Json> => ({
      deliveries: (await listed()).map(({ id, state }): unknown[] => [id, state]),
      events: (await recordedEvents(world, organization, 'user.created')).map(({ id }) => id),
      rest: await rest(),
      attempts: await world.sql.query(`SELECT delivery_id FROM webhook_attempts WHERE number = 100`),
    });
    const [newest] = await listed();
    const expected = {
      deliveries: [
        [newest.id, 'pending'],
        [waiting.id, 'pending'],
        [overdue.id, 'failed'],
      ],
      events: [overdue.event_id, waiting.event_id, newest.event_id],
      rest: [],
      attempts: [],
    };
    await until(left, (now) => JSON.stringify(now) === JSON.stringify(expected));
  });
});
