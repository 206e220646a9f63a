import { newId } from '../../../src/common/ids/type-id.js';
import type { TestDocument, TestPage } from '../../factories/document.factory.js';
import type { Json } from '../../support/api/api-client.js';
import { errorOf } from '../../support/manuals/manual.js';
import { fieldsOf, REVISION_FIELDS } from '../../support/api/shapes.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

/** A page with a running header that names the revision, which is in no block. */
function page(label: string, header: string, ...texts: string[]): TestPage {
  let offset = header.length + 1;
  const blocks = texts.map((text) => {
    const start = offset;
    offset += text.length + 1;
    return { kind: 'paragraph', text, start, end: start + text.length };
  });
  return { label, text: [header, ...texts].join('\n'), blocks };
}

describe('the difference of two revisions', () => {
  let world: TestWorld;
  let organization: { id: string };
  let admin: SignedIn;
  let viewer: SignedIn;
  let document: TestDocument;
  let draft: string;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
    organization = await world.identity.organization();
    admin = await world.signIn({ organization, role: 'admin' });
    viewer = await world.signIn({ organization, role: 'viewer' });
    const before = 'AMM rev 1, 2026-01-01';
    document = await world.documents.document(organization, {
      pages: [
        page('i', before, 'Wheels and brakes of the aircraft'),
        page('1', before, 'Put the aircraft on jacks.', 'Tighten the bolts to 120 Nm.', 'Remove the jacks.'),
        page('2', before, 'The hydraulic reservoir holds twelve litres of fluid.'),
      ],
    });
    const after = 'AMM rev 2, 2026-06-01';
    const draftRevision = await world.documents.revision(document, {
      version: '2',
      status: 'draft',
      pages: [
        page('i', after, 'Wheels and  brakes of the aircraft'),
        page('ii', after, 'Temporary revision: read this first of all.'),
        page('1', after, 'Put the aircraft on jacks.', 'Tighten the bolts to 130 Nm.', 'Remove the jacks.'),
      ],
    });
    draft = draftRevision.revisionId;
  });
  afterAll(() => world.stop());

  const compare = ({ api }: SignedIn, from: string, to: string, more = '') =>
    api.get(`/documents/${document.id}/revisions/diff?from=${from}&to=${to}${more}`);

  it('is in pages added, removed and changed, with the changed lines; headers are none', async () => {
    const { status, body } = await compare(admin, document.revisionId, draft);
    expect([status, fieldsOf(body.data)]).toEqual([
      200,
      ['approximate', 'from', 'pages', 'pagination', 'summary', 'to'],
    ]);
    expect([fieldsOf(body.data.from), fieldsOf(body.data.to)]).toEqual([REVISION_FIELDS, REVISION_FIELDS]);
    expect(body.data.summary).toEqual({
      ...{ pages_added: 1, pages_removed: 1, pages_changed: 1, pages_moved: 0 },
      ...{ pages_unchanged: 1, pages_without_text: 0 },
    });
    const [added, changed, removed] = body.data.pages as Json[];
    expect(body.data.pages).toHaveLength(3);
    expect(added).toEqual({
      ...{ change: 'added', page_number_from: null, page_number_to: 2, label_from: null, label_to: 'ii' },
      lines: [{ op: 'added', text: 'Temporary revision: read this first of all.', start: 22, end: 65 }],
      truncated: false,
    });
    expect(changed).toMatchObject({ change: 'changed', page_number_from: 2, page_number_to: 3, label_to: '1' });
    expect((changed.lines as Json[]).map(({ op, text }) => [op as string, text as string])).toEqual([
      ['context', 'Put the aircraft on jacks.'],
      ['removed', 'Tighten the bolts to 120 Nm.'],
      ['added', 'Tighten the bolts to 130 Nm.'],
      ['context', 'Remove the jacks.'],
    ]);
    const shown = (await admin.api.get(`/documents/${document.id}/pages/3?revision_id=${draft}`)).body.data;
    for (const { op, text, start, end } of changed.lines as Json[])
      if (op !== 'removed') expect((shown.text as string).slice(start as number, end as number)).toBe(text);
    expect(removed).toMatchObject({ change: 'removed', page_number_from: 3, page_number_to: null });
  });

  it('is the other way round from the other side, and nothing from a revision to itself', async () => {
    const { body } = await compare(admin, draft, document.revisionId);
    expect(body.data.summary).toMatchObject({ pages_added: 1, pages_removed: 1, pages_changed: 1 });
    const { body: same } = await compare(admin, draft, draft);
    expect(same.data).toMatchObject({ pages: [], summary: { pages_unchanged: 3 }, pagination: { total_count: 0 } });
  });

  it('comes in parts', async () => {
    const whole = (await compare(admin, document.revisionId, draft)).body.data.pages as Json[];
    const parts: Json[] = [];
    for (
      let cursor: string | null = '', more = '';
      cursor !== null;
      more = `&cursor=${encodeURIComponent(cursor ?? '')}`
    ) {
      const { data } = (await compare(admin, document.revisionId, draft, `&limit=1${more}`)).body;
      parts.push(...(data.pages as Json[]));
      expect(data.pagination).toMatchObject({ total_count: 3, has_more: data.pagination.next_cursor !== null });
      cursor = data.pagination.next_cursor as string | null;
    }
    expect(parts).toEqual(whole);
  });

  it('leaves out the lines of what is too long for one answer, and says so', async () => {
    const long = (letter: string) => Array.from({ length: 5 }, (_, i) => `${i}${letter.repeat(1_000_000)}`);
    const manual = await world.documents.document(organization, { pages: long('a') });
    const { revisionId } = await world.documents.revision(manual, { version: '2', status: 'draft', pages: long('b') });
    const { body } = await admin.api.get(
      `/documents/${manual.id}/revisions/diff?from=${manual.revisionId}&to=${revisionId}`,
    );
    expect(body.data).toMatchObject({ approximate: false, pagination: { total_count: 10 } });
    const pages = body.data.pages as { lines: Json[]; truncated: boolean }[];
    expect(pages.every(({ truncated }) => truncated)).toBe(true);
    expect(pages.filter(({ lines }) => lines.length === 0)).toHaveLength(4);
  });

  it('of an unread revision is a conflict; pages without text are reported', async () => {
    const queued = { version: '3', status: 'draft', ingestionState: 'queued' } as const;
    const { revisionId: unread } = await world.documents.revision(document, queued);
    expect(errorOf(await compare(admin, document.revisionId, unread))).toEqual({ status: 409, reason: 'not_ready' });
    const scan = { text: '', blocks: [] };
    const drawing = { version: '4', status: 'draft' as const, pages: [scan] };
    const { revisionId: scanned } = await world.documents.revision(document, drawing);
    const { body } = await compare(admin, document.revisionId, scanned);
    expect(body.data.summary.pages_without_text).toBe(1);
    expect(body.meta.warnings).toHaveLength(1);
  });

  it('is for users who can see both', async () => {
    expect((await world.api.get(`/documents/${document.id}/revisions/diff?from=a&to=b`)).status).toBe(401);
    expect((await compare(viewer, document.revisionId, draft)).status).toBe(404);
    expect((await compare(viewer, document.revisionId, document.revisionId)).status).toBe(200);
    expect((await compare(await world.signIn({ role: 'admin' }), document.revisionId, draft)).status).toBe(404);
    expect((await compare(admin, document.revisionId, newId('revision'))).status).toBe(404);
    for (const [query, field] of [
      ['from=a', 'to'],
      ['to=a', 'from'],
      ['from=a&to=b&limit=0', 'limit'],
      ['from=a&to=b&colour=red', 'colour'],
    ] as const) {
      const response = await admin.api.get(`/documents/${document.id}/revisions/diff?${query}`);
      expect(errorOf(response)).toMatchObject({ status: 400, field });
    }
  });
});
