import { newId } from '../../../src/common/ids/type-id.js';
import type { TestDocument } from '../../factories/document.factory.js';
import type { TestOrganization, TestTeam } from '../../factories/identity.factory.js';
import type { Json } from '../../support/api/api-client.js';
import { errorOf } from '../../support/manuals/manual.js';
import { fieldsOf } from '../../support/api/shapes.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const FIELDS = [
  ...[
    'actor',
    'comment_id',
    'created_at',
    'discrepancy_event',
    'discrepancy_id',
    'document',
    'id',
    'kind',
    'page_number',
    'read',
    'revision_id',
  ],
  'share_id',
  'temporary_revision_event',
  'temporary_revision_id',
];

describe('notifications', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let team: TestTeam;
  let admin: SignedIn;
  let owner: SignedIn;
  let reader: SignedIn;
  let document: TestDocument;

  const person = (of: TestTeam | null = null, role: 'engineer' | 'manager' = 'engineer') =>
    world.signIn({ organization, role, team: of });
  const listOf = async ({ api }: SignedIn, query = ''): Promise<Json[]> => {
    const { status, body, text } = await api.get(`/notifications${query}`);
    if (status !== 200) throw new Error(text);
    expect(body.pagination.total_count).toBe(body.data.length);
    return body.data as Json[];
  };
  const unread = async ({ api }: SignedIn): Promise<number> =>
    (await api.get('/notifications/unread-count')).body.data.count as number;
  /** Notifications of a team are created after the request. */
  const once = async (count: number, of: SignedIn): Promise<Json[]> => {
    await until(
      () => unread(of),
      (found) => found === count,
    );
    return listOf(of);
  };
  const shareWith = async (recipient: { type: string; id: string }, terms: object = {}): Promise<string> => {
    const { status, body, text } = await owner.api.post(`/documents/${document.id}/shares`, {
      recipients: [recipient],
      ...terms,
    });
    if (status !== 201) throw new Error(text);
    return body.data[0].id as string;
  };
  const shareWithReader = (terms: object = {}) => shareWith({ type: 'user', id: reader.user.id }, terms);
  /** A comment and the notification of its mention. */
  const mention = async (of: SignedIn, more: object = {}): Promise<string> => {
    const [id, notification] = [newId('comment'), newId('notification')];
    const about = { document_id: document.id, comment_id: id, actor_id: owner.user.id };
    await world.sql.insert('comments', {
      ...{ id, organization_id: organization.id, document_id: document.id, revision_id: document.revisionId },
      ...{ page_number: 2, user_id: owner.user.id, body: 'A secret word.', visibility: 'public', ...more },
    });
    await world.sql.insert('notifications', { id: notification, user_id: of.user.id, kind: 'mention', ...about });
    return id;
  };
  const activate = async (): Promise<string> => {
    const version = newId('revision');
    const { revisionId } = await world.documents.revision(document, { version, status: 'draft' });
    const { status } = await admin.api.post(`/documents/${document.id}/revisions/${revisionId}/activate`);
    expect(status).toBe(200);
    return revisionId;
  };

  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
    organization = await world.identity.organization();
    team = await world.identity.team(organization);
    admin = await world.signIn({ organization, role: 'admin' });
    owner = await person(team);
  });
  beforeEach(async () => {
    document = await world.documents.document(organization, { team, pages: ['One.', 'Two.'] });
    reader = await person();
  });
  afterAll(() => world.stop());

  it('need credentials, and of a key the scope to see documents', async () => {
    const { key } = await world.identity.apiKey(owner.user, { scopes: ['chat.use'] });
    for (const path of ['', '/unread-count', '/stream']) {
      expect(errorOf(await world.api.get(`/notifications${path}`))).toMatchObject({ status: 401, reason: 'missing' });
      expect((await world.api.withKey(key).get(`/notifications${path}`)).status).toBe(403);
    }
    expect((await world.api.post('/notifications/read-all')).status).toBe(401);
    expect((await world.api.patch(`/notifications/${newId('notification')}`, { read: true })).status).toBe(401);
    expect((await world.api.get('/users/me/notification-preferences')).status).toBe(401);
    expect((await world.api.request('PUT', `/documents/${document.id}/watch`)).status).toBe(401);
  });

  it('refuse what they do not know', async () => {
    for (const [query, field] of Object.entries({ 'unread=1': 'unread', 'kind=all': 'kind', 'page=1': 'page' }))
      expect(errorOf(await reader.api.get(`/notifications?${query}`))).toMatchObject({ status: 400, field });
    await shareWithReader();
    const [{ id }] = (await listOf(reader)) as [Json];
    for (const body of [{}, { read: 'yes' }, { read: null }])
      expect(errorOf(await reader.api.patch(`/notifications/${id}`, body))).toMatchObject({
        status: 400,
        field: 'read',
      });
    expect((await reader.api.post('/notifications/read-all', { before: id })).status).toBe(400);
    expect((await reader.api.patch('/notifications/notification_1', { read: true })).status).toBe(404);
  });

  it('tell of a share, to a person or to everybody in a team but who shared it', async () => {
    const share = await shareWithReader({ page_number: 2, message: 'Secret words' });
    const [told] = await listOf(reader);
    expect(fieldsOf(told)).toEqual(FIELDS);
    expect(told).toMatchObject({
      ...{ kind: 'share', share_id: share, comment_id: null, revision_id: null, page_number: 2, read: false },
      document: { id: document.id, title: document.title },
      actor: { id: owner.user.id, name: owner.user.name },
    });
    expect(JSON.stringify(told)).not.toContain('Secret words');
    const line = await world.identity.team(organization);
    const [one, two] = [await person(line), await person(line)];
    await shareWith({ type: 'team', id: line.id });
    for (const member of [one, two]) expect(await once(1, member)).toHaveLength(1);
    expect(await listOf(owner)).toEqual([]);
    expect(await listOf(admin)).toEqual([]);
  });

  it('reach a team after the request, in batches, exactly once across crashes; and are kept for 90 days', async () => {
    const line = await world.identity.team(organization);
    const member = await person(line);
    await world.sql.query(
      `INSERT INTO users (id, organization_id, team_id, email, name, role, status)
       SELECT 'user_' || lpad(n::text, 26, '0'), $1, $2, 'member' || n || '@team.test', 'Member', 'engineer', 'active'
       FROM generate_series(1, 450) n`,
      [organization.id, line.id],
    );
    const told = async (): Promise<{ people: number; rows: number }> => {
      const [row] = await world.sql.query<{ people: number; rows: number }>(
        `SELECT count(DISTINCT user_id)::int AS people, count(*)::int AS rows FROM notifications WHERE document_id = $1`,
        [document.id],
      );
      return row!;
    };
    // Nothing can point at a row that is taken: the second batch waits.
    const client = await world.sql.connect();
    await client.query('BEGIN');
    await client.query(`SELECT 1 FROM users WHERE id = 'user_' || lpad('300', 26, '0') FOR UPDATE`);
    const { status, body } = await owner.api.post(`/documents/${document.id}/shares`, {
      recipients: [
        { type: 'team', id: line.id },
        { type: 'user', id: member.user.id },
      ],
    });
    expect(status).toBe(201);
    await until(told, ({ people }) => people === 201);
    const kept = await mention(reader);
    const old = await mention(reader);
    await world.sql.query(`UPDATE notifications SET created_at = now() - interval '91 days' WHERE comment_id = $1`, [
      old,
    ]);
    await world.service.kill('SIGKILL');
    await client.query('ROLLBACK');
    client.release();
    await world.service.restart();
    await until(
      () => world.sql.query<object>(`SELECT 1 FROM share_news`),
      (rows) => rows.length === 0,
    );
    await until(
      () =>
        world.sql.query<{ comment_id: string }>(`SELECT comment_id FROM notifications WHERE user_id = $1`, [
          reader.user.id,
        ]),
      (rows) => rows.map(({ comment_id }) => comment_id).join() === kept,
    );
    expect(await told()).toEqual({ people: 452, rows: 452 });
    // Of the share with themself, not of the one with their team.
    expect(await listOf(member)).toMatchObject([{ share_id: body.data[1].id }]);
  });

  it('tell of comments: who is named, who is answered, whose thread is settled; and of none that is taken back', async () => {
    await shareWithReader({ permission: 'comment' });
    await reader.api.post('/notifications/read-all');
    const comment = async ({ api }: SignedIn, more: object): Promise<string> => {
      const body = { page_number: 2, body: 'Secret words', visibility: 'public', ...more };
      const { status, body: answer, text } = await api.post(`/documents/${document.id}/comments`, body);
      if (status !== 201) throw new Error(text);
      return answer.data.id as string;
    };
    const told = async (to: SignedIn) => {
      const all = (await listOf(to, '?unread=true')).filter((one) => one.document.id === document.id);
      expect(JSON.stringify(all)).not.toContain('Secret words');
      return all.map(
        ({ kind, comment_id, page_number, actor }) => [kind, comment_id, page_number, actor.id] as unknown[],
      );
    };
    const root = await comment(owner, { mentions: [reader.user.id] });
    expect(await told(reader)).toEqual([['mention', root, 2, owner.user.id]]);
    const reply = await comment(reader, { parent_id: root });
    expect(await told(owner)).toEqual([['reply', reply, 2, reader.user.id]]);
    expect((await reader.api.post(`/comments/${root}/resolve`)).status).toBe(200);
    expect(await told(owner)).toEqual([
      ['resolve', root, 2, reader.user.id],
      ['reply', reply, 2, reader.user.id],
    ]);
    expect((await reader.api.post(`/comments/${root}/reopen`)).status).toBe(200);
    expect((await reader.api.delete(`/comments/${reply}`)).status).toBe(204);
    expect(await told(owner)).toEqual([]);
    expect((await owner.api.patch(`/comments/${root}`, { visibility: 'private' })).status).toBe(200);
    expect(await told(reader)).toEqual([]);
  });

  it('reach the watchers of a document for new revisions, but not their author', async () => {
    const watch = `/documents/${document.id}/watch`;
    expect((await reader.api.request('PUT', watch)).status).toBe(404);
    expect((await reader.api.get(watch)).status).toBe(404);
    for (const { api } of [owner, owner, admin]) expect((await api.request('PUT', watch)).status).toBe(204);
    expect((await owner.api.get(watch)).body.data).toEqual({ watching: true });
    const revision = await activate();
    const told = (await listOf(owner)).filter((one) => one.document.id === document.id);
    expect(told).toMatchObject([
      { kind: 'revision', revision_id: revision, page_number: null, actor: { id: admin.user.id } },
    ]);
    expect(await listOf(admin)).toEqual([]);
    expect((await owner.api.delete(watch)).status).toBe(204);
    expect((await owner.api.delete(watch)).status).toBe(404);
    expect((await owner.api.get(watch)).body.data).toEqual({ watching: false });
    await activate();
    expect((await listOf(owner)).filter((one) => one.document.id === document.id)).toEqual(told);
  });

  it('are made for no watcher who does not see the document any more, and hidden from those', async () => {
    const leaver = await person(team);
    await leaver.api.request('PUT', `/documents/${document.id}/watch`);
    await activate();
    expect([await unread(leaver), (await listOf(leaver)).length]).toEqual([1, 1]);
    await admin.api.patch(`/users/${leaver.user.id}`, { team_id: null });
    await activate();
    expect([await unread(leaver), await listOf(leaver)]).toEqual([0, []]);
    for (const status of [204, 404])
      expect((await leaver.api.delete(`/documents/${document.id}/watch`)).status).toBe(status);
    await admin.api.patch(`/users/${leaver.user.id}`, { team_id: team.id });
    expect((await leaver.api.get(`/documents/${document.id}/watch`)).body.data).toEqual({ watching: false });
    expect(await listOf(leaver)).toHaveLength(1);
  });

  it('are bounded in the documents that one person watches', async () => {
    await world.sql.query(
      `INSERT INTO documents (id, organization_id, title, document_type, aircraft_type, access)
       SELECT 'doc_' || $2 || n, $1, 'Card', 'TASK_CARD', 'A320', 'organization' FROM generate_series(1, 1000) n`,
      [organization.id, reader.user.id],
    );
    await world.sql.query(
      `INSERT INTO document_watches (user_id, document_id) SELECT $1, id FROM documents WHERE id LIKE 'doc_' || $1 || '%'`,
      [reader.user.id],
    );
    await shareWithReader();
    const refused = await reader.api.request('PUT', `/documents/${document.id}/watch`);
    expect(errorOf(refused)).toMatchObject({ status: 409, reason: 'too_many_watches' });
    // Documents that they no longer see do not count toward the limit.
    await world.sql.query(`UPDATE documents SET deleted_at = now() WHERE id = 'doc_' || $1 || '1'`, [reader.user.id]);
    expect((await reader.api.request('PUT', `/documents/${document.id}/watch`)).status).toBe(204);
    await world.sql.query(`DELETE FROM documents WHERE id LIKE 'doc_' || $1 || '%'`, [reader.user.id]);
  });

  it('are listed newest first, by kind and state, page by page', async () => {
    await shareWithReader();
    const comments = [await mention(reader), await mention(reader)];
    const all = await listOf(reader);
    expect(all.map(({ kind }) => kind as string)).toEqual(['mention', 'mention', 'share']);
    expect(all.map(({ comment_id }) => comment_id as string | null)).toEqual([comments[1], comments[0], null]);
    expect(await reader.api.listAll('/notifications', 1)).toEqual(all);
    expect(await listOf(reader, '?kind=share')).toEqual([all[2]]);
    expect((await reader.api.patch(`/notifications/${all[0].id}`, { read: true })).status).toBe(200);
    expect(await listOf(reader, '?unread=true')).toEqual(all.slice(1));
    expect(await listOf(reader, '?unread=false')).toEqual([{ ...all[0], read: true }]);
    expect(await listOf(reader, '?unread=true&kind=mention')).toEqual([all[1]]);
    expect(await unread(reader)).toBe(2);
    const { next_cursor: cursor } = (await reader.api.get('/notifications?limit=1')).body.pagination;
    const other = await owner.api.get(`/notifications?limit=1&cursor=${cursor}`);
    expect(errorOf(other)).toMatchObject({ status: 400, field: 'cursor' });
  });

  it('are read and unread one by one, and all at once', async () => {
    await shareWithReader();
    await mention(reader);
    const [first] = await listOf(reader);
    const path = `/notifications/${first.id}`;
    const read = await reader.api.patch(path, { read: true });
    expect(read.body.data).toEqual({ ...first, read: true });
    const stale = await reader.api.patch(path, { read: false }, { 'if-match': '"1"' });
    expect(errorOf(stale)).toMatchObject({ status: 412, reason: 'stale' });
    const same = await reader.api.patch(path, { read: true });
    expect(same.headers.get('etag')).toBe(read.headers.get('etag'));
    const etag = read.headers.get('etag') ?? '';
    expect((await reader.api.patch(path, { read: false }, { 'if-match': etag })).body.data.read).toBe(false);
    expect((await reader.api.post('/notifications/read-all')).body.data).toEqual({ read: 2 });
    expect((await reader.api.post('/notifications/read-all')).body.data).toEqual({ read: 0 });
    expect([await unread(reader), await listOf(reader, '?unread=true')]).toEqual([0, []]);
  });

  it('are nobody else’s, administrators’ neither', async () => {
    await shareWithReader();
    const [{ id }] = (await listOf(reader)) as [Json];
    const stranger = await world.signIn({ role: 'admin' });
    for (const { api } of [admin, owner, stranger])
      expect((await api.patch(`/notifications/${id}`, { read: true })).status).toBe(404);
    for (const { api } of [admin, owner, stranger]) await api.post('/notifications/read-all');
    expect(await unread(reader)).toBe(1);
    expect(await listOf(stranger)).toEqual([]);
  });

  describe('are hidden, not counted and not to be changed', () => {
    const expectHidden = async (id: string): Promise<void> => {
      expect([await unread(reader), await listOf(reader)]).toEqual([0, []]);
      expect((await reader.api.patch(`/notifications/${id}`, { read: true })).status).toBe(404);
      expect((await reader.api.post('/notifications/read-all')).body.data).toEqual({ read: 0 });
    };
    const only = async (): Promise<string> => ((await once(1, reader)) as [Json])[0].id as string;

    it.each<[string, (share: string) => Promise<unknown>]>([
      ['the share has ended', (share) => owner.api.delete(`/shares/${share}`)],
      [
        'the share has run out',
        (share) =>
          world.sql.query(`UPDATE document_shares SET expires_at = now() - interval '1 second' WHERE id = $1`, [share]),
      ],
      ['the document is deleted', () => admin.api.delete(`/documents/${document.id}`)],
    ])('when %s', async (_name, end) => {
      const share = await shareWithReader();
      await mention(reader);
      expect(await listOf(reader)).toHaveLength(2);
      const [{ id }] = (await listOf(reader, '?kind=mention')) as [Json];
      await end(share);
      await expectHidden(id as string);
    });

    it('when the share was with a team that the reader has left', async () => {
      const line = await world.identity.team(organization);
      await admin.api.patch(`/users/${reader.user.id}`, { team_id: line.id });
      await shareWith({ type: 'team', id: line.id });
      const id = await only();
      await admin.api.patch(`/users/${reader.user.id}`, { team_id: null });
      await expectHidden(id);
    });

    it.each(['deleted_at = now()', `visibility = 'private', mentions = '{}'`])(
      'when the comment is %s',
      async (change) => {
        await admin.api.patch(`/users/${reader.user.id}`, { team_id: team.id });
        const comment = await mention(reader);
        const id = await only();
        await world.sql.query(`UPDATE comments SET ${change} WHERE id = $1`, [comment]);
        await expectHidden(id);
      },
    );

    it('when the comment is on a draft, unless the reader prepares it', async () => {
      const { revisionId } = await world.documents.revision(document, { version: '2', status: 'draft' });
      const manager = await person(team, 'manager');
      reader = await person(team);
      for (const one of [reader, manager, admin]) await mention(one, { revision_id: revisionId });
      const [row] = await world.sql.query<{ id: string }>(`SELECT id FROM notifications WHERE user_id = $1`, [
        reader.user.id,
      ]);
      await expectHidden(row?.id ?? '');
      for (const one of [manager, admin]) expect(await unread(one)).toBe(1);
      const { key } = await world.identity.apiKey(manager.user, { scopes: ['document.view'] });
      expect((await world.api.withKey(key).get('/notifications')).body.pagination.total_count).toBe(0);
      await world.sql.query(`DELETE FROM notifications WHERE user_id = $1`, [admin.user.id]);
    });
  });

  it('name nobody who is no more', async () => {
    const sharer = await person(team);
    await sharer.api.post(`/documents/${document.id}/shares`, { recipients: [{ type: 'user', id: reader.user.id }] });
    expect((await listOf(reader))[0].actor).toEqual({ id: sharer.user.id, name: sharer.user.name });
    await admin.api.delete(`/users/${sharer.user.id}`);
    for (const told of await listOf(reader)) expect(told.actor).toBeNull();
  });
});
