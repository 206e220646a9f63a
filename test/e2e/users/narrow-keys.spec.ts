import { ROLE_PERMISSIONS, type Permission } from '../../../src/common/auth/permissions.js';
import type { TestOrganization } from '../../factories/identity.factory.js';
import type { ApiClient, ApiResponse } from '../../support/api-client.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/test-world.js';

const outcome = ({ status, body }: ApiResponse): [number, unknown] => [status, body?.error?.details.reason];
const address = (): string => `new.${Math.random().toString(36).slice(2)}@example.test`;

describe('an administrator’s key with user.manage and little else', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  let narrow: ApiClient;
  beforeAll(async () => {
    world = await startWorld({ env: { INGESTION_CONCURRENCY: '0' } });
    organization = await world.identity.organization();
    admin = await world.signIn({ organization, role: 'admin' });
    narrow = await keyWith(['user.manage', ...ROLE_PERMISSIONS.viewer]);
  });
  afterAll(() => world.stop());

  const keyWith = async (scopes: readonly Permission[]): Promise<ApiClient> =>
    world.api.withKey((await world.identity.apiKey(admin.user, { scopes })).key);
  const invite = (api: ApiClient, role: string): Promise<ApiResponse> =>
    api.post('/users', { email: address(), name: 'N', role });

  it('makes nobody who may do more than it', async () => {
    for (const role of ['admin', 'manager', 'engineer', 'api_user']) {
      expect([role, ...outcome(await invite(narrow, role))]).toEqual([role, 403, 'role_not_allowed']);
      const { id } = await world.identity.user({ organization, role: 'viewer' });
      expect(outcome(await narrow.patch(`/users/${id}`, { role }))).toEqual([403, 'role_not_allowed']);
    }
    expect((await invite(narrow, 'viewer')).status).toBe(201);
  });

  it('touches nobody who may do more than it, and sees them', async () => {
    for (const role of ['admin', 'manager', 'engineer', 'api_user'] as const) {
      const { id } = await world.identity.user({ organization, role });
      for (const answer of [
        await narrow.patch(`/users/${id}`, { name: 'x' }),
        await narrow.patch(`/users/${id}`, { role: 'viewer' }),
        await narrow.post(`/users/${id}/suspend`),
        await narrow.post(`/users/${id}/unlock`),
        await narrow.delete(`/users/${id}`),
      ]) {
        expect([role, ...outcome(answer)]).toEqual([role, 403, 'protected_account']);
      }
      expect((await narrow.get(`/users/${id}`)).status).toBe(200);
    }
    const { id } = await world.identity.user({ organization, role: 'viewer' });
    expect((await narrow.post(`/users/${id}/suspend`)).status).toBe(200);
  });

  it('takes no team from them either', async () => {
    const team = await world.identity.team(organization);
    const manager = await world.identity.user({ organization, team, role: 'manager' });
    expect(outcome(await narrow.delete(`/teams/${team.id}`))).toEqual([403, 'protected_account']);
    expect((await admin.api.get(`/users/${manager.id}`)).body.data.team_id).toBe(team.id);
    await world.sql.query(`UPDATE users SET role = 'viewer' WHERE id = $1`, [manager.id]);
    expect((await narrow.delete(`/teams/${team.id}`)).status).toBe(204);
  });

  it('does what its owner does when it has all scopes', async () => {
    const wide = await keyWith(ROLE_PERMISSIONS.admin);
    for (const role of ['manager', 'engineer', 'viewer', 'api_user']) {
      expect((await invite(wide, role)).status).toBe(201);
    }
    const { id } = await world.identity.user({ organization, role: 'admin' });
    expect((await wide.patch(`/users/${id}`, { name: 'x' })).status).toBe(200);
  });
});
