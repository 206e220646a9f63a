import { ERROR_CODES } from '../../../src/common/errors/error-codes.js';
import { EXPIRING } from '../../../src/modules/sandbox/clock/sandbox-clock.repository.js';
import { WEBHOOK_EVENT_TYPES } from '../../../src/modules/webhooks/events/event-types.js';
import type { ApiClient, ApiResponse, Json } from '../../support/api/api-client.js';
import { filledSandbox, sandboxKey } from '../../support/scenes/sandbox-scene.js';
import { registerWebhook } from '../../support/scenes/webhook-scene.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const DAY = 24 * 3600;
/** Times that the clock of a sandbox does not move: of sign-in, which is not part of it, and of leases of running work. */
const NOT_MOVED =
  /^(sessions|mfa_challenges|one_time_tokens|oauth_\w+|upstream_logins|saml_assertions|identity_\w+|organization_deletions|\w+\.(leased_until|lease_until|claimed_until|followed_until))(\.|$)|^document_revisions\.ingestion_due_at$|^notification_preferences\.digest_due_at$|^assignments\.overdue_noticed_at$/;

const outcome = ({ status, body }: ApiResponse): [number, unknown] => [status, body?.error?.details.reason];

describe('operations on a sandbox', () => {
  let world: TestWorld;
  let admin: SignedIn;
  let sandbox: ApiClient;
  let key: { id: string; key: string; api: ApiClient };
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    admin = await world.signIn({ role: 'admin' });
    ({ api: sandbox } = await filledSandbox(admin));
    key = await sandboxKey(world, admin.user, ['api.access', 'document.view', 'document.search', 'chat.use']);
  });
  afterAll(() => world.stop());

  const titles = async (): Promise<string[]> =>
    ((await sandbox.get('/documents')).body.data as { title: string }[]).map(({ title }) => title).sort();
  const LIBRARY = ['Nose Strut - Servicing', 'Taxi Lamp - Replacement'];

  it('exist there alone, for those who may use the API', async () => {
    const viewer = await world.signIn({ role: 'viewer', organization: { id: admin.user.organizationId } });
    for (const [method, path, body] of [
      ['GET', '/sandbox', undefined],
      ['POST', '/sandbox/reset', undefined],
      ['POST', '/sandbox/clock', { seconds: 1 }],
      ['POST', '/sandbox/events', { event: 'document.ready' }],
    ] as const) {
      expect(outcome(await admin.api.request(method, path, { body }))).toEqual([403, 'sandbox_only']);
      expect(outcome(await world.api.inSandbox().request(method, path, { body }))).toEqual([401, 'missing']);
      expect((await viewer.api.inSandbox().request(method, path, { body })).status).toBe(403);
    }
  });

  it('find the sample library, with the newest revision in force', async () => {
    expect(await titles()).toEqual(LIBRARY);
    const found = await key.api.post('/search/passages', { query: 'torque of the gland nut' });
    expect(found.body.data[0].quote).toContain('37 N');
    expect(found.body.data[0].version).toBe('Rev 2');
    const [{ id: document_id }] = (await sandbox.get('/documents?q=AMM-TEST-32')).body.data as [{ id: string }];
    expect((await key.api.get(`/documents/${document_id}/revisions`)).body.data).toHaveLength(2);
    expect((await key.api.get(`/documents/${document_id}/content`)).status).toBe(200);
    const image = await fetch(`${world.service.baseUrl}/sandbox/v1/documents/${document_id}/pages/1/image`, {
      headers: { 'x-api-key': key.key },
    });
    expect(image.status).toBe(200);
    const chat = await key.api.post('/chat/sessions', { copilot_type: 'mro' });
    const { body } = await key.api.post(`/chat/sessions/${chat.body.data.session_id ?? chat.body.data.id}/messages`, {
      content: 'What is the torque of the gland nut of the nose strut?',
    });
    expect(JSON.stringify(body)).toContain('37 N');
    expect(JSON.stringify(body)).not.toContain('41 N');
  });

  describe('POST /sandbox/reset', () => {
    it('leaves the library, keys, webhooks and people, and nothing else', async () => {
      const webhook = await registerWebhook(sandbox, { events: ['document.created'] });
      const uploaded = await sandbox.upload(
        '/documents',
        { title: 'Made by a test', document_type: 'AMM', aircraft_type: 'TR46', version: '1' },
        { content: 'Zqqj fitting', name: 'page.txt' },
      );
      const [{ id: document_id }] = (await sandbox.get('/documents?q=CMM-TEST')).body.data as [{ id: string }];
      const comment = await sandbox.post(`/documents/${document_id}/comments`, { page_number: 1, body: 'A remark' });
      const chat = await sandbox.post('/chat/sessions', { copilot_type: 'mro' });
      const { status, body } = await key.api.post('/sandbox/reset');
      expect([status, body.data.library_state, body.data.advanced_seconds]).toEqual([200, 'ready', 0]);
      expect(await titles()).toEqual(LIBRARY);
      for (const path of [
        `/documents/${uploaded.body.data.id}`,
        `/documents/${document_id}`,
        `/comments/${comment.body.data.id}`,
        `/chat/sessions/${chat.body.data.session_id ?? chat.body.data.id}`,
      ]) {
        expect([path, (await sandbox.get(path)).status]).toEqual([path, 404]);
      }
      expect((await sandbox.get(`/webhooks/${webhook.id}`)).status).toBe(200);
      expect((await sandbox.get('/events')).body.data).toEqual([]);
      const gone = await sandbox.post('/search/passages', { query: 'zqqj fitting' });
      expect(JSON.stringify(gone.body.data)).not.toContain('Zqqj');
      const found = await key.api.post('/search/passages', { query: 'torque of the gland nut' });
      expect(found.body.data[0].quote).toContain('37 N');
      const acts = (await sandbox.get('/audit-events?action=sandbox.reset')).body.data as Json[];
      expect(acts).toHaveLength(1);
      // What was deleted is removed in the background.
      await until(
        () => world.sql.query(`SELECT 1 FROM documents WHERE id = $1`, [document_id]),
        (rows) => rows.length === 0,
      );
    });

    it('does not touch the live side, nor other sandboxes', async () => {
      const other = await world.signIn({ role: 'admin' });
      const otherSandbox = (await filledSandbox(other)).api;
      const live = await world.documents.document({ id: admin.user.organizationId });
      const before = (await otherSandbox.get('/documents')).text.replace(/"meta".*/, '');
      await sandbox.post('/sandbox/reset');
      expect((await otherSandbox.get('/documents')).text.replace(/"meta".*/, '')).toBe(before);
      expect((await admin.api.get(`/documents/${live.id}`)).status).toBe(200);
    });

    it('happens once at a time', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => key.api.post('/sandbox/reset')));
      for (const answer of answers) expect([200, 409]).toContain(answer.status);
      expect(answers.map(({ status }) => status)).toContain(200);
      expect(outcome(answers.find(({ status }) => status === 409)!)).toEqual([409, 'reset_in_progress']);
      expect(await titles()).toEqual(LIBRARY);
    });

    it('is completed when its process dies', async () => {
      const uploaded = await sandbox.upload(
        '/documents',
        { title: 'Left behind', document_type: 'AMM', aircraft_type: 'TR46', version: '1' },
        { content: 'Left behind', name: 'page.txt' },
      );
      // As far as a process came that died before it deleted anything.
      await world.sql.query(
        `UPDATE sandboxes SET library_state = 'filling' WHERE organization_id = (SELECT organization_id FROM documents WHERE id = $1)`,
        [uploaded.body.data.id],
      );
      await world.service.kill();
      await world.service.restart();
      await until(
        async () => (await sandbox.get('/sandbox')).body.data.library_state as string,
        (state) => state === 'ready',
      );
      expect(await titles()).toEqual(LIBRARY);
    }, 180_000);
  });

  describe('POST /sandbox/clock', () => {
    it('lets keys, replaced secrets and shares expire', async () => {
      const scopes = ['document.view', 'api.access'];
      const long = (await sandbox.post('/api-keys', { name: 'Long', scopes })).body.data as { id: string; key: string };
      const expires_at = new Date(Date.now() + 2 * DAY * 1000).toISOString();
      const short = (await sandbox.post('/api-keys', { name: 'Short', scopes, expires_at })).body.data as {
        key: string;
      };
      await sandbox.post(`/api-keys/${long.id}/rotate`, { grace_period_seconds: DAY });
      const using = ({ key }: { key: string }) => world.api.withKey(key).inSandbox().get('/documents');
      expect([(await using(long)).status, (await using(short)).status]).toEqual([200, 200]);
      const advanced = await sandbox.post('/sandbox/clock', { seconds: DAY + 1 });
      expect(advanced.body.data.advanced_seconds).toBe(DAY + 1);
      expect([outcome(await using(long)), (await using(short)).status]).toEqual([[401, 'expired'], 200]);
      await sandbox.post('/sandbox/clock', { seconds: DAY });
      expect(outcome(await using(short))).toEqual([401, 'expired']);
    });

    it.each([
      {},
      { seconds: 0 },
      { seconds: -5 },
      { seconds: 1.5 },
      { seconds: '60' },
      { seconds: 400 * DAY },
      { seconds: 1, x: 2 },
    ])('refuses %j', async (body) => {
      expect((await sandbox.post('/sandbox/clock', body)).status).toBe(400);
    });

    it('moves nothing into times that cannot be written', async () => {
      const made = (await sandbox.post('/api-keys', { name: 'Old', scopes: ['document.view'] })).body.data;
      for (let year = 0; year < 15; year += 1) await sandbox.post('/sandbox/clock', { seconds: 366 * DAY });
      const { body } = await sandbox.get(`/api-keys/${made.id}`);
      expect(new Date(body.data.expires_at as string).getTime()).toBeGreaterThan(Date.now() - 12 * 366 * DAY * 1000);
      key = await sandboxKey(world, admin.user, ['api.access', 'document.view', 'document.search', 'chat.use']);
    });

    it('moves every time at which something of a sandbox ends', async () => {
      const columns = await world.sql.query<{ name: string }>(
        `SELECT c.relname || '.' || a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
         WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
           AND format_type(a.atttypid, NULL) ~ '^(timestamp|date)'
           AND a.attname ~ '(expire|effective_from|until|due|remind|escalate|next_attempt|failing_since)'`,
      );
      const moved = EXPIRING.flatMap(({ table, columns: names }) => names.map((name) => `${table}.${name}`));
      const left = columns.map(({ name }) => name).filter((name) => !moved.includes(name) && !NOT_MOVED.test(name));
      expect(left).toEqual([]);
      for (const name of moved) expect(columns.map((column) => column.name)).toContain(name);
    });
  });

  describe('POST /sandbox/events', () => {
    it.each(WEBHOOK_EVENT_TYPES)('reports $name as if it had happened', async ({ name, example }) => {
      const { status, body } = await sandbox.post('/sandbox/events', { event: name });
      expect([status, body.data.event, body.data.data]).toEqual([202, name, example]);
    });

    it('changes fields of the example', async () => {
      await key.api.post('/sandbox/reset');
      const data = { document_id: 'doc_of_the_test' };
      const { body } = await sandbox.post('/sandbox/events', { event: 'document.deleted', data });
      expect((await sandbox.get('/events')).body.data).toMatchObject([
        { id: body.data.id, event: 'document.deleted', data, livemode: false },
      ]);
    });

    it.each([
      [{}, 'event'],
      [{ event: 'document.exploded' }, 'event'],
      [{ event: 'document.deleted', data: [] }, 'data'],
      [{ event: 'document.deleted', data: 'x' }, 'data'],
      [{ event: 'document.deleted', data: { title: 'X' } }, 'data.title'],
      [{ event: 'document.deleted', data: { constructor: 'X' } }, 'data.constructor'],
    ])('refuses %j', async (body, field) => {
      const answer = await sandbox.post('/sandbox/events', body);
      expect([answer.status, answer.body.error.details.field]).toEqual([400, field]);
    });
  });

  describe('X-Sandbox-Error', () => {
    it.each(Object.entries(ERROR_CODES))('makes a request fail with %s', async (code, status) => {
      // Not by the client of the tests: the description does not list what only a simulation answers.
      const answer = await fetch(`${world.service.baseUrl}/sandbox/v1/documents`, {
        headers: { 'x-api-key': key.key, 'x-sandbox-error': code },
      });
      const { error } = (await answer.json()) as { error: { code: string } };
      expect([answer.status, error.code]).toEqual([status, code]);
      const wait = answer.headers.get('retry-after');
      expect(wait).toBe(['RATE_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE'].includes(code) ? '1' : null);
    });

    it('is no failure of the service', async () => {
      const requestId = `simulated-${Date.now()}`;
      const headers = { 'x-api-key': key.key, 'x-sandbox-error': 'INTERNAL_ERROR', 'x-request-id': requestId };
      await fetch(`${world.service.baseUrl}/sandbox/v1/documents`, { headers });
      const lines = await until(
        () => world.service.logs().filter((line) => line['request_id'] === requestId),
        (found) => found.length > 0,
      );
      expect(lines.map(({ level }) => level)).toEqual(['info']);
    });

    it('is refused for other words, and means nothing on the live side', async () => {
      expect((await key.api.get('/documents', { 'x-sandbox-error': 'toString' })).body.error.code).toBe(
        'INVALID_REQUEST',
      );
      expect((await admin.api.get('/documents', { 'x-sandbox-error': 'INTERNAL_ERROR' })).status).toBe(200);
    });

    it('lets nothing happen', async () => {
      const answer = await sandbox.post('/api-keys', { name: 'Never', scopes: [] }, { 'x-sandbox-error': 'CONFLICT' });
      expect(answer.status).toBe(409);
      expect(JSON.stringify((await sandbox.get('/api-keys?limit=100')).body)).not.toContain('Never');
    });
  });
});
