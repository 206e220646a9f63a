import { newId } from '../../../src/common/ids/type-id.js';
import type { ApiClient } from '../../support/api/api-client.js';
import type { TestOrganization, TestTeam } from '../../factories/identity.factory.js';
import { errorOf, manualFields, uploadManual } from '../../support/manuals/manual.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

/** Routes of one document, with the role that lacks the permission for it, if any does. */
const ROUTES = [
  ['', null],
  ['/pages', null],
  ['/pages/1', null],
  ['/content', null],
  ['/ingestion', 'viewer'],
] as const;

describe('access to documents', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let team: TestTeam;
  let otherTeam: TestTeam;
  let admin: SignedIn;
  let manager: SignedIn;
  let colleague: SignedIn;
  let outsider: SignedIn;
  let stranger: SignedIn;
  let teamDocument: string;
  let openDocument: string;

  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
    organization = await world.identity.organization();
    team = await world.identity.team(organization);
    otherTeam = await world.identity.team(organization);
    admin = await world.signIn({ organization, role: 'admin' });
    manager = await world.signIn({ organization, role: 'manager', team });
    colleague = await world.signIn({ organization, role: 'viewer', team });
    outsider = await world.signIn({ organization, role: 'engineer', team: otherTeam });
    stranger = await world.signIn({ role: 'admin' });
    const fields = { access: 'team', team_id: team.id, aircraft_type: 'TEAM-1' };
    teamDocument = (await uploadManual(admin.api, 'Of the team alone.', fields)).id as string;
    openDocument = (await uploadManual(admin.api, 'Of everyone.', { title: 'Open' })).id as string;
    for (const id of [teamDocument, openDocument]) {
      const text = 'Torque 120 Nm.';
      await world.sql.query(
        `INSERT INTO pages (revision_id, page_number, id, text, blocks)
         SELECT current_revision_id, 1, $2, $3, '[]' FROM documents WHERE id = $1`,
        [id, newId('page'), text],
      );
    }
  });
  afterAll(() => world.stop());

  describe.each(ROUTES)('GET /documents/{id}%s', (path, lacking) => {
    const statusFor = async (api: ApiClient, id: string) => (await api.get(`/documents/${id}${path}`)).status;

    it('answers 401 without credentials', async () => {
      expect(errorOf(await world.api.get(`/documents/${openDocument}${path}`))).toMatchObject({
        status: 401,
        reason: 'missing',
      });
    });

    it('answers 404 for what does not exist, is ill-formed, or belongs to another organization', async () => {
      for (const id of [newId('document'), newId('user'), 'doc_1', `${openDocument}x`, 'a'.repeat(150)])
        expect([id, await statusFor(admin.api, id)]).toEqual([id, 404]);
      expect(await statusFor(stranger.api, openDocument)).toBe(404);
    });

    it('refuses an unknown query parameter', async () => {
      const response = await admin.api.get(`/documents/${openDocument}${path}?colour=red`);
      expect(errorOf(response)).toMatchObject({ status: 400, field: 'colour' });
    });

    it('shows a document of a team to that team and to admins alone', async () => {
      expect(await statusFor(admin.api, teamDocument)).toBe(200);
      expect(await statusFor(manager.api, teamDocument)).toBe(200);
      expect(await statusFor(outsider.api, teamDocument)).toBe(lacking === null ? 404 : 403);
    });

    it(lacking === null ? 'is open to viewers' : `is refused to the role ${lacking}`, async () => {
      const response = await colleague.api.get(`/documents/${teamDocument}${path}`);
      expect(response.status).toBe(lacking === null ? 200 : 403);
      if (lacking !== null) expect(response.body.error.details.required_permission).toBe('document.manage');
    });
  });

  it.each(['/documents', '/document-types', '/aircraft-types'])('GET %s needs credentials', async (path) => {
    expect((await world.api.get(path)).status).toBe(401);
    expect((await colleague.api.get(path)).status).toBe(200);
    expect(errorOf(await admin.api.get(`${path}?colour=red`))).toMatchObject({ status: 400, field: 'colour' });
  });

  it('lists and counts only what the caller may see', async () => {
    const seen = async ({ api }: SignedIn) => {
      const [list, types, aircraft] = [
        await api.get('/documents'),
        await api.get('/document-types'),
        await api.get('/aircraft-types'),
      ];
      expect(list.body.pagination.total_count).toBe(list.body.data.length);
      return { total: list.body.data.length, types: types.body.data, aircraft: aircraft.body.data };
    };
    const both = {
      total: 2,
      types: [{ value: 'AMM', count: 2, in_use: true }],
      aircraft: [
        { value: 'HST-72', count: 1 },
        { value: 'TEAM-1', count: 1 },
      ],
    };
    expect(await seen(admin)).toEqual(both);
    expect(await seen(colleague)).toEqual(both);
    expect(await seen(outsider)).toEqual({
      total: 1,
      types: [{ value: 'AMM', count: 1, in_use: true }],
      aircraft: [{ value: 'HST-72', count: 1 }],
    });
    expect(await seen(stranger)).toEqual({ total: 0, types: [], aircraft: [] });
  });

  describe('uploading', () => {
    let torque = 120;
    const upload = ({ api }: SignedIn, fields: Record<string, string> = {}) =>
      api.upload('/documents', manualFields(fields), { content: `Torque ${(torque += 1)} Nm.` });

    it('needs document.manage', async () => {
      expect((await world.api.upload('/documents', manualFields(), { content: 'x' })).status).toBe(401);
      for (const role of ['engineer', 'viewer'] as const) {
        const { status, body } = await upload(await world.signIn({ organization, role, team }));
        expect([role, status]).toEqual([role, 403]);
        expect(body.error.details).toMatchObject({ required_permission: 'document.manage' });
      }
      const owner = await world.identity.user({ organization, role: 'api_user', hasPassword: false });
      const { key } = await world.identity.apiKey(owner);
      const response = await world.api.withKey(key).upload('/documents', manualFields(), { content: 'x' });
      expect(response.status).toBe(403);
    });

    it('by a manager is of the own team, and of no other', async () => {
      const own = await upload(manager);
      expect([own.status, own.body.data.team_id, own.body.data.access]).toEqual([202, team.id, 'organization']);
      expect((await upload(manager, { access: 'team' })).body.data).toMatchObject({ access: 'team', team_id: team.id });
      const refused = { status: 403, reason: 'other_team' };
      expect(errorOf(await upload(manager, { team_id: otherTeam.id }))).toMatchObject(refused);
      const teamless = await world.signIn({ organization, role: 'manager' });
      expect(errorOf(await upload(teamless))).toMatchObject(refused);
    });

    it('leaves the progress of other teams’ documents to them', async () => {
      const { status, body } = await manager.api.get(`/documents/${openDocument}/ingestion`);
      expect([status, body.error.details.reason]).toEqual([403, 'other_team']);
      expect((await manager.api.get(`/documents/${teamDocument}/ingestion`)).status).toBe(200);
    });
  });
});
