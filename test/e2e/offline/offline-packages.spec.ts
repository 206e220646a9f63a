import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import type { TestOrganization } from '../../factories/identity.factory.js';
import { newId } from '../../../src/common/ids/type-id.js';
import type { ApiResponse, Json } from '../../support/api/api-client.js';
import { errorOf, readyManual, wheelManual } from '../../support/manuals/manual.js';
import {
  downloadPackage,
  fileOutcome,
  madePackage,
  manifestOf,
  requestFile,
  untilMade,
} from '../../support/scenes/offline-scene.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { until } from '../../support/until.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('/offline-packages', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  let manual: Json;
  let aircraft: Json;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    organization = await world.identity.organization();
    admin = await world.signIn({ organization, role: 'admin' });
    manual = await readyManual(admin.api, await wheelManual(), { document_number: 'AMM-72', aircraft_type: 'TR46' });
    aircraft = await ok(admin.api.post('/aircraft', { registration: 'SE-OFF', aircraft_type: 'TR46' }));
  });
  afterAll(() => world.stop());

  const person = (role: 'engineer' | 'viewer' = 'engineer', team?: { id: string }): Promise<SignedIn> =>
    world.signIn({ organization, role, ...(team && { team }) });
  const request = ({ api }: SignedIn, body: object = {}): Promise<ApiResponse> =>
    api.post('/offline-packages', { document_ids: [manual.id], ...body });

  it('are made of current revisions, for aircraft, and signed', async () => {
    const viewer = await person('viewer');
    const { status, body } = await request(viewer, { aircraft_ids: [aircraft.id], title: 'Ramp', valid_days: 7 });
    expect(status).toBe(202);
    expect(body.data).toMatchObject({
      ...{ id: expect.stringMatching(/^pack_/), status: 'building', title: 'Ramp', sha256: null, size_bytes: null },
      documents: [{ document_id: manual.id, included: true, revision_status: 'active', superseded_since: null }],
      aircraft: [{ id: aircraft.id, registration: 'SE-OFF' }],
    });
    const made = await untilMade(viewer.api, body.data.id as string);
    expect(made).toMatchObject({ status: 'ready', error: null, document_count: 1, page_count: 3 });
    expect(Date.parse(made.expires_at as string) - Date.parse(made.created_at as string)).toBe(7 * 86_400_000);
    const zip = await downloadPackage(world, viewer, made.id as string);
    expect([zip.length, sha256(zip)]).toEqual([made.size_bytes, made.sha256]);
    const { payload } = manifestOf(zip);
    expect(payload).toMatchObject({
      ...{ package_version: 1, package_id: made.id, livemode: true, expires_at: made.expires_at, title: 'Ramp' },
      made_by: { id: viewer.user.id, name: viewer.user.name },
      organization: { id: organization.id },
      documents: [{ id: manual.id, document_number: 'AMM-72', is_pdf: true, revision: { status: 'active' } }],
    });
    const files = unzipSync(zip);
    delete files['manifest.json'];
    const listed = (payload.files as Json[]).map(({ name, size, sha256: hash }) => [name, size, hash] as unknown[]);
    expect(Object.entries(files).map(([name, bytes]) => [name, bytes.length, sha256(bytes)])).toEqual(listed);
    expect(payload.documents[0].file).toBe(`files/${payload.documents[0].revision.content_sha256}.pdf`);
    expect(JSON.stringify(payload)).not.toContain(viewer.user.email);
    const { body: trail } = await admin.api.get('/audit-events?limit=100');
    const own = (trail.data as Json[]).filter(({ target }) => target?.id === made.id);
    expect(own.map(({ action }) => action as string).sort()).toEqual([
      ...['offline_package.downloaded', 'offline_package.made', 'offline_package.requested'],
    ]);
  });

  it('are downloaded in parts, and not again by those who have them', async () => {
    const engineer = await person();
    const { id, sha256: hash, size_bytes } = await madePackage(engineer, { document_ids: [manual.id] });
    const part = await requestFile(world, engineer, id as string, { range: 'bytes=0-3' });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      ...[206, 'PK\x03\x04', `bytes 0-3/${size_bytes}`],
    ]);
    await requestFile(world, engineer, id as string, { range: 'bytes=4-7' });
    const { key } = await world.identity.apiKey(engineer.user, { scopes: ['document.view'] });
    for (const range of ['bytes=0-1', 'bytes=2-3'])
      expect(
        (await world.api.withKey(key).request('GET', `/offline-packages/${id}/file`, { headers: { range } })).status,
      ).toBe(206);
    const downloads = await ok(admin.api.get('/audit-events?action=offline_package.downloaded&limit=100'));
    expect(
      (downloads as Json[]).filter(({ target }) => target.id === id).map(({ actor }) => actor.type as string),
    ).toEqual([...['api_key', 'user']]);
    const same = await requestFile(world, engineer, id as string, { 'if-none-match': `"${hash}"` });
    expect(same.status).toBe(304);
    const outside = await requestFile(world, engineer, id as string, { range: 'bytes=999999999-' });
    expect([outside.status, (await outside.text()) !== '']).toEqual([416, true]);
  });

  it('belong to their maker alone', async () => {
    const [engineer, other, stranger] = [await person(), await person(), await world.signIn({ role: 'admin' })];
    const { id } = await madePackage(engineer, { document_ids: [manual.id] });
    for (const one of [other, admin, stranger]) {
      expect((await one.api.get(`/offline-packages/${id}`)).status).toBe(404);
      expect((await fileOutcome(world, one, id as string))[0]).toBe(404);
      expect((await one.api.delete(`/offline-packages/${id}`)).status).toBe(404);
      expect(await ok(one.api.get('/offline-packages'))).not.toContainEqual(expect.objectContaining({ id }));
      const field = one === stranger ? 'document_ids.0' : 'base_package_id';
      expect(errorOf(await request(one, { base_package_id: id })).field).toBe(field);
    }
    for (const path of ['', `/${id}`, `/${id}/file`])
      expect((await world.api.get(`/offline-packages${path}`)).status).toBe(401);
    expect((await world.api.post('/offline-packages', { document_ids: [manual.id] })).status).toBe(401);
    expect((await world.api.delete(`/offline-packages/${id}`)).status).toBe(401);
    const { key } = await world.identity.apiKey(engineer.user, { scopes: ['document.search'] });
    expect((await world.api.withKey(key).get(`/offline-packages/${id}`)).status).toBe(403);
    expect((await engineer.api.delete(`/offline-packages/${id}`)).status).toBe(204);
    expect((await engineer.api.get(`/offline-packages/${id}`)).status).toBe(404);
  });

  it('refuse what is not there, and too much', async () => {
    const engineer = await person();
    const team = await world.identity.team(organization);
    const secret = await world.documents.document(organization, { team });
    const draft = await world.documents.document(organization, { status: 'draft' });
    const withdrawn = await world.documents.document(organization, { status: 'withdrawn' });
    const unread = await world.documents.document(organization, { ingestionState: 'processing' });
    const foreign = await world.documents.document(await world.identity.organization());
    for (const { id } of [secret, draft, foreign, { id: newId('document') }])
      expect(errorOf(await request(engineer, { document_ids: [manual.id, id] }))).toEqual({
        ...{ status: 400, field: 'document_ids.1' },
      });
    const aircraft_ids = [newId('aircraft')];
    expect(errorOf(await request(engineer, { aircraft_ids }))).toEqual({ status: 400, field: 'aircraft_ids.0' });
    const reasonFor = async (document_ids: string[]): Promise<unknown> =>
      errorOf(await request(engineer, { document_ids })).reason;
    expect(await reasonFor([withdrawn.id])).toBe('revision_not_active');
    expect(await reasonFor([unread.id])).toBe('not_ready');
    for (const [field, value] of Object.entries({ valid_days: 91, document_ids: [], title: '', aircraft_ids: 'x' }))
      expect((await request(engineer, { [field]: value })).status).toBe(400);
    const large = await world.documents.document(organization);
    await world.sql.query(`UPDATE document_revisions SET page_count = 10001 WHERE id = $1`, [large.revisionId]);
    expect(await reasonFor([large.id])).toBe('too_large');
  });

  it('leave out documents for other aircraft, unless asked', async () => {
    const other = await readyManual(admin.api, 'Torque the bolts to 9 Nm.', { aircraft_type: 'KD-19', title: 'Other' });
    const [engineer, aircraft_ids] = [await person(), [aircraft.id]];
    const document_ids = [manual.id, other.id];
    const made = await madePackage(engineer, { document_ids, aircraft_ids });
    expect(made).toMatchObject({ document_count: 1, documents: [{ included: true }, { included: false }] });
    expect(made.documents[1].applicability).toEqual([{ aircraft_id: aircraft.id, verdict: 'not_applicable' }]);
    const { payload } = manifestOf(await downloadPackage(world, engineer, made.id as string));
    expect([payload.documents.length, payload.left_out]).toEqual([1, [expect.objectContaining({ id: other.id })]]);
    const all = await madePackage(engineer, { document_ids, aircraft_ids, include_not_applicable: true });
    expect(all.document_count).toBe(2);
    expect(errorOf(await request(engineer, { document_ids: [other.id], aircraft_ids }))).toEqual({
      ...{ status: 422, reason: 'not_applicable' },
    });
  });

  it('are made one at a time for a person, who keeps five', async () => {
    const engineer = await person();
    const answers = await Promise.all(Array.from({ length: 4 }, () => request(engineer)));
    const [made, refused] = [
      answers.filter(({ status }) => status === 202),
      answers.filter(({ status }) => status !== 202),
    ];
    // A quick one can be ready before the next request is checked.
    expect(made.length).toBeGreaterThan(0);
    for (const one of refused) expect(errorOf(one)).toEqual({ status: 409, reason: 'package_building' });
    for (const one of made) await untilMade(engineer.api, one.body.data.id as string);
    for (let n = made.length; n < 5; n += 1) await madePackage(engineer, { document_ids: [manual.id] });
    expect(errorOf(await request(engineer)).reason).toBe('too_many_packages');
    const { body } = await engineer.api.get('/offline-packages?limit=2');
    expect([body.data.length, body.pagination.has_more, body.pagination.total_count]).toEqual([2, true, 5]);
  });

  it('tell what was superseded since, and are gone with a document and after their time', async () => {
    const engineer = await person();
    const own = await readyManual(admin.api, 'Torque the nut to 12 Nm.', { title: 'Nut' });
    const { id } = await madePackage(engineer, { document_ids: [manual.id, own.id] });
    const supersede = async (version: string): Promise<void> => {
      const next = { content: `Torque the nut to 14 Nm. ${version}`, name: 'next.txt' };
      const { body } = await admin.api.upload(`/documents/${own.id}/revisions`, { version }, next);
      const revisionId = body.data.id as string;
      await world.sql.query(`UPDATE document_revisions SET ingestion_state = 'ready' WHERE id = $1`, [revisionId]);
      await ok(admin.api.post(`/documents/${own.id}/revisions/${revisionId}/activate`));
    };
    await supersede('Rev 5');
    const after = await ok(engineer.api.get(`/offline-packages/${id}`));
    expect(after.documents[1]).toMatchObject({ revision_status: 'superseded', superseded_since: expect.any(String) });
    await supersede('Rev 6');
    const later = await ok(engineer.api.get(`/offline-packages/${id}`));
    expect(later.documents[1].superseded_since).toBe(after.documents[1].superseded_since);
    expect([after.status, await fileOutcome(world, engineer, id as string)]).toEqual([
      ...['superseded', [410, 'revision_superseded']],
    ]);
    expect((await ok(engineer.api.get('/offline-packages')))[0].status).toBe('superseded');
    await ok(admin.api.delete(`/documents/${own.id}`));
    expect((await ok(engineer.api.get(`/offline-packages/${id}`))).documents[1].revision_status).toBeNull();
    expect(await fileOutcome(world, engineer, id as string)).toEqual([410, 'document_deleted']);
    const short = await madePackage(engineer, { document_ids: [manual.id] });
    await world.sql.query(`UPDATE offline_packages SET expires_at = now() WHERE id = $1`, [short.id]);
    expect((await ok(engineer.api.get(`/offline-packages/${short.id}`))).status).toBe('expired');
    expect(await fileOutcome(world, engineer, short.id as string)).toEqual([410, 'package_expired']);
  });

  it('are superseded by other data of an aircraft and by discrepancy reports', async () => {
    const engineer = await person();
    const record = { registration: 'SE-OFC', aircraft_type: 'TR46', serial_number: '5099' };
    const own = await ok(admin.api.post('/aircraft', record));
    const document = await readyManual(admin.api, 'Torque the bolt to 12 Nm.', { title: 'Bolt' });
    const wanted = { document_ids: [document.id], aircraft_ids: [own.id], include_not_applicable: true };
    const first = await madePackage(engineer, wanted);
    await ok(admin.api.patch(`/aircraft/${own.id}`, { status: 'stored' }));
    expect(await fileOutcome(world, engineer, first.id as string)).toEqual([200, undefined]);
    await ok(admin.api.post(`/aircraft/${own.id}/modifications`, { kind: 'SB', number: '32-009', status: 'embodied' }));
    expect(await fileOutcome(world, engineer, first.id as string)).toEqual([410, 'aircraft_changed']);
    const second = await madePackage(engineer, wanted);
    const report = { page_number: 1, quote: 'Torque the bolt', kind: 'inaccurate', severity: 'critical', description: 'Too low.' };
    const { id } = await ok(admin.api.post('/discrepancies', { document_id: document.id, ...report }));
    expect((await ok(engineer.api.get(`/offline-packages/${second.id}`))).status).toBe('superseded');
    expect(await fileOutcome(world, engineer, second.id as string)).toEqual([410, 'discrepancy_changed']);
    const third = await madePackage(engineer, wanted);
    expect(await fileOutcome(world, engineer, third.id as string)).toEqual([200, undefined]);
    await ok(admin.api.post(`/discrepancies/${id}/withdraw`));
    expect(await fileOutcome(world, engineer, third.id as string)).toEqual([410, 'discrepancy_changed']);
  }); // prettier-ignore

  it('are hidden while their maker cannot see a document', async () => {
    const team = await world.identity.team(organization);
    const member = await person('engineer', team);
    const own = await readyManual(admin.api, 'Only for the team: 12 Nm.', { access: 'team', team_id: team.id });
    const { id } = await madePackage(member, { document_ids: [own.id] });
    await world.sql.query(`UPDATE users SET team_id = NULL WHERE id = $1`, [member.user.id]);
    expect((await member.api.get(`/offline-packages/${id}`)).status).toBe(404);
    expect((await fileOutcome(world, member, id as string))[0]).toBe(404);
    await ok(admin.api.delete(`/documents/${own.id}`));
    const isStored = `SELECT EXISTS (SELECT FROM documents WHERE id = $1) AS is_stored`;
    await until(
      () => world.sql.query<{ is_stored: boolean }>(isStored, [own.id]),
      ([row]) => !row!.is_stored,
    );
    expect((await member.api.get(`/offline-packages/${id}`)).status).toBe(404);
    expect(await ok(member.api.get('/offline-packages'))).toEqual([]);
  });

  it('fail for good if the file of a document is lost', async () => {
    const engineer = await person();
    const unstored = await world.documents.document(organization);
    const made = await madePackage(engineer, { document_ids: [unstored.id] });
    expect([made.status, made.error, made.sha256]).toEqual(['failed', 'file_missing', null]);
    expect(await fileOutcome(world, engineer, made.id as string)).toEqual([409, 'not_ready']);
  });

  it('contain only what differs from a base', async () => {
    const engineer = await person();
    const extra = await readyManual(admin.api, 'Grease the bearing weekly.', { title: 'Grease' });
    const base = await madePackage(engineer, { document_ids: [manual.id] });
    const next = await madePackage(engineer, { document_ids: [manual.id, extra.id], base_package_id: base.id });
    expect(next.base_package_id).toBe(base.id);
    const zip = await downloadPackage(world, engineer, next.id as string);
    const { payload } = manifestOf(zip);
    const names = Object.keys(unzipSync(zip));
    const [first, second] = payload.documents as Json[];
    expect([names.includes(first!.file as string), names.includes(second!.file as string)]).toEqual([false, true]);
    expect((payload.files as Json[]).map(({ name }) => name as string)).toContain(first!.file);
  });
});
