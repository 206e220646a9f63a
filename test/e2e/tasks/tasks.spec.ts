import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';
import type { Json } from '../../support/api/api-client.js';
import type { TestOrganization } from '../../factories/identity.factory.js';
import { errorOf, untilRead, uploadManual } from '../../support/manuals/manual.js';
import { pageOf, taskPages, TASK } from '../../support/scenes/task-scene.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const SAMPLE = path.join(projectRoot(), 'samples/pdf/amm-tr46-32-landing-gear.pdf');

describe('tasks of a document', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    organization = await world.identity.organization();
    admin = await world.signIn({ organization, role: 'admin' });
  });
  afterAll(() => world.stop());

  const aircraft = async (record: Json): Promise<string> =>
    (await ok(admin.api.post('/aircraft', { aircraft_type: 'TR46', ...record }))).id as string;

  it('are read from a real manual: lists, steps with values, references, and not a word less', async () => {
    const fields = { aircraft_type: 'TR46', document_number: 'AMM-TR46-32' };
    const { id } = await uploadManual(admin.api, await readFile(SAMPLE), fields);
    await untilRead(admin.api, id as string);
    const listed = await admin.api.get(`/documents/${id}/tasks?limit=100`);
    expect(listed.status).toBe(200);
    expect(listed.body.pagination).toMatchObject({ total_count: 27, has_more: false });
    expect(listed.body.data[0]).toEqual({
      ...{ number: '32-00-00-860-801', title: 'Installation of the ground lock pins', ata_chapter: '32-00-00' },
      ...{ document_id: id, revision_id: expect.any(String), version: 'Rev 4', first_page: 6, last_page: 6 },
      ...{ effectivity: ['ALL'], content_sha256: expect.stringMatching(/^[0-9a-f]{64}$/), applicability: null },
    });
    const task = await ok(admin.api.get(`/documents/${id}/tasks/32-11-30-400-802`));
    expect(task.tools).toContainEqual(expect.objectContaining({ reference: 'TT32-1112' }));
    expect(task.consumables).toEqual([expect.objectContaining({ reference: 'MAT 02-014' })]);
    const warned = task.steps[task.warnings[0].before_step];
    expect([task.warnings[0].inherited, warned.label]).toEqual([false, '3.(1)']);
    const torque = (task.steps as Json[]).find(({ label }: Json) => label === '3.(5)');
    expect(torque.quantities).toContainEqual(expect.objectContaining({ kind: 'torque', text: '118 to 126 N·m' }));
    expect(task.references).toContainEqual(
      expect.objectContaining({ number: '32-11-30-200-801', document_id: id, task_page_number: 20 }),
    );
    const page = await ok(admin.api.get(`/documents/${id}/pages/19`));
    const words = (texts: string[]): string => texts.join(' ').split(/\s+/).sort().join(' ');
    const { warnings, cautions, notes, tools, consumables, steps } = task as Record<string, Json[]>;
    const parts = [warnings, cautions, notes, tools, consumables, steps].flatMap((list) => list!.map(({ text }) => text as string)); // prettier-ignore
    const blocks = (page.blocks as Json[]).filter(({ start }) => start >= task.start && start < task.end);
    expect(words(parts)).toBe(words(blocks.map(({ text }) => text as string)));
    for (const { text, start, end } of steps!) expect((page.text as string).slice(start, end)).toBe(text);
  });

  it('tell for an aircraft what does not apply, and what is not known', async () => {
    const pages = taskPages();
    const document = await world.documents.document(organization, { aircraftType: 'TR46', pages });
    const of = async (id: string): Promise<unknown[]> => {
      const { steps } = await ok(admin.api.get(`/documents/${document.id}/tasks/${TASK}?aircraft_id=${id}`));
      return (steps as Json[]).slice(1).map(({ applicability }) => applicability.verdict as unknown);
    };
    await world.sql.query(`UPDATE document_revisions SET effectivity = 'ALL' WHERE id = $1`, [document.revisionId]);
    const other = await aircraft({ registration: 'SE-TSA', serial_number: '105' });
    expect(await of(other)).toEqual(['applicable', 'not_applicable', 'applicable']);
    expect(await of(await aircraft({ registration: 'SE-TSB', serial_number: '205' }))).not.toContain('not_applicable');
    expect(await of(await aircraft({ registration: 'SE-TSC' }))).toContain('unknown');
    const unknown = await admin.api.get(
      `/documents/${document.id}/tasks?aircraft_id=aircraft_01k9zs5b7xf3m8q2r6t9v1w4ya`,
    );
    expect(errorOf(unknown)).toMatchObject({ status: 400, field: 'aircraft_id' });
  });

  it('are found by number, title and chapter, in pages', async () => {
    const { id } = await world.documents.document(organization, { pages: taskPages() });
    const numbers = async (query: string): Promise<string[]> =>
      ((await ok(admin.api.get(`/documents/${id}/tasks${query}`))) as Json[]).map(({ number }) => number as string);
    const removal = '32-41-11-000-801';
    expect(await numbers('')).toEqual([TASK, removal]);
    expect(await numbers('?q=REMOVAL of')).toEqual([removal]);
    expect(await numbers(`?number=${TASK}`)).toEqual([TASK]);
    expect(await numbers('?ata_chapter=32-41')).toHaveLength(2);
    expect(await numbers('?ata_chapter=24')).toEqual([]);
    expect(await numbers('?q=%25')).toEqual([]);
    const first = await admin.api.get(`/documents/${id}/tasks?limit=1`);
    expect(first.body.pagination).toMatchObject({ has_more: true, total_count: 2 });
    expect(await numbers(`?limit=1&cursor=${first.body.pagination.next_cursor}`)).toEqual([removal]);
    expect(errorOf(await admin.api.get(`/documents/${id}/tasks?ata_chapter=x`))).toMatchObject({
      status: 400,
      field: 'ata_chapter',
    });
  });

  it('resolve to nothing that the caller cannot see', async () => {
    const [team, own] = [await world.identity.team(organization), await world.identity.organization()];
    const hidden = [pageOf(['heading', 'TASK 32-00-00-860-899 PINS', 1], ['list_item', '(1) Install the pins.', 1])];
    const secret = await world.documents.document(organization, { team, pages: hidden });
    await world.documents.document(own, { pages: hidden });
    await ok(admin.api.get(`/documents/${secret.id}/tasks`));
    const { id } = await world.documents.document(organization, { pages: taskPages() });
    const viewer = await world.signIn({ organization, role: 'viewer' });
    const placeFor = async ({ api }: SignedIn): Promise<unknown> => {
      const { references } = await ok(api.get(`/documents/${id}/tasks/${TASK}`));
      return (references as Json[]).find(({ number }) => number === '32-00-00-860-899')?.document_id as unknown;
    };
    expect([await placeFor(admin), await placeFor(viewer)]).toEqual([secret.id, null]);
    for (const tail of ['', '/32-00-00-860-899'])
      expect(errorOf(await viewer.api.get(`/documents/${secret.id}/tasks${tail}`))).toMatchObject({ status: 404 });
    expect(errorOf(await admin.api.get(`/documents/${id}/tasks/NONE`))).toMatchObject({ status: 404 });
    const { revisionId } = await world.documents.revision({ id, organizationId: organization.id }, { version: '2', status: 'draft', pages: taskPages() }); // prettier-ignore
    const draft = `/documents/${id}/tasks?revision_id=${revisionId}`;
    expect([(await admin.api.get(draft)).status, (await viewer.api.get(draft)).status]).toEqual([200, 404]);
  });

  it('are read once, however many ask, and again after a draft was reprocessed', async () => {
    const { id, revisionId } = await world.documents.document(organization, { pages: taskPages() });
    const answers = await Promise.all(Array.from({ length: 8 }, () => admin.api.get(`/documents/${id}/tasks`)));
    expect(answers.filter(({ status }) => status === 200 || status === 429)).toHaveLength(8);
    const count = async (): Promise<unknown> =>
      (await world.sql.query(`SELECT count(*)::int AS n FROM revision_tasks WHERE revision_id = $1`, [revisionId]))[0];
    expect(await count()).toEqual({ n: 2 });
    await world.sql.query(`UPDATE document_revisions SET reprocessed_at = now() WHERE id = $1`, [revisionId]);
    await world.sql.query(`DELETE FROM pages WHERE revision_id = $1 AND page_number = 2`, [revisionId]);
    expect(await ok(admin.api.get(`/documents/${id}/tasks`))).toHaveLength(1);
    const { id: unread } = await world.documents.document(organization, { ingestionState: 'processing' });
    const early = errorOf(await admin.api.get(`/documents/${unread}/tasks`));
    expect(early).toMatchObject({ status: 409, reason: 'not_ready' });
  });
});
