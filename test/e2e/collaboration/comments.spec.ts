import { newId } from '../../../src/common/ids/type-id.js';
import type { CommentOptions } from '../../factories/comment.factory.js';
import type { TestDocument } from '../../factories/document.factory.js';
import type { TestOrganization } from '../../factories/identity.factory.js';
import type { ApiClient, Json } from '../../support/api/api-client.js';
import { errorOf } from '../../support/manuals/manual.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const PAGES = ['REMOVE THE WHEEL. Torque\n120 Nm on the ﬁrst pass.', 'INSTALL THE BRAKE UNIT.', ''];

describe('comments', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  let author: SignedIn;
  let colleague: SignedIn;
  let document: TestDocument;

  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
    organization = await world.identity.organization();
    admin = await world.signIn({ organization, role: 'admin' });
    author = await world.signIn({ organization });
    colleague = await world.signIn({ organization });
  });
  beforeEach(async () => {
    document = await world.documents.document(organization, { pages: PAGES });
  });
  afterAll(() => world.stop());

  const path = (): string => `/documents/${document.id}/comments`;
  async function make(by: SignedIn, body: object = {}): Promise<Json> {
    const response = await by.api.post(path(), { page_number: 1, body: 'Worn.', ...body });
    if (response.status !== 201) throw new Error(`${response.status} ${response.text}`);
    return response.body.data;
  }
  const fetched = async (by: SignedIn, id: string): Promise<Json> =>
    (await world.sdk(by).GET('/comments/{id}', { params: { path: { id } } })).data;
  const listed = async (by: SignedIn, query = ''): Promise<string[]> => {
    const { body } = await by.api.get(`${path()}?limit=100${query}`);
    expect(body.pagination.total_count).toBe(body.data.length);
    return (body.data as Json[]).map(({ id }) => id as string);
  };
  const statuses = async (api: ApiClient, id: string): Promise<number[]> => [
    (await api.get(`/comments/${id}`)).status,
    (await api.patch(`/comments/${id}`, { body: 'x' })).status,
    (await api.post(`/comments/${id}/resolve`)).status,
    (await api.post(`/comments/${id}/reopen`)).status,
    (await api.get(`/comments/${id}/edits`)).status,
    (await api.delete(`/comments/${id}`)).status,
  ];

  it('are made with a place, a quote and people, and shown as they were made', async () => {
    const quote = 'Torque 120  Nm on the first';
    const said = { body: 'Is it *120*?', position: { x: 0.25, y: 1 }, quote, mentions: [colleague.user.id] };
    const response = await author.api.post(path(), { page_number: 1, ...said });
    expect(response.status).toBe(201);
    expect(response.body.data).toEqual({
      id: expect.stringMatching(/^comment_/) as string,
      ...{ document_id: document.id, revision_id: document.revisionId, page_number: 1, user_id: author.user.id },
      ...said,
      body_html: '<p>Is it <em>120</em>?</p>\n',
      ...{ visibility: 'public', parent_id: null, resolved: false, resolved_by: null, resolved_at: null },
      ...{ outdated: false, carried_to: null, deleted: false, reply_count: 0, edited_at: null },
      created_at: expect.stringMatching(/Z$/) as string,
      updated_at: expect.stringMatching(/Z$/) as string,
    });
    const { id } = response.body.data;
    const again = await colleague.api.get(`/comments/${id}`);
    expect(again.body.data).toEqual(response.body.data);
    expect(again.headers.get('etag')).toBe(response.headers.get('etag'));
    expect((await colleague.api.get(path())).body.data).toEqual([response.body.data]);
  });

  it.each([
    ['page_number', { page_number: undefined }],
    ['page_number', { page_number: 0 }],
    ['page_number', { page_number: '1' }],
    ['page_number', { page_number: 4 }],
    ['page_number', { page_number: 10_000_000 }],
    ['body', { body: undefined }],
    ['body', { body: '' }],
    ['body', { body: ' \n\t' }],
    ['body', { body: '\u200b\u2060' }],
    ['body', { body: 'x'.repeat(10_001) }],
    ['body', { body: 'bell\u0007' }],
    ['body', { body: 'c1\u0085' }],
    ['body', { body: 'to 021\u202e Nm' }],
    ['position.x', { position: { x: 1.01, y: 0 } }],
    ['position.y', { position: { x: 0 } }],
    ['position.z', { position: { x: 0, y: 0, z: 0 } }],
    ['position', { position: [] }],
    ['quote', { quote: '' }],
    ['quote', { quote: '  ' }],
    ['quote', { quote: 'RE' }],
    ['quote', { quote: 'L. T' }],
    ['quote', { quote: 'INSTALL THE BRAKE' }],
    ['quote', { quote: 'x'.repeat(2_001) }],
    ['visibility', { visibility: 'secret' }],
    ['parent_id', { parent_id: newId('comment') }],
    ['parent_id', { parent_id: 'x' }],
    ['mentions', { mentions: ['user_x'] }],
    ['mentions', { mentions: [newId('user')] }],
    ['mentions', { mentions: [7] }],
    ['mentions', { mentions: Array.from({ length: 21 }, () => newId('user')) }],
    ['revision_id', { revision_id: newId('revision') }],
    ['colour', { colour: 'red' }],
  ])('are refused with a wrong %s', async (field, wrong) => {
    const response = await author.api.post(path(), { page_number: 1, body: 'Worn.', ...wrong });
    expect(errorOf(response)).toMatchObject({ status: 400, field });
    expect(await listed(author)).toEqual([]);
  });

  it('take ten thousand characters, lines and tabs', async () => {
    const body = `${'車'.repeat(4_999)}\n\t${'x'.repeat(4_999)}`;
    expect((await make(author, { body })).body).toBe(body);
    expect((await make(author, { body: 'a\r\nb\rc  \n' })).body).toBe('a\nb\nc');
  });

  it('need credentials, and exist by their id alone', async () => {
    const { id } = await make(author);
    expect(await statuses(world.api, id as string)).toEqual(Array(6).fill(401));
    for (const none of [newId('comment'), newId('user'), 'comment_1'])
      expect(await statuses(author.api, none)).toEqual(Array(6).fill(404));
    expect((await world.api.get(path())).status).toBe(401);
    expect((await world.api.post(path(), {})).status).toBe(401);
  });

  it('are read by all and made by those whose role and key allow it', async () => {
    const viewer = await world.signIn({ organization, role: 'viewer' });
    const { id } = await make(author);
    expect(await statuses(viewer.api, id as string)).toEqual([200, 403, 403, 403, 200, 403]);
    const narrow = await world.identity.apiKey(author.user, { scopes: ['document.view'] });
    const wide = await world.identity.apiKey(author.user, { scopes: ['document.view', 'document.comment'] });
    const body = { page_number: 1, body: 'By key.' };
    expect((await world.api.withKey(narrow.key).post(path(), body)).status).toBe(403);
    expect((await world.api.withKey(wide.key).post(path(), body)).status).toBe(201);
    // A key that comments but does not view is answered no comment.
    const blind = world.api.withKey((await world.identity.apiKey(author.user, { scopes: ['document.comment'] })).key);
    expect((await blind.post(path(), body)).status).toBe(403);
    expect(await statuses(blind, id as string)).toEqual([403, 403, 403, 403, 403, 204]);
  });

  it('are listed by page, author, state and thread, newest first, with the right counts', async () => {
    const first = await make(author);
    const second = await make(colleague, { page_number: 2 });
    const reply = await make(colleague, { parent_id: first.id, page_number: 3 });
    expect(reply).toMatchObject({ parent_id: first.id, page_number: 1 });
    await colleague.api.post(`/comments/${first.id}/resolve`);
    expect(await listed(author)).toEqual([reply.id, second.id, first.id]);
    expect(await listed(author, '&page_number=1')).toEqual([reply.id, first.id]);
    expect(await listed(author, '&page_number=3')).toEqual([]);
    expect(await listed(author, `&user_id=${colleague.user.id}`)).toEqual([reply.id, second.id]);
    expect(await listed(author, '&state=resolved')).toEqual([reply.id, first.id]);
    expect(await listed(author, '&state=open')).toEqual([second.id]);
    expect(await listed(author, `&parent_id=${first.id}`)).toEqual([reply.id]);
    expect(await listed(author, '&outdated=true')).toEqual([]);
    expect(await listed(author, '&outdated=false&page_number=2')).toEqual([second.id]);
    for (const wrong of ['page_number=x', 'state=done', 'outdated=1', 'colour=red', 'limit=0', 'cursor=x'])
      expect((await author.api.get(`${path()}?${wrong}`)).status).toBe(400);
    expect((await author.api.get(`${path()}?revision_id=${newId('revision')}`)).status).toBe(404);
    expect((await author.api.listAll(path(), 1)).map(({ id }) => id as string)).toEqual([
      reply.id,
      second.id,
      first.id,
    ]);
  });

  it('are listed with their page in the requested revision, outdated ones on request', async () => {
    const next = await world.documents.revision(document, { version: '2', pages: PAGES, status: 'draft' });
    const on = (pageNumber: number, more: CommentOptions = {}): Promise<{ id: string }> =>
      world.comments.comment(document, author.user, { pageNumber, ...more });
    const [carried, left] = [await on(1, { quote: 'REMOVE' }), await on(2)];
    const reply = await on(1, { parentId: carried.id });
    const made = await on(2, { revisionId: next.revisionId });
    const place = {
      comment_id: carried.id,
      revision_id: next.revisionId,
      page_number: 2,
      start_offset: 0,
      end_offset: 6,
    };
    await world.sql.insert('comment_places', place);
    const before = (query: string): Promise<string[]> => listed(admin, query);
    const after = (query: string): Promise<string[]> => listed(admin, `&revision_id=${next.revisionId}${query}`);
    expect(await after('&page_number=1')).toEqual([]);
    expect(await after('&page_number=2')).toEqual([made.id, reply.id, carried.id]);
    expect(await after('&page_number=2&outdated=false')).toEqual([made.id, reply.id, carried.id]);
    expect(await after('&page_number=2&outdated=true')).toEqual([left.id]);
    expect(await after('&outdated=true')).toEqual([left.id]);
    expect(await before('&page_number=1')).toEqual([reply.id, carried.id]);
    expect(await before('&page_number=2')).toEqual([left.id]);
    expect(await before('&outdated=true')).toEqual([made.id]);
    // A note in a thread that its author took back stands with it; where the words stand that it quotes is not told.
    const note = await world.comments.comment(document, admin.user, { parentId: carried.id, visibility: 'private' });
    await world.sql.query(`UPDATE comments SET visibility = 'private' WHERE id = $1`, [carried.id]);
    expect(await after('&page_number=2')).toEqual([note.id, made.id, reply.id]);
    const [shown] = (await admin.api.get(`${path()}?revision_id=${next.revisionId}`)).body.data as Json[];
    expect(shown).toMatchObject({ id: note.id, carried_to: { page_number: 2, start: null, end: null } });
  });

  it('are answered in one level, in a thread that is settled and taken up again', async () => {
    const root = await make(author);
    const reply = await make(colleague, { parent_id: root.id });
    const nested = await make(author, { parent_id: reply.id });
    expect(nested.parent_id).toBe(root.id);
    expect((await fetched(author, root.id as string)).reply_count).toBe(2);
    expect(errorOf(await author.api.post(`/comments/${reply.id}/resolve`))).toEqual({
      status: 409,
      reason: 'not_a_thread',
    });
    const resolved = await colleague.api.post(`/comments/${root.id}/resolve`);
    expect(resolved.body.data).toMatchObject({ resolved: true, resolved_by: colleague.user.id });
    expect(await fetched(author, reply.id as string)).toMatchObject({ resolved: true });
    // By the one who comes second nothing changes.
    expect((await author.api.post(`/comments/${root.id}/resolve`)).body.data).toEqual(resolved.body.data);
    const reopened = await author.api.post(`/comments/${root.id}/reopen`);
    expect(reopened.body.data).toMatchObject({ resolved: false, resolved_by: null, resolved_at: null });
    for (const [field, value] of Object.entries({ position: { x: 0, y: 0 }, quote: 'REMOVE', revision_id: 'x' })) {
      const body = { page_number: 1, body: 'x', parent_id: root.id, [field]: value };
      expect(errorOf(await author.api.post(path(), body))).toEqual({ status: 400, field });
    }
    const other = await world.documents.document(organization);
    const elsewhere = { page_number: 1, body: 'x', parent_id: root.id };
    expect(errorOf(await author.api.post(`/documents/${other.id}/comments`, elsewhere)).field).toBe('parent_id');
  });

  it('are edited by their author alone, with what they said before', async () => {
    const { id } = await make(author, { body: 'one' });
    const edited = await author.api.patch(`/comments/${id}`, { body: 'two' });
    expect(edited.body.data).toMatchObject({ body: 'two', body_html: '<p>two</p>\n' });
    expect(edited.body.data.edited_at).not.toBeNull();
    await author.api.patch(`/comments/${id}`, { body: 'three' });
    const same = await author.api.patch(`/comments/${id}`, { body: 'three' });
    expect(same.headers.get('etag')).toBe('"3"');
    for (const by of [admin, colleague])
      expect(errorOf(await by.api.patch(`/comments/${id}`, { body: 'x' }))).toEqual({
        status: 403,
        reason: 'not_author',
      });
    const { body } = await colleague.api.get(`/comments/${id}/edits?limit=1`);
    expect(body.data).toEqual([
      { body: 'two', body_html: '<p>two</p>\n', edited_at: expect.stringMatching(/Z$/) as string },
    ]);
    expect(body.pagination).toMatchObject({ has_more: true, total_count: 2 });
    const all = (await colleague.api.listAll(`/comments/${id}/edits`, 1)) as { body: string }[];
    expect(all.map((edit) => edit.body)).toEqual(['two', 'one']);
    for (const wrong of [{ body: '' }, { body: null }, { page_number: 2 }, { visibility: 'x' }])
      expect((await author.api.patch(`/comments/${id}`, wrong)).status).toBe(400);
  });

  it('are sent again when a thread changed although the comment itself did not', async () => {
    const { id } = await make(author);
    const { headers } = await author.api.get(`/comments/${id}`);
    await make(colleague, { parent_id: id });
    const again = await author.api.get(`/comments/${id}`, { 'if-none-match': headers.get('etag') ?? '' });
    expect([again.status, again.headers.get('etag')]).toEqual([200, headers.get('etag')]);
    expect(again.body.data).toMatchObject({ reply_count: 1 });
  });

  it('are edited by one of any that began with the same version', async () => {
    const { id } = await make(author, { body: 'start' });
    const texts = Array.from({ length: 12 }, (_, index) => `edit ${index}`);
    const ifMatch = { 'if-match': '"1"' };
    const all = await Promise.all(texts.map((body) => author.api.patch(`/comments/${id}`, { body }, ifMatch)));
    const won = all.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(all.filter(({ status }) => status === 412)).toHaveLength(11);
    expect(await fetched(author, id as string)).toMatchObject({ body: won[0]?.body.data.body as string });
    // Without it the last one wins, and nothing that was said is lost.
    await Promise.all(texts.map((body) => author.api.patch(`/comments/${id}`, { body: `${body}!` })));
    const former = (await author.api.listAll(`/comments/${id}/edits`)).map(({ body }) => body as string);
    const now = (await fetched(author, id as string)).body as string;
    expect([...former, now].sort()).toEqual(
      ['start', won[0]?.body.data.body as string, ...texts.map((body) => `${body}!`)].sort(),
    );
  });

  it('are resolved once under concurrent requests, with one notification', async () => {
    const { id } = await make(author);
    const people = [author, colleague, admin];
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, index) => people[index % 3]!.api.post(`/comments/${id}/resolve`)),
    );
    expect(all.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(new Set(all.map(({ body }) => `${body.data.resolved_by} ${body.data.resolved_at}`)).size).toBe(1);
    const told = await world.sql.query(
      `SELECT 1 FROM audit_records WHERE action = 'comment.resolved' AND target_id = $1`,
      [id],
    );
    expect(told).toHaveLength(1);
  });

  it('are taken back by their author or an admin; a root with replies stays as an empty place', async () => {
    const said = { body: 'SECRET', quote: 'REMOVE THE WHEEL', mentions: [colleague.user.id], position: { x: 0, y: 0 } };
    const root = await make(author, said);
    await author.api.patch(`/comments/${root.id}`, { body: 'SECRET too' });
    const replies = [await make(colleague, { parent_id: root.id }), await make(author, { parent_id: root.id })];
    expect(errorOf(await colleague.api.delete(`/comments/${root.id}`))).toEqual({ status: 403, reason: 'not_author' });
    expect((await author.api.delete(`/comments/${root.id}`)).status).toBe(204);
    const place = await admin.api.get(`/comments/${root.id}`);
    expect(place.body.data).toMatchObject({
      ...{ deleted: true, body: '', body_html: '', user_id: null, quote: null, position: null, mentions: [] },
      ...{ edited_at: null, reply_count: 2 },
    });
    const list = await author.api.get(path());
    expect(list.body.pagination.total_count).toBe(3);
    expect(list.text).not.toContain('SECRET');
    expect(await listed(author, `&user_id=${author.user.id}`)).toEqual([replies[1]!.id]);
    expect(await statuses(author.api, root.id as string)).toEqual([200, 404, 404, 404, 404, 404]);
    // The thread accepts replies.
    const last = await make(colleague, { parent_id: replies[0]!.id });
    expect(last.parent_id).toBe(root.id);
    for (const { id } of [...replies, last]) expect((await admin.api.delete(`/comments/${id}`)).status).toBe(204);
    expect(await statuses(admin.api, root.id as string)).toEqual(Array(6).fill(404));
    expect(await listed(author)).toEqual([]);
  });

  it('are forgotten a month after they were deleted', async () => {
    const root = await make(author, { body: 'SECRET' });
    await author.api.patch(`/comments/${root.id}`, { body: 'SECRET too' });
    const reply = await make(colleague, { parent_id: root.id });
    const lone = await make(author, { body: 'SECRET three' });
    for (const { id } of [root, lone]) await author.api.delete(`/comments/${id}`);
    const { id: fresh } = await make(author, { body: 'deleted just now' });
    const rows = () =>
      world.sql.query<{ id: string }>(`SELECT * FROM comments WHERE document_id = $1 ORDER BY id`, [document.id]);
    await world.sql.query(
      `UPDATE comments SET deleted_at = now() - interval '31 days' WHERE document_id = $1 AND deleted_at IS NOT NULL`,
      [document.id],
    );
    await author.api.delete(`/comments/${fresh}`);
    await world.service.restart();
    await until(rows, (left) => left.length <= 3 && !JSON.stringify(left).includes('SECRET'));
    expect((await rows()).map(({ id }) => id)).toEqual([root.id, reply.id, fresh]);
    expect(await world.sql.query(`SELECT 1 FROM comment_edits WHERE comment_id = $1`, [root.id])).toEqual([]);
    expect(await fetched(author, root.id as string)).toMatchObject({ deleted: true, reply_count: 1 });
  });

  it('contain nothing that a browser would run, for any input', async () => {
    const body =
      '<img src=x onerror=alert(1)>[x](javascript:alert(1))<script>alert(1)</script>\n\n[ok](https://example.test/"onclick="alert(1))';
    const made = await make(author, { body });
    for (const html of [made.body_html, (await author.api.get(path())).body.data[0].body_html] as string[])
      expect(html.replaceAll(/<(\/?p|br)>/g, '')).not.toMatch(/<(?!a href="https:\/\/[^"]*" rel="[a-z ]*">|\/a>)/);
    expect(made.body).toBe(body);
    await author.api.patch(`/comments/${made.id}`, { body: 'clean' });
    expect((await author.api.get(`/comments/${made.id}/edits`)).body.data[0].body_html).toBe(made.body_html);
  });

  it('are made once however often a request is repeated, and answered as they are now', async () => {
    const key = { 'idempotency-key': newId('message') };
    const body = { page_number: 1, body: 'once' };
    const all = await Promise.all(Array.from({ length: 5 }, () => author.api.post(path(), body, key)));
    expect(all.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(1);
    expect(all.every(({ status }) => [201, 409].includes(status))).toBe(true);
    const [id] = await listed(author);
    expect(await listed(author)).toHaveLength(1);
    await author.api.patch(`/comments/${id}`, { body: 'twice' });
    const replay = await author.api.post(path(), body, key);
    expect([replay.status, replay.headers.get('idempotent-replayed'), replay.headers.get('etag')]).toEqual([
      201,
      'true',
      '"2"',
    ]);
    expect(replay.body.data).toMatchObject({ id, body: 'twice' });
    await admin.api.delete(`/comments/${id}`);
    const gone = await author.api.post(path(), body, key);
    expect([gone.status, gone.headers.get('idempotent-replayed'), gone.headers.get('etag')]).toEqual([404, null, null]);
  });

  it('take a bounded number of replies and edits', async () => {
    const root = await make(author);
    await world.sql.query(
      `INSERT INTO comments (id, organization_id, document_id, revision_id, page_number, user_id, body, visibility, parent_id)
       SELECT 'comment_' || lpad(n::text, 26, '0'), organization_id, document_id, revision_id, 1, user_id, 'x', 'public', id
       FROM comments, generate_series(1, 999) n WHERE id = $1`,
      [root.id],
    );
    // Two that want the last place.
    const body = { page_number: 1, body: 'x', parent_id: root.id };
    const both = await Promise.all([author.api.post(path(), body), colleague.api.post(path(), body)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(errorOf(await author.api.post(path(), body))).toEqual({ status: 409, reason: 'too_many_replies' });
    await world.sql.query(
      `INSERT INTO comment_edits SELECT $1, n, 'x', 'public', now() FROM generate_series(1, 200) n`,
      [root.id],
    );
    expect(errorOf(await author.api.patch(`/comments/${root.id}`, { body: 'y' }))).toEqual({
      status: 409,
      reason: 'too_many_edits',
    });
  });
});
