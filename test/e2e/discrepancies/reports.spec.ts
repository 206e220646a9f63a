import type { TestDocument } from '../../factories/document.factory.js';
import type { TestOrganization } from '../../factories/identity.factory.js';
import { DOT } from '../../support/api/access-scenes.js';
import type { ApiResponse, Json } from '../../support/api/api-client.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const PAGES = ['REMOVE THE WHEEL. Torque\n120 Nm on the ﬁrst pass.', 'INSTALL THE BRAKE UNIT.', 'REMOVE THE WHEEL.'];
const QUOTE = 'Torque 120  Nm on the first';
const reasonOf = ({ status, body }: ApiResponse): [number, unknown] => [status, body?.error?.details.reason];
const fieldOf = ({ body }: ApiResponse): unknown[] => [body?.error?.code, body?.error?.details.field];

describe('discrepancy reports', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let team: { id: string };
  let admin: SignedIn;
  let manager: SignedIn;
  let reporter: SignedIn;
  let colleague: SignedIn;
  let document: TestDocument;

  beforeAll(async () => {
    world = await startWorld({ shared: true });
    organization = await world.identity.organization();
    team = await world.identity.team(organization);
    admin = await world.signIn({ organization, role: 'admin' });
    manager = await world.signIn({ organization, role: 'manager', team });
    reporter = await world.signIn({ organization, team });
    colleague = await world.signIn({ organization });
  });
  beforeEach(async () => {
    document = await world.documents.document(organization, { pages: PAGES, team });
  });
  afterAll(() => world.stop());

  const body = (changes: Json = {}): Json => ({
    ...{ document_id: document.id, page_number: 1, quote: QUOTE, kind: 'inaccurate', description: 'It is 100 Nm.' },
    ...changes,
  });
  const report = async (by: SignedIn = reporter, changes: Json = {}): Promise<Json> => {
    const made = await by.api.post('/discrepancies', body(changes));
    if (made.status !== 201) throw new Error(`${made.status} ${made.text}`);
    return made.body.data;
  };

  it('are raised at a quote, and shown with its place on the page', async () => {
    const made = await report();
    expect(made).toEqual({
      id: expect.stringMatching(/^discrepancy_/) as string,
      ...{ document_id: document.id, document_title: document.title, revision_id: document.revisionId, version: '1' },
      ...{ page_number: 1, quote: QUOTE, kind: 'inaccurate', severity: 'major', description: 'It is 100 Nm.' },
      ...{ status: 'reported', reported_by: reporter.user.id, overdue: false, contact: null, author_reference: null },
      due_on: new Date(Date.now() + 30 * 24 * 3600 * 1000).toISOString().slice(0, 10),
      location: { revision_id: document.revisionId, page_number: 1, start: 18, end: 43 },
      ...{ channel: null, sent_at: null, mail: null, answer: null, answered_at: null, ended_at: null, ended_by: null },
      ...{
        closed_by_revision_id: null,
        rejection_reason: null,
        interim_instruction: null,
        instruction_proposal: null,
        pictures: [],
      },
      created_at: expect.stringMatching(/Z$/) as string,
      updated_at: expect.stringMatching(/Z$/) as string,
    });
    const again = await reporter.api.get(`/discrepancies/${made.id}`);
    expect(again.body.data).toEqual(made);
    const page = await reporter.api.get(`/documents/${document.id}/pages/1`);
    expect(page.body.data.discrepancies).toEqual([
      {
        ...{ id: made.id, kind: 'inaccurate', severity: 'major', status: 'reported', quote: QUOTE, start: 18, end: 43 },
        ...{ description: 'It is 100 Nm.', interim_instruction: null },
      },
    ]);
    const pages = await reporter.api.get(`/documents/${document.id}/pages`);
    expect((pages.body.data as Json[]).map(({ discrepancies }) => (discrepancies as Json[]).length)).toEqual([1, 0, 0]);
  });

  it.each<[string, Json]>([
    ['quote', { quote: 'Torque 130 Nm' }],
    ['quote', { quote: '--' }],
    ['page_number', { page_number: 4 }],
    ['page_number', { page_number: 0 }],
    ['document_id', { document_id: 'doc_01k9zs4v8hf2x9c3m5q7r1t6wa' }],
    ['revision_id', { revision_id: 'rev_01k9zs4v8jep7tqv1fbk0q3h5n' }],
    ['kind', { kind: 'wrong' }],
    ['severity', { severity: 'huge' }],
    ['description', { description: ' ' }],
    ['status', { status: 'closed' }],
  ])('need a valid %s: %j', async (field, changes) => {
    const made = await reporter.api.post('/discrepancies', body(changes));
    expect(fieldOf(made)).toEqual(['INVALID_REQUEST', field]);
  });

  it('concern no draft', async () => {
    const { revisionId } = await world.documents.revision(document, { version: '2', status: 'draft' });
    const drafted = body({ revision_id: revisionId, quote: '120 Nm' });
    for (const { api } of [manager, reporter]) {
      const made = await api.post('/discrepancies', drafted);
      expect(fieldOf(made)).toEqual(['INVALID_REQUEST', 'revision_id']);
    }
  });

  it('are made once for a repeated request', async () => {
    const key = { 'idempotency-key': `report-${document.id}` };
    const first = await reporter.api.post('/discrepancies', body(), key);
    const second = await reporter.api.post('/discrepancies', body(), key);
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(second.body.data).toEqual(first.body.data);
    const other = await reporter.api.post('/discrepancies', body({ kind: 'ambiguous' }), key);
    expect(other.status).toBe(422);
  });

  it('and whatever counts them are hidden with their document', async () => {
    const { id } = await report();
    const { api } = colleague;
    for (const path of ['', '/form', '/pictures/picture_01k9zs4v8hf2x9c3m5q7r1t6wa'])
      expect((await api.get(`/discrepancies/${id}${path}`)).status).toBe(404);
    expect((await api.patch(`/discrepancies/${id}`, { severity: 'minor' })).status).toBe(404);
    expect((await api.post(`/discrepancies/${id}/withdraw`)).status).toBe(404);
    expect((await api.upload(`/discrepancies/${id}/pictures`, {}, { content: DOT })).status).toBe(404);
    const made = await api.post('/discrepancies', body());
    expect(fieldOf(made)).toEqual(['INVALID_REQUEST', 'document_id']);
    for (const path of ['', '/statistics', `?document_id=${document.id}`]) {
      const listed = await api.get(`/discrepancies${path}`);
      const of = (listed.body.data as Json[]).filter(({ document_id }) => document_id === document.id);
      expect([of, listed.body.pagination.total_count]).toEqual([[], listed.body.data.length]);
    }
    await world.sql.query(`UPDATE documents SET access = 'organization' WHERE id = $1`, [document.id]);
    expect((await api.get(`/discrepancies/${id}`)).status).toBe(200);
    await world.sql.query(`UPDATE documents SET deleted_at = now() WHERE id = $1`, [document.id]);
    expect((await admin.api.get(`/discrepancies/${id}`)).status).toBe(404);
  });

  it('are listed by document, status, kind, severity and due date', async () => {
    const made = [await report(), await report(reporter, { kind: 'ambiguous', severity: 'critical' })].map(
      ({ id }) => id as string,
    );
    const late = await world.discrepancies.report(document, reporter.user, { status: 'sent', dueOn: '2020-01-01' });
    const listed = async (query: string): Promise<string[]> => {
      const { body: found } = await reporter.api.get(`/discrepancies?document_id=${document.id}&${query}`);
      expect(found.pagination.total_count).toBe(found.data.length);
      return (found.data as Json[]).map(({ id }) => id as string);
    };
    expect(await listed('')).toEqual([late.id, made[1], made[0]]);
    expect(await listed('kind=ambiguous')).toEqual([made[1]]);
    expect(await listed('severity=critical')).toEqual([made[1]]);
    expect(await listed('status=sent')).toEqual([late.id]);
    expect(await listed('overdue=true')).toEqual([late.id]);
    expect(await listed('overdue=false')).toEqual([made[1], made[0]]);
    await reporter.api.post(`/discrepancies/${made[0]}/withdraw`);
    expect(await listed('open=true')).toEqual([late.id, made[1]]);
    expect(await listed('open=false')).toEqual([made[0]]);
    const first = await reporter.api.get(`/discrepancies?document_id=${document.id}&limit=1`);
    const next = encodeURIComponent(first.body.pagination.next_cursor as string);
    const second = await reporter.api.get(`/discrepancies?document_id=${document.id}&limit=1&cursor=${next}`);
    expect(second.body.data[0].id).toBe(made[1]);
  });

  it('are changed by the reporter until they are sent, and by managers of the document', async () => {
    const { id } = await report();
    const path = `/discrepancies/${id}`;
    const first = await reporter.api.get(path);
    const changed = await reporter.api.patch(path, { kind: 'incomplete' }, { 'if-match': first.headers.get('etag')! });
    expect(changed.body.data.kind).toBe('incomplete');
    const stale = await reporter.api.patch(path, { kind: 'ambiguous' }, { 'if-match': first.headers.get('etag')! });
    expect(stale.status).toBe(412);
    expect((await reporter.api.patch(path, {})).body.data.kind).toBe('incomplete');
    expect(reasonOf(await reporter.api.patch(path, { due_on: '2030-01-01' }))).toEqual([403, 'other_team']);
    const other = await world.signIn({ organization, team });
    expect(reasonOf(await other.api.patch(path, { severity: 'minor' }))).toEqual([403, 'not_reporter']);
    const dated = await manager.api.patch(path, { due_on: '2020-01-01', contact: 'author@example.test' });
    expect(dated.body.data).toMatchObject({ due_on: '2020-01-01', overdue: true, contact: 'author@example.test' });
    expect((await reporter.api.get(path)).body.data).toMatchObject({ overdue: true, contact: null });
    for (const contact of ['a@b.test\r\nBcc: c@d.test', 'a@b.test, c@d.test', 'A <a@b.test>'])
      expect((await manager.api.patch(path, { contact })).status).toBe(400);
    await manager.api.post(`${path}/send`, { channel: 'form' });
    expect(reasonOf(await reporter.api.patch(path, { severity: 'minor' }))).toEqual([403, 'not_reporter']);
    expect((await manager.api.patch(path, { severity: 'minor' })).status).toBe(200);
  });

  it('have up to ten pictures, for those who can change them', async () => {
    const { id } = await report();
    const path = `/discrepancies/${id}/pictures`;
    const add = (by: SignedIn, content: Uint8Array | string, name = 'dot.png'): Promise<ApiResponse> =>
      by.api.upload(path, {}, { content, name });
    const text = await add(reporter, 'GREASE THE PIN.');
    expect([text.status, text.body.error.details.supported]).toEqual([415, ['image/png', 'image/jpeg']]);
    expect((await add(reporter, '')).status).toBe(400);
    expect((await add(reporter, Buffer.concat([DOT, Buffer.alloc(10 * 1024 * 1024)]))).status).toBe(413);
    const other = await world.signIn({ organization, team });
    expect(reasonOf(await add(other, DOT))).toEqual([403, 'not_reporter']);
    const added = await Promise.all(Array.from({ length: 12 }, (_, n) => add(reporter, DOT, `dot ${n}.png`)));
    expect(added.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(10);
    expect(added.map(reasonOf)).toContainEqual([409, 'too_many_pictures']);
    const { pictures } = (await reporter.api.get(`/discrepancies/${id}`)).body.data as { pictures: Json[] };
    expect(pictures).toHaveLength(10);
    const [first] = pictures;
    expect(first).toMatchObject({ media_type: 'image/png', size: DOT.length });
    const shown = await other.api.get(`${path}/${first.id}`, { accept: '*/*' });
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(shown.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(reasonOf(await other.api.delete(`${path}/${first.id}`))).toEqual([403, 'not_reporter']);
    expect((await reporter.api.delete(`${path}/${first.id}`)).status).toBe(204);
    expect((await reporter.api.get(`${path}/${first.id}`)).status).toBe(404);
    const elsewhere = await report();
    expect((await reporter.api.get(`/discrepancies/${elsewhere.id}/pictures/${pictures[1].id}`)).status).toBe(404);
  });

  it('have a form with everything about them', async () => {
    const { id } = await report(reporter, { description: `Ünïcode Ω\n${'long'.repeat(200)}` });
    await reporter.api.upload(`/discrepancies/${id}/pictures`, {}, { content: DOT, name: 'dot.png' });
    const broken = Buffer.concat([DOT.subarray(0, 40), Buffer.from('broken')]);
    await reporter.api.upload(`/discrepancies/${id}/pictures`, {}, { content: broken, name: 'broken.png' });
    const { status, headers, text } = await reporter.api.get(`/discrepancies/${id}/form`, { accept: '*/*' });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(headers.get('content-disposition')).toContain(`${id}.pdf`);
    expect(text.startsWith('%PDF-')).toBe(true);
  });

  it('are counted by document', async () => {
    const corrected = await world.discrepancies.report(document, reporter.user);
    await world.discrepancies.report(document, reporter.user, { dueOn: '2020-01-01' });
    const withdrawn = await report();
    await reporter.api.post(`/discrepancies/${withdrawn.id}/withdraw`);
    await world.sql.query(
      `UPDATE discrepancies SET status = 'closed', closed_by_revision_id = revision_id, created_at = now() - interval '36 hours',
         ended_at = now() WHERE id = $1`,
      [corrected.id],
    );
    const { body: found } = await reporter.api.get('/discrepancies/statistics');
    expect((found.data as Json[]).find(({ document_id }) => document_id === document.id)).toEqual({
      ...{ document_id: document.id, document_title: document.title, document_number: null },
      ...{ total: 2, open: 1, overdue: 1, closed: 1, rejected: 0, median_days_to_close: 1.5 },
    });
  });

  it('show ten of a thousand on the page, those with instructions first, and are limited', async () => {
    await world.sql.query(
      `WITH many AS (
         INSERT INTO discrepancies (id, organization_id, document_id, revision_id, page_number, quote, kind, severity, description, status, due_on)
         SELECT 'discrepancy_' || lpad(n::text, 26, '0'), $1, $2, $3, 1, 'Torque', 'inaccurate', 'minor', repeat('x', 5000), 'reported',
           '2099-01-01'
         FROM generate_series(1, 1000) n RETURNING id)
       INSERT INTO discrepancy_places (discrepancy_id, revision_id, page_number) SELECT id, $3, 1 FROM many`,
      [organization.id, document.id, document.revisionId],
    );
    await world.sql.query(
      `UPDATE discrepancies SET instruction = 'Stop.', instruction_proposed_by = 'user_a',
         instruction_proposed_at = now(), instruction_approved_by = 'user_b', instruction_approved_at = now()
       WHERE document_id = $1 AND id LIKE '%999'`,
      [document.id],
    );
    await world.sql.query(
      `UPDATE discrepancies SET severity = CASE WHEN id LIKE '%500' THEN 'critical' ELSE 'major' END
       WHERE document_id = $1 AND (id LIKE '%500' OR id LIKE '%501')`,
      [document.id],
    );
    const page = await reporter.api.get(`/documents/${document.id}/pages/1`);
    expect(page.body.data.discrepancies).toHaveLength(10);
    expect(page.body.data.discrepancies[0].interim_instruction).toBe('Stop.');
    const ids = (page.body.data.discrepancies as Json[]).map(({ id }) => Number((id as string).split('_')[1]));
    expect(ids).toEqual([999, 500, 501, 1000, 998, 997, 996, 995, 994, 993]);
    expect(reasonOf(await reporter.api.post('/discrepancies', body()))).toEqual([409, 'too_many_reports']);
  });
});
