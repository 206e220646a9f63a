import type { Json } from '../../support/api/api-client.js';
import { citedText, errorOf, readyManual, section, wheelManual } from '../../support/manuals/manual.js';
import { placedPdf } from '../../support/manuals/pdf-factory.js';
import { DOCUMENT_FIELDS, fieldsOf, MATCH_FIELDS, PASSAGE_FIELDS } from '../../support/api/shapes.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const ROUTES = ['/search/documents', '/search/passages'];
const HOSTILE = [
  '"',
  "'; DROP TABLE passages; --",
  '"unbalanced',
  'a AND OR NOT b',
  '+torque -wheel title:x',
  '(((((',
  '*?~^:\\/[]{}',
  'torque~2 wheel^9',
  '🛩️🔧',
  '\u202etorque',
  'e\u0301'.repeat(100),
  'a '.repeat(500),
  '"a" '.repeat(250),
  'x'.repeat(1000),
  '%_%_\\',
  '${7*7}{{7*7}}<script>alert(1)</script>',
  '-',
  '32-41-11 '.repeat(100),
  '日本語の質問',
  '\t\n torque \r\n',
];

describe('search', () => {
  let world: TestWorld;
  let admin: SignedIn;
  let wheels: Json;
  let propeller: Json;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    admin = await world.signIn({ role: 'admin' });
    wheels = await readyManual(admin.api, await wheelManual(), { ata_chapter: '32-41' });
    propeller = await readyManual(
      admin.api,
      await placedPdf([
        section('61-10-00 Propeller blades', [
          'Examine each blade for nicks on the leading edge.',
          'Blend out small nicks with a fine file.',
        ]),
      ]),
      {
        title: 'Propellers',
        document_type: 'CMM',
        aircraft_type: 'A320',
        ata_chapter: '61',
        document_number: 'CMM-61',
      },
    );
  });
  afterAll(() => world.stop());

  const search = async (query: string, more: object = {}, path = '/search/passages'): Promise<Json[]> => {
    const { status, body, text } = await admin.api.post(path, { query, ...more });
    if (status !== 200) throw new Error(text);
    return body.data as Json[];
  };

  describe.each(ROUTES)('POST %s', (path) => {
    it('is open to everyone with document.search', async () => {
      expect(errorOf(await world.api.post(path, { query: 'torque' }))).toMatchObject({
        status: 401,
        reason: 'missing',
      });
      const organization = { id: admin.user.organizationId };
      for (const role of ['viewer', 'engineer', 'manager'] as const)
        expect(
          (await (await world.signIn({ organization, role })).api.post(path, { query: 'bolts' })).body.data,
        ).not.toEqual([]);
      const owner = await world.identity.user({ organization, role: 'api_user', hasPassword: false });
      const { key } = await world.identity.apiKey(owner, { scopes: ['document.search'] });
      expect((await world.api.withKey(key).post(path, { query: 'bolts' })).body.data).not.toEqual([]);
      const lesser = await world.identity.apiKey(owner, { scopes: ['document.view'] });
      const { status, body } = await world.api.withKey(lesser.key).post(path, { query: 'bolts' });
      expect([status, body.error.details.required_permission]).toEqual([403, 'document.search']);
    });

    it.each<[string, object, string]>([
      ['no query', {}, 'query'],
      ['an empty query', { query: '' }, 'query'],
      ['a blank query', { query: ' \n\t' }, 'query'],
      ['a query that is no text', { query: 5 }, 'query'],
      ['1001 characters', { query: 'x'.repeat(1001) }, 'query'],
      ['NUL', { query: 'a\u0000' }, 'query'],
      ['limit 0', { query: 'x', limit: 0 }, 'limit'],
      ['limit 101', { query: 'x', limit: 101 }, 'limit'],
      ['half a limit', { query: 'x', limit: 1.5 }, 'limit'],
      ['a limit in quotes', { query: 'x', limit: '5' }, 'limit'],
      ['null for a limit', { query: 'x', limit: null }, 'limit'],
      ['an unknown mode', { query: 'x', mode: 'magic' }, 'mode'],
      ['an unknown field', { query: 'x', sort: 'title' }, 'sort'],
      ['filters that are a list', { query: 'x', filters: [] }, 'filters'],
      ['an unknown filter', { query: 'x', filters: { colour: ['red'] } }, 'filters.colour'],
      [
        'an unknown document type',
        { query: 'x', filters: { document_types: ['AMM', 'BOOK'] } },
        'filters.document_types',
      ],
      ['a document type that is no list', { query: 'x', filters: { document_types: 'AMM' } }, 'filters.document_types'],
      ['an ill-formed chapter', { query: 'x', filters: { ata_chapters: ['3'] } }, 'filters.ata_chapters'],
      [
        'too many documents',
        { query: 'x', filters: { document_ids: Array(101).fill('doc_1') } },
        'filters.document_ids',
      ],
      ['a flag in quotes', { query: 'x', filters: { include_superseded: 'yes' } }, 'filters.include_superseded'],
    ])('refuses %s', async (_name, body, field) => {
      expect(errorOf(await admin.api.post(path, body))).toMatchObject({ status: 400, field });
    });

    it.each(['document_types', 'aircraft_types', 'ata_chapters', 'document_ids'])(
      'takes an empty list of %s for no filter',
      async (filter) => {
        const found = async (filters?: object): Promise<Json> => {
          const { status, body } = await admin.api.post(path, { query: 'blade nicks', mode: 'keyword', filters });
          expect([status, body.meta.warnings]).toEqual([200, undefined]);
          return body.data;
        };
        const all = await found();
        expect(all.length).toBeGreaterThan(0);
        expect(await found({ [filter]: [] })).toEqual(all);
      },
    );

    it.each(HOSTILE)('takes %j for words', async (query) => {
      for (const mode of ['hybrid', 'keyword', 'semantic'])
        expect((await admin.api.post(path, { query, mode })).status).toBe(200);
    });
  });

  it('answers documents with their best pages', async () => {
    const [first] = await search('tighten attachment bolts of the brake', {}, '/search/documents');
    const { score, matches, superseded, applicability, other_pages: others, notices_of_change: notices, ...document } = first; // prettier-ignore
    expect([superseded, applicability, others, notices]).toEqual([false, null, expect.any(Array), []]);
    expect(fieldsOf(document)).toEqual(DOCUMENT_FIELDS);
    expect(document).toEqual({ ...wheels });
    expect(score).toEqual(expect.any(Number));
    expect(matches.length).toBeLessThanOrEqual(3);
    expect(fieldsOf(matches[0])).toEqual(MATCH_FIELDS);
    expect(matches[0]).toMatchObject({ page_number: 2, section: expect.stringContaining('Brake unit installation') });
  });

  it('quotes the page in snippets and marks the words that match, and their synonyms', async () => {
    const [{ matches, id }] = await search('bolts tightened', {}, '/search/documents');
    const { page_number: number, snippet, highlights } = matches[0];
    const { body } = await admin.api.get(`/documents/${id}/pages/${number}`);
    expect(body.data.text).toContain(snippet);
    const marked = (highlights as [number, number][]).map(([start, end]) => (snippet as string).slice(start, end));
    expect(marked).toEqual(expect.arrayContaining(['Tighten', 'bolts']));
    for (const word of marked) expect(word).toMatch(/^(tighten|torque|bolt)/i);
  });

  it('answers passages as citations, with the warnings that govern them', async () => {
    const found = await search('loosen the axle nut');
    expect(fieldsOf(found[0])).toEqual(PASSAGE_FIELDS);
    expect(found.map(({ index }) => index as number)).toEqual(found.map((_, i) => i + 1));
    expect(found[0]).toMatchObject({
      document_id: wheels.id,
      revision_id: wheels.revision.id,
      content_sha256: wheels.revision.content_sha256,
      title: wheels.title,
      version: 'Rev 4',
      document_type: 'AMM',
      aircraft_type: 'HST-72',
      page_number: 1,
      superseded: false,
      warnings: [{ kind: 'warning', text: expect.stringContaining('DEFLATE THE TIRE') }],
    });
    for (const passage of found) expect(await citedText(admin.api, passage)).toBe(passage.quote);
  });

  it('finds words in their other forms', async () => {
    for (const query of ['examining corroded bearings', 'bearing examined for corrosion'])
      expect((await search(query, { mode: 'keyword' }))[0].quote).toContain('4A2213-7');
  });

  it('finds identifiers exactly', async () => {
    const places = async (query: string) =>
      (await search(query, { mode: 'keyword' })).map(({ section, page_number: page }) => `${page} ${section}`);
    expect((await places('32-41-12'))[0]).toMatch(/^2 .*32-41-12/);
    expect((await places('32-41-11'))[0]).toMatch(/^1 .*32-41-11/);
    expect(await places('32-41-13')).toEqual([]);
    expect(await places('4A2213-7')).toEqual([expect.stringMatching(/^1 /)]);
    expect(await places('4A2213-8')).toEqual([]);
  });

  it('finds by meaning what shares no word', async () => {
    const query = 'replenish the accumulator with purified liquid';
    for (const mode of ['semantic', 'hybrid']) expect((await search(query, { mode }))[0].page_number).toBe(3);
  });

  it.each([
    [{ document_types: ['CMM'] }, 'propeller'],
    [{ document_types: ['AMM', 'CMM'] }, 'both'],
    [{ document_types: ['SB'] }, 'none'],
    [{ aircraft_types: [' hst-72 '] }, 'wheels'],
    [{ ata_chapters: ['61'] }, 'propeller'],
    [{ ata_chapters: ['32'] }, 'wheels'],
    [{ ata_chapters: ['32-41'] }, 'wheels'],
    [{ ata_chapters: ['32-41-11'] }, 'none'],
    [{ ata_chapters: ['32-4'].map((chapter) => `${chapter}2`) }, 'none'],
    [{ document_ids: ['nobody'] }, 'none'],
    [{ document_types: ['CMM'], aircraft_types: ['HST-72'] }, 'none'],
  ])('filters by %j', async (filters, expected) => {
    const found = await search('examine', { filters, limit: 100 }, '/search/documents');
    const ids = found.map(({ id }) => id as string).sort();
    const all = { wheels: [wheels.id], propeller: [propeller.id], both: [wheels.id, propeller.id], none: [] };
    expect(ids).toEqual([...(all[expected as keyof typeof all] as string[])].sort());
  });

  it('warns of aircraft that nothing is known of', async () => {
    const { body } = await admin.api.post('/search/documents', {
      query: 'examine',
      filters: { aircraft_types: ['CONCORDE'] },
    });
    expect([body.data, body.meta.warnings]).toEqual([[], [expect.stringContaining('CONCORDE')]]);
  });

  it('answers as many as asked for, 10 when not asked', async () => {
    const pages = Array.from({ length: 30 }, (_, i) =>
      section(`32-00-${i + 10} Flange ${i}`, ['Lubricate the flange.']),
    );
    await readyManual(admin.api, await placedPdf(pages), { title: 'Flanges' });
    expect(await search('flange', { limit: 1 })).toHaveLength(1);
    expect(await search('flange')).toHaveLength(10);
    expect((await search('flange', { limit: 100 })).length).toBeGreaterThan(20);
  });

  it('tells administrators who ask where the time went, and nobody else', async () => {
    const body = { query: 'bolts' };
    const { meta } = (await admin.api.post('/search/documents', body, { 'x-debug': 'true' })).body;
    expect(meta.debug).toMatchObject({ duration_ms: expect.any(Number), db_queries: expect.any(Number) });
    for (const stage of ['embed_ms', 'index_ms', 'fetch_ms', 'changes_ms'])
      expect([stage, meta.debug[stage]]).toEqual([stage, expect.any(Number)]);
    const both = { ...body, filters: { include_superseded: true } };
    const debug = (await admin.api.post('/search/documents', both, { 'x-debug': 'true' })).body.meta.debug;
    expect(debug.admission_ms).toEqual(expect.any(Number));
    expect((await admin.api.post('/search/documents', body)).body.meta.debug).toBeUndefined();
    const viewer = await world.signIn({ organization: { id: admin.user.organizationId }, role: 'viewer' });
    const response = await viewer.api.post('/search/documents', body, { 'x-debug': 'true' });
    expect(response.body.meta.debug).toBeUndefined();
  });
});
