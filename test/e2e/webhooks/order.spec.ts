import { ApiClient, type Json } from '../../support/api/api-client.js';
import { startService, type TestService } from '../../support/service/test-service.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';
import { registerWebhook } from '../../support/scenes/webhook-scene.js';

const CHANGES = 20;

describe('the order of what webhooks are told, on two nodes', () => {
  let world: TestWorld;
  let node: TestService;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    node = await startService({ beside: world.service });
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(async () => {
    await node.stop();
    await world.stop();
  });

  const elsewhere = (): ApiClient => new ApiClient(() => node.baseUrl).withBearer(admin.accessToken);
  const documents = (count: number) =>
    Promise.all(Array.from({ length: count }, () => world.documents.document({ id: admin.user.organizationId })));
  const toldTo = async (id: string): Promise<string[]> => {
    const rows = await world.sql.query<{ document_id: string }>(
      `SELECT e.data->>'document_id' AS document_id FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
       WHERE d.endpoint_id = $1 AND e.type = 'document.updated' ORDER BY d.position`,
      [id],
    );
    return rows.map(({ document_id }) => document_id);
  };
  /** Positions in the index are given under another lock that is held to the commit: they are in the order of commits. */
  const committed = async (ids: string[]): Promise<string[]> => {
    const rows = await world.sql.query<{ document_id: string }>(
      `SELECT r.document_id FROM index_changes c JOIN document_revisions r ON r.id = c.revision_id
       WHERE r.document_id = ANY ($1) ORDER BY c.position`,
      [ids],
    );
    return rows.map(({ document_id }) => document_id);
  };
  const deadlocks = async (): Promise<Json> => {
    const [row] = await world.sql.query(`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`);
    return row;
  };

  it('is that of their commits, with any concurrent change of webhooks, without a deadlock', async () => {
    const before = await deadlocks();
    const [first, second] = [await registerWebhook(admin.api), await registerWebhook(admin.api)];
    const spare = await Promise.all(Array.from({ length: 4 }, () => registerWebhook(admin.api)));
    const ids = (await documents(CHANGES)).map(({ id }) => id);
    const test = (await admin.api.post(`/webhooks/${first.id}/test`)).body.data;
    const nodes = [admin.api, elsewhere()];
    const range = { from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' };
    const changes = ids.map((id, n) => nodes[n % 2]!.patch(`/documents/${id}`, { title: `Manual ${n}` }));
    const others = spare.flatMap(({ id }, n) => [
      nodes[n % 2]!.patch(`/webhooks/${id}`, { enabled: false }),
      nodes[(n + 1) % 2]!.patch(`/webhooks/${id}`, { enabled: true }),
      nodes[n % 2]!.post(`/webhooks/${id}/replay`, range),
      nodes[n % 2]!.post(`/webhooks/${first.id}/deliveries/${test.id}/retry`),
      nodes[(n + 1) % 2]!.post(`/webhooks/${id}/rotate-secret`, {}),
      nodes[n % 2]!.delete(`/webhooks/${id}`),
      registerWebhook(nodes[n % 2]!),
    ]);
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses).toEqual(Array(CHANGES).fill(200));
    const answers = (await Promise.all(others)).map((answer) => (answer as { status?: number }).status ?? 201);
    expect(answers.filter((status) => ![200, 201, 202, 204, 404, 409].includes(status))).toEqual([]);
    const order = await committed(ids);
    expect(order).toHaveLength(CHANGES);
    expect(await toldTo(first.id as string)).toEqual(order);
    expect(await toldTo(second.id as string)).toEqual(order);
    expect(await deadlocks()).toEqual(before);
  });

  it('keeps only those waiting for each other who tell the same organization of something', async () => {
    const other = await world.signIn({ role: 'admin' });
    await registerWebhook(other.api);
    const [mine, theirs] = await Promise.all(
      [admin, other].map(({ user }) => world.documents.document({ id: user.organizationId })),
    );
    const lock = await world.sql.connect();
    await lock.query('BEGIN');
    await lock.query(`SELECT pg_advisory_xact_lock(hashtextextended('webhooks ' || $1, 0))`, [
      admin.user.organizationId,
    ]);
    let isAnswered = false;
    const waiting = elsewhere()
      .patch(`/documents/${mine!.id}`, { title: 'Waits' })
      .finally(() => (isAnswered = true));
    const locks = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
    await until(
      () => world.sql.query(locks),
      (rows) => rows.length > 0,
    );
    expect((await other.api.patch(`/documents/${theirs!.id}`, { title: 'Goes' })).status).toBe(200);
    expect(isAnswered).toBe(false);
    await lock.query('COMMIT');
    lock.release();
    expect((await waiting).status).toBe(200);
  });

  it('lets events that nobody gets pass each other, while changes of webhooks and events wait for each other', async () => {
    const other = await world.signIn({ role: 'admin' });
    const id = other.user.organizationId;
    const webhook = await registerWebhook(other.api, { enabled: false });
    const document = await world.documents.document({ id });
    const rename = (title: string): ReturnType<ApiClient['patch']> =>
      other.api.patch(`/documents/${document.id}`, { title });
    const key = `hashtextextended('webhook endpoints ' || $1, 0)`;
    const waiting = (): Promise<unknown> =>
      until(
        () =>
          world.sql.query(
            `SELECT 1 FROM pg_locks
             WHERE locktype = 'advisory' AND NOT granted AND (classid::bigint << 32 | objid::bigint) = ${key}`,
            [id],
          ),
        (rows) => rows.length > 0,
      );
    const transaction = await world.sql.connect();
    await transaction.query('BEGIN');
    await transaction.query(`SELECT pg_advisory_xact_lock_shared(${key})`, [id]);
    expect((await rename('Passes')).status).toBe(200);
    const changed = other.api.patch(`/webhooks/${webhook.id}`, { events: ['document.updated'] });
    await waiting();
    await transaction.query('COMMIT');
    expect((await changed).status).toBe(200);

    await transaction.query('BEGIN');
    await transaction.query(`SELECT pg_advisory_xact_lock(${key})`, [id]);
    const renamed = rename('Is told');
    await waiting();
    await transaction.query(
      `UPDATE webhook_endpoints SET enabled = true, disabled_reason = NULL, disabled_at = NULL WHERE id = $1`,
      [webhook.id],
    );
    await transaction.query('COMMIT');
    transaction.release();
    expect((await renamed).status).toBe(200);
    expect(await toldTo(webhook.id as string)).toEqual([document.id]);
  });
});
