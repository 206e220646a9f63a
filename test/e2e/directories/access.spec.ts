import { newId } from '../../../src/common/ids/type-id.js';
import {
  connectDirectory,
  groupBody,
  patchOf,
  scimRequest,
  USER_SCHEMA,
  type DirectoryScene,
  type ScimAnswer,
} from '../../support/scenes/directory-scene.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

describe('the endpoint of a directory', () => {
  let world: TestWorld;
  let scene: DirectoryScene;
  let other: DirectoryScene;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    [scene, other] = [await connectDirectory(world), await connectDirectory(world)];
  });
  afterAll(() => world.stop());

  const as = (credentials: Record<string, string>, path = '/Users'): Promise<ScimAnswer> =>
    scimRequest(world.service.baseUrl, credentials, 'GET', path);
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  it('takes the key of its service account, as Bearer or X-API-Key, and nothing else', async () => {
    expect((await as(bearer(scene.token))).status).toBe(200);
    expect((await as({ authorization: `bearer ${scene.token}` })).status).toBe(200);
    expect((await as({ 'x-api-key': scene.token })).status).toBe(200);
    for (const credentials of [{}, bearer('amk_x'), bearer(scene.admin.accessToken), { authorization: 'Basic eDp5' }]) {
      const { status, body, headers } = await as(credentials);
      expect([status, body.schemas, body.status]).toEqual([401, [ERROR], '401']);
      expect([headers.get('www-authenticate'), headers.has('x-ratelimit-limit')]).toEqual(['Bearer', true]);
    }
    expect((await as({ ...bearer(scene.token), 'x-api-key': scene.token })).status).toBe(400);
  });

  it('leaves Bearer on the other routes to access tokens', async () => {
    const { status, body } = await world.api.withBearer(scene.token).get('/users/me');
    expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('refuses keys without the scope, and those of accounts that no identity provider names', async () => {
    const { api, user } = scene.admin;
    const owner = { id: scene.serviceAccountId, organizationId: scene.organization.id };
    const narrow = await world.identity.apiKey(owner, { scopes: ['document.view'] });
    expect((await as(bearer(narrow.key))).status).toBe(403);
    const own = await world.identity.apiKey(user, { scopes: ['directory.manage', 'user.manage'] });
    const { status, body } = await as(bearer(own.key));
    expect([status, body.schemas]).toEqual([403, [ERROR]]);
    const engineer = await world.identity.user({ organization: scene.organization, role: 'engineer' });
    const scoped = await world.identity.apiKey(engineer, { scopes: ['directory.manage'] });
    expect((await as(bearer(scoped.key))).status).toBe(403);
    const widened = await api.post('/api-keys', { name: 'x', scopes: ['directory.manage'], owner_id: engineer.id });
    expect(widened.status).toBe(400);
  });

  it('has nothing of another organization', async () => {
    const user = await other.provision('foreign');
    const group = (await other.scim('POST', '/Groups', groupBody('Foreign', [user.id]))).body;
    const set = { op: 'replace', path: 'active', value: false };
    for (const [method, path, body] of [
      ['GET', `/Users/${user.id}`, undefined],
      ['PUT', `/Users/${user.id}`, { schemas: [USER_SCHEMA], userName: 'x' }],
      ['PATCH', `/Users/${user.id}`, patchOf(set)],
      ['DELETE', `/Users/${user.id}`, undefined],
      ['GET', `/Groups/${group.id}`, undefined],
      ['PUT', `/Groups/${group.id}`, groupBody('x')],
      ['PATCH', `/Groups/${group.id}`, patchOf({ op: 'remove', path: 'members' })],
      ['DELETE', `/Groups/${group.id}`, undefined],
    ] as const) {
      const { status, body: error } = await scene.scim(method, path, body);
      expect([method, path, status, error.schemas]).toEqual([method, path, 404, [ERROR]]);
    }
    const listed = (await scene.scim('GET', '/Users?count=200')).body.Resources as { id: string }[];
    expect(listed.map(({ id }) => id)).not.toContain(user.id);
    const joined = await scene.scim('POST', '/Groups', groupBody('Own', [user.id]));
    expect([joined.status, joined.body.scimType]).toEqual([400, 'invalidValue']);
    expect((await other.scim('GET', `/Users/${user.id}`)).body.active).toBe(true);
  });

  it('never shows or changes service accounts', async () => {
    const path = `/Users/${scene.serviceAccountId}`;
    expect((await scene.scim('GET', path)).status).toBe(404);
    expect((await scene.scim('DELETE', path)).status).toBe(404);
    expect((await scene.scim('GET', '/Users?filter=userName%20sw%20%22scim@%22')).body.totalResults).toBe(0);
  });

  it('takes no address outside of the verified domains, and none that is an account elsewhere', async () => {
    const foreign = await world.identity.user();
    for (const userName of [foreign.email, 'somebody@gmail.com', `a@b@${scene.domain}`, 'nobody']) {
      const { status, body } = await scene.scim('POST', '/Users', { schemas: [USER_SCHEMA], userName });
      expect([userName, status, body.scimType]).toEqual([userName, 400, 'invalidValue']);
    }
    const user = await scene.provision('mover');
    const email = { op: 'replace', path: 'emails[type eq "work"].value', value: foreign.email };
    expect((await scene.scim('PATCH', `/Users/${user.id}`, patchOf(email))).status).toBe(400);
    const taken = await world.identity.user({ email: `elsewhere@${scene.domain}` });
    const { status, body } = await scene.scim('POST', '/Users', { schemas: [USER_SCHEMA], userName: taken.email });
    expect([status, body.scimType]).toEqual([409, 'uniqueness']);
    await world.sql.query(`UPDATE identity_provider_domains SET verified_at = NULL WHERE provider_id = $1`, [
      other.providerId,
    ]);
    const unverified = { schemas: [USER_SCHEMA], userName: `late@${other.domain}` };
    expect((await other.scim('POST', '/Users', unverified)).status).toBe(400);
  });

  it('does not see invitations to addresses outside of the verified domains', async () => {
    const { organization } = scene;
    const outside = await world.identity.user({ organization, status: 'invited' });
    const inside = await world.identity.user({ organization, status: 'invited', email: `new@${scene.domain}` });
    expect((await scene.scim('GET', `/Users/${outside.id}`)).status).toBe(404);
    const off = patchOf({ op: 'replace', path: 'active', value: false });
    expect((await scene.scim('PATCH', `/Users/${inside.id}`, off)).body.active).toBe(false);
  });

  it('refuses what is not SCIM in its own words', async () => {
    const post = (body: unknown, headers?: Record<string, string>) => scene.scim('POST', '/Users', body, headers);
    expect((await post({ userName: `a@${scene.domain}` })).body.scimType).toBe('invalidSyntax');
    expect((await post({ schemas: [USER_SCHEMA] })).body.scimType).toBe('invalidValue');
    expect((await post({ schemas: [USER_SCHEMA], userName: 7 })).body.scimType).toBe('invalidValue');
    expect((await post({}, { 'content-type': 'text/plain' })).status).toBe(415);
    const { status, body } = await scene.scim('PATCH', '/Users', {});
    expect([status, body.schemas]).toEqual([405, [ERROR]]);
    expect((await scene.scim('GET', '/Nothing')).status).toBe(404);
    expect((await scene.scim('GET', `/Users/${newId('user')}`)).status).toBe(404);
  });

  it.each([
    { op: 'replace', path: 'name', value: { '__proto__.polluted1': { any: 'thing' } } },
    { op: 'replace', value: { name: { 'constructor.prototype.polluted2': true } } },
    { op: 'replace', path: 'emails[type eq "work"]', value: { '__proto__.polluted3': 1 } },
  ])('changes nothing by the keys of %j, and stays in service', async (operation) => {
    const user = await scene.provision(`keys-${newId('user').slice(5)}`.toLowerCase());
    const { status, body } = await scene.scim('PATCH', `/Users/${user.id}`, patchOf(operation));
    expect([status, body]).toEqual([200, user]);
    for (const path of ['/Users?count=1', `/Users/${user.id}`])
      expect((await scene.scim('GET', path)).status).toBe(200);
    expect((await scene.admin.api.get('/users/me')).status).toBe(200);
  });

  it('ends with the key, the service account, the identity provider and the connection', async () => {
    const revoked = await connectDirectory(world);
    await revoked.admin.api.delete(`/api-keys/${revoked.keyId}`);
    expect((await revoked.scim('GET', '/Users')).status).toBe(401);
    const ungranted = await connectDirectory(world);
    await ungranted.admin.api.patch(`/users/${ungranted.serviceAccountId}`, { grants: [] });
    expect((await ungranted.scim('GET', '/Users')).status).toBe(403);
    const disabled = await connectDirectory(world);
    await disabled.admin.api.patch(`/identity-providers/${disabled.providerId}`, { enabled: false });
    expect((await disabled.scim('GET', '/Users')).status).toBe(403);
    const gone = await connectDirectory(world);
    const user = await gone.provision('stays');
    const path = `/identity-providers/${gone.providerId}/directory`;
    expect((await gone.admin.api.get(path)).body.data).toMatchObject({ user_count: 1, group_count: 0 });
    expect((await gone.admin.api.delete(path)).status).toBe(204);
    expect((await gone.scim('GET', '/Users')).status).toBe(403);
    expect((await gone.admin.api.get(path)).status).toBe(404);
    expect((await gone.admin.api.get(`/users/${user.id}`)).body.data.status).toBe('active');
  });

  it('is connected by administrators who proved who they are, to an account with the grant', async () => {
    const path = `/identity-providers/${scene.providerId}/directory`;
    const put = (api: typeof scene.admin.api, id: string) =>
      api.request('PUT', path, { body: { service_account_id: id } });
    expect((await put(world.api, scene.serviceAccountId)).status).toBe(401);
    const manager = await world.signIn({ organization: scene.organization, role: 'manager' });
    expect((await put(manager.api, scene.serviceAccountId)).status).toBe(403);
    const key = await world.identity.apiKey(scene.admin.user, { scopes: ['system.settings'] });
    expect((await put(world.api.withKey(key.key), scene.serviceAccountId)).status).toBe(403);
    expect((await put(other.admin.api, other.serviceAccountId)).status).toBe(404);
    const plain = await world.identity.user({ organization: scene.organization, role: 'api_user' });
    for (const id of [plain.id, scene.admin.user.id, other.serviceAccountId, 'x']) {
      expect([id, (await put(scene.admin.api, id)).status]).toEqual([id, 400]);
    }
    await world.sql.query(`UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1`, [
      scene.admin.user.id,
    ]);
    const stale = await put(scene.admin.api, scene.serviceAccountId);
    expect([stale.status, stale.body.error.details.reason]).toEqual([401, 'step_up_required']);
  });
});
