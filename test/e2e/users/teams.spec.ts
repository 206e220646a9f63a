import type { TestOrganization, TestTeam } from '../../factories/identity.factory.js';
import type { ApiResponse } from '../../support/api/api-client.js';
import { fieldsOf } from '../../support/api/shapes.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const outcome = ({ status, body }: ApiResponse): [number, unknown] => [status, body?.error?.details.reason];
const unique = (): string => `Hangar ${Math.random().toString(36).slice(2)}`;

describe('teams, roles and permissions', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let team: TestTeam;
  let admin: SignedIn;
  let manager: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
    organization = await world.identity.organization();
    team = await world.identity.team(organization);
    admin = await world.signIn({ organization, role: 'admin' });
    manager = await world.signIn({ organization, role: 'manager', team });
  });
  afterAll(() => world.stop());

  const trail = (id: string) =>
    world.sql.query(
      `SELECT action, actor_id, details FROM audit_records WHERE target_id = $1 AND result = 'success' ORDER BY id`,
      [id],
    );

  it('are closed to strangers, and to roles without user.manage', async () => {
    const { api } = await world.signIn({ organization, team });
    const own = `/teams/${team.id}`;
    for (const [method, path] of [
      ['GET', '/teams'],
      ['POST', '/teams'],
      ['GET', own],
      ['PATCH', own],
      ['DELETE', own],
    ] as const) {
      expect([method, (await world.api.request(method, path)).status]).toEqual([method, 401]);
      const { status, body } = await api.request(method, path);
      expect([method, status, body.error.details.required_permission]).toEqual([method, 403, 'user.manage']);
    }
    expect((await world.api.get('/roles')).status).toBe(401);
    expect((await world.api.get('/permissions')).status).toBe(401);
  });

  it('are made, shown, renamed and removed by administrators', async () => {
    const name = unique();
    const created = await admin.api.post('/teams', { name: ` ${name} ` });
    expect(created.status).toBe(201);
    expect(fieldsOf(created.body.data)).toEqual(['created_at', 'id', 'name', 'updated_at']);
    expect(created.body.data.name).toBe(name);
    const path = `/teams/${created.body.data.id}`;
    const shown = await admin.api.get(path);
    expect([shown.body.data, shown.headers.get('etag')]).toEqual([created.body.data, '"1"']);
    const headers = { 'if-match': '"1"' };
    const renamed = await admin.api.patch(path, { name: `${name} 2` }, headers);
    expect([renamed.status, renamed.body.data.name, renamed.headers.get('etag')]).toEqual([200, `${name} 2`, '"2"']);
    expect((await admin.api.patch(path, { name }, headers)).status).toBe(412);
    expect((await admin.api.patch(path, {})).headers.get('etag')).toBe('"2"');
    expect((await admin.api.delete(path)).status).toBe(204);
    for (const answer of [
      await admin.api.get(path),
      await admin.api.patch(path, { name }),
      await admin.api.delete(path),
    ])
      expect([answer.status, answer.body.error.details]).toEqual([404, { resource: 'team' }]);
    const actor_id = admin.user.id;
    expect(await trail(created.body.data.id as string)).toEqual([
      { action: 'team.created', actor_id, details: {} },
      { action: 'team.updated', actor_id, details: { changed: ['name'] } },
      { action: 'team.deleted', actor_id, details: { members: 0 } },
    ]);
  });

  it('of a manager are one, to look at only', async () => {
    const other = await world.identity.team(organization);
    const { body } = await manager.api.get('/teams');
    expect([body.data.length, body.data[0].id, body.pagination.total_count]).toEqual([1, team.id, 1]);
    expect((await manager.api.get(`/teams/${team.id}`)).status).toBe(200);
    expect((await manager.api.get(`/teams/${other.id}`)).status).toBe(404);
    const lone = await world.signIn({ organization, role: 'manager' });
    expect((await lone.api.get('/teams')).body.data).toEqual([]);
    for (const answer of [
      await manager.api.post('/teams', { name: unique() }),
      await manager.api.patch(`/teams/${team.id}`, { name: unique() }),
      await manager.api.delete(`/teams/${team.id}`),
    ])
      expect(outcome(answer)).toEqual([403, 'admin_only']);
  });

  it('of other organizations are not there', async () => {
    const { api } = await world.signIn({ role: 'admin' });
    expect((await api.get(`/teams/${team.id}`)).status).toBe(404);
    expect((await api.patch(`/teams/${team.id}`, { name: 'x' })).status).toBe(404);
    expect((await api.delete(`/teams/${team.id}`)).status).toBe(404);
    expect((await api.get('/teams')).body.pagination.total_count).toBe(0);
    expect((await api.get('/teams/team_nonsense')).status).toBe(404);
  });

  it('have names of their own, in any case and under parallel requests', async () => {
    const name = unique();
    const attempts = Array.from({ length: 10 }, (_, i) =>
      admin.api.post('/teams', { name: i % 2 ? name : name.toUpperCase() }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    expect((await admin.api.patch(`/teams/${team.id}`, { name: name.toLowerCase() })).status).toBe(409);
    expect((await admin.api.patch(`/teams/${team.id}`, { name: team.name.toUpperCase() })).status).toBe(200);
    const elsewhere = await world.signIn({ role: 'admin' });
    expect((await elsewhere.api.post('/teams', { name })).status).toBe(201);
    const headers = { 'idempotency-key': unique() };
    const body = { name: unique() };
    const first = await admin.api.post('/teams', body, headers);
    expect((await admin.api.post('/teams', body, headers)).body.data).toEqual(first.body.data);
  });

  it.each([
    ['name', {}],
    ['name', { name: '  ' }],
    ['name', { name: null }],
    ['name', { name: 'x'.repeat(101) }],
    ['leader', { name: 'x', leader: 'y' }],
  ])('refuse %s in %j', async (field, body) => {
    const created = await admin.api.post('/teams', body);
    expect([created.status, created.body.error.details.field]).toEqual([400, field]);
    if (!('name' in body)) return;
    const changed = await admin.api.patch(`/teams/${team.id}`, body);
    expect([changed.status, changed.body.error.details.field]).toEqual([400, field]);
  });

  it('that go leave their members without one, with a new version of each', async () => {
    const doomed = await world.identity.team(organization);
    const member = await world.identity.user({ organization, team: doomed });
    const path = `/users/${member.id}`;
    const before = (await admin.api.get(path)).headers.get('etag') ?? '';
    expect((await admin.api.delete(`/teams/${doomed.id}`)).status).toBe(204);
    const { body, headers } = await admin.api.get(path);
    expect(body.data.team_id).toBeNull();
    expect(headers.get('etag')).not.toBe(before);
    expect((await trail(doomed.id)).at(-1)).toMatchObject({ action: 'team.deleted', details: { members: 1 } });
    expect((await trail(member.id)).at(-1)).toMatchObject({
      action: 'user.updated',
      details: { changed: ['team_id'], team_id: { from: doomed.id, to: null } },
    });
  });

  it('stay while documents belong to them, and their members with them', async () => {
    const busy = await world.identity.team(organization);
    const member = await world.identity.user({ organization, team: busy });
    await world.documents.document(organization, { team: busy });
    expect(outcome(await admin.api.delete(`/teams/${busy.id}`))).toEqual([409, 'team_in_use']);
    expect((await admin.api.get(`/users/${member.id}`)).body.data.team_id).toBe(busy.id);
    expect(await trail(busy.id)).toEqual([]);
  });

  it('that go while people are put into them leave nobody in nothing', async () => {
    for (let round = 0; round < 10; round += 1) {
      const doomed = await world.identity.team(organization);
      const person = await world.identity.user({ organization });
      const moves = [
        admin.api.patch(`/users/${person.id}`, { team_id: doomed.id }),
        admin.api.delete(`/teams/${doomed.id}`),
        admin.api.post('/users', {
          email: `${unique().replace(' ', '')}@example.test`,
          name: 'N',
          role: 'viewer',
          team_id: doomed.id,
        }),
      ];
      const [moved, deleted, invited] = (await Promise.all(moves)).map(({ status }) => status);
      expect([200, 400]).toContain(moved);
      expect(deleted).toBe(204);
      expect([201, 400]).toContain(invited);
      expect((await admin.api.get(`/users/${person.id}`)).body.data.team_id).toBeNull();
    }
  });

  it('are listed page by page', async () => {
    const { user, api } = await world.signIn({ role: 'admin' });
    const ids: string[] = [];
    for (let i = 0; i < 7; i += 1) ids.push((await world.identity.team({ id: user.organizationId })).id);
    const listed = await api.listAll('/teams', 3);
    expect(listed.map(({ id }) => id as string)).toEqual(ids.sort().reverse());
  });

  it('list roles and permissions to anyone signed in', async () => {
    const { api } = await world.signIn({ organization, role: 'viewer' });
    const [roles, permissions] = [await api.get('/roles'), await api.get('/permissions')];
    expect((roles.body.data as { role: string }[]).map(({ role }) => role)).toEqual([
      'admin',
      'manager',
      'engineer',
      'viewer',
      'api_user',
    ]);
    expect(roles.body.data[3]).toEqual({
      role: 'viewer',
      description: expect.any(String),
      permissions: ['document.view', 'document.search', 'acknowledgement.sign'],
    });
    expect(permissions.body.data).toHaveLength(17);
    expect(fieldsOf(permissions.body.data[0])).toEqual(['description', 'permission']);
  });
});
