import { newId } from '../../../src/common/ids/type-id.js';
import { errorOf, uploadManual } from '../../support/manuals/manual.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

describe('what a document says', () => {
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  describe('GET /documents/{id}/content', () => {
    const content = Array.from({ length: 3000 }, (_, i) => `line ${i}`).join('\n');
    let path: string;
    let etag: string;
    beforeAll(async () => {
      const document = await uploadManual(admin.api, content, {}, 'lines.txt');
      path = `/documents/${document.id}/content`;
      etag = `"${document.revision.content_sha256}"`;
    });
    const get = (headers: Record<string, string> = {}) => admin.api.get(path, headers);

    it('answers the file byte for byte, never to be shown as a page of ours', async () => {
      const { status, text, headers } = await get();
      expect([status, text]).toEqual([200, content]);
      expect(headers.get('content-length')).toBe(String(content.length));
      expect(headers.get('content-type')).toMatch(/^text\/plain/);
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="lines\.txt"/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('accept-ranges')).toBe('bytes');
      expect(headers.get('cache-control')).toMatch(/private/);
      expect(headers.get('etag')).toBe(etag);
    });

    const size = content.length;
    it.each([
      ['bytes=0-0', 0, 1],
      ['bytes=0-99', 0, 100],
      ['bytes=100-', 100, size],
      [`bytes=${size - 1}-`, size - 1, size],
      ['bytes=-1', size - 1, size],
      ['bytes=-100', size - 100, size],
      [`bytes=-${size + 1}`, 0, size],
      [`bytes=10-${size + 1000}`, 10, size],
    ])('%s', async (range, start, end) => {
      const { status, text, headers } = await get({ range });
      expect(status).toBe(206);
      expect(headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${size}`);
      expect(headers.get('content-length')).toBe(String(end - start));
      expect(text).toBe(content.slice(start, end));
    });

    it.each([`bytes=${size}-`, 'bytes=999999999999-', 'bytes=-0'])('%s lies outside', async (range) => {
      const { status, headers, body } = await get({ range });
      expect([status, body.error.code]).toEqual([416, 'RANGE_NOT_SATISFIABLE']);
      expect(headers.get('content-range')).toBe(`bytes */${size}`);
    });

    it.each(['bytes=0-1,5-6', 'lines=1-2', 'bytes=5-2', 'bytes=', 'bytes=a-b', 'bytes=--1'])(
      '%s means the whole file',
      async (range) => {
        const { status, text } = await get({ range });
        expect([status, text.length]).toEqual([200, size]);
      },
    );

    it('honours If-Range and If-None-Match', async () => {
      expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
      expect((await get({ range: 'bytes=0-9', 'if-range': '"old"' })).status).toBe(200);
      const unchanged = await get({ 'if-none-match': etag });
      expect([unchanged.status, unchanged.text, unchanged.headers.get('etag')]).toEqual([304, '', etag]);
      expect((await get({ 'if-none-match': '"old"' })).status).toBe(200);
    });

    it.each<Record<string, string>>([{}, { range: 'bytes=0-9' }])(
      'answers HEAD for the whole file with %j, without reading it',
      async (more) => {
        const headers = { authorization: `Bearer ${admin.accessToken}`, ...more };
        const head = await fetch(`${world.service.baseUrl}/api/v1${path}`, { method: 'HEAD', headers });
        expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)]);
        expect(head.headers.get('etag')).toBe(etag);
        expect(head.headers.get('content-disposition')).toMatch(/lines\.txt/);
        expect(await head.text()).toBe('');
      },
    );

    it('says what the status of the revision is, to a client that has the file too', async () => {
      const document = await uploadManual(admin.api, 'Superseded one day.');
      const at = `/documents/${document.id}/content`;
      const before = await admin.api.get(at);
      const sameFile = { 'if-none-match': before.headers.get('etag')! };
      for (const status of ['active', 'superseded', 'withdrawn']) {
        await world.sql.query(`UPDATE document_revisions SET status = $2 WHERE id = $1`, [
          document.revision.id,
          status,
        ]);
        for (const headers of [{}, { range: 'bytes=0-3' }, sameFile] as Record<string, string>[]) {
          const answer = await admin.api.get(at, headers);
          expect(answer.status).toBe('range' in headers ? 206 : 'if-none-match' in headers ? 304 : 200);
          expect(answer.headers.get('x-revision-status')).toBe(status);
        }
      }
    });

    it('is 404 when the store lost the file', async () => {
      const document = await uploadManual(admin.api, 'Lost.');
      await world.sql.insert('blobs', { sha256: 'f'.repeat(64), size: 5 });
      await world.sql.query(`UPDATE document_revisions SET content_sha256 = $2 WHERE id = $1`, [
        document.revision.id,
        'f'.repeat(64),
      ]);
      expect((await admin.api.get(`/documents/${document.id}/content`)).status).toBe(404);
    });
  });

  it.each([
    ['../../etc/passwd', 'passwd.txt'],
    ['C:\\manuals\\wheel.txt', 'wheel.txt'],
    ['a\u202Efdp.exe', 'afdp.exe.txt'],
    ['tab\u0009and bell\u0007.txt', 'taband bell.txt'],
    // As clients write quotes in a form, and as browsers do.
    ['"quoted".txt', '%22quoted%22.txt'],
    ['Räder & Bremsen 100%.txt', 'Räder & Bremsen 100%.txt'],
    ['車輪.txt', '車輪.txt'],
    [`${'n'.repeat(251)}.txt`, `${'n'.repeat(251)}.txt`],
    [`${'🛩'.repeat(200)}.txt`, null],
    ['..', 'document.txt'],
    ['   ', 'document.txt'],
  ])('offers a file named %j under a safe name', async (name, expected) => {
    const document = await uploadManual(admin.api, `A file with the name ${encodeURIComponent(name)}.`, {}, name);
    const { status, headers } = await admin.api.get(`/documents/${document.id}/content`);
    expect(status).toBe(200);
    const disposition = headers.get('content-disposition') ?? '';
    const match = /^attachment; filename="([\x20-\x21\x23-\x5b\x5d-\x7e]*)"; filename\*=UTF-8''([\w.!~%-]+)$/.exec(
      disposition,
    );
    expect([disposition, match]).toEqual([disposition, expect.anything()]);
    const exact = decodeURIComponent(match?.[2] ?? '');
    expect(exact).not.toMatch(/\p{Surrogate}/u);
    expect([...exact].length).toBeLessThanOrEqual(255);
    if (expected !== null) expect(exact).toBe(expected);
  });

  describe('pages', () => {
    const blocks = [
      { kind: 'heading', text: 'Removal', start: 0, end: 7, level: 1 },
      { kind: 'warning', text: 'WARNING: HOT.', start: 8, end: 21 },
      { kind: 'note', text: 'NOTE: Wait.', start: 22, end: 33 },
    ];
    const text = 'Removal\nWARNING: HOT.\nNOTE: Wait.';
    let id: string;
    let revisionId: string;
    let older: string;
    let other: { id: string; revisionId: string };
    beforeAll(async () => {
      const organization = { id: admin.user.organizationId };
      const document = await world.documents.document(organization, {
        version: '2',
        pages: [{ text, blocks, label: 'iv' }, ...Array.from({ length: 29 }, (_, i) => `Page ${i + 2}.`)],
      });
      ({ id, revisionId } = document);
      ({ revisionId: older } = await world.documents.revision(document, {
        version: '1',
        status: 'superseded',
        pages: ['Old page.'],
      }));
      other = await world.documents.document(organization);
    });

    it('are listed by number', async () => {
      const { body } = await admin.api.get(`/documents/${id}/pages`);
      expect(body.data).toHaveLength(20);
      expect(body.data[0]).toEqual({
        id: expect.stringMatching(/^page_/),
        page_number: 1,
        label: 'iv',
        text,
        ocr_confidence: null,
        discrepancies: [],
        temporary_revisions: [],
      });
      expect(body.pagination).toMatchObject({ has_more: true, total_count: 30 });
      const all = await admin.api.listAll(`/documents/${id}/pages`, 7);
      expect(all.map(({ page_number: number }) => number as number)).toEqual(
        Array.from({ length: 30 }, (_, i) => i + 1),
      );
    });

    it('show their blocks and warnings', async () => {
      const { body } = await admin.api.get(`/documents/${id}/pages/1`);
      expect(body.data).toEqual({
        id: expect.stringMatching(/^page_/),
        page_number: 1,
        label: 'iv',
        text,
        ocr_confidence: null,
        document_id: id,
        revision_id: revisionId,
        version: expect.any(String),
        status: 'active',
        width: null,
        height: null,
        blocks: blocks.map((block) => ({ ...block, rectangles: [] })),
        warnings: [{ kind: 'warning', text: 'WARNING: HOT.' }],
        figures: [],
        quantities: [],
        effectivity: [],
        discrepancies: [],
        temporary_revisions: [],
      });
    });

    it.each(['31', '0', '-1', '1.5', 'x', '99999999999'])('have no page %s', async (number) => {
      expect((await admin.api.get(`/documents/${id}/pages/${number}`)).status).toBe(404);
    });

    it('are of the revision asked for, when it is one of the document', async () => {
      const old = await admin.api.get(`/documents/${id}/pages/1?revision_id=${older}`);
      expect(old.body.data).toMatchObject({ revision_id: older, text: 'Old page.', status: 'superseded' });
      const oldPages = await admin.api.get(`/documents/${id}/pages?revision_id=${older}`);
      expect(oldPages.body.data).toHaveLength(1);
      expect(oldPages.body.meta.warnings).toEqual([expect.stringContaining('superseded')]);
      const oldPlaces = await admin.api.get(`/documents/${id}/pages/1/highlights?start=0&end=3&revision_id=${older}`);
      expect(oldPlaces.body.meta.warnings).toContainEqual(expect.stringContaining('superseded'));
      expect((await admin.api.get(`/documents/${id}/pages`)).body.meta.warnings).toBeUndefined();
      for (const path of ['/pages', '/pages/1', '/content']) {
        for (const revision of [other.revisionId, newId('revision'), 'nonsense']) {
          const response = await admin.api.get(`/documents/${id}${path}?revision_id=${revision}`);
          expect(response.status).toBe(404);
        }
        const tooLong = await admin.api.get(`/documents/${id}${path}?revision_id=${'x'.repeat(65)}`);
        expect(errorOf(tooLong)).toMatchObject({ status: 400, field: 'revision_id' });
      }
    });

    it('come with cursors of their own list', async () => {
      const cursor = (await admin.api.get(`/documents/${id}/pages?limit=2`)).body.pagination.next_cursor as string;
      expect((await admin.api.get(`/documents/${other.id}/pages?cursor=${cursor}`)).status).toBe(400);
      expect((await admin.api.get(`/documents/${id}/pages?cursor=${cursor}`)).body.data[0].page_number).toBe(3);
    });
  });

  it('answers 304 to a document that is unchanged, and the document when its reading went on', async () => {
    const { id, revision } = await uploadManual(admin.api, 'Changing.');
    const first = await admin.api.get(`/documents/${id}`);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    expect((await admin.api.get(`/documents/${id}`, { 'if-none-match': etag })).status).toBe(304);
    expect(first.body.data.revision).toEqual(revision);
  });
});
