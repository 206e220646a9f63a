import type { Role } from '../../../src/common/principal/permissions.js';
import type { TestOrganization, TestTeam, TestUser } from '../../factories/identity.factory.js';
import type { ApiResponse, Json } from '../../support/api/api-client.js';
import { fieldsOf, USER_FIELDS } from './shapes.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const outcome = ({ status, body }: ApiResponse): [number, unknown] => [status, body?.error?.details.reason];
const address = (): string => `new.${Math.random().toString(36).slice(2)}@example.test`;
const UNKNOWN = 'user_01h455vb4pex5vsknk084sn02q';

describe('POST /users', () => {
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

  it('invites a person', async () => {
    const [email, name] = [address(), '  Ada  Lindqvist '];
    const { status, body, headers } = await admin.api.post('/users', {
      email,
      name,
      role: 'manager',
      team_id: team.id,
    });
    expect(status).toBe(201);
    expect(fieldsOf(body.data)).toEqual(USER_FIELDS);
    expect(body.data).toMatchObject({
      email,
      name: 'Ada Lindqvist',
      role: 'manager',
      organization_id: organization.id,
      status: 'invited',
      team_id: team.id,
      mfa_enabled: false,
      last_login_at: null,
    });
    expect(headers.get('etag')).toBe('"1"');
    expect((await admin.api.get(`/users/${body.data.id}`)).body.data).toEqual(body.data);
    expect(await audited(body.data.id as string)).toEqual([
      { action: 'user.invited', actor_id: admin.user.id, details: { role: 'manager', team_id: team.id } },
    ]);
  });

  it('makes a service account, which acts by key at once and never by password', async () => {
    const { status, body } = await admin.api.post('/users', { email: address(), name: 'ERP', role: 'api_user' });
    expect([status, body.data.status, body.data.team_id]).toEqual([201, 'active', null]);
    const { id } = body.data;
    const [{ password_hash }] = (await world.sql.query('SELECT password_hash FROM users WHERE id = $1', [id])) as Json;
    expect(password_hash).toBeNull();
    expect((await audited(id as string))[0]?.action).toBe('user.created');
    const { key } = await world.identity.apiKey({ id: id as string, organizationId: organization.id });
    expect((await world.api.withKey(key).get('/users/me')).status).toBe(200);
  });

  it('puts the people of a manager into the manager’s team, and nowhere else', async () => {
    const post = (more: object, { api } = manager) =>
      api.post('/users', { email: address(), name: 'N', role: 'engineer', ...more });
    expect((await post({})).body.data.team_id).toBe(team.id);
    expect((await post({ team_id: team.id })).body.data.team_id).toBe(team.id);
    expect(outcome(await post({ team_id: otherTeam.id }))).toEqual([403, 'other_team']);
    expect(outcome(await post({ team_id: null }))).toEqual([403, 'other_team']);
    expect(outcome(await post({}, loneManager))).toEqual([403, 'no_team']);
  });

  it.each([
    ['admin', 403],
    ['manager', 201],
    ['engineer', 201],
    ['viewer', 201],
    ['api_user', 403],
  ])('by a manager: a new %s is %i', async (role, expected) => {
    const response = await manager.api.post('/users', { email: address(), name: 'N', role });
    expect(outcome(response)).toEqual([expected, expected === 403 ? 'role_not_allowed' : undefined]);
  });

  it('refuses an address that the organization has already, in any case', async () => {
    const email = manager.user.email.toUpperCase();
    const response = await admin.api.post('/users', { email, name: 'N', role: 'viewer' });
    expect([response.status, response.body.error.code]).toEqual([409, 'CONFLICT']);
  });

  it('makes one user of twenty parallel requests', async () => {
    const [email, headers] = [address(), { 'idempotency-key': address() }];
    const post = (more = {}) => admin.api.post('/users', { email, name: 'N', role: 'viewer' }, more);
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => post()))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, ...Array<number>(19).fill(409)]);
    const body = { email: address(), name: 'N', role: 'viewer' };
    const first = await admin.api.post('/users', body, headers);
    const again = await admin.api.post('/users', body, headers);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(again.body.data).toEqual(first.body.data);
  });

  it.each([
    ['email', { email: 'nobody' }],
    ['email', { email: null }],
    ['email', { email: '"a b"@example.test' }],
    ['email', { email: `${'x'.repeat(64)}@${'y.'.repeat(120)}test` }],
    ['email', { email: `${UNKNOWN}@removed.invalid` }],
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(201) }],
    ['role', { role: 'owner' }],
    ['role', { role: ['admin'] }],
    ['team_id', { team_id: 7 }],
    ['team_id', { team_id: 'team_01h455vb4pex5vsknk084sn02q' }],
    ['password', { password: 'secret' }],
    ['status', { status: 'active' }],
    ['organization_id', { organization_id: 'org_1' }],
  ])('refuses %s: %j', async (field, wrong) => {
    const response = await admin.api.post('/users', { email: address(), name: 'N', role: 'viewer', ...wrong });
    expect([response.status, response.body.error.details.field]).toEqual([400, field]);
  });

  it('refuses a team of another organization', async () => {
    const { id: team_id } = await world.identity.team({ id: foreigner.organizationId });
    const response = await admin.api.post('/users', { email: address(), name: 'N', role: 'viewer', team_id });
    expect([response.status, response.body.error.details.field]).toEqual([400, 'team_id']);
    const { id } = await colleague('viewer');
    expect((await admin.api.patch(`/users/${id}`, { team_id })).body.error.details.field).toBe('team_id');
  });
});
