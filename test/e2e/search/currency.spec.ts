import type { Json } from '../../support/api/api-client.js';
import { readyManual } from '../../support/manuals/manual.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const ROUTES = ['/search/documents', '/search/passages'];
const STRUT = { aircraft_type: 'TR46-100', ata_chapter: '32-11-00', revision_date: '2026-01-01' };

describe('newer bulletins and what applies', () => {
  let world: TestWorld;
  let admin: SignedIn;
  let viewer: SignedIn;
  const made: Record<string, Json> = {};

  beforeAll(async () => {
    world = await startWorld({ shared: true });
    admin = await world.signIn({ role: 'admin' });
    const organization = { id: admin.user.organizationId };
    const team = await world.identity.team(organization);
    viewer = await world.signIn({ organization, role: 'viewer' });
    // Only what is searched for goes through the reader and into the index; terms are filled in at the next start.
    const bulletin = async (
      name: string,
      documentType: string,
      revisionDate: string | null,
      { names, ...more }: { names?: string } & Partial<Parameters<typeof world.documents.document>[1]> = {},
    ): Promise<void> => {
      const options = { aircraftType: 'TR46', title: `${documentType} of the strut`, documentType, revisionDate };
      const document = await world.documents.document(organization, { ...options, ...more });
      await world.sql.query(`UPDATE passages SET identifiers = $2 WHERE document_id = $1`, [
        document.id,
        names === undefined ? [] : [names],
      ]);
      made[name] = document;
    };
    const [manual, part] = ['AMM-TR46-320', 'ST46-1120-3'];
    await bulletin('names', 'SB', '2026-03-01', { names: manual, ataChapter: '99' });
    await bulletin('secret', 'SB', '2026-04-01', { names: manual, team });
    await bulletin('part', 'EO', '2026-02-01', { names: part });
    await bulletin('undatedNames', 'SL', null, { names: part });
    await bulletin('subject', 'AD', '2026-05-01', { ataChapter: '32-11' });
    // The manual must show none of these.
    await bulletin('letter', 'SL', '2026-06-01', { ataChapter: '32-11-00' });
    await bulletin('elsewhere', 'AD', '2026-06-01', { ataChapter: '32-12' });
    await bulletin('foreignType', 'AD', '2026-06-01', { ataChapter: '32-11', aircraftType: 'TR46-300' });
    await bulletin('draft', 'AD', '2026-06-01', { ataChapter: '32-11', names: manual, status: 'draft' });
    await bulletin('unread', 'AD', '2026-06-01', { ataChapter: '32-11', ingestionState: 'queued' });
    await world.service.restart();
    const named = ['names', 'secret', 'part', 'undatedNames'].map((name) => made[name]!.id as string);
    await until(
      () => world.sql.query('SELECT DISTINCT document_id FROM search_terms WHERE document_id = ANY($1)', [named]),
      (filled) => filled.length === named.length,
    );
    const manuals: Record<string, [string, Record<string, string>]> = {
      manual: [
        `EFFECTIVITY: MSN 0001-0345\n\nCharge the shock strut P/N ${part} with nitrogen.`,
        { ...STRUT, title: 'Shock struts', document_number: manual, effectivity: 'MSN 0001 and on' },
      ],
      general: [
        'Charge any cylinder with nitrogen slowly.',
        { aircraft_type: 'ALL', document_type: 'SPM', title: 'Standard practices', revision_date: '2026-01-01' },
      ],
      other: [
        'Charge the tail strut of the other variant with nitrogen.',
        { aircraft_type: 'TR46-300', ata_chapter: '32-21', title: 'Tail' },
      ],
      older: [
        `Replace ${part} at once.`,
        { ...STRUT, document_type: 'SB', revision_date: '2025-12-31', title: 'Struts' },
      ],
      valve: [
        'Replace the flibber valve, see SB 72-0046.',
        { document_type: 'SB', document_number: 'SB 72-0045', revision_date: '2026-01-01', title: 'Valves' },
      ],
      cited: [
        'SB 72-0046: paint the pump.',
        { document_type: 'SB', document_number: 'SB 72-0046', revision_date: '2026-02-01', title: 'Paint' },
      ],
      directive: [
        'This directive cancels SB 72-0045.',
        { document_type: 'AD', document_number: 'AD 2026-09-01', revision_date: '2026-05-01', title: 'Directive' },
      ],
    };
    for (const [name, [text, fields]] of Object.entries(manuals))
      made[name] = await readyManual(admin.api, text, fields);
  });
  afterAll(() => world.stop());

  const nameOf = (id: string): string => Object.entries(made).find(([, document]) => document.id === id)?.[0] ?? id;
  const find = async (path: string, query: string, filters: object = {}, api = admin.api): Promise<Json[]> => {
    const { status, body, text } = await api.post(path, { query, filters, mode: 'keyword', limit: 100 });
    if (status !== 200) throw new Error(text);
    return body.data as Json[];
  };
  const idOf = (hit: Json): string => (hit.document_id ?? hit.id) as string;
  const noticesOf = async (path: string, name: string, api = admin.api): Promise<string[]> => {
    const hits = await find(path, 'charge nitrogen', { document_ids: [made[name]!.id] }, api);
    return (hits[0]!.notices_of_change as Json[]).map(
      ({ document_id: id, reason }) => `${nameOf(id as string)} ${reason}`,
    );
  };

  describe.each(ROUTES)('POST %s', (path) => {
    it('points to newer bulletins that name the document or a part, or are on the same subject', async () => {
      expect(await noticesOf(path, 'manual')).toEqual([
        'secret names_document',
        'names names_document',
        'part names_part',
        'undatedNames names_part',
        'subject same_subject',
      ]);
      const [hit] = await find(path, 'shock strut nitrogen', { document_ids: [made.manual!.id] });
      expect((hit!.notices_of_change as Json[])[1]).toEqual({
        document_id: made.names!.id,
        document_type: 'SB',
        title: 'SB of the strut',
        document_number: null,
        version: '1',
        revision_date: '2026-03-01',
        reason: 'names_document',
      });
    });

    it('points to none that the caller may not see, and to none from where there is nothing in common', async () => {
      expect(await noticesOf(path, 'manual', viewer.api)).not.toContain('secret names_document');
      expect(await noticesOf(path, 'general')).toEqual([]);
      expect(await noticesOf(path, 'other')).toEqual([]);
    });

    it('points a bulletin to newer ones, never to itself', async () => {
      const [hit] = await find(path, 'replace ST46-1120-3', { document_ids: [made.older!.id] });
      const names = (hit!.notices_of_change as Json[]).map(({ document_id: id }) => nameOf(id as string));
      expect(names.sort()).toEqual(['part', 'subject', 'undatedNames']);
    });

    it('knows a number with its kind in front by the number alone, and points to none that is merely named', async () => {
      const [hit] = await find(path, 'flibber');
      const notices = hit!.notices_of_change as Json[];
      expect(notices.map(({ document_id: id, reason }) => `${nameOf(id as string)} ${reason}`)).toEqual([
        'directive names_document',
      ]);
    });

    it('keeps what applies to every aircraft and to the type of a variant, for any requested aircraft', async () => {
      const found = async (...types: string[]): Promise<string[]> =>
        [
          ...new Set((await find(path, 'charge nitrogen', { aircraft_types: types })).map((hit) => nameOf(idOf(hit)))),
        ].sort();
      expect(await found('TR46-100')).toEqual(['general', 'manual']);
      expect(await found('TR46')).toEqual(['general', 'manual', 'other']);
      expect(await found('TR4')).toEqual(['general']);
      const { body } = await admin.api.post(path, {
        query: 'charge nitrogen',
        filters: { aircraft_types: ['TR4', 'TR46', 'ALL'] },
      });
      expect(body.meta.warnings).toContainEqual(expect.stringMatching(/: TR4\.$/));
    });

    it('says of every hit to which aircraft it applies, and whether it is superseded', async () => {
      const [hit] = await find(path, 'shock strut nitrogen', { document_ids: [made.manual!.id] });
      const places = (hit!.matches as Json[] | undefined) ?? [hit!];
      for (const place of places) {
        expect(place).toMatchObject({ effectivity: 'MSN 0001 and on', superseded: false, duplicates: [] });
        expect(place.applies_to).toEqual(['MSN 0001-0345']);
      }
    });
  });

  it('follows a document that is made a bulletin, or is deleted', async () => {
    const first = async (): Promise<string | undefined> => (await noticesOf(ROUTES[0]!, 'manual'))[0];
    const { id } = made.names!;
    const retype = async (document_type: string): Promise<void> => {
      expect((await admin.api.patch(`/documents/${id}`, { document_type })).status).toBe(200);
    };
    await admin.api.delete(`/documents/${made.secret!.id}`);
    expect(await first()).toBe('names names_document');
    await retype('OTHER');
    expect(await first()).toBe('part names_part');
    await retype('AD');
    expect(await first()).toBe('names names_document');
  });
});
