import type { Json } from '../../support/api/api-client.js';
import {
  citedText,
  readyManual,
  section,
  untilRead,
  uploadManual,
  WARNING,
  wheelManual,
} from '../../support/manuals/manual.js';
import { deflateBombPdf, lines, pageTreeLoopPdf, placedPdf } from '../../support/manuals/pdf-factory.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

describe('reading uploaded files', () => {
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ env: { INGESTION_MEMORY_MIB: '512', INGESTION_PAGE_SECONDS: '15' } });
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  const ingestionOf = async (id: string): Promise<Json> =>
    (await admin.api.get(`/documents/${id}/ingestion`)).body.data;

  it('changes the ETag of a document with everything that it shows', async () => {
    const { id } = await uploadManual(admin.api, await wheelManual());
    const shown = new Map<string, Set<string>>();
    await until(
      async () => {
        const { body, headers } = await admin.api.get(`/documents/${id}`);
        const etag = headers.get('etag') ?? '';
        shown.set(etag, (shown.get(etag) ?? new Set()).add(JSON.stringify(body.data)));
        return body.data.ingestion.state as string;
      },
      (state) => state === 'ready',
    );
    expect(shown.size).toBeGreaterThan(1);
    for (const [etag, bodies] of shown) expect([etag, [...bodies]]).toEqual([etag, [[...bodies][0]]]);
  });

  it('cuts long headings between characters, never inside of one', async () => {
    const [long, longer] = ['a'.repeat(199), 'b'.repeat(299)];
    const html = `<!doctype html><h1>${long}🛩</h1><p>Fit it.</p><h1>${longer}🛩</h1><p>Tighten it.</p>`;
    const { id } = await readyManual(admin.api, html);
    const { items } = (await admin.api.get(`/documents/${id}/outline`)).body.data;
    expect((items as Json[]).map(({ title }) => title as string)).toEqual([`${long}🛩`, longer]);
    const sections = await world.sql.query<{ section: string[] }>(
      'SELECT DISTINCT section FROM passages WHERE document_id = $1 ORDER BY section',
      [id],
    );
    expect(sections.map(({ section }) => section)).toEqual([[long], ['b'.repeat(200)]]);
  });

  describe('a PDF', () => {
    let document: Json;
    beforeAll(async () => {
      document = await readyManual(admin.api, await wheelManual());
    });

    it('becomes ready, with its pages counted and a new version', async () => {
      expect(document).toMatchObject({ page_count: 3, ingestion: { state: 'ready', error: null } });
      expect(document.updated_at > document.created_at).toBe(true);
      expect(await ingestionOf(document.id as string)).toEqual({
        state: 'ready',
        stage: null,
        pages_done: 3,
        pages_total: 3,
        started_at: expect.any(String),
        seconds_left: null,
        error: null,
        warnings: [],
      });
    });

    it('has pages with headings, steps and warnings at their places', async () => {
      const page = (await admin.api.get(`/documents/${document.id}/pages/1`)).body.data;
      expect(page.warnings).toEqual([{ kind: 'warning', text: expect.stringContaining('DEFLATE THE TIRE') }]);
      const kinds = (page.blocks as Json[]).map(({ kind }) => kind as string);
      expect(kinds.slice(0, 2)).toEqual(['heading', 'warning']);
      expect(kinds.filter((kind) => kind === 'list_item')).toHaveLength(4);
      for (const { text, start, end } of page.blocks as Json[])
        expect((page.text as string).slice(start as number, end as number)).toBe(text);
    });

    it('has passages that never cross a page, know their section, and carry the warning that governs them', async () => {
      const passages = await world.sql.query<{
        text: string;
        page_text: string;
        start_offset: number;
        end_offset: number;
        section: string[];
        notices: { text: string }[];
        identifiers: string[];
        token_count: number;
      }>(
        `SELECT p.*, g.text AS page_text FROM passages p
         JOIN pages g ON g.revision_id = p.revision_id AND g.page_number = p.page_number
         WHERE p.document_id = $1 ORDER BY p.ordinal`,
        [document.id],
      );
      for (const { text, page_text, start_offset, end_offset, token_count } of passages) {
        expect(page_text.slice(start_offset, end_offset)).toBe(text);
        expect(token_count).toBeLessThanOrEqual(256);
      }
      const steps = passages.find(({ text }) => text.includes('GSE-4471'));
      expect(steps?.section.join()).toContain('Main wheel removal');
      expect(steps?.notices[0]?.text.replace(/\s+/g, ' ')).toBe(WARNING);
      expect(
        passages
          .flatMap(({ identifiers }) => identifiers)
          .join(' ')
          .toUpperCase(),
      ).toContain('4A2213');
    });

    it('is cited verbatim', async () => {
      const { body } = await admin.api.post('/search/passages', { query: 'attachment bolts torque' });
      expect(body.data.length).toBeGreaterThan(0);
      for (const passage of body.data as Json[]) expect(await citedText(admin.api, passage)).toBe(passage.quote);
    });

    it('answers 304 only until its reading goes on', async () => {
      const fresh = await uploadManual(admin.api, await wheelManual());
      const etag = (await admin.api.get(`/documents/${fresh.id}`)).headers.get('etag') ?? '';
      const read = await untilRead(admin.api, fresh.id as string);
      expect(read.ingestion.state).toBe('ready');
      expect((await admin.api.get(`/documents/${fresh.id}`, { 'if-none-match': etag })).status).toBe(200);
      const since = encodeURIComponent(read.created_at as string);
      const { body } = await admin.api.get(`/documents?updated_since=${since}`);
      expect((body.data as Json[]).map(({ id }) => id as string)).toContain(fresh.id);
    });
  });

  it('reads plain text, with offsets into its pages', async () => {
    const text = `REMOVAL\n\nCAUTION: THE BRAKES ARE HOT.\n\n${'Grüße aus der Werft 🛩. '.repeat(400)}`;
    const { id } = await readyManual(admin.api, text, { title: 'Text' });
    const { body } = await admin.api.post('/search/passages', { query: 'Werft', filters: { document_ids: [id] } });
    expect(body.data.length).toBeGreaterThan(0);
    for (const passage of body.data as Json[]) expect(await citedText(admin.api, passage)).toBe(passage.quote);
  });

  it('shows stage and progress on the way', async () => {
    const pages = Array.from({ length: 40 }, (_, i) =>
      section(
        `32-00-${10 + i} Section ${i}`,
        Array.from({ length: 20 }, (_, j) => `Step ${i}.${j}: examine item ${j}.`),
      ),
    );
    const { id } = await uploadManual(admin.api, await placedPdf(pages));
    const seen = new Set<string>();
    let last = -1;
    await until(
      () => ingestionOf(id as string),
      ({ state, stage, pages_done: done, pages_total: total }) => {
        seen.add(`${state} ${stage}`);
        expect(done).toBeGreaterThanOrEqual(last);
        if (done > 0) expect(total).toBe(40);
        last = done as number;
        return state === 'ready';
      },
    );
    expect([...seen]).toEqual(expect.arrayContaining(['processing reading', 'ready null']));
    expect(last).toBe(40);
  });

  it('gives the steps after more than twenty pages the warning of their section', async () => {
    const pages = Array.from({ length: 24 }, (_, i) => [
      ...lines(['Skarv 46 Aircraft Maintenance Manual'], 30),
      ...lines([`(${i + 1}) Examine frame ${i + 1} for cracks.`], 150 + 20 * (i % 5)),
      ...lines(['Effectivity: all'], 800),
    ]);
    pages[0]!.splice(1, 0, ...section('TASK 53-11-00-200-801 Inspection', ['WARNING: HYDRAULIC FLUID IS TOXIC.']));
    const { id } = await readyManual(admin.api, await placedPdf(pages), { title: 'Frames' });
    const passages = await world.sql.query<{ page_number: number; notices: { text: string }[] }>(
      `SELECT page_number, notices FROM passages WHERE document_id = $1 AND text LIKE '%Examine%' ORDER BY ordinal`,
      [id],
    );
    expect(passages.map(({ page_number: number }) => number)).toEqual(pages.map((_, i) => i + 1));
    for (const { notices } of passages)
      expect(notices.map(({ text }) => text)).toEqual(['WARNING: HYDRAULIC FLUID IS TOXIC.']);
  });

  it('says that a file without text cannot be searched', async () => {
    const { id, page_count: pages } = await readyManual(admin.api, await placedPdf([[], []]), { title: 'Blank' });
    expect(pages).toBe(2);
    const { warnings } = await ingestionOf(id as string);
    expect(warnings).toEqual([expect.any(String)]);
  });

  it('says how many pages have no text', async () => {
    const { id } = await readyManual(admin.api, await placedPdf([lines(['Install the brake unit.'], 90), []]));
    expect((await ingestionOf(id as string)).warnings).toEqual([expect.stringMatching(/: 1\.$/)]);
  });

  it('fails files that cannot be read with a code and a sentence, and reads the next', async () => {
    const whole = await wheelManual();
    const text = [lines(['Install the brake unit.'], 90)];
    const files: [string, Uint8Array, string][] = [
      ['encrypted', await placedPdf(text, { userPassword: 'secret', ownerPassword: 'owner' }), 'encrypted'],
      ['truncated', whole.subarray(0, 200), 'corrupt'],
      ['bomb', deflateBombPdf(2048), 'too_much_memory'],
      ['no PDF but its first line', Buffer.from('%PDF-1.7\nnothing more'), 'corrupt'],
    ];
    const ids: string[] = [];
    for (const [title, content] of files) ids.push((await uploadManual(admin.api, content, { title })).id as string);
    const loop = await uploadManual(admin.api, pageTreeLoopPdf(), { title: 'loop' });
    const good = await uploadManual(admin.api, whole, { title: 'after them' });
    for (const [index, [title, , code]] of files.entries()) {
      const document = await untilRead(admin.api, ids[index]!);
      const { state, error } = document.ingestion;
      expect([title, state, error?.code]).toEqual([title, 'failed', code]);
      expect(error.message).toMatch(/^[A-Z].{20,}\.$/);
      expect(error.message).not.toMatch(/\/|Error|stack|pdf\.js|undefined/);
      expect(await ingestionOf(ids[index]!)).toMatchObject({ state: 'failed', stage: null, error });
      expect((await admin.api.get(`/documents/${ids[index]}/content`)).status).toBe(200);
    }
    expect((await untilRead(admin.api, loop.id as string)).ingestion.state).toBe('ready');
    expect((await ingestionOf(loop.id as string)).warnings).toEqual(['These pages could not be read: 2.']);
    expect((await untilRead(admin.api, good.id as string)).ingestion.state).toBe('ready');
    expect((await world.api.get('/readyz')).status).toBe(200);
    const { body } = await admin.api.post('/search/documents', { query: 'brake unit', limit: 100 });
    expect((body.data as Json[]).filter(({ ingestion }) => ingestion.state !== 'ready')).toEqual([]);
  });
});
