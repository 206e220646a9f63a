import type { TestDocument } from '../../factories/document.factory.js';
import type { TestOrganization } from '../../factories/identity.factory.js';
import type { ApiClient, ApiResponse, Json } from '../../support/api/api-client.js';
import { errorOf } from '../../support/manuals/manual.js';
import { pdfTexts } from '../../support/manuals/pdf-texts.js';
import { publish } from '../../support/scenes/assignment-scene.js';
import { pageOf, taskPages, TASK } from '../../support/scenes/task-scene.js';
import { issued } from '../../support/scenes/temporary-revision-scene.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

describe('job cards', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  let aircraft_id: string;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    organization = await world.identity.organization();
    admin = await world.signIn({ organization, role: 'admin' });
    const record = { registration: 'SE-JOB', aircraft_type: 'TR46', serial_number: '105' };
    aircraft_id = (await ok(admin.api.post('/aircraft', record))).id as string;
  });
  afterAll(() => world.stop());

  const manual = async (options: object = {}): Promise<TestDocument> => {
    const document = await world.documents.document(organization, {
      ...{ aircraftType: 'TR46', documentNumber: 'AMM-Ж-32', pages: taskPages() },
      ...options,
    });
    await world.sql.query(`UPDATE document_revisions SET effectivity = 'ALL' WHERE id = $1`, [document.revisionId]);
    return document;
  };
  const make = (api: ApiClient, { id }: Pick<TestDocument, 'id'>, more: Json = {}): Promise<ApiResponse> =>
    api.post('/job-cards', { aircraft_id, tasks: [{ document_id: id, number: TASK }], ...more });
  const validity = async (id: string): Promise<Json> => ok(admin.api.get(`/job-cards/${id}/validity`));
  /** The text of each sheet. */
  const sheets = async (id: string): Promise<string[]> => {
    const headers = { authorization: `Bearer ${admin.accessToken}` };
    const response = await fetch(`${world.service.baseUrl}/api/v1/job-cards/${id}/pdf`, { headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    return pdfTexts(new Uint8Array(await response.arrayBuffer()));
  };

  it('name what they are made of, and print it verbatim for the aircraft alone', async () => {
    const document = await manual();
    const tasks = [TASK, '32-41-11-000-801'].map((number) => ({ document_id: document.id, number }));
    const card = await ok(make(admin.api, document, { tasks, work_order: 'WO-77', title: 'Left wheel' }));
    expect(card).toMatchObject({
      ...{ id: expect.stringMatching(/^jc_/), work_order: 'WO-77', task_count: 2, status: 'valid' },
      aircraft: { id: aircraft_id, registration: 'SE-JOB', serial_number: '105' },
      created_by: { id: admin.user.id },
    });
    expect(card.tasks[0]).toMatchObject({
      ...{ number: TASK, revision_id: document.revisionId, first_page: 1, last_page: 1 },
      ...{ applicability: { verdict: 'applicable' }, content_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      exceptions: [{ part: 3, verdict: 'not_applicable', statements: ['MSN 200-300'] }],
    });
    expect(await ok(admin.api.get(`/job-cards/${card.id}`))).toEqual(card);
    const [first = '', second = ''] = await sheets(card.id);
    for (const text of [
      ...['WARNING: KEEP AWAY FROM THE TIRE.', 'N·m', '½', '≤ 5°', 'AMM-Ж-32', 'SE-JOB', 'WO-77', 'Mech', 'Insp'],
      ...[`Valid on the day of printing: ${new Date().toISOString().slice(0, 10)}`, String(card.id), 'Page 1 of 2'],
      ...['applies to MSN 200-300: not printed', String(card.tasks[0].revision_sha256).slice(0, 16)],
    ])
      expect(first).toContain(text);
    expect(first).not.toContain('Install the lock');
    expect(first.indexOf('WARNING')).toBeLessThan(first.indexOf('(1) Torque'));
    expect(second).toContain('Remove the wheel');
    expect(second).toContain('Page 2 of 2');
    expect([first, second].join()).not.toContain('SUPERSEDED');
  });

  it('tell when they are no longer valid, and whether the text changed', async () => {
    const document = await manual();
    const [card, same] = [await ok(make(admin.api, document)), await manual()];
    const other = await ok(make(admin.api, same));
    expect((await validity(card.id)).tasks[0]).toMatchObject({ status: 'valid', text: null, ended_at: null });
    const revise = async (of: TestDocument, pages: object[]): Promise<string> => {
      const { revisionId } = await world.documents.revision(of, { version: '2', status: 'draft', pages: pages as [] });
      await ok(admin.api.post(`/documents/${of.id}/revisions/${revisionId}/activate`));
      return revisionId;
    };
    const next = await revise(document, taskPages('300'));
    await revise(same, [pageOf(['paragraph', 'A new first page.']), ...taskPages()]);
    expect(await validity(card.id)).toMatchObject({
      status: 'superseded',
      tasks: [{ status: 'superseded', text: 'changed', current_revision_id: next, current_version: '2', ended_at: expect.any(String) }], // prettier-ignore
    });
    expect((await validity(other.id)).tasks[0]).toMatchObject({ status: 'superseded', text: 'unchanged' });
    const [sheet = ''] = await sheets(card.id);
    expect(sheet).toContain('SUPERSEDED');
    expect(sheet).toContain('270 N·m');
    const old = { tasks: [{ document_id: document.id, number: TASK, revision_id: document.revisionId }] };
    expect(errorOf(await make(admin.api, document, old))).toMatchObject({ status: 409, reason: 'revision_superseded' });
    await ok(admin.api.post(`/documents/${document.id}/revisions/${next}/withdraw`));
    expect((await validity((await ok(admin.api.get(`/job-cards/${card.id}`))).id)).status).not.toBe('valid');
    expect(errorOf(await make(admin.api, document))).toMatchObject({ status: 409, reason: 'revision_not_active' });
  });

  it('are not for work while a temporary revision changes a page of a task', async () => {
    const document = await manual();
    const overlay = await manual({ documentNumber: 'TR 32-114' });
    const card = await ok(make(admin.api, document));
    const path = `/documents/${document.id}/tasks/${TASK}`;
    expect(await ok(admin.api.get(path))).toMatchObject({ temporary_revisions: [], discrepancies: [] });
    const { id } = await issued(admin.api, document, overlay);
    const changed = { status: 'temporary_revision', temporary_revisions: ['TR 32-114'], ended_at: null };
    expect(await validity(card.id)).toMatchObject({ status: 'temporary_revision', tasks: [changed] });
    const [sheet = ''] = await sheets(card.id);
    for (const text of ['TEMPORARY REVISION', 'It replaces the page. Do not work by the page.', 'DO NOT WORK BY IT'])
      expect(sheet).toContain(text);
    expect((await ok(admin.api.get(path))).temporary_revisions).toMatchObject([{ id, role: 'beneath' }]);
    expect(errorOf(await make(admin.api, document))).toMatchObject({ status: 409, reason: 'temporary_revision' });
    // The second task is on a page that is not changed.
    const tasks = [{ document_id: document.id, number: '32-41-11-000-801' }];
    expect((await ok(make(admin.api, document, { tasks }))).status).toBe('valid');
    const own = await ok(make(admin.api, overlay));
    expect(own.status).toBe('valid');
    await ok(admin.api.post(`/temporary-revisions/${id}/withdraw`));
    expect((await validity(card.id)).status).toBe('valid');
    expect((await validity(own.id)).status).toBe('temporary_revision');
    expect(errorOf(await make(admin.api, overlay))).toMatchObject({ status: 409, reason: 'temporary_revision' });
  });

  it('are not for work when the register has other data of the aircraft', async () => {
    const document = await manual();
    const own = await ok(admin.api.post('/aircraft', { registration: 'SE-JOC', aircraft_type: 'TR46', serial_number: '5150' }));
    const card = await ok(make(admin.api, document, { aircraft_id: own.id }));
    await ok(admin.api.patch(`/aircraft/${own.id}`, { status: 'stored' }));
    expect((await validity(card.id)).status).toBe('valid');
    await ok(admin.api.post(`/aircraft/${own.id}/modifications`, { kind: 'SB', number: '32-001', status: 'embodied' }));
    expect(await validity(card.id)).toMatchObject({ status: 'aircraft_changed', tasks: [{ status: 'valid' }] });
    expect((await ok(admin.api.get(`/job-cards/${card.id}`))).status).toBe('aircraft_changed');
    const [sheet = ''] = await sheets(card.id);
    for (const text of ['AIRCRAFT CHANGED', 'DO NOT WORK BY IT']) expect(sheet).toContain(text);
    const next = await ok(make(admin.api, document, { aircraft_id: own.id }));
    expect(next).toMatchObject({ status: 'valid', aircraft: { id: own.id, registration: 'SE-JOC', aircraft_type: 'TR46', serial_number: '5150' } }); // prettier-ignore
    await ok(admin.api.patch(`/aircraft/${own.id}`, { status: 'retired' }));
    await ok(admin.api.delete(`/aircraft/${own.id}`));
    expect((await validity(next.id)).status).toBe('aircraft_changed');
  }); // prettier-ignore

  it('are refused for other aircraft, unknown tasks and in quantity', async () => {
    const document = await manual({ aircraftType: 'KD-19' });
    expect(errorOf(await make(admin.api, document))).toMatchObject({ status: 422, reason: 'not_applicable' });
    const own = await manual();
    const tasks = [{ document_id: own.id, number: 'NONE' }];
    expect(errorOf(await make(admin.api, own, { tasks }))).toMatchObject({ status: 400, field: 'tasks.0.number' });
    const many = Array.from({ length: 201 }, () => ({ document_id: own.id, number: TASK }));
    expect(errorOf(await make(admin.api, own, { tasks: many }))).toMatchObject({ status: 400, field: 'tasks' });
    expect(errorOf(await make(admin.api, own, { aircraft_id: 'x' }))).toMatchObject({
      status: 400,
      field: 'aircraft_id',
    });
    const long = pageOf(['heading', `TASK ${TASK} X`, 1], ['paragraph', 'a '.repeat(250_000)]);
    const large = await manual({ pages: [long] });
    expect(errorOf(await make(admin.api, large))).toMatchObject({ status: 422, reason: 'too_large' });
  });

  it('are seen by those who see all their documents, and by nobody else', async () => {
    const team = await world.identity.team(organization);
    const [open, secret] = [await manual(), await manual({ team })];
    const tasks = [open, secret].map(({ id }) => ({ document_id: id, number: TASK }));
    const card = await ok(make(admin.api, open, { tasks }));
    const [viewer, member, stranger] = await Promise.all([
      world.signIn({ organization, role: 'viewer' }),
      world.signIn({ organization, team, role: 'engineer' }),
      world.signIn({ role: 'admin' }),
    ]);
    const statusFor = async (api: ApiClient): Promise<number[]> => {
      const answers = ['', '/validity', '/pdf'].map((tail) => api.get(`/job-cards/${card.id}${tail}`));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    expect(await statusFor(viewer.api)).toEqual([404, 404, 404]);
    expect(await statusFor(stranger.api)).toEqual([404, 404, 404]);
    expect(await statusFor(world.api)).toEqual([401, 401, 401]);
    expect((await statusFor(member.api)).slice(0, 2)).toEqual([200, 200]);
    expect(errorOf(await make(viewer.api, secret))).toMatchObject({ status: 400, field: 'tasks.0.document_id' });
    expect(errorOf(await make(stranger.api, open))).toMatchObject({ status: 400, field: 'aircraft_id' });
    const idsOf = async (api: ApiClient): Promise<unknown[]> =>
      ((await ok(api.get('/job-cards?limit=100'))) as Json[]).map(({ id }) => id as unknown);
    const mine = await ok(make(viewer.api, open));
    expect(await idsOf(viewer.api)).toEqual([mine.id]);
    expect(await idsOf(member.api)).toEqual([]);
    expect(await idsOf(admin.api)).toEqual(expect.arrayContaining([mine.id, card.id]));
    expect(await ok(admin.api.get(`/job-cards?aircraft_id=${newAircraft}`))).toEqual([]);
  });
  const newAircraft = 'aircraft_01k9zs5b7xf3m8q2r6t9v1w4ya';

  it('of a deleted document are withdrawn, for those who made them, and print no more', async () => {
    const [document, engineer] = [await manual(), await world.signIn({ organization, role: 'engineer' })];
    const card = await ok(make(admin.api, document));
    await ok(admin.api.delete(`/documents/${document.id}`));
    expect((await validity(card.id)).status).toBe('withdrawn');
    expect(errorOf(await engineer.api.get(`/job-cards/${card.id}`))).toMatchObject({ status: 404 });
    const gone = errorOf(await admin.api.get(`/job-cards/${card.id}/pdf`));
    expect(gone).toMatchObject({ status: 410, reason: 'document_deleted' });
  });

  it('never race with a revision that becomes current', async () => {
    for (let round = 0; round < 3; round += 1) {
      const document = await manual();
      await ok(admin.api.get(`/documents/${document.id}/tasks`));
      const [made] = await Promise.all([make(admin.api, document), publish({ world, admin }, document, `n${round}`)]);
      if (made.status === 201) {
        const { created_at } = made.body.data;
        const [{ activated_at }] = (await world.sql.query(
          `SELECT r.activated_at FROM documents d JOIN document_revisions r ON r.id = d.current_revision_id WHERE d.id = $1`,
          [document.id],
        )) as [{ activated_at: Date }];
        expect(new Date(created_at as string).getTime()).toBeLessThanOrEqual(activated_at.getTime() + 1_000);
      } else expect(errorOf(made)).toMatchObject({ status: 409 });
    }
  });

  it('print the open reports on their pages', async () => {
    const document = await manual();
    const report = { document_id: document.id, page_number: 1, quote: 'Torque the axle nut', kind: 'inaccurate', description: 'The value is too high.' }; // prettier-ignore
    await ok(admin.api.post('/discrepancies', report));
    const card = await ok(make(admin.api, document));
    expect((await validity(card.id)).tasks[0].open_discrepancies).toBe(1);
    expect((await sheets(card.id))[0]).toContain('The value is too high.');
  });
});
