import { newId } from '../../../src/common/ids/type-id.js';
import type { Json } from '../../support/api/api-client.js';
import { startIndexNode } from '../../support/service/index-node.js';
import { errorOf, readyManual, section, untilRead, unlike, uploadManual } from '../../support/manuals/manual.js';
import { placedPdf } from '../../support/manuals/pdf-factory.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

/** Of small pages, so that it takes a few seconds. */
const PAGES = 60;
const ROUTES = ['ingestion/cancel', 'reprocess'] as const;

describe('the control of reading', () => {
  let world: TestWorld;
  let admin: SignedIn;
  let manual: Buffer;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    admin = await world.signIn({ role: 'admin' });
    manual = await placedPdf(
      Array.from({ length: PAGES }, (_, i) => section(`Section ${i + 1}`, [`Tighten bolt ${i + 1} to ${i} Nm.`])),
    );
  });
  afterAll(() => world.stop());

  const pagesOf = async (id: string): Promise<number[]> => {
    const rows = await world.sql.query<{ page_number: number }>(
      `SELECT p.page_number FROM pages p JOIN document_revisions r ON r.id = p.revision_id
       WHERE r.document_id = $1 ORDER BY 1`,
      [id],
    );
    return rows.map(({ page_number: number }) => number);
  };
  const midway = async (): Promise<string> => {
    const { id } = await uploadManual(admin.api, unlike(manual));
    await until(
      () => pagesOf(id as string),
      (pages) => pages.length >= 5,
    );
    return id as string;
  };
  const act = (id: string, route: (typeof ROUTES)[number], { api } = admin) => api.post(`/documents/${id}/${route}`);
  const stops = () => world.service.logs().filter(({ msg }) => msg === 'reading stopped').length;

  it('cancels: the revision fails at once, its reader stops, and it can be reprocessed', async () => {
    const id = await midway();
    const { status, body } = await act(id, 'ingestion/cancel');
    const error = { code: 'cancelled', message: expect.any(String) };
    expect([status, body.data]).toMatchObject([200, { state: 'failed', stage: null, error }]);
    expect((await admin.api.get(`/documents/${id}`)).body.data.ingestion).toEqual({ state: 'failed', error });
    expect(await pagesOf(id)).toEqual([]);
    expect((await admin.api.get(`/documents/${id}/pages/1`)).status).toBe(404);
    expect((await admin.api.get(`/documents/${id}/pages/1/image`)).status).toBe(404);
    expect((await admin.api.get(`/documents/${id}/pages`)).body.data).toEqual([]);
    expect((await admin.api.get(`/documents/${id}/outline`)).body.data.items).toEqual([]);
    const found = await admin.api.post('/search/passages', { query: 'tighten bolt 1' });
    expect((found.body.data as Json[]).filter(({ document_id: of }) => of === id)).toEqual([]);
    await until(() => stops() > 0);
    expect(await pagesOf(id)).toEqual([]);
    expect(errorOf(await act(id, 'ingestion/cancel'))).toEqual({ status: 409, reason: 'not_in_progress' });
    const again = await act(id, 'reprocess');
    expect([again.status, again.body.data]).toMatchObject([202, { state: 'queued', pages_done: 0, error: null }]);
    const document = await untilRead(admin.api, id);
    expect(document).toMatchObject({ page_count: PAGES, ingestion: { state: 'ready' } });
    expect(await pagesOf(id)).toEqual(Array.from({ length: PAGES }, (_, i) => i + 1));
  });

  it('reads once when a revision is canceled and reprocessed at the same moment', async () => {
    const id = await midway();
    expect((await act(id, 'ingestion/cancel')).status).toBe(200);
    expect((await act(id, 'reprocess')).status).toBe(202);
    expect(errorOf(await act(id, 'reprocess'))).toEqual({ status: 409, reason: 'in_progress' });
    expect((await untilRead(admin.api, id)).ingestion.state).toBe('ready');
    expect(await pagesOf(id)).toEqual(Array.from({ length: PAGES }, (_, i) => i + 1));
    const [{ passages }] = (await world.sql.query<{ passages: number }>(
      `SELECT count(*)::int AS passages FROM passages WHERE document_id = $1`,
      [id],
    )) as [{ passages: number }];
    expect(passages).toBe(PAGES);
  });

  it('reprocesses a draft, which the index contains once', async () => {
    const { id } = await readyManual(admin.api, 'Fit the scandium ring.');
    const file = { content: 'Fit the scandium ring.\n\nThen the scandium cap.', name: 'draft.txt' };
    const added = await admin.api.upload(`/documents/${id}/revisions`, { version: '2' }, file);
    const draft = added.body.data.id as string;
    const untilReady = () =>
      until(
        async () => (await admin.api.get(`/documents/${id}/ingestion?revision_id=${draft}`)).body.data.state as string,
        (state) => state === 'ready',
      );
    await untilReady();
    expect((await admin.api.post(`/documents/${id}/reprocess?revision_id=${draft}`)).status).toBe(202);
    await untilReady();
    const node = await startIndexNode(world.service.databaseUrl);
    const { organizationId } = admin.user;
    expect(await node.held(organizationId)).toContain(draft);
    const [row] = await world.sql.query<{ passages: number }>(
      `SELECT count(*)::int AS passages FROM passages WHERE organization_id = $1`,
      [organizationId],
    );
    expect(await node.index.count(organizationId)).toBe(row!.passages);
    await node.stop();
  });

  it('keeps the text of published revisions, for citations', async () => {
    const { id, revision } = await readyManual(admin.api, 'Fit the gallium ring.');
    expect(errorOf(await act(id as string, 'reprocess'))).toEqual({ status: 409, reason: 'published' });
    for (const status of ['superseded', 'withdrawn']) {
      await world.sql.query(`UPDATE document_revisions SET status = $2 WHERE id = $1`, [revision.id, status]);
      expect(errorOf(await act(id as string, 'reprocess')).reason).toBe('published');
    }
  });

  it.each(ROUTES)('%s is for managers of the document', async (route) => {
    const organization = { id: admin.user.organizationId };
    const { id } = await world.documents.document(organization, { ingestionState: 'failed' });
    const team = await world.identity.team(organization);
    const manager = await world.signIn({ organization, role: 'manager', team });
    const [viewer, stranger] = [
      await world.signIn({ organization, role: 'viewer' }),
      await world.signIn({ role: 'admin' }),
    ];
    expect((await world.api.post(`/documents/${id}/${route}`)).status).toBe(401);
    expect((await act(id, route, viewer)).status).toBe(403);
    expect(errorOf(await act(id, route, manager))).toEqual({ status: 403, reason: 'other_team' });
    expect((await act(id, route, stranger)).status).toBe(404);
    for (const unknown of [newId('document'), 'doc_1']) expect((await act(unknown, route)).status).toBe(404);
    expect((await admin.api.post(`/documents/${id}/${route}?revision_id=${newId('revision')}`)).status).toBe(404);
    expect(errorOf(await admin.api.post(`/documents/${id}/${route}?colour=red`))).toEqual({
      status: 400,
      field: 'colour',
    });
  });
});
