import { ROLE_PERMISSIONS, type Permission } from '../../../src/common/principal/permissions.js';
import type { ApiClient, ApiResponse } from '../../support/api/api-client.js';
import { HeldRow } from '../../support/database/held-row.js';
import { startOAuthWorld, type OAuthWorld } from '../../support/scenes/oauth-world.js';
import type { SignedIn } from '../../support/service/test-world.js';

const outcome = ({ status, body }: ApiResponse): [number, unknown] => [status, body?.error?.details.reason];
const address = (): string => `new.${Math.random().toString(36).slice(2)}@example.test`;

/** By what an administrator lets others act: an API key, or an application with a token of OAuth. */
describe.each(['API key', 'OAuth token'])('an administrator’s %s with user.manage and little else', (credential) => {
  let world: OAuthWorld;
  let organization: { id: string };
  let admin: SignedIn;
  let narrow: ApiClient;
  beforeAll(async () => {
    world = await startOAuthWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
    ({ organization, admin } = world);
    narrow = await actingWith(['user.manage', ...ROLE_PERMISSIONS.viewer]);
  });
  afterAll(() => world.stop());

  const actingWith = async (scopes: readonly Permission[]): Promise<ApiClient> => {
    if (credential === 'API key') return world.api.withKey((await world.identity.apiKey(admin.user, { scopes })).key);
    const all = ['openid', ...scopes];
    const application = await world.application(await world.client({ scopes: all }));
    const { tokens } = await world.grant(application, admin.user, { scope: all.join(' ') });
    return world.api.withBearer(tokens.access_token as string);
  };
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
    // That of directories is no scope of applications.
    const wide = await actingWith(ROLE_PERMISSIONS.admin.filter((permission) => permission !== 'directory.manage'));
    for (const role of ['manager', 'engineer', 'viewer', 'api_user']) {
      expect((await invite(wide, role)).status).toBe(201);
    }
    const { id } = await world.identity.user({ organization, role: 'admin' });
    expect((await wide.patch(`/users/${id}`, { name: 'x' })).status).toBe(200);
    // But for what would make one administrator more.
    expect((await wide.post(`/users/${id}/suspend`)).status).toBe(200);
    expect(outcome(await wide.post(`/users/${id}/reactivate`))).toEqual([403, 'session_required']);
    expect((await admin.api.post(`/users/${id}/reactivate`)).status).toBe(200);
  });

  it('is told by its own name that its user was suspended while the request waited', async () => {
    const other = await world.identity.user({ organization, role: 'viewer' });
    const held = await HeldRow.of(world.sql, 'organizations', organization.id);
    const answer = narrow.post(`/users/${other.id}/suspend`);
    await held.waiting(1);
    await held.change(`UPDATE users SET status = 'suspended' WHERE id = $1`, admin.user.id);
    await held.release();
    const token_type = credential === 'API key' ? 'api_key' : 'oauth';
    expect((await answer).body.error.details).toMatchObject({ token_type, reason: 'revoked' });
  });
});
