import { strToU8, zipSync } from 'fflate';
import type { Json } from '../../support/api/api-client.js';
import { manualFields, untilRead, uploadManual } from '../../support/manuals/manual.js';
import { dataModule, dmRef, publicationModule, REMOVAL } from '../../support/manuals/s1000d-modules.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

describe('reading S1000D', () => {
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  const read = async (file: Buffer, fields = manualFields()): Promise<Json> => {
    const { id } = await uploadManual(admin.api, file, fields);
    return untilRead(admin.api, id as string);
  };
  const revisionOf = async ({ id }: Json): Promise<{ metadata: Json; effectivity: string | null }> => {
    const [row] = await world.sql.query<{ metadata: Json; effectivity: string | null }>(
      'SELECT metadata, effectivity FROM document_revisions WHERE document_id = $1',
      [id],
    );
    return row!;
  };

  describe('a data module', () => {
    let document: Json;
    beforeAll(async () => {
      document = await read(Buffer.from(dataModule(REMOVAL)));
    });

    it('is described by what it says of itself', async () => {
      expect(document).toMatchObject({
        page_count: 1,
        language: 'en-US',
        effectivity: 'Serial numbers 001 to 040',
        ingestion: { state: 'ready', error: null },
      });
      const { metadata } = await revisionOf(document);
      const shown = await admin.api.get(`/documents/${document.id}/revisions/${document.revision.id}`);
      expect(shown.body.data.metadata).toEqual(metadata);
      expect(metadata).toEqual({
        s1000d: {
          dmc: 'SKARV46-A-32-41-00-00A-520A-A',
          issue: '003',
          in_work: '00',
          issue_date: '2024-05-01',
          security: '01',
          applicability: 'Serial numbers 001 to 040',
          type: 'procedure',
        },
      });
    });

    it('is found by its code and by its ATA number, each step with the warnings that govern it', async () => {
      for (const query of ['DMC-SKARV46-A-32-41-00-00A-520A-A', 'SKARV46-A-32-41-00-00A-520A-A', '32-41-00']) {
        const { body } = await admin.api.post('/search/passages', { query, limit: 50 });
        const texts = (body.data as Json[]).map(({ quote }) => quote as string);
        expect(texts.some((text) => text.includes('1.1 Remove the valve core.'))).toBe(true);
      }
      const passages = await world.sql.query<{ text: string; notices: { text: string }[] }>(
        'SELECT text, notices FROM passages WHERE document_id = $1 ORDER BY ordinal',
        [document.id],
      );
      const noticesOn = (word: string) =>
        passages.find(({ text }) => text.includes(word))?.notices.map(({ text }) => text);
      const general = 'WARNING: Keep clear of the tire.';
      expect(noticesOn('1. Release')).toEqual([general]);
      expect(noticesOn('1.1 Remove')).toEqual([general, 'WARNING: Wear goggles.', 'CAUTION: Do not drop the core.']);
      expect(noticesOn('1.2 Let')).toEqual([general]);
    });

    it('leaves the effectivity as the uploader named it', async () => {
      const fields = manualFields({ effectivity: 'Serial number 007' });
      const named = await read(Buffer.from(dataModule(REMOVAL, { issue: '004' })), fields);
      expect(named.effectivity).toBe('Serial number 007');
    });
  });

  it('reads a package in the order of its publication', async () => {
    const file = zipSync({
      'a.xml': strToU8(dataModule(REMOVAL)),
      'b.xml': strToU8(dataModule('<description><para>Wheel hub.</para></description>', { information: '040' })),
      'pm.xml': strToU8(
        publicationModule(
          `<pmEntry><pmEntryTitle>Wheels</pmEntryTitle>${dmRef({ information: '040' })}${dmRef({})}${dmRef({ information: '720' })}</pmEntry>`,
        ),
      ),
      'ICN-1.cgm': strToU8('x'),
    });
    const document = await read(Buffer.from(file));
    expect(document).toMatchObject({ page_count: 2, language: 'en-GB', effectivity: null });
    const first = (await admin.api.get(`/documents/${document.id}/pages/1`)).body.data;
    expect(first.text).toMatch(/Wheel hub\.$/);
    const { warnings } = (await admin.api.get(`/documents/${document.id}/ingestion`)).body.data;
    expect(warnings).toEqual([
      'Files in the package that are not data modules were left out: 1 graphics.',
      'Data modules that the publication names are not in the package (1): DMC-SKARV46-A-32-41-00-00A-720A-A.',
    ]);
  });

  it.each([
    ['xml_entities', dataModule('&a;', { subset: '<!ENTITY a "&b;&b;"><!ENTITY b "&a;&a;">' })],
    ['xml_nesting', `${dataModule('').replace('<content>', `<content>${'<para>'.repeat(200_000)}`)}`],
    ['xml_malformed', dataModule('<description><para>cut').slice(0, -30)],
  ])('says %s of a file that is built to harm, and goes on', async (code, file) => {
    const document = await read(Buffer.from(file));
    expect(document.ingestion).toMatchObject({ state: 'failed', error: { code } });
    expect(document.ingestion.error.message).toMatch(/\bXML\b/);
  });

  it('never resolves an external entity', async () => {
    const file = dataModule('<description><para>before &x; after</para></description>', {
      subset: '<!ENTITY x SYSTEM "file:///etc/hostname">',
    });
    const document = await read(Buffer.from(file));
    const page = (await admin.api.get(`/documents/${document.id}/pages/1`)).body.data;
    expect(page.text).toContain('before &x; after');
  });
});
