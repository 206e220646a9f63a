import { newId } from '../../../src/common/ids/type-id.js';
import type { TestDocument } from '../../factories/document.factory.js';
import type { TestOrganization, TestTeam } from '../../factories/identity.factory.js';
import type { Json } from '../../support/api/api-client.js';
import { errorOf } from '../../support/manuals/manual.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

type Person = 'admin' | 'manager' | 'author' | 'mate' | 'outsider' | 'stranger';

describe('what is seen of comments', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let team: TestTeam;
  let otherTeam: TestTeam;
  let people: Record<Person, SignedIn>;
  let document: TestDocument;

  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
    organization = await world.identity.organization();
    team = await world.identity.team(organization);
    otherTeam = await world.identity.team(organization);
    people = {
      admin: await world.signIn({ organization, role: 'admin' }),
      manager: await world.signIn({ organization, role: 'manager', team }),
      author: await world.signIn({ organization, team }),
      mate: await world.signIn({ organization, team }),
      outsider: await world.signIn({ organization, team: otherTeam }),
      stranger: await world.signIn({ role: 'admin' }),
    };
  });
  beforeEach(async () => {
    document = await world.documents.document(organization, { team });
  });
  afterAll(() => world.stop());

  async function make(by: Person, body: object = {}, of: TestDocument = document): Promise<Json> {
    const {
      status,
      text,
      body: answer,
    } = await people[by].api.post(`/documents/${of.id}/comments`, {
      ...{ page_number: 1, body: 'SECRET', ...body },
    });
    if (status !== 201) throw new Error(`${status} ${text}`);
    return answer.data;
  }
  async function share(
    to: { user?: SignedIn; team?: TestTeam },
    permission: string,
    more: object = {},
  ): Promise<string> {
    const id = newId('share');
    await world.sql.insert('document_shares', {
      ...{ id, organization_id: organization.id, document_id: document.id, permission },
      ...{ user_id: to.user?.user.id ?? null, team_id: to.team?.id ?? null, ...more },
    });
    return id;
  }
  /** Every way to a comment. */
  async function ways(by: Person, id: string): Promise<Record<string, number>> {
    const { api } = people[by];
    const at = `/comments/${id}`;
    return {
      get: (await api.get(at)).status,
      edits: (await api.get(`${at}/edits`)).status,
      resolve: (await api.post(`${at}/resolve`)).status,
      reopen: (await api.post(`${at}/reopen`)).status,
      patch: (await api.patch(at, { body: 'x' })).status,
      remove: (await api.delete(at)).status,
    };
  }
  const NO_WAY = { get: 404, edits: 404, resolve: 404, reopen: 404, patch: 404, remove: 404 };
  /** Ids in the list, after checking its count, the lists by page and every filter. */
  async function listed(by: Person): Promise<string[]> {
    const { api, user } = people[by];
    const path = `/documents/${document.id}/comments`;
    const { status, body } = await api.get(`${path}?limit=100`);
    if (status !== 200) return [`${status}`];
    const ids = (body.data as Json[]).map(({ id }) => id as string);
    expect(body.pagination.total_count).toBe(ids.length);
    expect((await api.listAll(path, 1)).map(({ id }) => id as string)).toEqual(ids);
    for (const filter of ['page_number=1', 'state=open', 'outdated=false', `revision_id=${document.revisionId}`]) {
      const filtered = await api.get(`${path}?${filter}&limit=100`);
      expect(filtered.body.pagination.total_count).toBe(filtered.body.data.length);
      for (const { id } of filtered.body.data as Json[]) expect(ids).toContain(id);
    }
    const own = await api.get(`${path}?user_id=${user.id}`);
    expect(own.body.pagination.total_count).toBe(own.body.data.length);
    return ids;
  }

  it('is nothing without the document: of another organization, or of another team', async () => {
    const { id } = await make('author');
    expect(await listed('mate')).toEqual([id]);
    for (const by of ['outsider', 'stranger'] as const) {
      expect(await listed(by)).toEqual(['404']);
      expect(await ways(by, id as string)).toEqual(NO_WAY);
      const made = await people[by].api.post(`/documents/${document.id}/comments`, { page_number: 1, body: 'x' });
      expect(made.status).toBe(404);
    }
    // Their own document is no way to it either.
    const { id: own } = await world.documents.document({ id: people.stranger.user.organizationId });
    const reply = { page_number: 1, body: 'x', parent_id: id };
    expect(errorOf(await people.stranger.api.post(`/documents/${own}/comments`, reply)).field).toBe('parent_id');
  });

  it('follows a share: what it allows, and at once when it ends', async () => {
    const { id } = await make('author');
    const say = () =>
      people.outsider.api.post(`/documents/${document.id}/comments`, { page_number: 1, body: 'x', parent_id: id });
    const viewing = await share({ team: otherTeam }, 'view');
    expect(await listed('outsider')).toEqual([id]);
    expect(errorOf(await say())).toEqual({ status: 403, reason: 'view_only' });
    expect(await ways('outsider', id as string)).toEqual({
      ...{ get: 200, edits: 200, resolve: 403, reopen: 403, patch: 403, remove: 403 },
    });
    const commenting = await share({ user: people.outsider }, 'comment');
    const key = { 'idempotency-key': newId('message') };
    const body = { page_number: 1, body: 'mine' };
    const path = `/documents/${document.id}/comments`;
    const mine = (await people.outsider.api.post(path, body, key)).body.data.id as string;
    expect((await people.outsider.api.post(`/comments/${id}/resolve`)).status).toBe(200);
    // With view permission, users can delete their comments but not change them.
    await world.sql.query(`UPDATE document_shares SET permission = 'view' WHERE id = $1`, [commenting]);
    expect(errorOf(await people.outsider.api.patch(`/comments/${mine}`, { body: 'y' })).reason).toBe('view_only');
    await world.sql.query(`UPDATE document_shares SET expires_at = now() WHERE document_id = $1`, [document.id]);
    expect(await listed('outsider')).toEqual(['404']);
    expect(await ways('outsider', id as string)).toEqual(NO_WAY);
    expect(await ways('outsider', mine)).toEqual(NO_WAY);
    const replay = await people.outsider.api.post(path, body, key);
    expect([replay.status, replay.text.includes('mine')]).toEqual([404, false]);
    await world.sql.query(`DELETE FROM document_shares WHERE id = ANY($1)`, [[viewing, commenting]]);
    expect((await say()).status).toBe(404);
    expect((await listed('mate')).length).toBe(2);
  });

  it("of private ones is their author's alone: no list, count, way, reply or trace for anybody else", async () => {
    const root = await make('author', { visibility: 'private' });
    const reply = await make('author', { parent_id: root.id });
    expect(reply.visibility).toBe('private');
    const open = await make('mate');
    const note = await make('author', { parent_id: open.id, visibility: 'private' });
    expect(await listed('author')).toEqual([note.id, open.id, reply.id, root.id]);
    for (const by of ['admin', 'manager', 'mate'] as const) {
      expect(await listed(by)).toEqual([open.id]);
      for (const { id } of [root, reply, note]) expect(await ways(by, id as string)).toEqual(NO_WAY);
      const path = `/documents/${document.id}/comments`;
      for (const { id } of [root, reply, note]) {
        const answer = await people[by].api.post(path, { page_number: 1, body: 'x', parent_id: id });
        expect(errorOf(answer)).toEqual({ status: 400, field: 'parent_id' });
        expect((await people[by].api.get(`${path}?parent_id=${id}`)).body.pagination.total_count).toBe(0);
      }
      expect((await people[by].api.get(`${path}?user_id=${people.author.user.id}`)).body.pagination.total_count).toBe(
        0,
      );
      expect((await people[by].api.get(`/comments/${open.id}`)).body.data.reply_count).toBe(0);
    }
    expect((await people.author.api.get(`/comments/${open.id}`)).body.data.reply_count).toBe(1);
    for (const [field, body] of [
      ['visibility', { parent_id: root.id, visibility: 'public' }],
      ['mentions', { visibility: 'private', mentions: [people.mate.user.id] }],
    ] as const)
      expect(
        errorOf(
          await people.author.api.post(`/documents/${document.id}/comments`, { page_number: 1, body: 'x', ...body }),
        ).field,
      ).toBe(field);
    await people.author.api.patch(`/comments/${note.id}`, { body: 'another' });
    await people.author.api.post(`/comments/${root.id}/resolve`);
    await people.author.api.delete(`/comments/${root.id}`);
    // The audit trail shows administrators no private comment.
    const told = await people.admin.api.listAll('/audit-events');
    for (const { id } of [root, reply, note]) expect(JSON.stringify(told)).not.toContain(id);
    expect(JSON.stringify(told)).toContain(open.id);
    // A deleted comment with replies leaves an empty place, which only the author sees.
    expect(await listed('author')).toEqual([note.id, open.id, reply.id, root.id]);
    expect(await listed('admin')).toEqual([open.id]);
  });

  it('shows an empty place only to users who see a reply in it', async () => {
    const root = await make('mate');
    const note = await make('author', { parent_id: root.id, visibility: 'private' });
    await people.mate.api.delete(`/comments/${root.id}`);
    expect(await listed('author')).toEqual([note.id, root.id]);
    for (const by of ['admin', 'mate'] as const) {
      expect(await listed(by)).toEqual([]);
      expect((await people[by].api.get(`/comments/${root.id}`)).status).toBe(404);
    }
  });

  it('of what was said in private stays private when the comment is published', async () => {
    const { id } = await make('author', { visibility: 'private', body: 'SECRET one' });
    const change = (body: object) => people.author.api.patch(`/comments/${id}`, body);
    await change({ body: 'SECRET two' });
    await change({ body: 'open one', visibility: 'public' });
    await change({ body: 'open two' });
    await change({ visibility: 'private' });
    await change({ body: 'SECRET three' });
    await change({ body: 'open three', visibility: 'public' });
    const bodies = async (by: Person): Promise<string[]> => {
      const { body } = await people[by].api.get(`/comments/${id}/edits`);
      expect(body.pagination.total_count).toBe(body.data.length);
      return (body.data as Json[]).map((edit) => edit.body as string);
    };
    const all = ['SECRET three', 'open two', 'open one', 'SECRET two', 'SECRET one'];
    expect(await bodies('author')).toEqual(all);
    for (const by of ['mate', 'admin', 'manager'] as const) {
      const shown = await bodies(by);
      expect(shown).toEqual(['open one']);
    }
  });

  it('cannot be hidden from users who replied, and turns private with the replies of its author', async () => {
    const root = await make('author', { mentions: [people.mate.user.id] });
    const own = await make('author', { parent_id: root.id, mentions: [people.mate.user.id] });
    const theirs = await make('mate', { parent_id: root.id });
    const note = await make('mate', { parent_id: root.id, visibility: 'private' });
    const hide = () => people.author.api.patch(`/comments/${root.id}`, { visibility: 'private' });
    expect(errorOf(await hide())).toEqual({ status: 409, reason: 'has_replies' });
    await people.mate.api.delete(`/comments/${theirs.id}`);
    // That there is a note in private, the author is not told.
    const hidden = await hide();
    expect(hidden.body.data).toMatchObject({ visibility: 'private', mentions: [], reply_count: 1 });
    expect(await listed('mate')).toEqual([note.id]);
    for (const by of ['admin', 'manager'] as const) expect(await listed(by)).toEqual([]);
    for (const id of [root.id, own.id] as string[]) expect(await ways('mate', id)).toEqual(NO_WAY);
    // Changes of a thread that became private do not reach the users who could see it before.
    await people.author.api.post(`/comments/${root.id}/resolve`);
    expect((await people.mate.api.get(`/comments/${note.id}`)).body.data).toMatchObject({ resolved: false });
    const publish = await people.mate.api.patch(`/comments/${note.id}`, { visibility: 'public' });
    expect(errorOf(publish)).toEqual({ status: 409, reason: 'private_thread' });
    const publishOwn = await people.author.api.patch(`/comments/${own.id}`, { visibility: 'public' });
    expect(errorOf(publishOwn)).toEqual({ status: 409, reason: 'private_thread' });
    await people.author.api.patch(`/comments/${root.id}`, { visibility: 'public' });
    expect(await listed('admin')).toEqual([root.id]);
  });

  it('has no public reply in a private thread, in any race', async () => {
    for (let round = 0; round < 10; round += 1) {
      const root = await make('author');
      const [hidden, answered] = await Promise.all([
        people.author.api.patch(`/comments/${root.id}`, { visibility: 'private' }),
        people.mate.api.post(`/documents/${document.id}/comments`, { page_number: 1, body: 'x', parent_id: root.id }),
      ]);
      expect([
        [200, 400],
        [409, 201],
      ]).toContainEqual([hidden.status, answered.status]);
    }
    for (let round = 0; round < 10; round += 1) {
      const root = await make('author');
      const own = await make('author', { parent_id: root.id, visibility: 'private' });
      const both = await Promise.all([
        people.author.api.patch(`/comments/${own.id}`, { visibility: 'public' }),
        people.author.api.patch(`/comments/${root.id}`, { visibility: 'private' }),
      ]);
      expect(both[1].status).toBe(200);
      expect((await people.mate.api.get(`/comments/${own.id}`)).status).toBe(404);
    }
  });

  it('of a draft are for its editors until it is activated', async () => {
    const draft = await world.documents.revision(document, { version: '2', status: 'draft' });
    const on = { revision_id: draft.revisionId };
    for (const by of ['author', 'mate'] as const) {
      const body = { page_number: 1, body: 'x', ...on };
      expect(errorOf(await people[by].api.post(`/documents/${document.id}/comments`, body)).field).toBe('revision_id');
      expect(
        (await people[by].api.get(`/documents/${document.id}/comments?revision_id=${draft.revisionId}`)).status,
      ).toBe(404);
    }
    const root = await make('manager', on);
    const reply = await make('admin', { parent_id: root.id });
    expect(reply.revision_id).toBe(draft.revisionId);
    for (const by of ['admin', 'manager'] as const) expect(await listed(by)).toEqual([reply.id, root.id]);
    await share({ user: people.outsider }, 'comment');
    for (const by of ['author', 'mate', 'outsider'] as const) {
      expect(await listed(by)).toEqual([]);
      for (const { id } of [root, reply]) expect(await ways(by, id as string)).toEqual(NO_WAY);
      const answer = { page_number: 1, body: 'x', parent_id: root.id };
      expect(errorOf(await people[by].api.post(`/documents/${document.id}/comments`, answer)).field).toBe('parent_id');
    }
    const mention = { page_number: 1, body: 'x', ...on, mentions: [people.mate.user.id] };
    expect(errorOf(await people.manager.api.post(`/documents/${document.id}/comments`, mention)).field).toBe(
      'mentions',
    );
    const activated = await people.manager.api.post(`/documents/${document.id}/revisions/${draft.revisionId}/activate`);
    expect(activated.status).toBe(200);
    document = { ...document, revisionId: draft.revisionId };
    expect(await listed('mate')).toEqual([reply.id, root.id]);
  });

  it('allows mentions of exactly the users who can open it', async () => {
    const viewer = await world.signIn({ organization, role: 'viewer', team });
    const foreignManager = await world.signIn({ organization, role: 'manager', team: otherTeam });
    const nobody = await world.signIn({ organization, role: 'engineer' });
    const all = [...Object.values(people), viewer, foreignManager, nobody];
    const plain = document;
    const open = await world.documents.document(organization);
    const shared = await world.documents.document(organization, { team });
    document = shared;
    await share({ user: nobody }, 'view');
    await share({ team: otherTeam }, 'comment', { expires_at: new Date(Date.now() + 3_600_000) });
    const expired = await world.documents.document(organization, { team });
    document = expired;
    await share({ user: nobody }, 'view', { expires_at: new Date() });
    await share({ team: otherTeam }, 'view', { expires_at: new Date() });
    let seen = 0;
    for (const manual of [plain, open, shared, expired]) {
      const draft = await world.documents.revision(manual, { version: '2', status: 'draft' });
      for (const revision_id of [manual.revisionId, draft.revisionId]) {
        for (const { user, api } of all) {
          const canOpen = (await api.get(`/documents/${manual.id}/pages/1?revision_id=${revision_id}`)).status === 200;
          const body = { page_number: 1, body: 'x', revision_id, mentions: [user.id] };
          const { status } = await people.admin.api.post(`/documents/${manual.id}/comments`, body);
          expect([manual.id, user.role, status]).toEqual([manual.id, user.role, canOpen ? 201 : 400]);
          seen += Number(canOpen);
        }
      }
    }
    expect(seen).toBeGreaterThan(20);
    // Users who cannot sign in cannot be mentioned, and one user who cannot see the comment is enough to reject all.
    const suspended = await world.identity.user({ organization, status: 'suspended' });
    const invited = await world.identity.user({ organization, status: 'invited' });
    for (const mentions of [[suspended.id], [invited.id], [people.mate.user.id, people.outsider.user.id]]) {
      const answer = await people.author.api.post(`/documents/${plain.id}/comments`, {
        ...{ page_number: 1, body: 'x', mentions },
      });
      expect(errorOf(answer)).toEqual({ status: 400, field: 'mentions' });
    }
    // Nor by an edit, or by publishing.
    document = plain;
    const { id } = await make('author', { visibility: 'private' });
    const edit = (body: object) => people.author.api.patch(`/comments/${id}`, body);
    expect(errorOf(await edit({ mentions: [people.mate.user.id] })).field).toBe('mentions');
    expect(errorOf(await edit({ visibility: 'public', mentions: [people.outsider.user.id] })).field).toBe('mentions');
    const published = await edit({ visibility: 'public', mentions: [people.mate.user.id] });
    expect(published.body.data.mentions).toEqual([people.mate.user.id]);
  });

  it('goes with the document, and what was for nobody else goes with its author', async () => {
    const leaver = await world.signIn({ organization, team });
    const say = async (body: object): Promise<string> =>
      (await leaver.api.post(`/documents/${document.id}/comments`, { page_number: 1, body: 'SECRET', ...body })).body
        .data.id as string;
    const note = await say({ visibility: 'private' });
    const open = await say({ visibility: 'private' });
    await leaver.api.patch(`/comments/${open}`, { visibility: 'public', body: 'open' });
    expect((await people.admin.api.delete(`/users/${leaver.user.id}`)).status).toBe(204);
    expect(await listed('mate')).toEqual([open]);
    const left = await world.sql.query(
      `SELECT c.body, (SELECT count(*)::int FROM comment_edits WHERE comment_id = c.id) AS edits FROM comments c
       WHERE c.id = ANY($1) ORDER BY c.id`,
      [[note, open]],
    );
    expect(left).toEqual([
      { body: '', edits: 0 },
      { body: 'open', edits: 0 },
    ]);
    expect((await people.manager.api.delete(`/documents/${document.id}`)).status).toBe(204);
    for (const by of ['admin', 'mate'] as const) {
      expect(await listed(by)).toEqual(['404']);
      expect(await ways(by, open)).toEqual(NO_WAY);
    }
  });
});
