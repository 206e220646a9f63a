import { runningImport } from '../../support/api/access-scenes.js';
import type { ApiClient, ApiResponse, Json } from '../../support/api/api-client.js';
import { errorOf, manualFields, unlike, wheelManual } from '../../support/manuals/manual.js';
import { zipOf } from '../../support/manuals/zip-factory.js';
import { importFiles, sendImport, untilImport, type Imported } from '../../support/scenes/import-scene.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const EMPTY = { pending: 0, created: 0, revised: 0, unchanged: 0, failed: 0, canceled: 0 };

describe('an import', () => {
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
  });
  beforeEach(async () => {
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  const documents = async (api: ApiClient = admin.api): Promise<Json[]> =>
    (await ok(api.get('/documents?limit=100'))) as Json[];
  const revisions = async (id: unknown): Promise<Json[]> =>
    (await ok(admin.api.get(`/documents/${String(id)}/revisions`))) as Json[];

  it('makes documents of the files, with fields from manifest, rules, names and defaults', async () => {
    const { made, items } = await importFiles(
      admin.api,
      {
        'manifest.csv':
          '\ufeffpath;title;document_number;version;revision_date;ata_chapter\r\n' +
          'cards/one.txt;"Grease; the pin";TC-1;7;2026-01-31;32-41\r\n',
        'cards/one.txt': 'Grease the pin.',
        'AMM/24-31-00_Battery_servicing_rev C.txt': 'Charge the battery.',
        'AMM/Wheels.pdf': unlike(await wheelManual()),
        '__MACOSX/cards/._one.txt': 'x',
        'AMM/.DS_Store': 'x',
      },
      {
        effectivity: 'MSN 1 to 9',
        rules: JSON.stringify([
          { path: '**/24-*', aircraft_type: 'tr 50' },
          { path: 'AMM/**', document_type: 'AMM', aircraft_type: 'TR48' },
        ]),
      },
    );
    expect(made).toMatchObject({ error: null, dry_run: false, counts: { ...EMPTY, total: 3, created: 3 } });
    expect(items.map(({ path }) => path as string)).toEqual([
      'AMM/24-31-00_Battery_servicing_rev C.txt',
      'AMM/Wheels.pdf',
      'cards/one.txt',
    ]);
    const [card, wheels, battery] = (await documents()).sort((a, b) => (a.title < b.title ? 1 : -1)).reverse();
    expect(items.map(({ document_id }) => document_id as string)).toEqual([card!.id, battery!.id, wheels!.id]);
    expect(card).toMatchObject({
      ...{ title: '24-31-00 Battery servicing rev C', document_type: 'AMM', aircraft_type: 'TR 50' },
      ...{ ata_chapter: '24-31-00', document_number: null, revision: { version: 'Rev C' }, created_by: admin.user.id },
    });
    expect(wheels).toMatchObject({
      ...{ title: 'Grease; the pin', document_type: 'TASK_CARD', aircraft_type: 'TR46', document_number: 'TC-1' },
      ...{ ata_chapter: '32-41', revision: { version: '7', revision_date: '2026-01-31' } },
    });
    expect((await revisions(wheels!.id)).map(({ effectivity }) => effectivity as string)).toEqual(['MSN 1 to 9']);
    // The date of the file in the archive.
    expect(battery).toMatchObject({
      title: 'Wheels',
      revision: { version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    });
  });

  it('changes nothing when it is repeated, and revises documents by their number', async () => {
    const fields = { number_from_name: 'true', version: '1' };
    const first = await importFiles(admin.api, { 'TC-1.txt': 'Oil the pin.', 'TC-2.txt': 'Oil the cam.' }, fields);
    expect(first.outcomes).toEqual({ 'TC-1.txt': 'created', 'TC-2.txt': 'created' });
    const files = { 'TC-1.txt': 'Oil the pin.', 'tc-2.txt': 'Oil the new cam.', 'TC-3.txt': 'Oil the rod.' };
    for (const dry_run of ['true', 'false', 'false']) {
      const { outcomes, items, made } = await importFiles(admin.api, files, { ...fields, version: '2', dry_run });
      const isRepeated = made.counts.unchanged === 3;
      expect(outcomes).toEqual(
        isRepeated
          ? { 'TC-1.txt': 'unchanged', 'tc-2.txt': 'unchanged', 'TC-3.txt': 'unchanged' }
          : { 'TC-1.txt': 'unchanged', 'tc-2.txt': 'revised', 'TC-3.txt': 'created' },
      );
      expect(items.map(({ document_id }) => document_id as string).slice(0, 2)).toEqual(
        first.items.map(({ document_id }) => document_id as string),
      );
    }
    expect(await documents()).toHaveLength(3);
    expect(
      (await revisions(first.items[1]!.document_id)).map(({ version, status }) => [version, status] as unknown[]),
    ).toEqual([
      ['2', 'draft'],
      ['1', 'active'],
    ]);
  });

  it('reports in a dry run what an import would do, and does nothing', async () => {
    const files = {
      'a.txt': 'Bleed the line.',
      'b.txt': 'Bleed the line.',
      'c.txt': 'Bleed the tank.',
      'd.gif': 'GIF89a',
      'e.txt': '',
    };
    const dry = await importFiles(admin.api, files, { dry_run: 'true' });
    expect(dry.made).toMatchObject({ state: 'completed', dry_run: true });
    expect(await documents()).toEqual([]);
    const real = await importFiles(admin.api, files);
    expect(real.outcomes).toEqual({
      ...{ 'a.txt': 'created', 'b.txt': 'unchanged', 'c.txt': 'created', 'd.gif': 'file_type' },
      'e.txt': 'invalid_request',
    });
    expect(dry.outcomes).toEqual(real.outcomes);
    const errors = ({ items }: Imported): unknown[] => items.map(({ error }): unknown => error);
    expect(errors(dry)).toEqual(errors(real));
    expect(await documents()).toHaveLength(2);
    const refused = (await ok(admin.api.get(`/imports/${real.made.id}/items?state=failed`))) as Json[];
    expect(refused.map(({ path, document_id }) => [path, document_id] as unknown[])).toEqual([
      ['d.gif', null],
      ['e.txt', null],
    ]);
    const actions = await world.sql.query<{ action: string; actor_id: string }>(
      `SELECT action, actor_id FROM audit_records WHERE organization_id = $1 AND action = 'document.created'`,
      [admin.user.organizationId],
    );
    expect(actions).toEqual(Array(2).fill({ action: 'document.created', actor_id: admin.user.id }));
  });

  it('gives each file that cannot be filed a reason, and goes on', async () => {
    const team = await world.identity.team({ id: admin.user.organizationId });
    for (const title of ['One', 'Two'])
      await ok(
        admin.api.upload('/documents', manualFields({ title, document_number: 'AMM-9' }), {
          content: `Torque ${title}.`,
          name: 'a.txt',
        }),
      );
    const { made, outcomes, items } = await importFiles(
      admin.api,
      {
        'manifest.json': JSON.stringify([
          { path: './a.txt', document_number: 'TC-7', version: '1' },
          { path: 'b.txt', document_number: 'tc-7', version: '2' },
          { path: 'c.txt', document_number: 'AMM-9', document_type: 'AMM' },
          { path: 'd.txt', document_type: 'NOVEL', ata_chapter: 'x' },
          { path: 'e.txt', access: 'team' },
          { path: 'f.txt', team_id: 'team_unknown' },
          { path: 'gone.txt', title: 'Gone', document_number: null },
          { path: 'h.txt', access: 'team', team_id: team.id, title: '' },
        ]),
        'a.txt': 'a.',
        'b.txt': 'b.',
        'c.txt': 'c.',
        'd.txt': 'd.',
        'e.txt': 'e.',
        'f.txt': 'f.',
        'h.txt': 'h.',
        'i.docm': zipOf({ '[Content_Types].xml': '<Types><Override PartName="/x" ContentType="vbaProject"/></Types>' }),
        'j.zip': zipOf({ 'inner.zip': zipOf({ 'a.txt': 'a' }) }),
        'k.txt': 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
        'z.txt': 'z.',
      },
      { ata_chapter: '32' },
    );
    expect(outcomes).toEqual({
      ...{ 'a.txt': 'created', 'b.txt': 'document_number_twice', 'c.txt': 'document_number_ambiguous' },
      ...{ 'd.txt': 'invalid_request', 'e.txt': 'invalid_request', 'f.txt': 'invalid_request' },
      ...{ 'gone.txt': 'not_in_archive', 'h.txt': 'created', 'i.docm': 'macros', 'j.zip': 'file_type' },
      ...{ 'k.txt': 'malware', 'z.txt': 'created' },
    });
    const [message] = items.filter(({ path }) => path === 'd.txt').map(({ error }) => error.message as string);
    expect(message).toMatch(/^document_type must be one of .*; ata_chapter must be an ATA number/);
    expect(made.counts).toEqual({ ...EMPTY, total: 12, created: 3, failed: 9 });
    const refusals = await world.sql.query<{ reason: string }>(
      `SELECT reason FROM audit_records WHERE organization_id = $1 AND action = 'document.upload_refused' ORDER BY reason`,
      [admin.user.organizationId],
    );
    expect(refusals.map(({ reason }) => reason)).toEqual(['macros', 'malware']);
  });

  it('is seen by its creator and by administrators', async () => {
    const organization = { id: admin.user.organizationId };
    const [team, other] = [await world.identity.team(organization), await world.identity.team(organization)];
    const [manager, colleague] = [
      await world.signIn({ organization, team, role: 'manager' }),
      await world.signIn({ organization, team: other, role: 'manager' }),
    ];
    await importFiles(colleague.api, { 'TC-5.txt': 'Wash the fan.' }, { number_from_name: 'true' });
    const files = { 'TC-5.txt': 'Wash the vane.', 'TC-6.txt': 'Wash the rim.', 'TC-8.txt': 'Wash the fan.' };
    const { made, outcomes, items } = await importFiles(manager.api, files, { number_from_name: 'true' });
    expect(outcomes).toEqual({ 'TC-5.txt': 'other_team', 'TC-6.txt': 'created', 'TC-8.txt': 'unchanged' });
    expect(items.map(({ document_id }) => document_id !== null)).toEqual([false, true, true]);
    const foreign = await world.signIn({ role: 'admin' });
    const status = async (api: ApiClient): Promise<number[]> =>
      Promise.all([
        api.get(`/imports/${made.id}`).then((response) => response.status),
        api.get(`/imports/${made.id}/items`).then((response) => response.status),
        api.post(`/imports/${made.id}/cancel`).then((response) => response.status),
      ]);
    const lists = [manager, colleague, admin, foreign].map(
      async ({ api }) => ((await ok(api.get('/imports'))) as Json[]).length,
    );
    expect(await Promise.all(lists)).toEqual([1, 1, 2, 0]);
    expect(await status(colleague.api)).toEqual([404, 404, 404]);
    expect(await status(foreign.api)).toEqual([404, 404, 404]);
    expect((await status(admin.api)).slice(0, 2)).toEqual([200, 200]);
  });

  it('does not tell of documents that its creator cannot see', async () => {
    const organization = { id: admin.user.organizationId };
    const [team, other] = [await world.identity.team(organization), await world.identity.team(organization)];
    const [manager, colleague] = [
      await world.signIn({ organization, team, role: 'manager' }),
      await world.signIn({ organization, team: other, role: 'manager' }),
    ];
    const fields = { number_from_name: 'true', access: 'team' };
    await importFiles(colleague.api, { 'TC-5.txt': 'Wash the fan.' }, fields);
    const { outcomes } = await importFiles(manager.api, { 'TC-5.txt': 'Wash the fan.' }, fields);
    expect(outcomes).toEqual({ 'TC-5.txt': 'created' });
  });

  it('takes number, issue, title and effectivity of data modules from their heads', async () => {
    const files = {
      'DMC-TR46-A-32-41-00-00A-520A-A_003-00.xml': dataModule('003', 'MSN 0004 and up'),
      'DMC-TR46-A-32-41-00-00A-520A-A_002-00.xml': dataModule('002', 'MSN 0001 to 0003'),
    };
    const { items, outcomes } = await importFiles(admin.api, files);
    expect(outcomes).toEqual({
      'DMC-TR46-A-32-41-00-00A-520A-A_002-00.xml': 'created',
      'DMC-TR46-A-32-41-00-00A-520A-A_003-00.xml': 'revised',
    });
    const id = items[0]!.document_id as string;
    expect(await ok(admin.api.get(`/documents/${id}`))).toMatchObject({
      ...{ title: 'Main wheel - Remove', document_type: 'AMM', aircraft_type: 'TR46', ata_chapter: '32-41-00' },
      ...{ document_number: 'TR46-A-32-41-00-00A-520A-A' },
      revision: { version: '002', revision_date: '2026-05-02' },
    });
    expect((await revisions(id)).map(({ version, effectivity }) => [version, effectivity] as unknown[])).toEqual([
      ['003', 'MSN 0004 and up'],
      ['002', 'MSN 0001 to 0003'],
    ]);
    const again = await importFiles(admin.api, { 'new.xml': dataModule('001', 'MSN 0001') }, { activate: 'true' });
    expect(again.outcomes).toEqual({ 'new.xml': 'older_revision' });
    // A single module needs no field either.
    const alone = await admin.api.upload('/documents', {}, { content: dataModule('004', 'All', '33'), name: 'm.xml' });
    expect([alone.status, alone.body.data.document_number]).toEqual([202, 'TR46-A-33-41-00-00A-520A-A']);
    const file = { content: dataModule('005', 'All', '33'), name: 'm.xml' };
    const revision = await admin.api.upload(`/documents/${alone.body.data.id}/revisions`, {}, file);
    expect([revision.status, revision.body.data.version]).toEqual([202, '005']);
  });

  it('is canceled: files that wait are not filed', async () => {
    const { id } = await sendImport(admin.api, { 'a.txt': 'Dry the hose.' });
    await untilImport(admin.api, id, ['reading']);
    const canceled = await ok(admin.api.post(`/imports/${id}/cancel`));
    expect(canceled).toMatchObject({ state: 'canceled', counts: { created: 1 }, finished_at: expect.any(String) });
    expect(errorOf(await admin.api.post(`/imports/${id}/cancel`))).toEqual({ status: 409, reason: 'already_finished' });
    expect(await documents()).toHaveLength(1);
  });

  it('does not confuse types and languages of one number', async () => {
    const files = {
      'manifest.csv': ['path,document_number,document_type', 'a.txt,X-1,AMM', 'b.txt,X-1,CMM', 'c.txt,X-1,AMM'].join(
        '\n',
      ),
      'a.txt': 'A.',
      'b.txt': 'B.',
      'c.txt': 'C.',
      'd.xml': dataModule('003', 'All'),
      'e.xml': dataModule('004', 'Alle').replace('languageIsoCode="en"', 'languageIsoCode="de"'),
    };
    const { outcomes } = await importFiles(admin.api, files);
    expect(outcomes).toEqual({
      ...{ 'a.txt': 'created', 'b.txt': 'created', 'c.txt': 'document_number_twice' },
      ...{ 'd.xml': 'created', 'e.xml': 'created' },
    });
  });

  it('and another one at the same time make one document of a number', async () => {
    const fields = { number_from_name: 'true' };
    const both = await Promise.all([
      importFiles(admin.api, { 'TC-1.txt': 'Clean the lamp.' }, { ...fields, version: '1' }),
      importFiles(admin.api, { 'TC-1.txt': 'Clean the lens.' }, { ...fields, version: '2' }),
    ]);
    expect(both.map(({ outcomes }) => outcomes['TC-1.txt']!).sort()).toEqual(['created', 'revised']);
    expect(await documents()).toHaveLength(1);
  });

  it('is refused while three of the organization are not filed', async () => {
    const send = (): Promise<ApiResponse> =>
      admin.api.upload('/imports', { dry_run: 'true' }, { content: zipOf({ 'a.gif': 'GIF89a' }), name: 'a.zip' });
    const organization = { id: admin.user.organizationId };
    const scene = { world, organization, team: { id: '' }, owner: admin.user, keyId: null };
    await runningImport(scene);
    await runningImport(scene);
    expect((await send()).status).toBe(202);
    await runningImport(scene);
    expect(errorOf(await send())).toEqual({ status: 409, reason: 'too_many_imports' });
    const other = await world.signIn({ role: 'admin' });
    expect((await importFiles(other.api, { 'a.gif': 'GIF89a' })).outcomes).toEqual({ 'a.gif': 'file_type' });
  });

  it('repeats its answer to the same Idempotency-Key', async () => {
    const content = zipOf({ 'a.txt': 'Wind the reel.' });
    const send = () =>
      admin.api.upload('/imports', { dry_run: 'true' }, { content, name: 'a.zip' }, { 'idempotency-key': 'twice' });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.body.data.id]).toEqual([202, 202, first.body.data.id]);
    expect(await ok(admin.api.get('/imports'))).toHaveLength(1);
    const other = { content: zipOf({ 'a.txt': 'Wind the rope.' }), name: 'a.zip' };
    const reused = await admin.api.upload('/imports', { dry_run: 'true' }, other, { 'idempotency-key': 'twice' });
    expect(errorOf(reused)).toEqual({ status: 422, reason: 'idempotency_key_reused' });
  });

  it('lists its files page by page', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `card ${n}.gif`);
    const files = Object.fromEntries(names.map((name) => [name, 'GIF89a']));
    const { made } = await importFiles(admin.api, files, { dry_run: 'true' });
    const first = await admin.api.get(`/imports/${made.id}/items?limit=7`);
    const cursor = first.body.pagination.next_cursor as string;
    const second = await admin.api.get(`/imports/${made.id}/items?limit=7&cursor=${cursor}`);
    const paths = [...first.body.data, ...second.body.data].map(({ path }: Json) => path as string);
    // In the order of the numbers.
    expect(paths).toEqual(names);
    expect(second.body.pagination).toMatchObject({ has_more: false, total_count: 12 });
  });
});

/** A removal in the syntax of issue 4.2. */
function dataModule(issue: string, applicability: string, chapter = '32'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<dmodule><identAndStatusSection><dmAddress><dmIdent>
<dmCode modelIdentCode="TR46" systemDiffCode="A" systemCode="${chapter}" subSystemCode="4" subSubSystemCode="1" assyCode="00"
 disassyCode="00" disassyCodeVariant="A" infoCode="520" infoCodeVariant="A" itemLocationCode="A"/>
<language languageIsoCode="en" countryIsoCode="US"/><issueInfo issueNumber="${issue}" inWork="00"/></dmIdent>
<dmAddressItems><issueDate year="2026" month="05" day="02"/><dmTitle><techName>Main wheel</techName>
<infoName>Remove</infoName></dmTitle></dmAddressItems></dmAddress>
<dmStatus><security securityClassification="01"/><applic><displayText><simplePara>${applicability}</simplePara></displayText></applic>
</dmStatus></identAndStatusSection><content><procedure><mainProcedure><proceduralStep><para>Remove the wheel.</para>
</proceduralStep></mainProcedure></procedure></content></dmodule>`;
}
