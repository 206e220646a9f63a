import { paginate } from '../../../sdk/src/index.js';
import { newId } from '../../../src/common/ids/type-id.js';
import type { Json } from '../../support/api/api-client.js';
import { collect } from '../../support/collect.js';
import { errorOf } from '../../support/manuals/manual.js';
import { CHAT_SESSION_FIELDS, fieldsOf, MESSAGE_FIELDS } from '../../support/api/shapes.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const COPILOTS = ['mro', 'troubleshooting', 'parts', 'compliance', 'flight_ops'];

describe('chat sessions', () => {
  let world: TestWorld;
  let owner: SignedIn;
  let session: string;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    owner = await world.signIn({ role: 'engineer' });
    session = await open({ copilot_type: 'mro' });
  });
  afterAll(() => world.stop());

  const open = async (body: object, { api } = owner): Promise<string> => {
    const response = await api.post('/chat/sessions', body);
    if (response.status !== 201) throw new Error(response.text);
    return response.body.data.session_id as string;
  };
  const routes = (id: string): [string, string, object | undefined][] => [
    ['GET', `/chat/sessions/${id}`, undefined],
    ['PATCH', `/chat/sessions/${id}`, { title: 'Mine now' }],
    ['DELETE', `/chat/sessions/${id}`, undefined],
    ['GET', `/chat/sessions/${id}/messages`, undefined],
    ['POST', `/chat/sessions/${id}/messages`, { content: 'What now?' }],
  ];
  const collection: [string, string, object | undefined][] = [
    ['GET', '/copilots', undefined],
    ['GET', '/chat/sessions', undefined],
    ['POST', '/chat/sessions', { copilot_type: 'mro' }],
  ];

  it('need credentials, and the permission chat.use', async () => {
    const viewer = await world.signIn({ organization: { id: owner.user.organizationId }, role: 'viewer' });
    for (const [method, path, body] of [...collection, ...routes(session)]) {
      const anonymous = await world.api.request(method, path, { body });
      expect([method, path, errorOf(anonymous)]).toMatchObject([method, path, { status: 401, reason: 'missing' }]);
      const response = await viewer.api.request(method, path, { body });
      expect([method, path, response.status]).toEqual([method, path, 403]);
      expect(response.body.error.details.required_permission).toBe('chat.use');
    }
  });

  it('are open to admins, managers, engineers and API keys with the scope', async () => {
    const organization = { id: owner.user.organizationId };
    for (const role of ['admin', 'manager'] as const)
      await open({ copilot_type: 'mro' }, await world.signIn({ organization, role }));
    const user = await world.identity.user({ organization, role: 'api_user', hasPassword: false });
    const { key } = await world.identity.apiKey(user, { scopes: ['chat.use'] });
    expect((await world.api.withKey(key).post('/chat/sessions', { copilot_type: 'mro' })).status).toBe(201);
    const { key: lesser } = await world.identity.apiKey(user, { scopes: ['document.search'] });
    expect((await world.api.withKey(lesser).post('/chat/sessions', { copilot_type: 'mro' })).status).toBe(403);
  });

  it('are their owner’s alone: for anyone else they do not exist', async () => {
    const colleague = await world.signIn({ organization: { id: owner.user.organizationId }, role: 'admin' });
    const stranger = await world.signIn({ role: 'admin' });
    for (const { api } of [colleague, stranger]) {
      for (const [method, path, body] of routes(session))
        expect([method, path, (await api.request(method, path, { body })).status]).toEqual([method, path, 404]);
    }
    expect((await owner.api.get(`/chat/sessions/${session}`)).body.data.title).not.toBe('Mine now');
    expect((await colleague.api.get('/chat/sessions')).body.data).toEqual([]);
  });

  it.each([() => newId('chat_session'), () => newId('document'), () => 'chat_1', () => 'x'.repeat(150)])(
    'that do not exist are 404',
    async (id) => {
      for (const [method, path, body] of routes(id()))
        expect([method, path, (await owner.api.request(method, path, { body })).status]).toEqual([method, path, 404]);
    },
  );

  it('GET /copilots names all of them', async () => {
    const { body } = await owner.api.get('/copilots');
    expect((body.data as Json[]).map(({ copilot_type: type }) => type as string)).toEqual(COPILOTS);
    for (const copilot of body.data as Json[])
      expect(fieldsOf(copilot)).toEqual(['copilot_type', 'description', 'enabled', 'name']);
    expect(errorOf(await owner.api.get('/copilots?limit=2'))).toMatchObject({ status: 400, field: 'limit' });
  });

  it('begin empty, or with the first question and its answer', async () => {
    for (const copilot_type of COPILOTS) {
      const { status, body } = await owner.api.post('/chat/sessions', { copilot_type });
      expect(status).toBe(201);
      expect(fieldsOf(body.data)).toEqual([...CHAT_SESSION_FIELDS, 'messages'].sort());
      expect(body.data).toMatchObject({ copilot_type, messages: [], session_id: expect.stringMatching(/^chat_/) });
    }
    const question = `How is the wheel ${'🛞'.repeat(60)} removed?`;
    const { body } = await owner.api.post('/chat/sessions', { copilot_type: 'mro', initial_message: question });
    const [asked, answered] = body.data.messages as Json[];
    for (const message of [asked, answered]) expect(fieldsOf(message)).toEqual(MESSAGE_FIELDS);
    expect(asked).toMatchObject({
      role: 'user',
      content: question,
      status: 'complete',
      answer_status: null,
      citations: [],
    });
    expect(answered).toMatchObject({ role: 'assistant', status: 'complete', answer_status: 'refused', citations: [] });
    expect(body.data.title.length).toBeLessThanOrEqual(80);
    expect(body.data.title).not.toMatch(/\p{Surrogate}/u);
    const listed = await owner.api.get(`/chat/sessions/${body.data.session_id}/messages`);
    expect(listed.body.data).toEqual([answered, asked]);
  });

  it.each([
    { document_ids: [] },
    { filters: { document_types: [], document_ids: [] } },
    { document_ids: [], filters: { document_ids: ['doc_2'] } },
  ])('are not restricted by the empty lists of %j', async (request) => {
    const { status } = await owner.api.post('/chat/sessions', { copilot_type: 'mro', ...request });
    expect(status).toBe(201);
  });

  it.each<[string, object, string]>([
    ['no copilot', {}, 'copilot_type'],
    ['an unknown copilot', { copilot_type: 'pilot' }, 'copilot_type'],
    ['a blank message', { copilot_type: 'mro', initial_message: '  ' }, 'initial_message'],
    ['a message of 4001 characters', { copilot_type: 'mro', initial_message: 'x'.repeat(4001) }, 'initial_message'],
    ['null for a message', { copilot_type: 'mro', initial_message: null }, 'initial_message'],
    ['a blank title', { copilot_type: 'mro', title: ' ' }, 'title'],
    ['a long title', { copilot_type: 'mro', title: 'x'.repeat(201) }, 'title'],
    ['an unknown field', { copilot_type: 'mro', model: 'x' }, 'model'],
    ['an unknown filter', { copilot_type: 'mro', filters: { tail: 'x' } }, 'filters.tail'],
    ['an unknown document type', { copilot_type: 'mro', filters: { document_types: ['X'] } }, 'filters.document_types'],
    ['a title that nobody sees', { copilot_type: 'mro', title: '\u200b\u202e\u3164' }, 'title'],
    ['documents that are no list', { copilot_type: 'mro', document_ids: 'doc_1' }, 'document_ids'],
    [
      'documents named twice',
      { copilot_type: 'mro', document_ids: ['doc_1'], filters: { document_ids: ['doc_2'] } },
      'document_ids',
    ],
  ])('are refused with %s', async (_name, body, field) => {
    expect(errorOf(await owner.api.post('/chat/sessions', body))).toMatchObject({ status: 400, field });
  });

  it.each<[string, object, string]>([
    ['nothing', {}, 'content'],
    ['blank', { content: '\n' }, 'content'],
    ['4001 characters', { content: 'x'.repeat(4001) }, 'content'],
    ['a list', { content: ['x'] }, 'content'],
    ['more fields', { content: 'x', role: 'system' }, 'role'],
  ])('refuse a message of %s', async (_name, body, field) => {
    const response = await owner.api.post(`/chat/sessions/${session}/messages`, body);
    expect(errorOf(response)).toMatchObject({ status: 400, field });
  });

  it('are renamed with the ETag of the present version', async () => {
    const id = await open({ copilot_type: 'parts', title: ' Before ' });
    const path = `/chat/sessions/${id}`;
    const before = await owner.api.get(path);
    expect(fieldsOf(before.body.data)).toEqual(CHAT_SESSION_FIELDS);
    expect(before.body.data.title).toBe('Before');
    const etag = before.headers.get('etag') ?? '';
    const renamed = await owner.api.patch(path, { title: 'After' }, { 'if-match': etag });
    expect([renamed.status, renamed.body.data.title]).toEqual([200, 'After']);
    expect(renamed.headers.get('etag')).not.toBe(etag);
    const stale = await owner.api.patch(path, { title: 'Late' }, { 'if-match': etag });
    expect([stale.status, stale.body.error.code]).toEqual([412, 'PRECONDITION_FAILED']);
    expect((await owner.api.patch(path, { title: 'Anyway' })).status).toBe(200);
    expect((await owner.api.patch(path, {})).body.data.title).toBe('Anyway');
    for (const body of [{ title: null }, { title: '' }, { title: 5 }, { copilot_type: 'mro' }])
      expect((await owner.api.patch(path, body)).status).toBe(400);
  });

  it('have a new version with every message, which their updated_at shows', async () => {
    const id = await open({ copilot_type: 'mro' });
    const before = await owner.api.get(`/chat/sessions/${id}`);
    await owner.api.post(`/chat/sessions/${id}/messages`, { content: 'What is the torque of the axle nut?' });
    const etag = before.headers.get('etag') ?? '';
    const after = await owner.api.get(`/chat/sessions/${id}`, { 'if-none-match': etag });
    expect(after.status).toBe(200);
    expect(after.body.data.updated_at).not.toBe(before.body.data.updated_at);
  });

  it('are renamed by one of several who saw the same version', async () => {
    const path = `/chat/sessions/${await open({ copilot_type: 'parts' })}`;
    const etag = (await owner.api.get(path)).headers.get('etag') ?? '';
    const attempts = Array.from({ length: 8 }, (_, i) =>
      owner.api.patch(path, { title: `T${i}` }, { 'if-match': etag }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(7);
  });

  it('are removed with their messages', async () => {
    const id = await open({ copilot_type: 'mro', initial_message: 'What is the torque?' });
    expect((await owner.api.delete(`/chat/sessions/${id}`)).status).toBe(204);
    expect((await owner.api.delete(`/chat/sessions/${id}`)).status).toBe(404);
    expect((await owner.api.get(`/chat/sessions/${id}/messages`)).status).toBe(404);
    expect(await world.sql.query('SELECT 1 FROM chat_messages WHERE session_id = $1', [id])).toEqual([]);
  });

  it('removed while an answer is sought, are gone for it too', async () => {
    const id = await open({ copilot_type: 'mro' });
    const asking = Array.from({ length: 5 }, () =>
      owner.api.post(`/chat/sessions/${id}/messages`, { content: 'Torque?' }),
    );
    const removed = owner.api.delete(`/chat/sessions/${id}`);
    const statuses = (await Promise.all([...asking, removed])).map(({ status }) => status);
    for (const status of statuses.slice(0, 5)) expect([201, 404]).toContain(status);
  });

  it('and their messages are listed page by page, newest first', async () => {
    const reader = await world.signIn();
    const made: string[] = [];
    for (let i = 0; i < 5; i += 1) made.unshift(await open({ copilot_type: 'mro', title: `Number ${i}` }, reader));
    const client = world.sdk(reader);
    const all = await collect(paginate(client, '/chat/sessions', { params: { query: { limit: 2 } } }));
    expect(all.map(({ session_id: id }) => id)).toEqual(made);
    expect((await reader.api.get('/chat/sessions?limit=1')).body.pagination.total_count).toBe(5);
    const path = `/chat/sessions/${made[0]}/messages`;
    for (const content of ['One?', 'Two?']) await reader.api.post(path, { content });
    const params = { path: { id: made[0]! }, query: { limit: 1 } };
    const messages = await collect(paginate(client, '/chat/sessions/{id}/messages', { params }));
    expect(messages.map(({ role }) => role)).toEqual(['assistant', 'user', 'assistant', 'user']);
    expect([messages[1]?.content, messages[3]?.content]).toEqual(['Two?', 'One?']);
    const { body } = await reader.api.get(`${path}?limit=1`);
    const other = `/chat/sessions/${made[1]}/messages?cursor=${body.pagination.next_cursor}`;
    expect((await reader.api.get(other)).status).toBe(400);
  });

  it('honour Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'chat-1' };
    const body = { copilot_type: 'mro', initial_message: 'What is the torque?' };
    const first = await owner.api.post('/chat/sessions', body, headers);
    const again = await owner.api.post('/chat/sessions', body, headers);
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true']);
    expect(again.body.data).toEqual(first.body.data);
    const other = await owner.api.post('/chat/sessions', { copilot_type: 'parts' }, headers);
    expect(errorOf(other)).toMatchObject({ status: 422, reason: 'idempotency_key_reused' });
    const path = `/chat/sessions/${first.body.data.session_id}/messages`;
    const send = () => owner.api.post(path, { content: 'And the limit?' }, { 'idempotency-key': 'message-1' });
    const [one, two] = [await send(), await send()];
    expect(two.body.data).toEqual(one.body.data);
    expect((await owner.api.get(path)).body.pagination.total_count).toBe(4);
  });
});
