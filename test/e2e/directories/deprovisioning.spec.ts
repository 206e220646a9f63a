import { randomBytes } from 'node:crypto';
import { newId } from '../../../src/common/ids/type-id.js';
import {
  connectDirectory,
  patchOf,
  signInAs,
  USER_SCHEMA,
  type DirectoryScene,
} from '../../support/scenes/directory-scene.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';

const OFF = patchOf({ op: 'Replace', path: 'active', value: 'False' });

describe('deprovisioning', () => {
  let world: TestWorld;
  let scene: DirectoryScene;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    scene = await connectDirectory(world, () => ({ default_role: 'engineer' }));
  });
  afterAll(() => world.stop());

  /** A person at work: a session, a key and an open stream of an answer. */
  const atWork = async (name: string) => {
    const user = await scene.provision(name);
    const person = await signInAs(world, user);
    const { key } = await world.identity.apiKey({ id: user.id, organizationId: scene.organization.id });
    const headers = { authorization: `Bearer ${person.accessToken}`, accept: 'text/event-stream' };
    const stream = await fetch(`${world.service.baseUrl}/api/v1/notifications/stream`, { headers });
    return { user, person, key, stream };
  };

  it.each([
    ['active: false', (id: string) => scene.scim('PATCH', `/Users/${id}`, OFF), 200],
    ['DELETE', (id: string) => scene.scim('DELETE', `/Users/${id}`), 204],
  ])('by %s ends sessions, keys and streams at once', async (_, end, status) => {
    const { user, person, key, stream } = await atWork(`person-${status}`);
    expect((await person.api.get('/users/me')).status).toBe(200);
    expect((await world.api.withKey(key).get('/documents')).status).toBe(200);
    expect((await end(user.id)).status).toBe(status);
    expect((await person.api.get('/users/me')).status).toBe(401);
    expect((await world.api.withKey(key).get('/documents')).status).toBe(401);
    const refreshed = await world.api.post('/auth/refresh', { refresh_token: person.refreshToken });
    expect(refreshed.status).toBe(401);
    expect((await world.login({ email: user.userName, password: person.user.password })).status).toBe(401);
    expect(stream.status).toBe(200);
    // Resolves when the service ends the stream.
    await stream.text();
  });

  it('tells of it in the audit trail, with the key', async () => {
    const { id } = await scene.provision('recorded');
    await scene.scim('PATCH', `/Users/${id}`, OFF);
    const { body } = await scene.admin.api.get(`/audit-events?action=user.suspended&target_id=${id}`);
    expect(body.data).toMatchObject([
      {
        actor: { type: 'api_key', id: scene.serviceAccountId },
        details: { identity_provider_id: scene.providerId, status: { from: 'active', to: 'suspended' } },
      },
    ]);
  });

  it('never takes the last administrator', async () => {
    const { id } = scene.admin.user;
    for (const answer of [
      await scene.scim('PATCH', `/Users/${id}`, OFF),
      await scene.scim('DELETE', `/Users/${id}`),
      await scene.scim('PUT', `/Users/${id}`, {
        schemas: [USER_SCHEMA],
        userName: scene.admin.user.email,
        active: false,
      }),
    ]) {
      expect(answer.status).toBe(409);
    }
    expect((await scene.admin.api.get('/users/me')).status).toBe(200);
  });

  it('leaves nothing of the person, and frees name and address', async () => {
    const { id, userName } = await scene.provision('leaver', { externalId: 'leaver-1' });
    await scene.scim('DELETE', `/Users/${id}`);
    const rows = await world.sql.query(`SELECT 1 FROM directory_users WHERE user_id = $1`, [id]);
    expect(rows).toEqual([]);
    const again = await scene.provision('leaver', { externalId: 'leaver-1' });
    expect([again.userName, again.id === id]).toEqual([userName, false]);
  });

  it('revokes links that were mailed to the earlier address', async () => {
    const user = await scene.provision('renamed');
    await world.sql.insert('one_time_tokens', {
      ...{ id: newId('one_time_token'), user_id: user.id, kind: 'password_reset', token_hash: randomBytes(32) },
      expires_at: new Date(Date.now() + 3_600_000),
    });
    const open = () =>
      world.sql.query(`SELECT 1 FROM one_time_tokens WHERE user_id = $1 AND used_at IS NULL`, [user.id]);
    expect(await open()).toHaveLength(1);
    const value = { userName: `married@${scene.domain}` };
    const { body } = await scene.scim('PATCH', `/Users/${user.id}`, patchOf({ op: 'replace', value }));
    expect([body.userName, body.emails[0].value]).toEqual([value.userName, value.userName]);
    expect(await open()).toEqual([]);
  });
});
