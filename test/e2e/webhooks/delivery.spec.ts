import { HTTP, type CloudEvent } from 'cloudevents';
import { Webhook } from 'standardwebhooks';
import type { TestOrganization } from '../../factories/identity.factory.js';
import {
  newWebhookSecret,
  WEBHOOK_TEST_KEY,
  WebhookFactory,
  type TestEndpoint,
} from '../../factories/webhook.factory.js';
import type { ApiClient, Json } from '../../support/api/api-client.js';
import { outbox } from '../../support/service/outbox.js';
import { TEST_ISSUER } from '../../support/service/running-process.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';
import {
  startWebhookReceiver,
  type ReceivedRequest,
  type WebhookReceiver,
} from '../../support/peers/webhook-receiver.js';

describe('delivery of webhooks', () => {
  let world: TestWorld;
  let receiver: WebhookReceiver;
  let webhooks: WebhookFactory;
  let organization: TestOrganization;
  let paths = 0;
  let slow: { path: string; endpoint: TestEndpoint };
  let stalled: { path: string; endpoint: TestEndpoint };
  let api: ApiClient;

  beforeAll(async () => {
    const env = { OUTBOUND_ALLOW_LOOPBACK: 'true', SECRET_KEY: WEBHOOK_TEST_KEY };
    [world, receiver] = await Promise.all([startWorld({ env }), startWebhookReceiver()]);
    webhooks = new WebhookFactory(world.sql);
    organization = await world.identity.organization();
    ({ api } = await world.signIn({ role: 'admin', organization }));
  });
  afterAll(async () => {
    await receiver.stop();
    await world.stop();
  });

  /** An endpoint at a unique path. */
  const endpointAt = async (
    options: Partial<Parameters<WebhookFactory['endpoint']>[1]> = {},
  ): Promise<{ path: string; endpoint: TestEndpoint }> => {
    const path = `/hook/${(paths += 1)}`;
    return { path, endpoint: await webhooks.endpoint(receiver.url + path, { organization, ...options }) };
  };
  const idOf = ({ headers }: ReceivedRequest): string => headers['webhook-id'] ?? '';

  it('lets nobody wait for an endpoint that is slow', async () => {
    const quick = await endpointAt();
    [slow, stalled] = [await endpointAt(), await endpointAt()];
    await receiver.answer(slow.path, { holdMs: 60_000 });
    await receiver.answer(stalled.path, { status: 202, body: 'half a', stall: true });
    await webhooks.tell(slow.endpoint, 5);
    await webhooks.tell(stalled.endpoint);
    await receiver.waitFor(slow.path, 1);
    for (let n = 1; n <= 5; n += 1) {
      await webhooks.tell(quick.endpoint);
      await receiver.waitFor(quick.path, n);
    }
    expect((await webhooks.deliveries(slow.endpoint))[0]).toMatchObject({ attempts: 0 });
  });

  it('lets nobody wait for hundreds of endpoints that are slow, but answer in the end', async () => {
    const many = await Promise.all(Array.from({ length: 400 }, () => endpointAt()));
    await Promise.all(many.map(({ path }) => receiver.answer(path, { holdMs: 60_000 })));
    await Promise.all(many.map(({ endpoint }) => webhooks.tell(endpoint)));
    await Promise.all(many.map(({ path }) => receiver.waitFor(path, 1)));
    const quick = await endpointAt();
    await webhooks.tell(quick.endpoint);
    await webhooks.waitForState(quick.endpoint, 'delivered');
    await Promise.all(many.map(({ path }) => receiver.release(path)));
  });

  it('tells of an event at once, signed as Standard Webhooks, in the body of the contract', async () => {
    const { path, endpoint } = await endpointAt();
    const [event] = await webhooks.tell(endpoint);
    const [request] = await receiver.waitFor(path, 1);
    const { body, headers } = request!;
    const told = new Webhook(endpoint.secret).verify(body, headers) as Record<string, unknown>;
    expect(told).toEqual({
      event: 'document.created',
      data: { document_id: 'doc_1' },
      timestamp: expect.any(String),
      livemode: true,
    });
    expect(new Date(told['timestamp'] as string).toISOString()).toBe(told['timestamp']);
    expect(idOf(request!)).toBe(event);
    expect(headers['content-type']).toBe('application/json');
    await webhooks.waitForState(endpoint, 'delivered');
    const [attempt] = await webhooks.attempts(endpoint);
    expect(attempt).toMatchObject({ number: 1, status: 204, error: null, request_body: body, response_body: '' });
    expect(JSON.stringify(attempt)).not.toMatch(/whsec_|v1,/);
  });

  it('writes CloudEvents 1.0 that its SDK reads, signed like others', async () => {
    const { path, endpoint } = await endpointAt({ format: 'cloudevents' });
    const [id] = await webhooks.tell(endpoint);
    const [request] = await receiver.waitFor(path, 1);
    const { body, headers } = request!;
    expect(() => new Webhook(endpoint.secret).verify(body, headers)).not.toThrow();
    const event = HTTP.toEvent({ headers, body }) as CloudEvent<unknown>;
    expect(event.validate()).toBe(true);
    expect(event).toMatchObject({
      ...{ id, specversion: '1.0', type: 'document.created', datacontenttype: 'application/json' },
      source: `${TEST_ISSUER}/organizations/${organization.id}`,
      data: { document_id: 'doc_1' },
      time: expect.stringMatching(/Z$/),
    });
  });

  it.each(['slack', 'teams'] as const)('writes messages for %s, also those that waited', async (format) => {
    const { path, endpoint } = await endpointAt();
    await receiver.answer(path, { status: 500 }, { status: 200, body: 'ok' });
    const [id] = await webhooks.tell(endpoint);
    await receiver.waitFor(path, 1);
    await webhooks.waitUntil(endpoint, ([first]) => first?.attempts === 1);
    expect((await api.patch(`/webhooks/${endpoint.id}`, { format })).body.data).toMatchObject({ format });
    await webhooks.skipPause(endpoint);
    const [, request] = await receiver.waitFor(path, 2);
    expect(idOf(request!)).toBe(id);
    expect(request!.headers['content-type']).toBe('application/json');
    const { text, type } = JSON.parse(request!.body) as Record<string, unknown>;
    expect({ text, type }).toEqual(
      format === 'slack' ? { text: 'Document: created' } : { text: undefined, type: 'message' },
    );
    expect(request!.body).toContain('doc_1');
    await webhooks.waitForState(endpoint, 'delivered');
  });

  it('signs with the former secret too, while its time lasts', async () => {
    const previousSecret = newWebhookSecret();
    const during = await endpointAt({ previousSecret });
    const after = await endpointAt({ previousSecret, previousEnded: true });
    for (const { endpoint } of [during, after]) await webhooks.tell(endpoint);
    const [both] = await receiver.waitFor(during.path, 1);
    const [one] = await receiver.waitFor(after.path, 1);
    for (const secret of [during.endpoint.secret, previousSecret]) {
      expect(() => new Webhook(secret).verify(both!.body, both!.headers)).not.toThrow();
    }
    expect(() => new Webhook(after.endpoint.secret).verify(one!.body, one!.headers)).not.toThrow();
    expect(() => new Webhook(previousSecret).verify(one!.body, one!.headers)).toThrow();
  });

  it('keeps the order, though some fail, and repeats ids and nothing else', async () => {
    const { path, endpoint } = await endpointAt();
    await receiver.answer(path, {}, { status: 500, body: 'no' }, { drop: true }, {});
    const events = await webhooks.tell(endpoint, 120);
    await webhooks.waitUntil(endpoint, ([, second]) => second?.attempts === 1);
    await webhooks.skipPause(endpoint);
    const waiting = await webhooks.waitUntil(endpoint, ([, second]) => second?.attempts === 2);
    expect(waiting.slice(2).every(({ attempts }) => attempts === 0)).toBe(true);
    expect(waiting[1]!.pause_ms).toBeGreaterThan(260_000);
    await webhooks.skipPause(endpoint);
    await webhooks.waitForState(endpoint, 'delivered');
    const requests = await receiver.seen(path);
    expect(requests.map(idOf)).toEqual([events[0], events[1], events[1], ...events.slice(1)]);
    const [, first, , third] = requests;
    expect(third!.body).toBe(first!.body);
    // One after the other: none comes before the one before it is answered.
    for (const [n, request] of requests.slice(1).entries()) {
      expect(request.at).toBeGreaterThanOrEqual(requests[n]!.endedAt!);
    }
    const attempts = await webhooks.attempts(endpoint);
    expect(attempts.slice(1, 4).map(({ number, status, error }) => [number, status, error])).toEqual([
      [1, 500, 'status'],
      [2, null, 'connect'],
      [3, 204, null],
    ]);
  });

  /** As if an event had been tried nine times, the first time so many hours ago. */
  const beforeTenthAttempt = async (endpoint: TestEndpoint, hours: number): Promise<void> => {
    await webhooks.waitUntil(endpoint, (rows) => rows.some((row) => row.state === 'pending' && row.attempts === 1));
    await world.sql.query(
      `WITH queue AS (UPDATE webhook_queues SET failing_since = now() - $2 * interval '1 h' WHERE endpoint_id = $1)
       UPDATE webhook_deliveries SET attempts = 9 WHERE endpoint_id = $1 AND state = 'pending' AND attempts = 1`,
      [endpoint.id, hours],
    );
    await webhooks.skipPause(endpoint);
  };
  const queueOf = async ({ id }: TestEndpoint): Promise<unknown> =>
    (await world.sql.query('SELECT failing_since, due_at FROM webhook_queues WHERE endpoint_id = $1', [id]))[0];

  it('gives an event up after the tenth attempt, which disables the endpoint; enabled again it goes on with the next', async () => {
    const { path, endpoint } = await endpointAt();
    await receiver.answer(path, { status: 503 }, { status: 503 }, {});
    await webhooks.tell(endpoint, 2);
    await beforeTenthAttempt(endpoint, 75.6);
    const rows = await webhooks.waitUntil(endpoint, ([first]) => first?.state === 'failed');
    expect(rows).toMatchObject([{ attempts: 10 }, { state: 'pending', attempts: 0 }]);
    const hook = `/webhooks/${endpoint.id}`;
    const look = async (): Promise<Json> => (await api.get(hook)).body.data;
    expect(await until(look, ({ enabled }) => enabled === false)).toMatchObject({ disabled_reason: 'failing' });
    expect((await api.patch(hook, { enabled: true })).body.data).toMatchObject({ enabled: true, failing_since: null });
    await webhooks.waitUntil(endpoint, ([, second]) => second?.state === 'delivered');
    expect(await receiver.seen(path)).toHaveLength(3);
  });

  it('goes on at once after a tenth attempt that came early; with nothing left to try, nothing fails', async () => {
    const { path, endpoint } = await endpointAt();
    await receiver.answer(path, { status: 503 }, { status: 503 }, {}, { status: 503 });
    await webhooks.tell(endpoint, 2);
    await beforeTenthAttempt(endpoint, 71);
    await webhooks.waitUntil(endpoint, ([first, second]) => first?.state === 'failed' && second?.state === 'delivered');
    await webhooks.tell(endpoint);
    await webhooks.waitUntil(endpoint, ([, , third]) => third?.attempts === 1);
    await beforeTenthAttempt(endpoint, 71);
    await webhooks.waitUntil(endpoint, ([, , third]) => third?.state === 'failed');
    const empty = { failing_since: null, due_at: null };
    await until(
      () => queueOf(endpoint),
      (queue) => JSON.stringify(queue) === JSON.stringify(empty),
    );
  });

  it('goes to another address at once, after any failure of the previous one', async () => {
    const [first, second] = [await endpointAt(), await endpointAt()];
    const { endpoint } = first;
    const hook = `/webhooks/${endpoint.id}`;
    await receiver.answer(first.path, { status: 500 }, { status: 410, holdMs: 60_000 });
    await webhooks.tell(endpoint);
    await webhooks.waitUntil(endpoint, ([row]) => row?.attempts === 1);
    await webhooks.skipPause(endpoint);
    await receiver.waitFor(first.path, 2);
    // While a request to the old address is in progress, which would disable it.
    await api.patch(hook, { url: receiver.url + second.path });
    await receiver.release(first.path);
    await webhooks.waitForState(endpoint, 'delivered');
    expect((await api.get(hook)).body.data).toMatchObject({ enabled: true, failing_since: null });
    // While it waits for the next attempt.
    await receiver.answer(second.path, { status: 500 });
    await webhooks.tell(endpoint);
    await webhooks.waitUntil(endpoint, ([, row]) => row?.attempts === 1);
    await world.sql.query(
      `UPDATE webhook_deliveries SET next_attempt_at = now() + interval '1 h' WHERE endpoint_id = $1 AND state = 'pending'`,
      [endpoint.id],
    );
    await receiver.answer(first.path, {});
    const changed = await api.patch(hook, { url: receiver.url + first.path });
    expect(changed.body.data).toMatchObject({ failing_since: null });
    await webhooks.waitForState(endpoint, 'delivered');
  });

  it('sends nothing that was cancelled or deleted while the one before it was under way', async () => {
    const [some, none] = [await endpointAt(), await endpointAt()];
    for (const { path, endpoint } of [some, none]) {
      await receiver.answer(path, { holdMs: 60_000 }, {});
      await webhooks.tell(endpoint, 3);
      await receiver.waitFor(path, 1);
    }
    const [first, second, third] = await webhooks.deliveries(some.endpoint);
    expect((await api.post(`/webhooks/${some.endpoint.id}/deliveries/${second!.id}/cancel`)).status).toBe(200);
    expect((await api.delete(`/webhooks/${none.endpoint.id}`)).status).toBe(204);
    for (const { path } of [some, none]) await receiver.release(path);
    await webhooks.waitUntil(some.endpoint, ([, , last]) => last?.state === 'delivered');
    expect((await receiver.seen(some.path)).map(idOf)).toEqual([first!.event_id, third!.event_id]);
    expect(await receiver.seen(none.path)).toHaveLength(1);
    expect(await webhooks.deliveries(none.endpoint)).toMatchObject(Array(3).fill({ state: 'pending', attempts: 0 }));
  });

  it('waits as long as a busy receiver asks for, within bounds', async () => {
    const { path, endpoint } = await endpointAt();
    await receiver.answer(path, { status: 429, headers: { 'retry-after': '120' } });
    await webhooks.tell(endpoint);
    const [row] = await webhooks.waitUntil(endpoint, ([first]) => first?.attempts === 1);
    expect(row!.pause_ms).toBeGreaterThan(110_000);
    // Kept in whole milliseconds, rounded.
    expect(row!.pause_ms).toBeLessThanOrEqual(120_001);
  });

  it('follows no redirect, which counts as a failure', async () => {
    const [{ path, endpoint }, elsewhere] = [await endpointAt(), await endpointAt()];
    await receiver.answer(path, { status: 307, headers: { location: `${receiver.url}${elsewhere.path}?token=abc` } });
    await webhooks.tell(endpoint);
    await webhooks.waitUntil(endpoint, ([first]) => first?.attempts === 1);
    const [attempt] = await webhooks.attempts<{ response_headers: object }>(endpoint);
    expect(attempt).toMatchObject({ status: 307, error: 'redirect' });
    expect(attempt!.response_headers).toMatchObject({ location: receiver.url + elsewhere.path });
    expect(await receiver.seen(elsewhere.path)).toEqual([]);
  });

  it('keeps the first 4 KiB of a long answer, without secrets, and takes it for what its status says', async () => {
    const { path, endpoint } = await endpointAt();
    const body = `${endpoint.secret} ä\0 ${'x'.repeat(100_000)}`;
    const headers = { 'set-cookie': 'session=1', 'x-trace': 'abc', 'www-authenticate': 'Basic' };
    await receiver.answer(path, { status: 200, headers, body }, { status: 200, bytes: 50_000_000 });
    await webhooks.tell(endpoint, 2);
    await webhooks.waitForState(endpoint, 'delivered');
    const [first, second] = await webhooks.attempts<{ response_body: string; response_headers: object }>(endpoint);
    expect(first!.response_body.startsWith('[removed] ä\ufffd xxx')).toBe(true);
    for (const { response_body } of [first!, second!]) expect(Buffer.byteLength(response_body)).toBe(4096);
    expect(first!.response_headers).toMatchObject({ 'x-trace': 'abc' });
    expect(Object.keys(first!.response_headers)).not.toEqual(expect.arrayContaining(['set-cookie']));
    expect(JSON.stringify(first)).not.toContain(endpoint.secret.slice(6));
  });

  it('refuses names that lead inside at every attempt, and says no more than of names that are none', async () => {
    const inside = await webhooks.endpoint('https://169.254.169.254/latest', { organization });
    const none = await webhooks.endpoint('https://nowhere.invalid/', { organization });
    for (const endpoint of [inside, none]) {
      await webhooks.tell(endpoint);
      await webhooks.waitUntil(endpoint, ([row]) => row?.attempts === 1);
      expect(await webhooks.attempts(endpoint)).toMatchObject([
        { status: null, error: 'address', response_body: null },
      ]);
    }
  });

  describe('of endpoints that nobody answers for', () => {
    const disabledOf = async ({ id }: TestEndpoint): Promise<unknown> => {
      const [row] = await world.sql.query(
        'SELECT enabled, disabled_reason, row_version FROM webhook_endpoints WHERE id = $1',
        [id],
      );
      return row;
    };

    it('disables at 410, tells the administrators and the other endpoints, and keeps what waits', async () => {
      const admin = await world.identity.user({ role: 'admin' });
      await world.identity.user({ role: 'engineer', organization: { id: admin.organizationId } });
      const own = { organization: { id: admin.organizationId } };
      const gone = await endpointAt(own);
      const other = await endpointAt({ ...own, events: ['webhook.endpoint_disabled'] });
      await receiver.answer(gone.path, { status: 410 });
      await webhooks.tell(gone.endpoint, 3);
      const [told] = await receiver.waitFor(other.path, 1);
      expect(JSON.parse(told!.body)).toMatchObject({
        event: 'webhook.endpoint_disabled',
        data: { webhook_id: gone.endpoint.id, reason: 'gone' },
      });
      expect(await disabledOf(gone.endpoint)).toEqual({ enabled: false, disabled_reason: 'gone', row_version: 2 });
      const rows = await webhooks.deliveries(gone.endpoint);
      expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual([
        ['pending', 1],
        ['pending', 0],
        ['pending', 0],
      ]);
      const mail = await outbox(world.service.dataDir).waitForMail(admin.email);
      expect(mail.text).toContain(gone.endpoint.id);
      await webhooks.skipPause(gone.endpoint);
      await webhooks.tell(other.endpoint);
      await receiver.waitFor(other.path, 2);
      expect(await receiver.seen(gone.path)).toHaveLength(1);
    });

    it('disables after three days of nothing but failures, and never before', async () => {
      const admin = await world.identity.user({ role: 'admin' });
      const { path, endpoint } = await endpointAt({ organization: { id: admin.organizationId } });
      const failedFor = (hours: number): Promise<unknown> =>
        world.sql.query(
          `UPDATE webhook_queues SET failing_since = now() - $2 * interval '1 h' WHERE endpoint_id = $1`,
          [endpoint.id, hours],
        );
      await receiver.answer(path, { status: 500 }, { status: 500 }, {}, { status: 500 });
      await webhooks.tell(endpoint, 2);
      await webhooks.waitUntil(endpoint, ([row]) => row?.attempts === 1);
      await failedFor(71);
      await webhooks.skipPause(endpoint);
      await webhooks.waitUntil(endpoint, ([row]) => row?.attempts === 2);
      expect(await disabledOf(endpoint)).toMatchObject({ enabled: true });
      // A success restarts the three days.
      await failedFor(100);
      await webhooks.skipPause(endpoint);
      await webhooks.waitUntil(endpoint, ([first, second]) => first?.state === 'delivered' && second?.attempts === 1);
      expect(await disabledOf(endpoint)).toMatchObject({ enabled: true });
      await failedFor(73);
      await webhooks.skipPause(endpoint);
      await outbox(world.service.dataDir).waitForMail(admin.email, /disabled/);
      expect(await disabledOf(endpoint)).toMatchObject({ enabled: false, disabled_reason: 'failing' });
    });
  });

  // What the slow one of the first test came to, meanwhile.
  it('waits 15 seconds for an answer, and asks for nothing else until then', async () => {
    const [first] = await webhooks.waitUntil(slow.endpoint, ([row]) => row !== undefined && row.attempts >= 1);
    expect(first!.state).toBe('pending');
    const [attempt] = await webhooks.attempts<{ duration_ms: number }>(slow.endpoint);
    expect(attempt).toMatchObject({ status: null, error: 'timeout' });
    expect(attempt!.duration_ms).toBeGreaterThanOrEqual(15_000);
    const [asked, again] = await receiver.seen(slow.path);
    expect(again?.at ?? Infinity).toBeGreaterThanOrEqual(asked!.endedAt!);
  });

  it('takes an answer for what its status says, whose body does not come', async () => {
    await webhooks.waitForState(stalled.endpoint, 'delivered');
    expect(await webhooks.attempts(stalled.endpoint)).toMatchObject([
      { status: 202, error: null, response_body: 'half a' },
    ]);
  });
});
