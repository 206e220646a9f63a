import { ROLE_PERMISSIONS } from '../../../src/common/principal/permissions.js';
import type { TestOrganization, TestTeam } from '../../factories/identity.factory.js';
import type { ApiClient } from '../../support/api/api-client.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

describe('refused changes of what people may do', () => {
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

  /** Failures since the last call, oldest first. */
  let seen = '';
  const failures = async (): Promise<unknown[][]> => {
    const rows = await world.sql.query<Record<string, string>>(
      `SELECT id, action, reason, actor_id, api_key_id, target_type, target_id FROM audit_records
       WHERE organization_id = $1 AND result = 'failure' AND id > $2 ORDER BY id`,
      [organization.id, seen],
    );
    seen = rows.at(-1)?.id ?? seen;
    return rows.map(({ action, reason, actor_id, api_key_id, target_type, target_id }) => [
      action,
      reason,
      actor_id === admin.user.id ? 'admin' : actor_id === manager.user.id ? 'manager' : actor_id,
      api_key_id,
      target_type,
      target_id,
    ]);
  };

  it('are recorded once each, with who, what and why', async () => {
    const chief = await world.identity.user({ organization, team, role: 'admin' });
    const member = await world.identity.user({ organization, team });
    const { id: own } = admin.user;
    const address = 'new.person@example.test';
    await manager.api.post('/users', { email: address, name: 'N', role: 'admin' });
    await manager.api.post('/users', { email: address, name: 'N', role: 'admin' }, { 'idempotency-key': 'refused-1' });
    await manager.api.patch(`/users/${chief.id}`, { role: 'viewer' });
    await manager.api.delete(`/users/${chief.id}`);
    await manager.api.patch(`/users/${member.id}`, { team_id: null });
    await admin.api.post(`/users/${own}/reset-mfa`);
    await admin.api.post(`/users/${member.id}/reactivate`);
    await manager.api.post('/teams', { name: 'Mine' });
    await manager.api.delete(`/teams/${team.id}`);
    await admin.api.post('/users', { email: member.email, name: 'N', role: 'viewer' });
    await world.sql.query(`UPDATE users SET role = 'viewer' WHERE id = $1`, [chief.id]);
    await admin.api.patch(`/users/${own}`, { role: 'viewer' });
    expect(await failures()).toEqual([
      ['user.invited', 'role_not_allowed', 'manager', null, null, null],
      ['user.invited', 'role_not_allowed', 'manager', null, null, null],
      ['user.updated', 'protected_account', 'manager', null, 'user', chief.id],
      ['user.deleted', 'protected_account', 'manager', null, 'user', chief.id],
      ['user.updated', 'other_team', 'manager', null, 'user', member.id],
      ['mfa.reset', 'own_account', 'admin', null, 'user', own],
      ['user.reactivated', 'illegal_transition', 'admin', null, 'user', member.id],
      ['team.created', 'admin_only', 'manager', null, null, null],
      ['team.deleted', 'admin_only', 'manager', null, 'team', team.id],
      ['user.invited', 'already_exists', 'admin', null, null, null],
      ['user.updated', 'last_admin', 'admin', null, 'user', own],
    ]);
  });

  it('are recorded of API keys too, and where a guard refuses', async () => {
    const made = await world.identity.apiKey(admin.user, { scopes: ROLE_PERMISSIONS.admin });
    const other = await world.identity.apiKey(admin.user);
    const byKey = world.api.withKey(made.key);
    const member = await world.identity.user({ organization, team });
    await byKey.patch('/settings', { mfa_policy: 'off' });
    await byKey.post(`/users/${member.id}/reset-mfa`);
    await byKey.delete(`/api-keys/${other.id}`);
    await byKey.post(`/api-keys/${other.id}/rotate`, {});
    const engineer = await world.signIn({ organization });
    await engineer.api.post(`/users/${member.id}/suspend`);
    expect(await failures()).toEqual([
      ['settings.updated', 'session_required', 'admin', made.id, null, null],
      ['mfa.reset', 'session_required', 'admin', made.id, 'user', member.id],
      ['api_key.revoked', 'session_required', 'admin', made.id, 'api_key', other.id],
      ['api_key.rotated', 'session_required', 'admin', made.id, 'api_key', other.id],
      ['user.suspended', 'permission_missing', engineer.user.id, null, 'user', member.id],
    ]);
  });

  it('are nothing of what was not refused: bad input, unknown objects, reading, strangers', async () => {
    const send = async (api: ApiClient): Promise<void> => {
      await api.post('/users', { email: 'nobody' });
      await api.delete('/users/user_01h455vb4pex5vsknk084sn02q');
      await api.delete('/users/nonsense');
      await api.get('/audit-events');
    };
    for (const api of [manager.api, world.api]) await send(api);
    const body = { email: 'twenty@example.test', name: 'N', role: 'viewer' };
    await Promise.all(
      Array.from({ length: 20 }, () => admin.api.post('/users', body, { 'idempotency-key': 'all-at-once' })),
    );
    expect(await failures()).toEqual([]);
  });
});
