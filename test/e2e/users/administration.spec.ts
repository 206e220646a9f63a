import { ROLE_PERMISSIONS, type Role } from '../../../src/common/principal/permissions.js';
import type { TestOrganization, TestTeam, TestUser } from '../../factories/identity.factory.js';
import type { ApiResponse, Json } from '../../support/api/api-client.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const outcome = ({ status, body }: ApiResponse): [number, unknown] => [status, body?.error?.details.reason];
const ACTIONS = ['resend-invitation', 'suspend', 'reactivate', 'unlock', 'reset-mfa'];
const UNKNOWN = 'user_01h455vb4pex5vsknk084sn02q';

describe('/users', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let team: TestTeam;
  let otherTeam: TestTeam;
  let admin: SignedIn;
  let manager: SignedIn;
  let loneManager: SignedIn;
  let foreigner: TestUser;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
    organization = await world.identity.organization();
    [team, otherTeam] = [await world.identity.team(organization), await world.identity.team(organization)];
    admin = await world.signIn({ organization, role: 'admin' });
    manager = await world.signIn({ organization, role: 'manager', team });
    loneManager = await world.signIn({ organization, role: 'manager' });
    foreigner = await world.identity.user({ role: 'engineer' });
  });
  afterAll(() => world.stop());

  const colleague = (role: Role, within: TestTeam | null = team, status?: 'invited' | 'suspended') =>
    world.identity.user({ organization, role, team: within, ...(status ? { status } : {}) });
  const audited = (id: string) =>
    world.sql.query<{ action: string; actor_id: string; details: Json }>(
      `SELECT action, actor_id, details FROM audit_records WHERE target_id = $1 ORDER BY id`,
      [id],
    );

  it('is closed to strangers, and to roles without user.manage', async () => {
    const { id } = await colleague('viewer');
    const routes = [
      ['GET', '/users'],
      ['POST', '/users'],
      ['GET', `/users/${id}`],
      ['PATCH', `/users/${id}`],
      ['DELETE', `/users/${id}`],
      ...ACTIONS.map((action) => ['POST', `/users/${id}/${action}`]),
    ] as [string, string][];
    const [engineer, viewer] = [
      await world.signIn({ organization }),
      await world.signIn({ organization, role: 'viewer' }),
    ];
    const owner = await world.identity.user({ organization, role: 'api_user' });
    const key = world.api.withKey((await world.identity.apiKey(owner, { scopes: ['user.manage'] })).key);
    for (const [method, path] of routes) {
      expect([path, (await world.api.request(method, path)).status]).toEqual([path, 401]);
      for (const api of [engineer.api, viewer.api, key]) {
        const { status, body } = await api.request(method, path);
        expect([path, status, body.error.details.required_permission]).toEqual([path, 403, 'user.manage']);
      }
    }
  });

  it.each(['user_nonsense', UNKNOWN, 'foreign', 'removed'])('has no user %s', async (name) => {
    let id = name === 'foreign' ? foreigner.id : name;
    if (name === 'removed') {
      id = (await colleague('viewer')).id;
      expect((await admin.api.delete(`/users/${id}`)).status).toBe(204);
    }
    for (const { api } of [admin, manager]) {
      const answers = [
        await api.get(`/users/${id}`),
        await api.patch(`/users/${id}`, { name: 'x' }),
        await api.delete(`/users/${id}`),
      ];
      for (const action of ACTIONS) answers.push(await api.post(`/users/${id}/${action}`));
      for (const { status, body } of answers) {
        expect([status, body.error.details]).toEqual([404, { resource: 'user' }]);
      }
    }
  });

  describe('PATCH', () => {
    it('changes name, role and team, and says so in the audit trail without a name', async () => {
      const { id, name, email } = await colleague('viewer');
      const change = { name: 'Zoë', role: 'engineer', team_id: otherTeam.id };
      const { status, body, headers } = await admin.api.patch(`/users/${id}`, change);
      expect([status, headers.get('etag')]).toEqual([200, '"2"']);
      expect(body.data).toMatchObject({ id, email, ...change });
      expect((await admin.api.patch(`/users/${id}`, { team_id: null })).body.data.team_id).toBeNull();
      expect((await admin.api.patch(`/users/${id}`, {})).headers.get('etag')).toBe('"3"');
      const events = await audited(id);
      expect(events.map(({ action, details }): unknown[] => [action, details])).toEqual([
        ['user.role_changed', { role: { from: 'viewer', to: 'engineer' } }],
        ['user.updated', { changed: ['name', 'team_id'], team_id: { from: team.id, to: otherTeam.id } }],
        ['user.updated', { changed: ['team_id'], team_id: { from: otherTeam.id, to: null } }],
      ]);
      expect(JSON.stringify(events)).not.toContain(name);
    });

    it('changes only the version that If-Match names', async () => {
      const { id } = await colleague('viewer');
      const etag = (await manager.api.get(`/users/${id}`)).headers.get('etag') ?? '';
      const change = (name: string) => manager.api.patch(`/users/${id}`, { name }, { 'if-match': etag });
      const statuses = (await Promise.all(['A', 'B', 'C', 'D'].map(change))).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 412, 412, 412]);
    });

    it.each([
      ['name', { name: null }],
      ['role', { role: null }],
      ['role', { role: 'root' }],
      ['email', { email: 'x@example.test' }],
      ['team_id', { team_id: 'nonsense' }],
    ])('refuses %s: %j', async (field, wrong) => {
      const { id } = await colleague('viewer');
      const { status, body } = await admin.api.patch(`/users/${id}`, wrong);
      expect([status, body.error.details.field]).toEqual([400, field]);
    });

    it('lets managers neither promote, nor move people', async () => {
      const { id } = await colleague('engineer');
      const patch = async (change: object): Promise<unknown[]> =>
        outcome(await manager.api.patch(`/users/${id}`, change));
      expect(await patch({ role: 'admin' })).toEqual([403, 'role_not_allowed']);
      expect(await patch({ role: 'api_user' })).toEqual([403, 'role_not_allowed']);
      expect(await patch({ team_id: otherTeam.id })).toEqual([403, 'other_team']);
      expect(await patch({ team_id: null })).toEqual([403, 'other_team']);
      expect(await patch({ team_id: team.id, role: 'manager', name: 'M' })).toEqual([200, undefined]);
    });

    it('keeps people and service accounts apart', async () => {
      const [person, service] = [await colleague('engineer'), await colleague('api_user')];
      const patch = async (id: string, role: string) => outcome(await admin.api.patch(`/users/${id}`, { role }));
      expect(await patch(person.id, 'api_user')).toEqual([409, 'service_account']);
      expect(await patch(service.id, 'viewer')).toEqual([409, 'service_account']);
    });
  });

  it('makes administrators in a session only', async () => {
    const { key } = await world.identity.apiKey(admin.user, { scopes: ROLE_PERMISSIONS.admin });
    const byKey = world.api.withKey(key);
    const invitation = { email: `${Date.now()}@example.com`, name: 'Second admin', role: 'admin' };
    expect(outcome(await byKey.post('/users', invitation))).toEqual([403, 'session_required']);
    const { id } = await colleague('engineer');
    expect(outcome(await byKey.patch(`/users/${id}`, { role: 'admin' }))).toEqual([403, 'session_required']);
    expect((await byKey.patch(`/users/${id}`, { role: 'viewer' })).status).toBe(200);
    expect((await admin.api.patch(`/users/${id}`, { role: 'admin' })).status).toBe(200);
    // Who is one already is not made one.
    expect((await byKey.patch(`/users/${id}`, { role: 'admin', name: 'Renamed' })).status).toBe(200);
  });

  it.each(['admin', 'api_user'] as const)('shows managers the %s of their team, to look at only', async (role) => {
    const { id } = await colleague(role);
    expect((await manager.api.get(`/users/${id}`)).status).toBe(200);
    const answers = [await manager.api.patch(`/users/${id}`, { name: 'x' }), await manager.api.delete(`/users/${id}`)];
    for (const action of ACTIONS) answers.push(await manager.api.post(`/users/${id}/${action}`));
    expect(answers.map(outcome)).toEqual(Array(answers.length).fill([403, 'protected_account']));
  });

  it('hides other teams, and the teamless, from managers', async () => {
    for (const { id } of [await colleague('viewer', otherTeam), await colleague('viewer', null)]) {
      for (const { api } of [manager, loneManager]) {
        expect((await api.get(`/users/${id}`)).status).toBe(404);
        expect((await api.patch(`/users/${id}`, { team_id: team.id })).status).toBe(404);
        expect((await api.delete(`/users/${id}`)).status).toBe(404);
        expect((await api.post(`/users/${id}/suspend`)).status).toBe(404);
      }
    }
    expect((await loneManager.api.get('/users')).body).toMatchObject({ data: [], pagination: { total_count: 0 } });
    const listed = await manager.api.listAll('/users');
    expect(new Set(listed.map(({ team_id }) => team_id as string))).toEqual(new Set([team.id]));
  });

  it('resets the second factors of others only, after a fresh proof and in a session', async () => {
    const { id } = await colleague('engineer');
    const { key } = await world.identity.apiKey(manager.user, { scopes: ['user.manage'] });
    expect(outcome(await world.api.withKey(key).post(`/users/${id}/reset-mfa`))).toEqual([403, 'session_required']);
    const age = (interval: string): Promise<unknown> =>
      world.sql.query(`UPDATE sessions SET authenticated_at = authenticated_at - $2::interval WHERE user_id = $1`, [
        manager.user.id,
        interval,
      ]);
    await age('11 minutes');
    expect(outcome(await manager.api.post(`/users/${id}/reset-mfa`))).toEqual([401, 'step_up_required']);
    await age('-11 minutes');
    expect((await manager.api.post(`/users/${id}/reset-mfa`)).body.data.id).toBe(id);
    expect(outcome(await admin.api.post(`/users/${admin.user.id}/reset-mfa`))).toEqual([403, 'own_account']);
    expect((await manager.api.post(`/users/${id}/unlock`)).body.data.id).toBe(id);
    expect((await audited(id)).map(({ action }) => action)).toContain('user.unlocked');
  });
});
