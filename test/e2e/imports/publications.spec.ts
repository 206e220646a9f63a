import type { Json } from '../../support/api/api-client.js';
import { dmRef, OLD_PUBLICATION, pmEntry, publicationModule } from '../../support/manuals/s1000d-modules.js';
import { importFiles, untilImport } from '../../support/scenes/import-scene.js';
import { importPublication, wheelModule, wheelPublication } from '../../support/scenes/publication-scene.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

describe('publication modules of an import', () => {
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
  });
  beforeEach(async () => {
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  const count = async (path: string): Promise<number> => ((await ok(admin.api.get(path))) as Json[]).length;
  /** Issues, the last imported first, with a mark of the current one. */
  const history = async (id: string): Promise<string[]> => {
    const issues = (await ok(admin.api.get(`/publications/${id}/issues`))) as Json[];
    return issues.map(({ issue, in_work, is_current }) => `${issue}-${in_work}${is_current === true ? '*' : ''}`);
  };
  const file = (issue: string, more: object = {}) =>
    importPublication(admin.api, { 'pm.xml': wheelPublication({ issue, ...more }) });

  it('become publications, no documents, and the import completes without reading them', async () => {
    const { made, items, id } = await importPublication(
      admin.api,
      {
        'manifest.csv': 'path,title,document_number,version\npm.xml,Other,X-1,9\n',
        'pm.xml': wheelPublication(),
        'old/PMC-3.XML': OLD_PUBLICATION,
      },
      'pm.xml',
    );
    expect(items.map(({ path, state, document_id, error }): unknown => [path, state, document_id, error])).toEqual([
      ['old/PMC-3.XML', 'created', null, null],
      ['pm.xml', 'created', null, null],
    ]);
    expect(items[1]!.fields).toEqual({
      ...{ title: 'Skarv 46 Maintenance Manual', document_number: 'SKARV46-K1234-00001-00', version: '002' },
      ...{ revision_date: '2024-06-01', access: 'organization' },
    });
    expect(await ok(admin.api.get(`/publications/${items[0]!.publication_id}`))).toMatchObject({
      ...{
        number: 'SKARV46-K1234-00003-01',
        title: 'Skarv 46 Wheels',
        issue: { issue: '004', issue_date: '2024-07-01' },
      },
      members: [{ title: 'Main wheel - Removal', issue: '003-01' }, { kind: 'publication' }, { code: 'SB-32-001' }],
    });
    expect([await count('/documents'), await count('/publications')]).toEqual([0, 2]);
    expect(await untilImport(admin.api, made.id)).toMatchObject({ state: 'completed', counts: { created: 2 } });
    const uses = await world.sql.query<{ released_at: Date | null }>(
      `SELECT b.released_at FROM publication_issues i JOIN blobs b ON b.sha256 = i.content_sha256 WHERE i.publication_id = $1`,
      [id],
    );
    expect(uses).toEqual([{ released_at: null }]);
  });

  it('replace earlier issues, which stay as history', async () => {
    const { id } = await file('002');
    const outcomes = [];
    for (const [issue, inWork] of [
      ['002', '00'],
      ['004', '00'],
      ['003', '00'],
      ['004', '01'],
      ['005', '00'],
    ] as const) {
      const made = await file(issue, { inWork });
      expect(made.id).toBe(id);
      outcomes.push(made.outcomes['pm.xml']);
    }
    expect(outcomes).toEqual(['unchanged', 'revised', 'revised', 'revised', 'revised']);
    expect(await history(id)).toEqual(['005-00*', '004-01', '003-00', '004-00', '002-00']);
    expect(await ok(admin.api.get(`/publications/${id}`))).toMatchObject({ issue: { issue: '005' } });
    const other = await file('003', { title: 'Changed' });
    expect([other.outcomes['pm.xml'], other.id]).toEqual(['version_exists', '']);
    expect((await file('006', { title: 'Renamed' })).outcomes['pm.xml']).toBe('revised');
    expect((await ok(admin.api.get(`/publications/${id}`))).title).toBe('Renamed');
  });

  it.each([
    [
      ['003', '01'],
      ['003', '00'],
    ],
    [
      ['004', '01'],
      ['003', '00'],
    ],
    [
      ['003', '00'],
      ['004', '01'],
    ],
    [
      ['002', '00'],
      ['004', '01'],
      ['003', '00'],
    ],
  ])('are current as the last one that is released: %j, %j', async (...issues) => {
    let id = '';
    for (const [issue, inWork] of issues) ({ id } = await file(issue!, { inWork: inWork! }));
    expect((await history(id)).filter((issue) => issue.endsWith('*'))).toEqual(['003-00*']);
  });

  it('in work are current until an issue is released', async () => {
    const { id } = await file('000', { inWork: '01' });
    await file('000', { inWork: '03' });
    await file('000', { inWork: '02' });
    expect(await history(id)).toEqual(['000-02', '000-03*', '000-01']);
    await file('001');
    await file('001', { inWork: '01' });
    expect((await history(id)).filter((issue) => issue.endsWith('*'))).toEqual(['001-00*']);
  });

  it('file the same in a dry run, and nothing of it stays', async () => {
    await file('002');
    const files = {
      'a.xml': wheelPublication({ issue: '003' }),
      'b.xml': wheelPublication({ issue: '003', title: 'B' }),
      'c.xml': wheelPublication({ number: '9' }),
      'd.xml': wheelPublication({ number: '9', issue: '003' }),
      'e.xml': wheelPublication({ number: '9', issue: '003' }),
      'f.xml': wheelPublication({ number: '9', issue: '003', title: 'F' }),
      'g.xml': wheelPublication({ number: '9', language: ['de', 'DE'] }),
      'h.xml': wheelPublication(),
      'manifest.csv': 'path,access\nd.xml,team\n',
    };
    const dry = await importFiles(admin.api, files, { dry_run: 'true' });
    expect(await count('/publications')).toBe(1);
    const real = await importFiles(admin.api, files);
    expect(real.outcomes).toEqual({
      ...{ 'a.xml': 'revised', 'b.xml': 'version_exists', 'c.xml': 'created', 'd.xml': 'revised' },
      ...{ 'e.xml': 'unchanged', 'f.xml': 'version_exists', 'g.xml': 'created', 'h.xml': 'unchanged' },
    });
    expect(dry.outcomes).toEqual(real.outcomes);
    expect(await count('/publications')).toBe(3);
    expect(dry.items.map(({ publication_id }) => publication_id !== null)).toEqual([
      ...[true, false, false, false, false, false, false, true],
    ]);
  });

  it('refer to translations by their language', async () => {
    const german = wheelModule('520', 'Abbauen.').replace(
      'languageIsoCode="en" countryIsoCode="US"',
      'languageIsoCode="de" countryIsoCode="DE"',
    );
    const english = '<language languageIsoCode="en" countryIsoCode="US"/>';
    const { id } = await importPublication(admin.api, {
      'de.xml': german,
      'en.xml': wheelModule('520', 'Remove.'),
      'pm.xml': publicationModule(pmEntry('A', dmRef({}) + dmRef({}, undefined, english)), { language: ['de', 'DE'] }),
    });
    const found = await ok(admin.api.get(`/publications/${id}`));
    expect(found.number).toBe('SKARV46-K1234-00001-00_DE-DE');
    const numbers = await Promise.all(
      (found.members as { document: { id: string } }[]).map(
        async ({ document }) => (await ok(admin.api.get(`/documents/${document.id}`))).document_number as string,
      ),
    );
    expect(numbers).toEqual(['SKARV46-A-32-41-00-00A-520A-A_DE-DE', 'SKARV46-A-32-41-00-00A-520A-A']);
  });

  it('may have thousands of references', async () => {
    const entries = Array.from({ length: 9_000 }, (_, n) => `<pmEntry>${dmRef({ assembly: String(n) })}</pmEntry>`);
    const { id } = await importPublication(admin.api, {
      'a.xml': wheelModule('520', 'Remove it at last.').replace(' assyCode="00"', ' assyCode="8999"'),
      'pm.xml': publicationModule(entries.join('')),
    });
    const found = await ok(admin.api.get(`/publications/${id}`));
    expect(found).toMatchObject({ issue: { member_count: 9_000 } });
    expect((found.members as Json[]).flatMap(({ document }, n) => (document ? [n] : []))).toEqual([8_999]);
  });

  it('are refused with a code, alone', async () => {
    const deep = '<pmEntry>'.repeat(40) + '</pmEntry>'.repeat(40);
    const subset = `<!ENTITY a "${'x'.repeat(900_000)}">`;
    const files = {
      'bomb.xml': publicationModule('&a;'.repeat(9), { subset }),
      'broken.xml': publicationModule('').slice(0, 300),
      'deep.xml': publicationModule(deep),
      'many.xml': publicationModule('<pmEntry/>'.repeat(100_000)),
      'none.xml': publicationModule('', { issue: '' }),
      'ok.xml': wheelPublication(),
      'ref.xml': publicationModule('<pmEntry><dmRef/></pmEntry>'),
    };
    const { outcomes, items } = await importFiles(admin.api, files);
    expect(outcomes).toEqual({
      ...{ 'bomb.xml': 'xml_entities', 'broken.xml': 'xml_malformed', 'deep.xml': 'publication_nesting' },
      ...{ 'many.xml': 'publication_size', 'none.xml': 'publication_identity', 'ok.xml': 'created' },
      'ref.xml': 'publication_reference',
    });
    expect(items[0]!.error).toMatchObject({ message: expect.stringMatching(/\.$/) });
    expect(await count('/publications')).toBe(1);
  });

  it('of another team are not changed', async () => {
    const organization = { id: admin.user.organizationId };
    const [team, other] = [await world.identity.team(organization), await world.identity.team(organization)];
    const [manager, colleague] = [
      await world.signIn({ organization, team, role: 'manager' }),
      await world.signIn({ organization, team: other, role: 'manager' }),
    ];
    const { id } = await importPublication(colleague.api, { 'pm.xml': wheelPublication() });
    const { outcomes } = await importFiles(manager.api, { 'pm.xml': wheelPublication({ issue: '003' }) });
    expect(outcomes['pm.xml']).toBe('other_team');
    expect(await history(id)).toEqual(['002-00*']);
    const strange = await importFiles(
      manager.api,
      { 'pm.xml': wheelPublication({ number: '7' }) },
      { team_id: other.id },
    );
    expect(strange.outcomes['pm.xml']).toBe('other_team');
  });

  it('of two imports at the same time become one publication', async () => {
    const both = await Promise.all([file('002'), file('003')]);
    expect(both.map(({ outcomes }) => outcomes['pm.xml']).sort()).toEqual(['created', 'revised']);
    expect(both[0].id).toBe(both[1].id);
    expect((await history(both[0].id)).filter((issue) => issue.endsWith('*'))).toEqual(['003-00*']);
  });
});
