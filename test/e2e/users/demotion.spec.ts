import { ROLE_PERMISSIONS } from '../../../src/common/principal/permissions.js';
import type { TestOrganization, TestUser } from '../../factories/identity.factory.js';
import type { ApiClient, ApiResponse } from '../../support/api/api-client.js';
import { HeldRow } from '../../support/database/held-row.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';

const outcome = ({ status, body }: ApiResponse): [number, unknown] => [
  status,
  body?.error?.details.reason ?? body?.error?.details.required_permission,
];
const address = (): string => `new.${Math.random().toString(36).slice(2)}@example.test`;

describe('an administrator whose requests wait while they are demoted or suspended', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  beforeAll(async () => {
    // Each request that waits holds a connection, and one in five is kept for signing in.
    world = await startWorld({ env: { INGESTION_CONCURRENCY: '0', DATABASE_POOL_SIZE: '20' } });
  });
  beforeEach(async () => {
    organization = await world.identity.organization();
  });
  afterAll(() => world.stop());

  /** Every kind of change that goes by the organization's lock. */
  const requestsOf = async (api: ApiClient, self: TestUser): Promise<(() => Promise<ApiResponse>)[]> => {
    const colleague = await world.identity.user({ organization });
    const team = await world.identity.team(organization);
    const service = await world.identity.user({ organization, role: 'api_user' });
    return [
      () => api.patch(`/users/${self.id}`, { role: 'admin' }),
      () => api.patch(`/users/${colleague.id}`, { role: 'manager' }),
      () => api.post(`/users/${colleague.id}/suspend`),
      () => api.delete(`/users/${colleague.id}`),
      () => api.post('/users', { email: address(), name: 'N', role: 'viewer' }),
      () => api.post('/users', { email: address(), name: 'N', role: 'viewer' }, { 'idempotency-key': address() }),
      () => api.post('/teams', { name: 'Line' }),
      () => api.patch(`/teams/${team.id}`, { name: 'Line 2' }),
      () => api.delete(`/teams/${team.id}`),
      () => api.post('/api-keys', { name: 'Kept', scopes: ['document.view'], owner_id: service.id }),
    ];
  };
  /** Sends them all while the organization is held, and does that to the caller before they go on. */
  const answersAfter = async (
    requests: (() => Promise<ApiResponse>)[],
    caller: TestUser,
    change: string,
  ): Promise<ApiResponse[]> => {
    const held = await HeldRow.of(world.sql, 'organizations', organization.id);
    const answers = requests.map((send) => send());
    await held.waiting(requests.length);
    await held.change(`UPDATE users SET ${change} WHERE id = $1`, caller.id);
    await held.release();
    return Promise.all(answers);
  };
  const traces = (): Promise<unknown[]> =>
    world.sql.query(`SELECT action FROM audit_records WHERE organization_id = $1 AND result = 'success'`, [
      organization.id,
    ]);
  const signedIn = async (credential: string): Promise<{ user: TestUser; api: ApiClient }> => {
    const admin = await world.signIn({ organization, role: 'admin' });
    if (credential === 'a session') return admin;
    const { key } = await world.identity.apiKey(admin.user, { scopes: ROLE_PERMISSIONS.admin });
    return { user: admin.user, api: world.api.withKey(key) };
  };

  describe.each(['a session', 'an API key'])('with %s', (credential) => {
    it.each([
      ['demoted to viewer', `role = 'viewer'`, [403, 'user.manage']],
      ['suspended', `status = 'suspended'`, [401, 'revoked']],
      ['removed', `status = 'suspended', removed_at = now()`, [401, 'revoked']],
    ] as const)('is refused once %s', async (_, change, expected) => {
      const { user, api } = await signedIn(credential);
      const before = (await traces()).length;
      const answers = await answersAfter(await requestsOf(api, user), user, change);
      const needed = (index: number): unknown[] =>
        index === 9 && expected[0] === 403 ? [403, 'api.access'] : [...expected];
      expect(answers.map(outcome)).toEqual(answers.map((__, index) => needed(index)));
      expect(await traces()).toHaveLength(before);
    });
  });

  it('keeps within what a manager may do, and within the team of now', async () => {
    const [own, other] = [await world.identity.team(organization), await world.identity.team(organization)];
    const manager = await world.signIn({ organization, role: 'manager', team: own });
    const member = await world.identity.user({ organization, team: own });
    const requests = [
      () => manager.api.post(`/users/${member.id}/suspend`),
      () => manager.api.post('/users', { email: address(), name: 'N', role: 'viewer', team_id: own.id }),
    ];
    const answers = await answersAfter(requests, manager.user, `team_id = '${other.id}'`);
    expect(answers.map(({ status }) => status)).toEqual([404, 403]);
  });

  it('does not loosen the settings any more', async () => {
    const { user, api } = await world.signIn({ organization, role: 'admin' });
    const loosen = (): Promise<ApiResponse> => api.patch('/settings', { mfa_policy: 'off' });
    const [demoted] = await answersAfter([loosen], user, `role = 'manager'`);
    expect(outcome(demoted!)).toEqual([403, 'system.settings']);
  });
});
