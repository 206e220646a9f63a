import { newId } from '../../../src/common/ids/type-id.js';
import type { TestDocument } from '../../factories/document.factory.js';
import type { TestOrganization, TestTeam } from '../../factories/identity.factory.js';
import type { ApiResponse, Json } from '../../support/api/api-client.js';
import { errorOf } from '../../support/manuals/manual.js';
import { fieldsOf, REVISION_FIELDS } from '../../support/api/shapes.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

describe('revisions of a document', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let team: TestTeam;
  let admin: SignedIn;
  let manager: SignedIn;
  let member: SignedIn;
  let stranger: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
    organization = await world.identity.organization();
    team = await world.identity.team(organization);
    admin = await world.signIn({ organization, role: 'admin' });
    manager = await world.signIn({ organization, role: 'manager', team });
    member = await world.signIn({ organization, role: 'viewer', team });
    stranger = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  const manual = (): Promise<TestDocument> => world.documents.document(organization, { team, pages: ['Page of 1.'] });
  const draftOf = async (document: TestDocument, version: string, pages = [`Page of ${version}.`]): Promise<string> =>
    (await world.documents.revision(document, { version, status: 'draft', pages })).revisionId;
  const upload = ({ api }: SignedIn, id: string, fields: Record<string, string>, headers = {}): Promise<ApiResponse> =>
    api.upload(
      `/documents/${id}/revisions`,
      fields,
      { content: `Revision ${fields['version']} of ${id}: torque 130 Nm.`, name: 'rev.txt' },
      headers,
    );
  const act = ({ api }: SignedIn, id: string, revision: string, verb: string): Promise<ApiResponse> =>
    api.post(`/documents/${id}/revisions/${revision}/${verb}`);
  const statuses = async (id: string, { api } = admin): Promise<[string, string][]> =>
    ((await api.get(`/documents/${id}/revisions`)).body.data as Json[]).map(({ version, status }) => [version, status]);
  const audited = async (id: string): Promise<string[]> => {
    const rows = await world.sql.query<{ action: string }>(
      `SELECT action FROM audit_records WHERE target_id = $1 AND result = 'success' ORDER BY id`,
      [id],
    );
    return rows.map(({ action }) => action);
  };

  describe('POST /documents/{id}/revisions', () => {
    it('files a draft, which only its managers see', async () => {
      const { id, revisionId } = await manual();
      const { status, body } = await upload(manager, id, { version: ' Rev  2 ', revision_date: '2026-02-01' });
      expect([status, fieldsOf(body.data)]).toEqual([202, REVISION_FIELDS]);
      expect(body.data).toMatchObject({
        ...{ document_id: id, version: 'Rev 2', revision_date: '2026-02-01', status: 'draft', effectivity: null },
        ...{
          media_type: 'text/plain',
          file_name: 'rev.txt',
          content_size: `Revision  Rev  2  of ${id}: torque 130 Nm.`.length,
          created_by: manager.user.id,
        },
        ...{ activated_at: null, supersedes: null, ingestion: { state: 'queued', error: null } },
      });
      const draft = body.data.id as string;
      expect(await statuses(id)).toEqual([
        ['Rev 2', 'draft'],
        ['1', 'active'],
      ]);
      expect(await statuses(id, member)).toEqual([['1', 'active']]);
      const paths = [`/revisions/${draft}`, `/pages?revision_id=${draft}`, `/content?revision_id=${draft}`];
      for (const path of [...paths, `/outline?revision_id=${draft}`]) {
        expect([path, (await member.api.get(`/documents/${id}${path}`)).status]).toEqual([path, 404]);
        expect([path, (await manager.api.get(`/documents/${id}${path}`)).status]).toEqual([path, 200]);
      }
      const document = (await member.api.get(`/documents/${id}`)).body.data;
      expect(document).toMatchObject({ version: '1', revision: { id: revisionId } });
      expect(await audited(id)).toEqual(['document.revision_added']);
    });

    it('refuses a version that the document has, once among many at a time', async () => {
      const { id } = await manual();
      expect(errorOf(await upload(manager, id, { version: '1' }))).toEqual({ status: 409, reason: 'version_exists' });
      const answers = await Promise.all(Array.from({ length: 5 }, () => upload(manager, id, { version: '2' })));
      expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409]);
    });

    it('is done once for one Idempotency-Key', async () => {
      const { id } = await manual();
      const key = { 'idempotency-key': 'revision-2' };
      const first = await upload(manager, id, { version: '2' }, key);
      const again = await upload(manager, id, { version: '2' }, key);
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
      expect(again.body.data.id).toBe(first.body.data.id);
      expect(await statuses(id)).toHaveLength(2);
    });

    it('refuses what is wrong, before it takes the file', async () => {
      const { id } = await manual();
      const open = await world.documents.document(organization);
      expect(errorOf(await upload(manager, id, {}))).toEqual({ status: 400, field: 'version' });
      expect(errorOf(await upload(manager, id, { version: '2', title: 'x' }))).toEqual({ status: 400, field: 'title' });
      expect(errorOf(await upload(manager, id, { version: '2', revision_date: '2026-02-30' }))).toMatchObject({
        status: 400,
        field: 'revision_date',
      });
      expect((await manager.api.post(`/documents/${id}/revisions`, { version: '2' })).status).toBe(415);
      expect((await upload(member, id, { version: '2' })).status).toBe(403);
      expect(errorOf(await upload(manager, open.id, { version: '2' }))).toEqual({ status: 403, reason: 'other_team' });
      for (const unknown of [newId('document'), 'doc_1'])
        expect((await upload(admin, unknown, { version: '2' })).status).toBe(404);
      expect((await upload(stranger, id, { version: '2' })).status).toBe(404);
      expect((await world.api.upload(`/documents/${id}/revisions`, {}, { content: 'x' })).status).toBe(401);
    });
  });

  describe('activation', () => {
    it('supersedes the active revision and says so on both', async () => {
      const document = await manual();
      const second = await draftOf(document, '2');
      const { status, body } = await act(manager, document.id, second, 'activate');
      expect([status, fieldsOf(body.data)]).toEqual([200, REVISION_FIELDS]);
      expect(body.data).toMatchObject({
        ...{ status: 'active', supersedes: document.revisionId, activated_by: manager.user.id },
        activated_at: expect.any(String),
      });
      const before = (await member.api.get(`/documents/${document.id}/revisions/${document.revisionId}`)).body.data;
      expect(before).toMatchObject({ status: 'superseded', superseded_by: second });
      const shown = (await member.api.get(`/documents/${document.id}`)).body.data;
      expect(shown).toMatchObject({ version: '2', status: 'active', supersedes: document.revisionId });
      expect(await audited(document.id)).toEqual(['document.revision_activated']);
    });

    it('is of drafts that were read alone', async () => {
      const document = await manual();
      const reasons = async (id: string, verb = 'activate') => errorOf(await act(admin, document.id, id, verb)).reason;
      expect(await reasons(document.revisionId)).toBe('illegal_transition');
      for (const ingestionState of ['queued', 'processing', 'failed'] as const) {
        const unread = { version: ingestionState, status: 'draft', ingestionState } as const;
        expect(await reasons((await world.documents.revision(document, unread)).revisionId)).toBe('not_ready');
      }
      const second = await draftOf(document, '2');
      expect(await reasons(second, 'withdraw')).toBe('illegal_transition');
      expect((await act(admin, document.id, second, 'activate')).status).toBe(200);
      for (const verb of ['activate', 'withdraw'])
        expect([verb, await reasons(document.revisionId, verb)]).toEqual([verb, 'illegal_transition']);
    });

    it('of many drafts at once leaves one active, and each of the others superseded by the next', async () => {
      const document = await manual();
      const drafts = await Promise.all(['2', '3', '4', '5', '6'].map((version) => draftOf(document, version)));
      const answers = await Promise.all(drafts.map((id) => act(admin, document.id, id, 'activate')));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      const rows = (await admin.api.get(`/documents/${document.id}/revisions`)).body.data as Json[];
      expect(rows.filter(({ status }) => status === 'active')).toHaveLength(1);
      expect(new Set(rows.map(({ superseded_by: next }) => next as string)).size).toBe(6);
    });
  });

  describe('DELETE /documents/{id}/revisions/{revision_id}', () => {
    const remove = ({ api }: SignedIn, id: string, revision: string): Promise<ApiResponse> =>
      api.delete(`/documents/${id}/revisions/${revision}`);
    const stored = (revision: string) =>
      world.sql.query(
        `SELECT revision_id FROM pages WHERE revision_id = $1 UNION ALL SELECT revision_id FROM passages
         WHERE revision_id = $1 UNION ALL SELECT id FROM document_revisions WHERE id = $1`,
        [revision],
      );

    it('takes a draft away with all that was read of it; its version is free again', async () => {
      const document = await manual();
      const draft = await draftOf(document, '2', ['One.', 'Two.']);
      expect((await remove(manager, document.id, draft)).status).toBe(204);
      expect(await stored(draft)).toEqual([]);
      expect(await statuses(document.id)).toEqual([['1', 'active']]);
      expect((await remove(manager, document.id, draft)).status).toBe(404);
      expect((await upload(manager, document.id, { version: '2' })).status).toBe(202);
      expect(await audited(document.id)).toEqual(['document.revision_deleted', 'document.revision_added']);
    });

    it('gives the file of a draft back, unless another document has it too', async () => {
      const [one, other] = [await manual(), await manual()];
      const content = (id: string) =>
        manager.api.upload(
          `/documents/${id}/revisions`,
          { version: '2', on_duplicate: 'revision' },
          { content: 'The same file.', name: 'a.txt' },
        );
      const drafts = [(await content(one.id)).body.data, (await content(other.id)).body.data] as [Json, Json];
      const released = async (): Promise<boolean> => {
        const [row] = await world.sql.query<{ released: boolean }>(
          `SELECT released_at IS NOT NULL AS released FROM blobs WHERE sha256 = $1`,
          [drafts[0].content_sha256],
        );
        return row?.released ?? true;
      };
      expect(await released()).toBe(false);
      expect((await remove(manager, one.id, drafts[0].id as string)).status).toBe(204);
      const path = `/documents/${other.id}/content?revision_id=${drafts[1].id}`;
      expect((await manager.api.get(path)).status).toBe(200);
      expect((await remove(manager, other.id, drafts[1].id as string)).status).toBe(204);
      expect(await released()).toBe(true);
    });

    it('leaves what was published', async () => {
      const document = await manual();
      const second = await draftOf(document, '2');
      await act(admin, document.id, second, 'activate');
      for (const revision of [document.revisionId, second]) {
        expect(errorOf(await remove(admin, document.id, revision))).toEqual({
          status: 409,
          reason: 'illegal_transition',
        });
        expect((await stored(revision)).length).toBeGreaterThan(0);
      }
    });

    it('is for managers of the document', async () => {
      const document = await manual();
      const draft = await draftOf(document, '2');
      expect((await remove({ ...admin, api: world.api }, document.id, draft)).status).toBe(401);
      expect((await remove(member, document.id, draft)).status).toBe(403);
      expect((await remove(stranger, document.id, draft)).status).toBe(404);
      expect((await remove(admin, document.id, newId('revision'))).status).toBe(404);
      expect((await remove(admin, (await manual()).id, draft)).status).toBe(404);
      expect((await stored(draft)).length).toBeGreaterThan(0);
    });
  });

  it('withdrawal leaves the document without an active one, in the list as withdrawn, until another is activated', async () => {
    const document = await manual();
    const { status, body } = await act(manager, document.id, document.revisionId, 'withdraw');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: 'withdrawn', withdrawn_by: manager.user.id });
    expect((await member.api.get(`/documents/${document.id}`)).body.data).toMatchObject({ status: 'withdrawn' });
    const listed = (await member.api.get('/documents?status=withdrawn')).body.data as Json[];
    expect(listed.map(({ id }) => id as string)).toContain(document.id);
    expect(errorOf(await act(manager, document.id, document.revisionId, 'withdraw')).reason).toBe('illegal_transition');
    await act(manager, document.id, await draftOf(document, '2'), 'activate');
    expect(await statuses(document.id)).toEqual([
      ['2', 'active'],
      ['1', 'withdrawn'],
    ]);
    expect(await audited(document.id)).toEqual(['document.revision_withdrawn', 'document.revision_activated']);
  });

  it('keep their pages, flagged, for every user who can see the document', async () => {
    const document = await manual();
    const second = await draftOf(document, '2');
    await act(admin, document.id, second, 'activate');
    await act(admin, document.id, second, 'withdraw');
    const page = async ({ api }: SignedIn, revision: string): Promise<Json> =>
      (await api.get(`/documents/${document.id}/pages/1?revision_id=${revision}`)).body;
    expect((await page(member, document.revisionId)).data).toMatchObject({ text: 'Page of 1.', status: 'superseded' });
    expect((await page(member, second)).data).toMatchObject({ text: 'Page of 2.', status: 'withdrawn' });
    expect((await page(stranger, second)).error.code).toBe('NOT_FOUND');
  });

  it('have an outline: the file’s own, or their headings', async () => {
    const blocks = [
      { kind: 'heading', text: '32-11 Wheels', start: 0, end: 12, level: 2 },
      { kind: 'paragraph', text: 'Text', start: 13, end: 17 },
    ];
    const { id, revisionId } = await world.documents.document(organization, {
      pages: [{ text: '32-11 Wheels\nText', blocks }],
    });
    const outline = async (): Promise<Json> => (await member.api.get(`/documents/${id}/outline`)).body.data;
    expect(await outline()).toEqual({
      ...{ document_id: id, revision_id: revisionId, version: '1', status: 'active', source: 'headings' },
      items: [{ title: '32-11 Wheels', level: 2, page_number: 1 }],
    });
    const declared = [{ title: 'Chapter 32', page_number: 1, level: 1 }];
    await world.sql.query(`UPDATE document_revisions SET outline = $2 WHERE id = $1`, [
      revisionId,
      JSON.stringify(declared),
    ]);
    expect(await outline()).toMatchObject({ source: 'file', items: declared });
    expect(errorOf(await member.api.get(`/documents/${id}/outline?revision_id=${newId('revision')}`)).status).toBe(404);
  });

  describe('the change of a document', () => {
    const patch = ({ api }: SignedIn, id: string, body: object, headers = {}) =>
      api.patch(`/documents/${id}`, body, headers);

    it('is of all its own fields, and of the current revision’s effectivity', async () => {
      const { id } = await manual();
      const before = await manager.api.get(`/documents/${id}`);
      const changes = {
        ...{
          title: 'Brakes',
          document_type: 'CMM',
          aircraft_type: 'A320',
          document_number: 'CMM-32',
          ata_chapter: '32-41',
        },
        ...{ access: 'organization', effectivity: 'MSN 1-9' },
      };
      const { status, body, headers } = await patch(
        manager,
        id,
        { ...changes, aircraft_type: ' a320 ' },
        { 'if-match': before.headers.get('etag') ?? '' },
      );
      expect([status, body.data]).toEqual([200, { ...before.body.data, ...changes, updated_at: expect.any(String) }]);
      expect(headers.get('etag')).not.toBe(before.headers.get('etag'));
      const cleared = await patch(manager, id, { document_number: null, ata_chapter: null, effectivity: null });
      expect(cleared.body.data).toMatchObject({ document_number: null, ata_chapter: null, effectivity: null });
      const same = await patch(manager, id, { title: 'Brakes' });
      expect(same.headers.get('etag')).toBe(cleared.headers.get('etag'));
      expect(await audited(id)).toEqual(['document.updated', 'document.updated']);
    });

    it('is refused on an older version, one of many at a time', async () => {
      const { id } = await manual();
      const etag = (await manager.api.get(`/documents/${id}`)).headers.get('etag') ?? '';
      const answers = await Promise.all(
        ['A', 'B', 'C'].map((title) => patch(manager, id, { title }, { 'if-match': etag })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    });

    it('never takes a document out of a manager’s team', async () => {
      const { id } = await manual();
      const other = await world.identity.team(organization);
      for (const team_id of [other.id, null])
        expect(errorOf(await patch(manager, id, { team_id }))).toEqual({ status: 403, reason: 'other_team' });
      expect(errorOf(await patch(admin, id, { team_id: null }))).toEqual({ status: 400, field: 'team_id' });
      expect((await patch(admin, id, { team_id: null, access: 'organization' })).status).toBe(200);
      expect(errorOf(await patch(manager, id, { title: 'Mine' }))).toEqual({ status: 403, reason: 'other_team' });
      expect(errorOf(await patch(admin, id, { team_id: newId('team') }))).toEqual({ status: 400, field: 'team_id' });
      expect(errorOf(await patch(admin, id, { access: 'team' }))).toEqual({ status: 400, field: 'team_id' });
      expect((await patch(admin, id, { team_id: other.id, access: 'team' })).status).toBe(200);
      expect((await patch(manager, id, { title: 'Mine' })).status).toBe(404);
    });

    it.each([
      [{ title: '' }, 'title'],
      [{ title: null }, 'title'],
      [{ document_type: 'amm' }, 'document_type'],
      [{ ata_chapter: '3' }, 'ata_chapter'],
      [{ version: '2' }, 'version'],
      [{ status: 'active' }, 'status'],
      [{ access: 'public' }, 'access'],
    ])('refuses %j', async (body, field) => {
      const { id } = await manual();
      expect(errorOf(await patch(admin, id, body))).toMatchObject({ status: 400, field });
    });
  });
});
