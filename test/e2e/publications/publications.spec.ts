import type { ApiClient, Json } from '../../support/api/api-client.js';
import { errorOf } from '../../support/manuals/manual.js';
import { dmRef, pmEntry, pmRef, publicationModule } from '../../support/manuals/s1000d-modules.js';
import { importFiles } from '../../support/scenes/import-scene.js';
import {
  importPublication,
  issueRef,
  members,
  REMOVAL_CODE,
  wheelModule,
  wheelPublication,
} from '../../support/scenes/publication-scene.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const list = async (api: ApiClient, query = ''): Promise<Json[]> =>
  (await ok(api.get(`/publications${query}`))) as Json[];

describe('/publications', () => {
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
  });
  beforeEach(async () => {
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  it('have the references of the publication module in order, with the documents that they mean', async () => {
    const { items, id } = await importPublication(admin.api, {
      'DMC-520.xml': wheelModule('520', 'Remove it.', '003'),
      'pm.xml': publicationModule(
        pmEntry(
          'Chapter 32',
          pmEntry('Wheels', issueRef({}, '002') + dmRef({ information: '720' }, 'Wheel - Install')) +
            pmRef('00002', 'Brakes') +
            `<externalPubRef><externalPubRefIdent><externalPubCode>SB-32</externalPubCode></externalPubRefIdent></externalPubRef>`,
        ) + `<pmEntry>${issueRef({}, '003')}</pmEntry>`,
      ),
      'pm2.xml': publicationModule('', { number: '00002', title: 'Brakes' }),
    });
    const document = { id: items[0]!.document_id, title: 'Main wheel - Info 520', version: '003', status: 'active' };
    const none = { title: null, issue: null, language: null, document: null, publication_id: null };
    const found = await ok(admin.api.get(`/publications/${id}`));
    expect(found).toMatchObject({
      ...{ id, number: 'SKARV46-K1234-00001-00', title: 'Skarv 46 Maintenance Manual', language: 'en-GB' },
      ...{ access: 'organization', team_id: null, created_by: admin.user.id },
      issue: { issue: '002', in_work: '00', issue_date: '2024-06-01', is_current: true, member_count: 5 },
    });
    const path = ['Chapter 32', 'Wheels'];
    const removal = { ...none, kind: 'data_module', code: REMOVAL_CODE };
    expect(found.members).toEqual([
      { ...removal, path, issue: '002', document: { ...document, issue_match: 'later' } },
      { ...none, kind: 'data_module', path, code: REMOVAL_CODE.replace('520', '720'), title: 'Wheel - Install' },
      {
        ...{ ...none, kind: 'publication', path: ['Chapter 32'], code: 'SKARV46-K1234-00002-00', title: 'Brakes' },
        publication_id: items[2]!.publication_id,
      },
      { ...none, kind: 'external', path: ['Chapter 32'], code: 'SB-32' },
      { ...removal, path: [], issue: '003', document: { ...document, issue_match: 'same' } },
    ]);
    const [issue] = (await ok(admin.api.get(`/publications/${id}/issues`))) as Json[];
    expect(issue).toEqual(found.issue);
    expect(await ok(admin.api.get(`/publications/${id}/issues/${issue!.id}`))).toEqual(found);
  });

  it('are listed, filtered and paginated', async () => {
    await importFiles(admin.api, {
      '1.xml': publicationModule('', { number: '1', title: 'Airframe' }),
      '2.xml': publicationModule('', { number: '2', title: 'Engine' }),
      '3.xml': publicationModule('', { number: '3', title: 'airframe repair' }),
    });
    const titles = async (query: string): Promise<unknown[]> =>
      (await list(admin.api, query)).map(({ title }): unknown => title);
    expect(await titles('')).toEqual(['airframe repair', 'Engine', 'Airframe']);
    expect(await titles('?q=AIR')).toEqual(['airframe repair', 'Airframe']);
    expect(await titles('?q=skarv46-k1234-2')).toEqual(['Engine']);
    expect(await titles(`?updated_since=${encodeURIComponent(new Date(Date.now() + 60_000).toISOString())}`)).toEqual(
      [],
    );
    const first = await admin.api.get('/publications?limit=2');
    expect(first.body.pagination).toMatchObject({ has_more: true, total_count: 3 });
    expect(await titles(`?limit=2&cursor=${first.body.pagination.next_cursor as string}`)).toEqual(['Airframe']);
    for (const query of ['?q=', '?updated_since=x', '?limit=0', '?title=a', '?cursor=x'])
      expect((await admin.api.get(`/publications${query}`)).status).toBe(400);
  });

  it('do not tell a document that the caller cannot see from one that is missing', async () => {
    const organization = { id: admin.user.organizationId };
    const [team, other] = [await world.identity.team(organization), await world.identity.team(organization)];
    const [engineer, colleague] = [
      await world.signIn({ organization, team, role: 'engineer' }),
      await world.signIn({ organization, team: other, role: 'engineer' }),
    ];
    await importFiles(
      admin.api,
      { 'DMC-520.xml': wheelModule('520', 'Remove it now.') },
      { access: 'team', team_id: team.id },
    );
    const { id } = await importPublication(admin.api, { 'pm.xml': wheelPublication() });
    const documents = async ({ api }: SignedIn): Promise<boolean[]> =>
      (await members(api, id)).map(({ document }) => document !== null);
    expect(await documents(engineer)).toEqual([true, false]);
    expect(await documents(admin)).toEqual([true, false]);
    expect(await documents(colleague)).toEqual([false, false]);
    const shown = await ok(colleague.api.get(`/publications/${id}`));
    const [document] = (await ok(engineer.api.get('/documents'))) as Json[];
    await ok(admin.api.delete(`/documents/${document!.id}`));
    expect(await documents(engineer)).toEqual([false, false]);
    expect(await ok(colleague.api.get(`/publications/${id}`))).toEqual(shown);
    expect(await ok(engineer.api.get(`/publications/${id}`))).toEqual(shown);
  });

  it('filter the list of documents', async () => {
    const organization = { id: admin.user.organizationId };
    const [team, other] = [await world.identity.team(organization), await world.identity.team(organization)];
    const outsider = await world.signIn({ organization, team: other, role: 'engineer' });
    const foreign = await world.signIn({ role: 'admin' });
    const secret = await world.signIn({ organization, team, role: 'manager' });
    const { id } = await importPublication(admin.api, {
      'DMC-040.xml': wheelModule('040', 'A wheel.'),
      'DMC-520.xml': wheelModule('520', 'Remove it first.'),
      'pm.xml': wheelPublication(),
    });
    await importFiles(secret.api, { 'DMC-720.xml': wheelModule('720', 'Install it.') }, { access: 'team' });
    const documents = async ({ api }: SignedIn, publication: string, more = ''): Promise<unknown> => {
      const { status, body } = await api.get(`/documents?publication_id=${publication}${more}`);
      const numbers = (body.data as Json[]).map(({ document_number }) => (document_number as string).slice(-6, -3));
      return [status, body.pagination.total_count, ...numbers];
    };
    expect(await documents(admin, id)).toEqual([200, 2, '720', '520']);
    expect(await documents(admin, id, '&q=SKARV46-A-32-41-00-00A-5')).toEqual([200, 1, '520']);
    expect(await documents(outsider, id)).toEqual([200, 1, '520']);
    expect(await documents(foreign, id)).toEqual([200, 0]);
    const files = { 'pm.xml': wheelPublication({ number: '8' }) };
    const hidden = await importPublication(secret.api, files, 'pm.xml', { access: 'team' });
    expect(await documents(secret, hidden.id)).toEqual([200, 2, '720', '520']);
    expect(await documents(outsider, hidden.id)).toEqual([200, 0]);
    // A later issue without it.
    await importFiles(admin.api, { 'pm.xml': publicationModule('', { issue: '009' }) });
    expect(await documents(admin, id)).toEqual([200, 0]);
    expect(errorOf(await admin.api.get('/documents?publication_id=')).status).toBe(400);
  });

  it('with access for a team are visible to it alone', async () => {
    const organization = { id: admin.user.organizationId };
    const [team, other] = [await world.identity.team(organization), await world.identity.team(organization)];
    const manager = await world.signIn({ organization, team, role: 'manager' });
    const outsider = await world.signIn({ organization, team: other, role: 'manager' });
    const foreign = await world.signIn({ role: 'admin' });
    const { id } = await importPublication(manager.api, { 'pm.xml': wheelPublication() }, 'pm.xml', { access: 'team' });
    const [issue] = (await ok(manager.api.get(`/publications/${id}/issues`))) as Json[];
    for (const { api } of [outsider, foreign]) {
      expect(await list(api)).toEqual([]);
      expect((await api.get('/publications')).body.pagination.total_count).toBe(0);
      for (const path of ['', '/issues', `/issues/${issue!.id}`])
        expect(errorOf(await api.get(`/publications/${id}${path}`)).status).toBe(404);
      expect((await api.delete(`/publications/${id}`)).status).toBe(404);
    }
    expect(await list(manager.api)).toHaveLength(1);
    expect(await list(admin.api)).toHaveLength(1);
    // Another team files its own of the number.
    const own = await importPublication(outsider.api, { 'pm.xml': wheelPublication() }, 'pm.xml', { access: 'team' });
    expect([own.outcomes['pm.xml'], own.id === id]).toEqual(['created', false]);
    const twice = await importFiles(admin.api, { 'pm.xml': wheelPublication({ issue: '005' }) });
    expect(twice.outcomes['pm.xml']).toBe('document_number_ambiguous');
  });

  it('are refused without credentials, permission and a well-formed id', async () => {
    const organization = { id: admin.user.organizationId };
    const viewer = await world.signIn({ organization, role: 'viewer' });
    const { id } = await importPublication(admin.api, { 'pm.xml': wheelPublication() });
    for (const path of ['', `/${id}`, `/${id}/issues`])
      expect((await world.api.get(`/publications${path}`)).status).toBe(401);
    expect((await world.api.delete(`/publications/${id}`)).status).toBe(401);
    expect((await viewer.api.get(`/publications/${id}`)).status).toBe(200);
    expect((await viewer.api.delete(`/publications/${id}`)).status).toBe(403);
    const { key } = await world.identity.apiKey(admin.user, { scopes: ['document.search'] });
    expect((await world.api.withKey(key).get('/publications')).status).toBe(403);
    expect((await admin.api.get('/publications/doc_1')).status).toBe(404);
    expect((await admin.api.get(`/publications/${id}/issues/${id}`)).status).toBe(404);
  });

  it('are deleted with their issues, by those who manage them; the documents stay', async () => {
    const organization = { id: admin.user.organizationId };
    const team = await world.identity.team(organization);
    const manager = await world.signIn({ organization, team, role: 'manager' });
    const files = { 'DMC-520.xml': wheelModule('520', 'Remove it soon.'), 'pm.xml': wheelPublication() };
    const { id } = await importPublication(admin.api, files);
    await importFiles(admin.api, { 'pm.xml': wheelPublication({ issue: '003' }) });
    expect(errorOf(await manager.api.delete(`/publications/${id}`))).toEqual({ status: 403, reason: 'other_team' });
    expect((await admin.api.delete(`/publications/${id}`)).status).toBe(204);
    expect((await admin.api.delete(`/publications/${id}`)).status).toBe(404);
    expect((await admin.api.get(`/publications/${id}`)).status).toBe(404);
    expect((await ok(admin.api.get('/documents'))) as Json[]).toHaveLength(1);
    const left = await world.sql.query(`SELECT 1 FROM publication_issues WHERE publication_id = $1`, [id]);
    expect(left).toEqual([]);
    const acts = await world.sql.query<{ action: string }>(
      `SELECT action FROM audit_records WHERE organization_id = $1 AND target_id = $2 ORDER BY id`,
      [admin.user.organizationId, id],
    );
    expect(acts.map(({ action }) => action)).toEqual([
      ...['publication.created', 'publication.issue_added', 'publication.deleted', 'publication.deleted'],
    ]);
    expect((await importPublication(admin.api, { 'pm.xml': wheelPublication() })).outcomes['pm.xml']).toBe('created');
  });
});
