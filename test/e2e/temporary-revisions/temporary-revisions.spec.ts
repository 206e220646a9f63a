import { newId } from '../../../src/common/ids/type-id.js';
import type { RevisionOptions, TestDocument } from '../../factories/document.factory.js';
import type { TestOrganization } from '../../factories/identity.factory.js';
import type { ApiResponse, Json } from '../../support/api/api-client.js';
import { issue, issued } from '../../support/scenes/temporary-revision-scene.js';
import { until } from '../../support/until.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const replacing = (page_number: number, overlay_pages = [1]): Json => ({
  action: 'replace',
  page_number,
  overlay_pages,
});
const codeOf = ({ status, body }: ApiResponse): unknown[] => [status, body.error?.details?.reason ?? body.error?.code];

describe('temporary revisions', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  let engineer: SignedIn;
  let stranger: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    organization = await world.identity.organization();
    admin = await world.signIn({ role: 'admin', organization });
    engineer = await world.signIn({ role: 'engineer', organization });
    stranger = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  const manual = (): Promise<TestDocument> =>
    world.documents.document(organization, { pages: ['One.', 'Torque 100 N·m.', 'Three.'] });
  const overlay = (): Promise<TestDocument> => world.documents.document(organization, { pages: ['Torque 110 N·m.'] });
  const marksOn = async (document: TestDocument, page: number, by = admin): Promise<Json[]> =>
    (await by.api.get(`/documents/${document.id}/pages/${page}`)).body.data.temporary_revisions as Json[];

  it('are told to those who watch the document, and see it, and reviews to its managers', async () => {
    const team = await world.identity.team(organization);
    const document = (pages: string[]) => world.documents.document(organization, { pages, team });
    const [base, over] = [await document(['One.', 'Torque 100 N·m.']), await document(['Torque 110 N·m.'])];
    const watcher = await world.signIn({ role: 'engineer', organization, team });
    for (const one of [watcher, admin]) await one.api.request('PUT', `/documents/${base.id}/watch`);
    const told = async (by: SignedIn): Promise<unknown[]> =>
      ((await by.api.get('/notifications?kind=temporary_revision')).body.data as Json[])
        .filter((one) => one.document.id === base.id)
        .map((one): unknown[] => [one.temporary_revision_id, one.temporary_revision_event, one.actor?.id ?? null]);
    const { id } = await issued(admin.api, base, over);
    expect(await told(watcher)).toEqual([[id, 'created', admin.user.id]]);
    expect(await told(admin)).toEqual([]);
    const { revisionId } = await world.documents.revision(base, { version: '2', status: 'draft', pages: ['One.', 'Torque 100 N·m.'] });
    await watcher.api.patch('/users/me/notification-preferences', { temporary_revision: 'off' });
    await admin.api.post(`/documents/${base.id}/revisions/${revisionId}/activate`);
    expect([await told(admin), (await told(watcher)).length]).toEqual([[[id, 'review_required', null]], 1]);
    await watcher.api.patch('/users/me/notification-preferences', { temporary_revision: 'in_app' });
    await world.sql.query(`UPDATE users SET team_id = NULL WHERE id = $1`, [watcher.user.id]);
    await admin.api.post(`/temporary-revisions/${id}/withdraw`);
    await world.sql.query(`UPDATE users SET team_id = $2 WHERE id = $1`, [watcher.user.id, team.id]);
    expect(await told(watcher)).toHaveLength(1);
  }); // prettier-ignore

  it('mark the page beneath, the page after which they insert, and their own pages', async () => {
    const [base, over] = [await manual(), await overlay()];
    const pages = [replacing(2), { action: 'insert', page_number: 3, overlay_pages: [1] }];
    const made = await issued(admin.api, base, over, { pages });
    expect(made).toMatchObject({
      ...{ number: 'TR 32-114', status: 'in_force', document_id: base.id, overlay_document_id: over.id },
      ...{ revision_id: base.revisionId, needs_review: false, incorporated_by_revision_id: null },
      pages: [
        { ...replacing(2), current_page_number: 2 },
        { action: 'insert', page_number: 3, overlay_pages: [1], current_page_number: 3 },
      ],
    });
    expect(await marksOn(base, 1)).toEqual([]);
    const mark = { id: made.id, number: 'TR 32-114', status: 'in_force', document_id: over.id, page_numbers: [1] };
    expect(await marksOn(base, 2)).toEqual([expect.objectContaining({ ...mark, role: 'beneath', action: 'replace' })]);
    expect(await marksOn(base, 3, engineer)).toEqual([
      expect.objectContaining({ ...mark, role: 'beneath', action: 'insert' }),
    ]);
    expect(await marksOn(over, 1)).toEqual([
      expect.objectContaining({ id: made.id, role: 'overlay', document_id: base.id, page_numbers: [2, 3] }),
    ]);
    const listed = (await admin.api.get(`/documents/${base.id}/pages`)).body.data as Json[];
    expect(listed.map(({ temporary_revisions: marks }) => (marks as Json[]).length)).toEqual([0, 1, 1]);
    const list = `/documents/${base.id}/temporary-revisions`;
    expect((await engineer.api.get(list)).body.data).toEqual([made]);
    expect((await engineer.api.get(`${list}?status=expired`)).body.data).toEqual([]);
    expect((await engineer.api.get(`/temporary-revisions/${made.id}`)).body.data).toEqual(made);
  });

  it('end by themselves, and not before they begin', async () => {
    const [base, over] = [await manual(), await overlay()];
    const made = await issued(admin.api, base, over, {
      pages: [{ action: 'cancel', page_number: 2 }],
      effective_from: '2099-01-01T00:00:00Z',
    });
    expect(made.status).toBe('scheduled');
    expect(await marksOn(base, 2)).toEqual([]);
    const path = `/temporary-revisions/${made.id}`;
    const begun = await admin.api.patch(path, { effective_from: '2026-01-01T00:00:00Z' });
    expect(begun.body.data.status).toBe('in_force');
    expect(await marksOn(base, 2)).toMatchObject([{ action: 'cancel', page_numbers: [] }]);
    await admin.api.patch(path, { effective_until: '2026-02-01T00:00:00Z' });
    expect(await marksOn(base, 2)).toEqual([]);
    expect((await admin.api.get(path)).body.data.status).toBe('expired');
    const again = await admin.api.patch(path, { effective_until: null }, { 'if-match': begun.headers.get('etag')! });
    expect(codeOf(again)).toEqual([412, 'stale']);
    await admin.api.patch(path, { effective_until: null });
    expect(await marksOn(base, 2)).toHaveLength(1);
    expect((await admin.api.post(`${path}/withdraw`)).body.data.status).toBe('withdrawn');
    expect(await marksOn(base, 2)).toEqual([]);
    expect(codeOf(await admin.api.post(`${path}/withdraw`))).toEqual([409, 'illegal_transition']);
    expect(codeOf(await admin.api.patch(path, { number: 'TR 1' }))).toEqual([409, 'illegal_transition']);
    // It took effect: what was answered from its pages stays marked.
    expect(codeOf(await admin.api.delete(path))).toEqual([409, 'illegal_transition']);
    expect(await marksOn(over, 1)).toMatchObject([{ id: made.id, role: 'overlay', status: 'withdrawn' }]);
  });

  it('are deleted only if they never took effect, and are not postponed afterwards', async () => {
    const [base, over] = [await manual(), await overlay()];
    const made = await issued(admin.api, base, over, { effective_from: '2099-01-01T00:00:00Z' });
    const path = `/temporary-revisions/${made.id}`;
    expect((await admin.api.patch(path, { effective_from: '2098-01-01T00:00:00Z' })).status).toBe(200);
    await admin.api.post(`${path}/withdraw`);
    expect((await admin.api.delete(path)).status).toBe(204);
    expect((await admin.api.get(path)).status).toBe(404);
    const begun = await issued(admin.api, base, over);
    const postponed = await admin.api.patch(`/temporary-revisions/${begun.id}`, {
      effective_from: '2099-01-01T00:00:00Z',
    });
    expect(codeOf(postponed)).toEqual([409, 'illegal_transition']);
  });

  it('keep a page out of answers however many marks it has', async () => {
    const [base, over] = [await manual(), await overlay()];
    const made = await issued(admin.api, base, over, { pages: [replacing(2)] });
    for (let count = 1; count <= 11; count += 1)
      await issued(admin.api, base, over, { pages: [{ action: 'insert', page_number: 2, overlay_pages: [1] }] });
    const marks = await marksOn(base, 2);
    expect(marks).toHaveLength(10);
    expect(marks.filter(({ action }) => action === 'replace').map(({ id }) => id as string)).toEqual([made.id]);

    const bundle = await world.documents.document(organization, { pages: ['One.', 'Two.'] });
    const ended = await issued(admin.api, await manual(), bundle, { effective_until: '2026-02-01T00:00:00Z' });
    const other = await manual();
    for (let count = 1; count <= 11; count += 1)
      await issued(admin.api, other, bundle, { pages: [{ action: 'insert', page_number: 2, overlay_pages: [2] }] });
    expect(await marksOn(bundle, 1)).toMatchObject([{ id: ended.id, status: 'expired', action: 'replace' }]);
  });

  it('come back in place of those that superseded them only without a conflict', async () => {
    const [base, over] = [await manual(), await overlay()];
    const from = (year: number): string => `${year}-01-01T00:00:00Z`;
    const first = await issued(admin.api, base, over);
    const second = await issued(admin.api, base, over, {
      ...{ supersedes_id: first.id, effective_from: from(2096), effective_until: from(2098) },
    });
    const third = await issued(admin.api, base, over, { effective_from: from(2098) });
    const path = `/temporary-revisions/${second.id}`;
    const attempts = [await admin.api.post(`${path}/withdraw`), await admin.api.delete(path)];
    for (const refused of attempts) {
      expect(codeOf(refused)).toEqual([409, 'temporary_revision_conflict']);
      expect(refused.body.error.details).toMatchObject({ temporary_revision_id: third.id, page_number: 1 });
    }
    expect((await admin.api.get(path)).body.data.status).toBe('scheduled');
    await admin.api.post(`/temporary-revisions/${third.id}/withdraw`);
    expect((await admin.api.post(`${path}/withdraw`)).status).toBe(200);
    expect((await admin.api.get(`/temporary-revisions/${first.id}`)).body.data.status).toBe('in_force');
  });

  it('do not follow a changed footer, a copy or an empty page, and keep what may be their page out of answers', async () => {
    const text = (page: string, footer: string): { text: string; blocks: object[]; label?: string } => ({
      text: `${page}\n${footer}`,
      blocks: page === '' ? [] : [{ kind: 'paragraph', text: page, start: 0, end: page.length }],
    });
    const pages = [
      text('Zero.', 'Rev 1'),
      text('Torque 100 N·m.', 'Rev 1'),
      text('Blank.', 'Rev 1'),
      text('', 'Rev 1'),
    ];
    const base = await world.documents.document(organization, { pages });
    const over = await overlay();
    const made = await issued(admin.api, base, over, { pages: [replacing(2), replacing(3), replacing(4)] });
    const next = ['New.', 'Zero.', 'Torque 100 N·m.', 'Blank.', 'Blank.', ''].map((page) => text(page, 'Rev 2'));
    const { revisionId } = await world.documents.revision(base, { version: '2', status: 'draft', pages: next });
    await admin.api.post(`/documents/${base.id}/revisions/${revisionId}/activate`);
    const { pages: carried } = (await admin.api.get(`/temporary-revisions/${made.id}`)).body.data;
    expect((carried as Json[]).map(({ current_page_number: page }) => page as number | null)).toEqual([3, null, null]);
    expect(await marksOn(base, 3)).toMatchObject([{ role: 'beneath', action: 'replace' }]);
    expect(await marksOn(base, 4)).toMatchObject([{ role: 'unplaced', action: 'replace' }]);
    expect(await marksOn(base, 5)).toMatchObject([{ role: 'unplaced', action: null }]);
  });

  it('follow into a later revision while they have ended, and are reviewed before they begin', async () => {
    const [base, over] = [await manual(), await overlay()];
    const ended = await issued(admin.api, base, over, {
      pages: [replacing(2)],
      effective_until: '2026-02-01T00:00:00Z',
    });
    const scheduled = await issued(admin.api, base, over, {
      pages: [replacing(2)],
      effective_from: '2099-01-01T00:00:00Z',
    });
    const draft: RevisionOptions = { version: '2', status: 'draft', pages: ['Zero.', 'One.', 'Torque 100 N·m.'] };
    const { revisionId } = await world.documents.revision(base, draft);
    await admin.api.post(`/documents/${base.id}/revisions/${revisionId}/activate`);
    expect((await admin.api.get(`/temporary-revisions/${scheduled.id}`)).body.data).toMatchObject({
      ...{ status: 'scheduled', needs_review: true, pages: [{ current_page_number: 3 }] },
    });
    const reviewed = (): Promise<Json[]> =>
      world.sql.query(
        `SELECT target_id FROM audit_events WHERE action = 'temporary_revision.review_required' AND target_id = ANY ($1)`,
        [[ended.id, scheduled.id]],
      );
    const found = await until(reviewed, (rows) => rows.length > 0);
    expect(found.map(({ target_id: id }) => id as string)).toEqual([scheduled.id]);
    const path = `/temporary-revisions/${ended.id}`;
    const back = await admin.api.patch(path, { effective_until: null });
    expect(codeOf(back)).toEqual([409, 'temporary_revision_conflict']);
    expect((await admin.api.patch(path, { effective_until: '2098-01-01T00:00:00Z' })).status).toBe(200);
    expect(await marksOn(base, 3)).toMatchObject([{ id: ended.id, role: 'beneath' }]);
  });

  it('are incorporated by later revisions only, and not by one that was withdrawn and replaced', async () => {
    const [base, over] = [await manual(), await overlay()];
    const activate = async (version: string, pages: string[]): Promise<string> => {
      const { revisionId } = await world.documents.revision(base, { version, status: 'draft', pages });
      await admin.api.post(`/documents/${base.id}/revisions/${revisionId}/activate`);
      return revisionId;
    };
    await activate('2', ['One.', 'Torque 100 N·m.']);
    const made = await issued(admin.api, base, over, { pages: [replacing(2)] });
    const path = `/temporary-revisions/${made.id}`;
    const earlier = await admin.api.patch(path, { incorporated_by_revision_id: base.revisionId });
    expect(earlier.body.error.details.field).toBe('incorporated_by_revision_id');
    const third = await activate('3', ['One.', 'Torque 110 N·m.']);
    expect((await admin.api.patch(path, { incorporated_by_revision_id: third })).body.data.status).toBe('incorporated');
    await admin.api.post(`/documents/${base.id}/revisions/${third}/withdraw`);
    expect((await admin.api.get(path)).body.data.status).toBe('incorporated');
    await activate('4', ['Zero.', 'One.', 'Torque 100 N·m.']);
    expect((await admin.api.get(path)).body.data.status).toBe('in_force');
    expect(await marksOn(base, 3)).toMatchObject([{ id: made.id, role: 'beneath' }]);
  });

  it('refuse pages that do not exist and overlays that contradict each other', async () => {
    const [base, over] = [await manual(), await overlay()];
    const wrong: [Json, string][] = [
      [{ pages: [replacing(9)] }, 'pages.0.page_number'],
      [{ pages: [replacing(1), replacing(2, [7])] }, 'pages.1.overlay_pages'],
      [{ pages: [replacing(2), { action: 'cancel', page_number: 2 }] }, 'pages.1.page_number'],
      [{ pages: [{ action: 'cancel', page_number: 2, overlay_pages: [1] }] }, 'pages.0.overlay_pages'],
      [{ pages: [{ action: 'replace', page_number: 2 }] }, 'pages.0.overlay_pages'],
      [{ pages: [] }, 'pages'],
      [{ overlay_document_id: base.id }, 'overlay_document_id'],
      [{ overlay_document_id: newId('document') }, 'overlay_document_id'],
      [{ effective_until: '2025-01-01T00:00:00Z' }, 'effective_until'],
      [{ effective_from: 'soon' }, 'effective_from'],
      [{ supersedes_id: newId('temporary_revision') }, 'supersedes_id'],
    ];
    for (const [more, field] of wrong) {
      const { status, body } = await issue(admin.api, base, over, more);
      expect([field, status, body.error.code, body.error.details.field]).toEqual([
        field,
        400,
        'INVALID_REQUEST',
        field,
      ]);
    }
    const first = await issued(admin.api, base, over, {
      pages: [replacing(2)],
      effective_until: '2098-01-01T00:00:00Z',
    });
    const clash = await issue(admin.api, base, over, { pages: [{ action: 'cancel', page_number: 2 }] });
    expect(codeOf(clash)).toEqual([409, 'temporary_revision_conflict']);
    expect(clash.body.error.details).toMatchObject({ temporary_revision_id: first.id, page_number: 2 });
    // Another page, a later period, and pages after it do not contradict.
    await issued(admin.api, base, over, { pages: [replacing(1)] });
    await issued(admin.api, base, over, { pages: [replacing(2)], effective_from: '2099-01-01T00:00:00Z' });
    await issued(admin.api, base, over, { pages: [{ action: 'insert', page_number: 2, overlay_pages: [1] }] });
    const second = await issued(admin.api, base, over, {
      ...{ number: 'TR 32-120', pages: [replacing(2)] },
      ...{ supersedes_id: first.id, effective_until: '2098-06-01T00:00:00Z' },
    });
    expect((await admin.api.get(`/temporary-revisions/${first.id}`)).body.data.status).toBe('superseded');
    const marks = await marksOn(base, 2);
    expect(marks.filter(({ action }) => action === 'replace').map(({ id }) => id as string)).toEqual([second.id]);
  });

  it('let one of two that come at once through', async () => {
    const [base, over] = [await manual(), await overlay()];
    const both = await Promise.all([1, 2].map(() => issue(admin.api, base, over)));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('follow their pages into a later revision until it incorporates them or somebody confirms', async () => {
    const [base, over] = [await manual(), await overlay()];
    const pages = [replacing(2), { action: 'cancel', page_number: 3 }];
    const made = await issued(admin.api, base, over, { pages });
    const draft: RevisionOptions = {
      version: '2',
      status: 'draft',
      pages: ['Zero.', 'One.', 'Torque 100 N·m.', 'Three, new.'],
    };
    const { revisionId } = await world.documents.revision(base, draft);
    const path = `/temporary-revisions/${made.id}`;
    const activate = `/documents/${base.id}/revisions/${revisionId}/activate`;
    expect((await admin.api.post(activate)).status).toBe(200);
    const carried = (await admin.api.get(path)).body.data;
    expect(carried).toMatchObject({
      ...{ status: 'in_force', needs_review: true, revision_id: base.revisionId },
      pages: [{ current_page_number: 3 }, { current_page_number: null }],
    });
    expect(await marksOn(base, 3)).toMatchObject([{ role: 'beneath', action: 'replace', needs_review: true }]);
    expect(await marksOn(base, 4)).toMatchObject([{ id: made.id, role: 'unplaced', action: null }]);
    const before = await admin.api.get(`/documents/${base.id}/pages/2?revision_id=${base.revisionId}`);
    expect(before.body.data.temporary_revisions).toMatchObject([{ role: 'beneath' }]);

    const named = { incorporated_by_revision_id: base.revisionId };
    expect((await admin.api.patch(path, named)).body.error.details.field).toBe('incorporated_by_revision_id');
    const confirmed = await admin.api.patch(path, { pages: [replacing(3)] });
    expect(confirmed.body.data).toMatchObject({ revision_id: revisionId, needs_review: false });
    expect(await marksOn(base, 4)).toEqual([]);

    const next = await world.documents.revision(base, { version: '3', status: 'draft', pages: ['Torque 110 N·m.'] });
    const planned = await admin.api.patch(path, { incorporated_by_revision_id: next.revisionId });
    expect(planned.body.data.status).toBe('in_force');
    await admin.api.post(`/documents/${base.id}/revisions/${next.revisionId}/activate`);
    expect((await admin.api.get(path)).body.data).toMatchObject({ status: 'incorporated', needs_review: false });
    expect(await marksOn(base, 1)).toEqual([]);
    expect(await marksOn(over, 1)).toMatchObject([{ role: 'overlay', status: 'incorporated' }]);
  });

  it('are never lost between an activation and an issue at the same time', async () => {
    const [base, over] = [await manual(), await overlay()];
    const { revisionId } = await world.documents.revision(base, {
      version: '2',
      status: 'draft',
      pages: ['New.', 'One.'],
    });
    const [made] = await Promise.all([
      issue(admin.api, base, over),
      admin.api.post(`/documents/${base.id}/revisions/${revisionId}/activate`),
    ]);
    expect(made.status).toBe(201);
    const { pages } = (await admin.api.get(`/temporary-revisions/${made.body.data.id}`)).body.data;
    const current = (pages as Json[])[0]!.current_page_number as number;
    expect([1, 2]).toContain(current);
    expect(await marksOn(base, current)).toHaveLength(1);
  });

  it('are for managers of the document, and unknown to other organizations', async () => {
    const [base, over] = [await manual(), await overlay()];
    const made = await issued(admin.api, base, over);
    const path = `/temporary-revisions/${made.id}`;
    expect((await issue(engineer.api, base, over)).status).toBe(403);
    expect((await engineer.api.patch(path, { number: 'TR 1' })).status).toBe(403);
    expect((await issue(stranger.api, base, over)).status).toBe(404);
    expect((await stranger.api.get(path)).status).toBe(404);
    expect((await stranger.api.delete(path)).status).toBe(404);
    const team = await world.identity.team(organization);
    const other = await world.signIn({ role: 'manager', organization, team });
    expect((await other.api.patch(path, { number: 'TR 1' })).status).toBe(403);
    expect(codeOf(await admin.api.delete(path))).toEqual([409, 'illegal_transition']);
  });

  it('take no pages of documents of another team, and no other page than they name', async () => {
    const [own, foreign] = [await world.identity.team(organization), await world.identity.team(organization)];
    const manager = await world.signIn({ role: 'manager', organization, team: own });
    const base = await world.documents.document(organization, { team: own, pages: ['One.'] });
    const other = await world.documents.document(organization, {
      team: foreign,
      pages: ['A.', 'B.'],
    });
    await world.sql.query(`UPDATE documents SET access = 'organization' WHERE id = $1`, [other.id]);
    const refused = await issue(manager.api, base, other);
    expect([refused.status, refused.body.error.details.reason]).toEqual([403, 'other_team']);
    const over = await world.documents.document(organization, {
      team: own,
      pages: ['A.', 'B.'],
    });
    const made = await issued(manager.api, base, over);
    await manager.api.post(`/temporary-revisions/${made.id}/withdraw`);
    expect(await marksOn(over, 1)).toMatchObject([{ role: 'overlay', action: 'replace', status: 'withdrawn' }]);
    expect(await marksOn(over, 2)).toMatchObject([{ role: 'overlay', action: null, status: 'withdrawn' }]);
  });

  it('hide an overlay from those who cannot see it, and stay in force after its deletion', async () => {
    const base = await manual();
    const team = await world.identity.team(organization);
    const over = await world.documents.document(organization, { team, pages: ['Torque 110 N·m.'] });
    const made = await issued(admin.api, base, over, { pages: [replacing(2)] });
    const seen = (await engineer.api.get(`/temporary-revisions/${made.id}`)).body.data;
    expect(seen.overlay_document_id).toBeNull();
    expect(await marksOn(base, 2, engineer)).toMatchObject([{ role: 'beneath', document_id: null, page_numbers: [] }]);
    await admin.api.delete(`/documents/${over.id}`);
    expect(await marksOn(base, 2)).toMatchObject([{ role: 'beneath', document_id: null, page_numbers: [] }]);
  });
});
