import { pages } from '../../../sdk/src/index.js';
import type { Json } from '../../support/api/api-client.js';
import type { DocumentOptions } from '../../factories/document.factory.js';
import type { TestOrganization, TestTeam } from '../../factories/identity.factory.js';
import { errorOf } from '../../support/manuals/manual.js';
import { DOCUMENT_FIELDS, fieldsOf } from '../../support/api/shapes.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

describe('GET /documents', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
  });
  afterAll(() => world.stop());

  const titles = async ({ api }: SignedIn, query: string): Promise<string[]> => {
    const { status, body, text } = await api.get(`/documents${query}`);
    if (status !== 200) throw new Error(text);
    const found = (body.data as Json[]).map(({ title }) => title as string).sort();
    expect(body.pagination.total_count).toBe(found.length);
    return found;
  };

  describe('filters', () => {
    let organization: TestOrganization;
    let team: TestTeam;
    let reader: SignedIn;
    let fresh: Date;
    beforeAll(async () => {
      organization = await world.identity.organization();
      team = await world.identity.team(organization);
      reader = await world.signIn({ organization, role: 'admin' });
      const make = (title: string, options: DocumentOptions = {}) =>
        world.documents.document(organization, { title, ...options });
      await make('Alpha 100% tested', { documentType: 'AMM', aircraftType: 'A320', ataChapter: '32-11-00' });
      await make('Alpha 100 tested', { documentType: 'SB', aircraftType: 'A320', ataChapter: '32-1' });
      await make('Beta_one', { documentType: 'AMM', aircraftType: 'B737-800', ataChapter: '32' });
      await make('BetaXone', { documentType: 'CMM', documentNumber: 'SB-32-001', status: 'draft' });
      await make('Gamma', { team, documentNumber: 'sb-32-002', status: 'withdrawn' });
      await world.sql.query(`UPDATE documents SET updated_at = '2026-01-01T00:00:00Z' WHERE title <> 'Gamma'`);
      fresh = new Date(Date.now() - 60_000);
    });

    it.each([
      ['?document_type=AMM', ['Alpha 100% tested', 'Beta_one', 'Gamma']],
      ['?document_type=QRH', []],
      ['?aircraft_type=%20a320%20', ['Alpha 100 tested', 'Alpha 100% tested']],
      ['?ata_chapter=32-11', ['Alpha 100% tested']],
      ['?ata_chapter=32-11-00', ['Alpha 100% tested']],
      ['?ata_chapter=32', ['Alpha 100 tested', 'Alpha 100% tested', 'Beta_one']],
      ['?ata_chapter=33', []],
      ['?status=draft', ['BetaXone']],
      ['?status=withdrawn', ['Gamma']],
      ['?access=team', ['Gamma']],
      ['?q=alpha', ['Alpha 100 tested', 'Alpha 100% tested']],
      ['?q=alpha%20100%25', ['Alpha 100% tested']],
      ['?q=beta_', ['Beta_one']],
      ['?q=%25', []],
      ['?q=_', []],
      ['?q=%5C', []],
      ['?q=SB-32', ['BetaXone', 'Gamma']],
      ['?q=one', []],
      [
        '?document_type=AMM&aircraft_type=A320&ata_chapter=32&status=active&access=organization&q=A',
        ['Alpha 100% tested'],
      ],
      ['?document_type=SB&aircraft_type=B737-800', []],
    ])('%s', async (query, expected) => {
      expect(await titles(reader, query)).toEqual([...expected].sort());
    });

    it('updated_since', async () => {
      expect(await titles(reader, `?updated_since=${fresh.toISOString()}`)).toEqual(['Gamma']);
      expect(await titles(reader, `?updated_since=2026-01-01T01:00:00%2B01:00`)).toHaveLength(5);
      expect(await titles(reader, `?updated_since=2026-01-01T00:00:00.001Z`)).toEqual(['Gamma']);
    });

    it.each([
      ['document_type', 'amm'],
      ['status', 'ready'],
      ['access', 'public'],
      ['ata_chapter', '3'],
      ['ata_chapter', '32-'],
      ['updated_since', 'yesterday'],
      ['updated_since', '2026-02-30T00:00:00Z'],
      ['updated_since', '2026-W10-1'],
      ['updated_since', '2026-060'],
      ['aircraft_type', ''],
      ['q', ''],
      ['q', 'x'.repeat(201)],
      ['q', 'a\u0000'],
      ['limit', '0'],
      ['limit', '101'],
      ['limit', '1.5'],
      ['limit', ''],
      ['cursor', 'nonsense'],
      ['cursor', ''],
      ['sort', 'title'],
    ])('refuses %s=%j', async (field, value) => {
      const response = await reader.api.get(`/documents?${field}=${encodeURIComponent(value)}`);
      expect(errorOf(response)).toMatchObject({ status: 400, field });
    });

    it('refuses a parameter given twice', async () => {
      expect((await reader.api.get('/documents?q=a&q=b')).status).toBe(400);
    });
  });

  describe('pages', () => {
    it('loses none and repeats none while others are inserted', async () => {
      const organization = await world.identity.organization();
      const client = world.sdk(await world.signIn({ organization, role: 'viewer' }));
      const made = new Set<string>();
      for (let i = 0; i < 250; i += 1) made.add((await world.documents.document(organization, { pages: [] })).id);
      const seen: string[] = [];
      for await (const { data, pagination } of pages(client, '/documents', { params: { query: { limit: 33 } } })) {
        seen.push(...data.map(({ id }) => id));
        expect(pagination.has_more).toBe(pagination.next_cursor !== null);
        await world.documents.document(organization, { pages: [] });
      }
      expect(seen).toHaveLength(250);
      expect(new Set(seen)).toEqual(made);
      expect(seen).toEqual([...seen].sort().reverse());
      const { data, pagination } = await client.GET('/documents', { params: { query: { limit: 1 } } });
      expect(pagination.total_count).toBe(250 + 8);
      expect(fieldsOf(data[0])).toEqual(DOCUMENT_FIELDS);
    });

    it('are bound to the list, its filters and the caller', async () => {
      const organization = await world.identity.organization();
      const [first, second] = [await world.signIn({ organization }), await world.signIn({ organization })];
      for (let i = 0; i < 3; i += 1) await world.documents.document(organization);
      const cursor = (await first.api.get('/documents?limit=1')).body.pagination.next_cursor as string;
      const ask = async ({ api }: SignedIn, query: string) => (await api.get(`${query}cursor=${cursor}`)).status;
      expect(await ask(first, '/documents?')).toBe(200);
      expect(await ask(first, '/documents?limit=2&')).toBe(200);
      expect(await ask(first, '/documents?document_type=AMM&')).toBe(400);
      expect(await ask(second, '/documents?')).toBe(400);
      expect(await ask(first, '/chat/sessions?')).toBe(400);
      const forged = cursor.startsWith('A') ? `B${cursor.slice(1)}` : `A${cursor.slice(1)}`;
      expect((await first.api.get(`/documents?cursor=${forged}`)).status).toBe(400);
    });

    it('may be empty', async () => {
      const { body } = await (await world.signIn()).api.get('/documents');
      expect(body.data).toEqual([]);
      expect(body.pagination).toEqual({
        next_cursor: null,
        has_more: false,
        total_count: 0,
        total_count_is_exact: true,
      });
    });
  });
});
