import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';
import type { Json } from '../../support/api/api-client.js';
import type { TestDocument } from '../../factories/document.factory.js';
import type { TestOrganization } from '../../factories/identity.factory.js';
import { fieldsOf, PART_DETAIL_FIELDS, PART_FIELDS, RELATED_PART_FIELDS } from '../../support/api/shapes.js';
import { errorOf, untilRead, uploadManual } from '../../support/manuals/manual.js';
import { READER_VERSION } from '../../../src/modules/parts/part-reading.repository.js';
import { catalogPage, readParts } from '../../support/scenes/part-scene.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const SAMPLE = path.join(projectRoot(), 'samples/pdf/ipc-tr46-32-landing-gear.pdf');

describe('parts of catalogs', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  let viewer: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    organization = await world.identity.organization();
    admin = await world.signIn({ organization, role: 'admin' });
    viewer = await world.signIn({ organization, role: 'viewer' });
  });
  afterAll(() => world.stop());

  const list = async (query: string, { api } = admin): Promise<Json[]> => (await ok(readParts(api, query))) as Json[];
  const numbers = (parts: readonly Json[]): string[] => parts.map(({ part_number }) => part_number as string);
  const aircraft = async (record: Json): Promise<string> =>
    (await ok(admin.api.post('/aircraft', { aircraft_type: 'TR46', ...record }))).id as string;
  /** A catalog that is read. */
  const catalog = async (options: Json = {}, owner = organization, { api } = admin): Promise<{ id: string; revisionId: string }> => {
    const document = await world.documents.document(owner, { aircraftType: 'TR46', pages: [catalogPage()], ...options });
    await list(`document_id=${document.id}`, { api } as SignedIn);
    return document;
  }; // prettier-ignore

  /** One that the job, which runs each minute, leaves alone: it counts as tried a moment ago before it can be read. */
  const unreadCatalog = async (): Promise<TestDocument> => {
    const document = await world.documents.document(organization, { pages: [catalogPage()], ingestionState: 'failed' });
    await world.sql.query(
      `INSERT INTO part_readings (revision_id, reprocessed_at, part_count, failures, reader_version, created_at)
       VALUES ($1, NULL, 0, 1, $2, now() + interval '1 hour')`,
      [document.revisionId, READER_VERSION],
    );
    await world.sql.query(`UPDATE document_revisions SET ingestion_state = 'ready', page_count = 1 WHERE id = $1`, [document.revisionId]);
    return document;
  }; // prettier-ignore

  const giveUp = (revisionId: string) =>
    world.sql.query(
      `INSERT INTO part_readings (revision_id, reprocessed_at, part_count, failures, reader_version, created_at)
       VALUES ($1, NULL, 0, 6, $2, now() - interval '30 days')
       ON CONFLICT (revision_id) DO UPDATE SET failures = 6, created_at = excluded.created_at`,
      [revisionId, READER_VERSION],
    );

  it('are read from a real catalog, and marked on its page', async () => {
    const fields = { aircraft_type: 'TR46', document_number: 'IPC-TR46-32', document_type: 'IPC' };
    const { id } = await uploadManual(admin.api, await readFile(SAMPLE), fields);
    await untilRead(admin.api, id as string);
    const all = await readParts(admin.api, `document_id=${id}&limit=1`);
    expect(all.body.pagination).toMatchObject({ total_count: 120, has_more: true });
    const [pin] = await list(`document_id=${id}&number=ta32 11046-1`);
    expect(pin).toMatchObject({
      ...{ document_id: id, document_number: 'IPC-TR46-32', ata_chapter: '32-11-30', figure: '1', item: '30' },
      ...{ figure_title: 'MLG SIDE BRACE ASSEMBLY', figure_page_number: 6, part_number: 'TA32-11046-1' },
      ...{ nomenclature: 'PIN, APEX', indenture: 2, quantity: '1', vendor_code: 'V001T', effectivity: 'C' },
      ...{ vendor_name: 'Tarnholm Aircraft AB', page_number: 7, applicability: null },
    });
    const part = await ok(admin.api.get(`/parts/${pin!.id}`));
    expect([fieldsOf(pin), fieldsOf(part)]).toEqual([PART_FIELDS, PART_DETAIL_FIELDS]);
    expect(part.region.page_number).toBe(7);
    const tops = new Set((part.region.rectangles as Json[]).map(({ y }) => y as number));
    expect([tops.size, part.region.width > 0]).toEqual([1, true]);
    expect(part.next_higher_assemblies).toHaveLength(2);
    const page = await ok(admin.api.get(`/documents/${id}/pages/7`));
    expect((page.text as string).slice(part.start, part.end)).toBe(part.text);
    const done = await aircraft({ registration: 'SE-PTA', serial_number: '5060' });
    await ok(admin.api.post(`/aircraft/${done}/modifications`, { kind: 'SB', number: 'TR46-32-018', status: 'not_embodied' }));
    const on = async (number: string): Promise<unknown[]> =>
      (await list(`document_id=${id}&number=${number}&used_on=se-pta`)).map(({ applicability }) => applicability.verdict as unknown);
    expect(await on('TA32-11046-1')).toEqual(['applicable']);
    expect(await on('TA32-11046-3')).toEqual([]);
    const ask = async (content: string, more: Json = {}): Promise<Json> => {
      const session = await ok(admin.api.post('/chat/sessions', { copilot_type: 'parts', ...more }));
      return (await ok(admin.api.post(`/chat/sessions/${session.session_id}/messages`, { content })));
    };
    const replaced = await ask('What replaces PN TA32-51025-1?');
    expect(replaced.content).toMatch(/^TA32-51025-1 is replaced by TA32-51034-1: 25 \| .*REPLACES TA32-51025-1.* \[1\]$/);
    expect(replaced.citations).toEqual([expect.objectContaining({ document_id: id, page_number: 11 })]);
    const used = await ask('Where is P/N TA32-61011-3 used?');
    expect((used.citations as Json[]).map((one): unknown => one.page_number)).toEqual([7, 11]);
    const asked = 'What is the part number of the apex pin?';
    const named = await ask(asked, { aircraft_id: done });
    expect(named.content).toBe('30 | TA32-11046-1 | .PIN, APEX | V001T | C | 1 [1]');
    expect(named.citations).toEqual([expect.objectContaining({ page_number: 7, applicability: 'applicable' })]);
    expect((await ask('gland nut P/N')).content).toBe('35 | TA32-11080-1 | .NUT, GLAND | V001T | ALL | 1 [1]');
    const unread = await unreadCatalog();
    expect((await ask('What replaces PN TA32-51025-1?')).content).not.toMatch(/^TA32-51025-1 is replaced/);
    const waiting = (await admin.api.get('/parts?number=TA32-51025-1')).body.meta.warnings as string[];
    await giveUp(unread.revisionId);
    expect((await ask('What replaces PN TA32-51025-1?')).content).toMatch(/^TA32-51025-1 is replaced/);
    for (const url of ['/parts?number=TA32-51025-1', `/parts/${pin!.id}`]) {
      const { warnings } = (await admin.api.get(url)).body.meta as { warnings: string[] };
      expect([warnings.length, waiting.length, warnings[0] === waiting[0]]).toEqual([1, 1, false]);
    }
    await list(`document_id=${unread.id}`);
    expect((await admin.api.get('/parts?number=TA32-51025-1')).body.meta.warnings ?? []).toEqual([]);
  }); // prettier-ignore

  it('are found by number, keyword and chapter, in pages, without hyphens and in any case', async () => {
    const { id } = await catalog();
    const found = async (query: string): Promise<string[]> => numbers(await list(`document_id=${id}&${query}`));
    expect(await found('number=qx32%201146-3')).toEqual(['QX32-1146-3']);
    expect(await found('number=QX3211461')).toEqual(['QX32-1146-1']);
    expect(await found('number=QX32-1146')).toEqual([]);
    expect(await found('keyword=apex pi')).toEqual(['QX32-1146-1', 'QX32-1146-3']);
    expect(await found('keyword=%27%20|%20%26%20!%20pin')).toHaveLength(2);
    expect(await found('ata_chapter=24')).toEqual([]);
    for (const chapter of ['32', '32-11', '32-11-30']) expect(await found(`ata_chapter=${chapter}`)).toHaveLength(4);
    const first = await admin.api.get(`/parts?document_id=${id}&limit=3`);
    expect(first.body.pagination).toMatchObject({ has_more: true, total_count: 4 });
    expect(await found(`limit=3&cursor=${first.body.pagination.next_cursor}`)).toEqual(['QX32-1149-3']);
    for (const [query, field] of [
      ['number=--', 'number'],
      ['keyword=...', 'keyword'],
      ['used_on=SE-NONE', 'used_on'],
      ['used_on=aircraft_01k9zs5b7xf3m8q2r6t9v1w4ya', 'used_on'],
      ['revision_id=rev_01k9zs5b7xf3m8q2r6t9v1w4ya', 'document_id'],
      ['ata_chapter=x', 'ata_chapter'],
    ])
      expect(errorOf(await admin.api.get(`/parts?${query}`))).toMatchObject({ status: 400, field });
  });

  it('tell for an aircraft whether they apply, and leave open what is not known', async () => {
    const { id } = await catalog({ pages: [catalogPage(undefined, ['A | MSN 101-150', 'B | MSN 151-200', 'B | MSN 201'])] });
    await aircraft({ registration: 'SE-PTB', serial_number: '120' });
    await aircraft({ registration: 'SE-PTC', serial_number: '160' });
    const on = async (name: string): Promise<unknown[]> => {
      const response = await admin.api.get(`/parts?document_id=${id}&used_on=${name}`);
      expect(response.body.pagination.total_count).toBe(response.body.data.length);
      return (response.body.data as Json[]).map((one): unknown[] => [one.part_number, one.applicability.verdict, one.applicability.reason]);
    };
    expect(await on('SE-PTB')).toEqual([
      ['QX32-1130-1', 'unknown', 'no_statement'],
      ['QX32-1146-1', 'applicable', 'decided'],
      ['QX32-1146-3', 'unknown', 'not_understood'],
      ['QX32-1149-3', 'applicable', 'decided'],
    ]);
    expect((await on('SE-PTC')).map((row) => (row as unknown[]).slice(0, 2))).toEqual([
      ['QX32-1130-1', 'unknown'],
      ['QX32-1146-3', 'unknown'],
      ['QX32-1149-3', 'unknown'],
    ]);
    const [part] = await list(`document_id=${id}&number=QX32-1146-1&used_on=SE-PTB`);
    expect(part!.applicability.statements).toContainEqual(expect.objectContaining({ statement: 'MSN 101-150', page_number: 1 }));
  }); // prettier-ignore

  it('tell what replaces them by whose words, and show circles and contradictions', async () => {
    const own = await world.identity.organization();
    const reader = await world.signIn({ organization: own, role: 'admin' });
    const rows = (...some: string[]) => catalog({ pages: [catalogPage(some)] }, own, reader);
    const { id } = await rows(
      '1 | QY1-10-1 | PIN (REPLACED BY -3) |  | 1',
      '1 | QY1-10-3 | PIN |  | 1',
      '2 | QY2-20-1 | NUT (REPLACED BY QY2-20-2) |  | 1',
      '3 | QY2-20-2 | NUT (REPLACED BY QY2-20-1) |  | 1',
      '4 | QY3-30-1 | SEAL (TW WITH QY3-30-2) |  | 1',
    );
    await rows(
      '7 | QY1-10-5 | PIN (REPLACES QY1-10-3) |  | 1',
      '8 | QY3-30-2 | SEAL (NI WITH QY3-30-1) |  | 1',
      '9 | QY1-10-1 | PIN |  | 4',
    );
    const detail = async (number: string): Promise<Json> => {
      const [part] = await list(`number=${number}`, reader);
      return await ok(reader.api.get(`/parts/${part!.id}`));
    };
    const pin = await detail('QY1-10-1');
    expect(pin.supersession).toEqual({ status: 'superseded', latest: ['QY1-10-5'], circle: [] });
    expect([pin.replaced_by, pin.where_used.length]).toEqual([['QY1-10-3'], 2]);
    expect(fieldsOf(pin.replacements[0])).toEqual(RELATED_PART_FIELDS);
    expect(pin.replacements).toEqual([
      expect.objectContaining({
        part_number: 'QY1-10-3',
        statement: 'REPLACED BY -3',
        document_id: id,
        page_number: 1,
      }),
    ]);
    expect((await detail('QY1-10-5')).replaces).toEqual([expect.objectContaining({ part_number: 'QY1-10-3' })]);
    expect((await detail('QY2-20-1')).supersession).toEqual({
      status: 'contradictory',
      latest: [],
      circle: ['QY2-20-1', 'QY2-20-2'],
    });
    const seal = (await detail('QY3-30-1')).interchangeable_with as Json[];
    expect(seal.map(({ interchangeability, can_replace, contradictory }): unknown[] => [interchangeability, can_replace, contradictory])).toEqual([
      ['two_way', null, true],
      ['none', null, true],
    ]); // prettier-ignore
  });

  it('tell conditions with their statements, and nothing by pages that temporary revisions change', async () => {
    const own = await world.identity.organization();
    const reader = await world.signIn({ organization: own, role: 'admin' });
    const rows = [
      '1 | QV1-10-1 | PIN (SUPSD BY QV1-10-3 POST SB TR46-32-018) |  | 1',
      '2 | QV2-20-1 | NUT (REPLACED BY QV2-20-3) | A | 1',
      '3 | QV3-30-1 | SEAL (REPLACED BY QV3-30-3) | B | 1',
      '4 | QV3-30-1 | SEAL (I/C WITH QV3-30-5) | A | 1',
    ];
    const { id, revisionId } = await catalog({ pages: [catalogPage(rows)] }, own, reader);
    await ok(reader.api.post('/aircraft', { aircraft_type: 'TR46', registration: 'SE-PTV', serial_number: '120' }));
    const detail = async (number: string, usedOn = '?used_on=SE-PTV'): Promise<Json> => {
      const [part] = await list(`number=${number}&used_on=SE-PTV`, reader);
      return await ok(reader.api.get(`/parts/${part!.id}${usedOn}`));
    };
    const pin = await detail('QV1-10-1');
    expect([pin.supersession.status, pin.supersession.latest, pin.replaced_by]).toEqual(['conditional', [], []]);
    expect(pin.replacements).toEqual([
      expect.objectContaining({ part_number: 'QV1-10-3', text: rows[0], condition: 'POST SB TR46-32-018' }),
    ]);
    expect(numbers(await list('names=qv2203', reader))).toEqual(['QV2-20-1']);
    const nut = await detail('QV2-20-1');
    expect([nut.supersession.status, nut.replaced_by, nut.applicability.verdict]).toEqual(['superseded', [], 'applicable']);
    // Without an aircraft, what a row for some aircraft says counts for those.
    const anywhere = await detail('QV2-20-1', '');
    expect([anywhere.supersession, anywhere.replacements.length]).toEqual([{ status: 'conditional', latest: [], circle: [] }, 1]);
    const seal = await detail('QV3-30-1');
    expect([seal.supersession.status, seal.replaced_by, seal.interchangeable_with[0].can_replace]).toEqual(['none_stated', [], true]);
    const sealAnywhere = await detail('QV3-30-1', '');
    expect([sealAnywhere.supersession.status, sealAnywhere.interchangeable_with[0].can_replace]).toEqual(['conditional', null]);
    const revision = `tempr_${id.slice(id.indexOf('_') + 1)}`;
    await world.sql.query(
      `INSERT INTO temporary_revisions (id, organization_id, document_id, revision_id, number, effective_from)
       VALUES ($1, $2, $3, $4, 'TR 32-7', now() - interval '1 day')`,
      [revision, own.id, id, revisionId],
    );
    await world.sql.query(`INSERT INTO temporary_revision_pages (temporary_revision_id, revision_id, page_number, issued_page, action, overlay_pages)
       VALUES ($1, $2, 1, 1, 'cancel', '{}')`, [revision, revisionId]);
    const changed = await detail('QV2-20-1');
    expect([changed.supersession.status, changed.replaced_by, changed.applicability.verdict, changed.where_used]).toEqual(['undetermined', [], 'unknown', []]);
    expect(changed.temporary_revisions).toEqual(['TR 32-7']);
    await world.sql.query(`UPDATE temporary_revisions SET effective_until = now() WHERE id = $1`, [revision]);
    expect((await detail('QV2-20-1')).supersession.status).toBe('superseded');
  }); // prettier-ignore

  it('carry the open reports on their page, and leave open words that are not understood', async () => {
    const own = await world.identity.organization();
    const reader = await world.signIn({ organization: own, role: 'admin' });
    const rows = ['1 | QW1-10-1 | PIN (CAN BE REPLACED BY QW1-10-3) |  | 1', '2 | QW1-10-5 | PIN (REPLACES QW1-10-2) |  | 1'];
    const { id } = await catalog({ pages: [catalogPage(rows)] }, own, reader);
    const report = { document_id: id, page_number: 1, quote: 'QW1-10-1', kind: 'inaccurate', description: 'Not made.' };
    const { id: reported } = await ok(reader.api.post('/discrepancies', report));
    const [pin, other] = await list(`document_id=${id}`, reader);
    expect([pin, other].map((one): unknown => (one!.discrepancies as Json[]).map((open): unknown => open.id))).toEqual([[reported], [reported]]);
    const detail = await ok(reader.api.get(`/parts/${pin!.id}`));
    expect([detail.supersession.status, detail.replacements, detail.interchangeable_with]).toEqual(['undetermined', [], []]);
    const replacing = await ok(reader.api.get(`/parts/${other!.id}`));
    for (const place of [replacing.replaces[0], replacing.where_used[0]]) expect(place.discrepancies).toHaveLength(1);
    expect(numbers(await list('names=QW1-10-3', reader))).toEqual(['QW1-10-1']);
  }); // prettier-ignore

  it('show nothing of documents that the caller cannot see, nor of drafts and old revisions', async () => {
    const own = await world.identity.organization();
    const team = await world.identity.team(own);
    const [boss, outsider] = [await world.signIn({ organization: own, role: 'admin' }), await world.signIn({ organization: own, role: 'viewer' })]; // prettier-ignore
    const row = (text: string) => [catalogPage([text])];
    await catalog({ pages: row('1 | QZ1-1-1 | PIN |  | 1') }, own, boss);
    const hidden = await catalog({ team, pages: row('1 | QZ1-1-2 | PIN (REPLACES QZ1-1-1) |  | 1') }, own, boss);
    const [visible] = await list('number=QZ1-1-1', boss);
    const statuses = async ({ api }: SignedIn) =>
      (await ok(api.get(`/parts/${visible!.id}`))).supersession.status as string;
    expect([await statuses(boss), await statuses(outsider)]).toEqual(['superseded', 'none_stated']);
    expect((await list('number=QZ1-1-1', outsider))[0]!.replaced_by).toEqual([]);
    const [secret] = await list('number=QZ1-1-2', boss);
    expect((await outsider.api.get('/parts?keyword=pin')).body.pagination.total_count).toBe(1);
    for (const reader of [outsider, viewer])
      expect(errorOf(await reader.api.get(`/parts/${secret!.id}`))).toMatchObject({ status: 404 });
    expect((await outsider.api.get(`/parts?document_id=${hidden.id}`)).status).toBe(404);
    expect((await boss.api.get('/parts/part_x')).status).toBe(404);
    const { revisionId } = await world.documents.revision({ id: hidden.id, organizationId: own.id }, { version: '2', status: 'draft', pages: row('1 | QZ1-1-9 | PIN |  | 1') }); // prettier-ignore
    const [draft] = await list(`document_id=${hidden.id}&revision_id=${revisionId}`, boss);
    expect([draft!.part_number, await list('number=QZ1-1-9', boss)]).toEqual(['QZ1-1-9', []]);
    const recipients = [{ type: 'user', id: outsider.user.id }];
    await ok(boss.api.post(`/documents/${hidden.id}/shares`, { recipients, permission: 'view' }));
    expect((await outsider.api.get(`/parts/${secret!.id}`)).status).toBe(200);
    expect((await outsider.api.get(`/parts/${draft!.id}`)).status).toBe(404);
    await world.sql.query(`UPDATE documents SET deleted_at = now() WHERE id = $1`, [hidden.id]);
    expect(await list('number=QZ1-1-2', boss)).toEqual([]);
    expect((await boss.api.get(`/parts/${secret!.id}`)).status).toBe(404);
  });

  it('are read once, however many ask, and again after a draft was reprocessed', async () => {
    const { id, revisionId } = await world.documents.document(organization, { pages: [catalogPage()] });
    expect((await admin.api.get('/parts?number=QX32-1130-1')).body.meta.warnings ?? []).not.toEqual([]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => admin.api.get(`/parts?document_id=${id}`)));
    // Those that would wait too long get 409.
    expect(answers.filter(({ status }) => [200, 409, 429].includes(status))).toHaveLength(8);
    await list(`document_id=${id}`);
    const count = async (): Promise<unknown> =>
      (await world.sql.query(`SELECT count(*)::int AS n FROM revision_parts WHERE revision_id = $1`, [revisionId]))[0];
    expect(await count()).toEqual({ n: 4 });
    await world.sql.query(`UPDATE document_revisions SET reprocessed_at = now() WHERE id = $1`, [revisionId]);
    await world.sql.query(`UPDATE pages SET blocks = '[]' WHERE revision_id = $1`, [revisionId]);
    expect(await list(`document_id=${id}`)).toEqual([]);
    const { id: unread } = await world.documents.document(organization, { ingestionState: 'processing' });
    expect(errorOf(await admin.api.get(`/parts?document_id=${unread}`))).toMatchObject({ status: 409, reason: 'not_ready' });
  }); // prettier-ignore
});
