import { compactVerify, createRemoteJWKSet } from 'jose';
import { paginate } from '../../../sdk/src/index.js';
import { newId } from '../../../src/common/ids/type-id.js';
import type { TestOrganization } from '../../factories/identity.factory.js';
import type { ApiClient, Json } from '../../support/api/api-client.js';
import { collect } from '../../support/collect.js';
import { TEST_ISSUER } from '../../support/service/running-process.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

describe('GET /events', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  let api: ApiClient;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  beforeEach(async () => {
    organization = await world.identity.organization();
    admin = await world.signIn({ role: 'admin', organization });
    ({ api } = admin);
  });
  afterAll(() => world.stop());

  const INSERT = `INSERT INTO webhook_events (id, organization_id, type, data, occurred_at)
    VALUES ($1, $2, $3, '{"document_id": "doc_1"}', now() - make_interval(days => $4))`;
  /** Events, as the service records them. */
  const recorded = async (count: number, { type = 'document.created', days = 0 } = {}): Promise<string[]> => {
    const ids = Array.from({ length: count }, () => newId('webhook_event'));
    for (const id of ids) await world.sql.query(INSERT, [id, organization.id, type, days]);
    return ids;
  };
  const idsOf = ({ body }: { body: Json }): string[] => (body.data as { id: string }[]).map(({ id }) => id);

  it('has what happened, signed, without an endpoint', async () => {
    const invited = await api.post('/users', {
      ...{ email: `${newId('user')}@example.test`, name: 'Ada Example', role: 'engineer' },
    });
    const { status, body } = await api.get('/events');
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      { organization_id: organization.id, event: 'user.invited', data: { user_id: invited.body.data.id } },
    ]);
    const { signature, ...event } = body.data[0];
    const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', world.service.baseUrl));
    const { payload, protectedHeader } = await compactVerify(signature as string, keys);
    expect(JSON.parse(Buffer.from(payload).toString())).toEqual({ iss: TEST_ISSUER, ...event });
    expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'event+jws' });
    // It is no token.
    expect(await world.api.withBearer(signature as string).get('/users/me')).toMatchObject({
      status: 401,
      body: { error: { code: 'UNAUTHORIZED' } },
    });
  });

  it('goes on after an event, in pages, oldest first', async () => {
    const ids = await recorded(5);
    expect(idsOf(await api.get('/events'))).toEqual(ids);
    const first = await api.get('/events?limit=2');
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    expect(first.body.pagination).toMatchObject({ has_more: true, total_count: 5 });
    const second = await api.get(`/events?limit=2&after=${ids[1]}`);
    expect(idsOf(second)).toEqual(ids.slice(2, 4));
    const cursor = second.body.pagination.next_cursor as string;
    expect(idsOf(await api.get(`/events?limit=2&after=${ids[1]}&cursor=${cursor}`))).toEqual(ids.slice(4));
    expect(await api.get(`/events?after=${ids[4]}`)).toMatchObject({
      body: { data: [], pagination: { next_cursor: null, has_more: false, total_count: 0 } },
    });
    const client = world.sdk(admin);
    const all = await collect(paginate(client, '/events', { params: { query: { limit: 2 } } }));
    expect(all.map(({ id }) => id)).toEqual(ids);
  });

  it('filters by type and time, and leaves tests and withdrawn events out', async () => {
    const [old] = await recorded(1, { days: 2 });
    const [created] = await recorded(1);
    const [deleted] = await recorded(1, { type: 'document.deleted' });
    await recorded(1, { type: 'webhook.test' });
    const [withdrawn] = await recorded(1, { type: 'document.commented' });
    await world.sql.query('UPDATE webhook_events SET withdrawn_at = now() WHERE id = $1', [withdrawn]);
    expect(idsOf(await api.get('/events'))).toEqual([old, created, deleted]);
    expect(idsOf(await api.get('/events?event=document.deleted'))).toEqual([deleted]);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    expect(idsOf(await api.get(`/events?from=${yesterday}`))).toEqual([created, deleted]);
    // It has a place, though it is not shown.
    const [next] = await recorded(1);
    expect(idsOf(await api.get(`/events?after=${withdrawn}`))).toEqual([next]);
  });

  it('tells a client that events may be missing, and nothing of other organizations', async () => {
    const [expired] = await recorded(1, { days: 31 });
    const [kept] = await recorded(1, { days: 29 });
    const foreign = await world.signIn({ role: 'admin' });
    const bodies = await Promise.all([
      api.get(`/events?after=${expired}`),
      api.get(`/events?after=${newId('webhook_event')}`),
      api.get('/events?after=nonsense'),
      foreign.api.get(`/events?after=${kept}`),
    ]);
    for (const { status, body } of bodies) {
      expect(status).toBe(410);
      expect(body.error).toMatchObject({ code: 'GONE', details: { reason: 'event_expired' } });
    }
    expect(idsOf(await api.get('/events'))).toEqual([kept]);
    expect(idsOf(await foreign.api.get('/events'))).toEqual([]);
  });

  it.each(['limit=0', 'limit=101', 'event=document.burned', 'from=yesterday', 'after=', 'other=1'])(
    'refuses %s',
    async (query) => {
      expect(await api.get(`/events?${query}`)).toMatchObject({
        status: 400,
        body: { error: { code: 'INVALID_REQUEST' } },
      });
    },
  );

  it('lists no event before those recorded earlier are committed', async () => {
    const writer = await world.sql.connect();
    const slow = newId('webhook_event');
    try {
      await writer.query('BEGIN');
      // As WebhookEventRepository.lockForEvent.
      await writer.query(`SELECT pg_advisory_xact_lock_shared(hashtextextended('webhook endpoints ' || $1, 0))`, [
        organization.id,
      ]);
      await writer.query(INSERT, [slow, organization.id, 'document.created', 0]);
      const [quick] = await recorded(1);
      const listed = api.get('/events');
      await world.sql.untilBlocked(writer, 1);
      await writer.query('COMMIT');
      expect(idsOf(await listed)).toEqual([slow, quick]);
    } finally {
      writer.release();
    }
  });

  it('loses and repeats nothing for a client that polls while others work', async () => {
    const WRITERS = 8;
    const seen: string[] = [];
    let isOver = false;
    const poll = async (): Promise<void> => {
      const after = seen.length > 0 ? `&after=${seen.at(-1)}` : '';
      seen.push(...idsOf(await api.get(`/events?limit=100${after}`)));
    };
    const work = Promise.all(
      Array.from({ length: WRITERS }, async () => {
        for (let n = 0; n < 5; n += 1) {
          const email = `${newId('user')}@example.test`;
          const { status } = await api.post('/users', { email, name: 'Ada Example', role: 'viewer' });
          expect(status).toBe(201);
        }
      }),
    ).finally(() => (isOver = true));
    while (!isOver) await poll();
    await work;
    await until(poll, () => seen.length >= WRITERS * 5);
    const rows = await world.sql.query<{ id: string }>(
      'SELECT id FROM webhook_events WHERE organization_id = $1 ORDER BY position',
      [organization.id],
    );
    expect(seen).toEqual(rows.map(({ id }) => id));
  });
});
