import { AppModule } from '../../../src/app.module.js';
import type { AppOptions } from '../../../src/start/app-options.js';
import { ROLE_PERMISSIONS, ROLES, type Role } from '../../../src/common/principal/permissions.js';
import { loadEnv } from '../../../src/config/env.js';
import type { TestUser } from '../../factories/identity.factory.js';
import { ACCESS_MATRIX, type MatrixRow } from '../../support/api/access-matrix.js';
import type { MatrixScene } from '../../support/api/access-scenes.js';
import type { ApiClient, ApiResponse } from '../../support/api/api-client.js';
import { describedOperation } from '../../support/api/described-operations.js';
import { declaredRoutes } from '../../support/api/declared-routes.js';
import { filledSandbox, sandboxKey } from '../../support/scenes/sandbox-scene.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';

const options = { env: loadEnv({}), masterKey: Buffer.alloc(32), databaseUrl: '' } as AppOptions;
// SCIM has its own credential: test/e2e/directories.
const declared = declaredRoutes(AppModule.forRoot(options)).filter(
  ({ access, path }) => access?.kind !== 'public' && !path.startsWith('/scim/'),
);
const rows = Object.entries(ACCESS_MATRIX).map(([route, row]) => ({ route, ...row }));
const ownerOnly = rows.filter((row) => row.ownerOnly);
const withObject = rows.filter((row) => row.object);
/** Routes that take JSON, with what the description says of their body. */
const withBody = rows.flatMap((row) => {
  const [method = '', path = ''] = row.route.split(' ');
  const body = describedOperation(method, `/v1${path.replaceAll(/:\w+/g, 'x')}`)?.requestBody;
  return body?.content['application/json'] ? [{ ...row, bodyRequired: body.required === true }] : [];
});

interface Caller {
  user: TestUser;
  api: ApiClient;
  keyId: string | null;
}

describe('the access matrix', () => {
  let world: TestWorld;
  let home: { organization: { id: string }; team: { id: string } };
  let foreign: Record<'session' | 'key', Caller>;
  const unchanged: Partial<Record<Role, Promise<Caller>>> = {};

  const person = async (role: Role): Promise<Caller> => {
    const user = await world.identity.user({ organization: home.organization, team: home.team, role });
    return role === 'api_user' ? keyOf(user) : { user, api: (await world.signIn(user)).api, keyId: null };
  };
  const keyOf = async (user: TestUser): Promise<Caller> => {
    const { id, key } = await world.identity.apiKey(user, { scopes: ROLE_PERMISSIONS[user.role] });
    return { user, api: world.api.withKey(key), keyId: id };
  };
  /** A service account has a key of its sandbox. */
  const inSandbox = async ({ user, api, keyId }: Caller): Promise<ApiClient> => {
    await filledSandbox(await world.signIn({ role: 'admin', organization: home.organization }));
    if (keyId === null) return api.inSandbox();
    return (await sandboxKey(world, user, ROLE_PERMISSIONS[user.role])).api;
  };
  const sceneFor = ({ user, keyId }: Caller): MatrixScene => ({ world, ...home, owner: user, keyId });
  const call = (
    api: ApiClient,
    { route, query = '', body }: MatrixRow & { route: string },
    parameters: string[],
  ): Promise<ApiResponse> => {
    const [method = '', template = ''] = `${route}${query}`.split(' ');
    const rest = [...parameters];
    const path = template.replace(/:\w+/g, () => rest.shift() ?? 'x');
    return api.request(method, path, body === undefined ? {} : { body });
  };
  const made = async (row: MatrixRow, owner: Caller): Promise<string[]> =>
    row.object ? row.object(sceneFor(owner)) : [];

  beforeAll(async () => {
    world = await startWorld({ shared: true });
    const organization = await world.identity.organization();
    home = { organization, team: await world.identity.team(organization) };
    const admin = await world.identity.user({ role: 'admin' });
    foreign = { session: { user: admin, api: (await world.signIn(admin)).api, keyId: null }, key: await keyOf(admin) };
  });
  afterAll(() => world.stop());

  it('has a row for every route, and no other', () => {
    expect(Object.keys(ACCESS_MATRIX).sort()).toEqual(declared.map(({ method, path }) => `${method} ${path}`).sort());
  });

  describe.each(ROLES)('%s', (role) => {
    it.each(rows)('$route', async (row) => {
      const withoutSession = row.session === true && role === 'api_user';
      const mayUse = row.roles.includes(role) && !withoutSession;
      // What is refused, or only read, leaves the caller as they were.
      const isUnchanged = !row.object && !row.sandbox && (!mayUse || row.route.startsWith('GET '));
      const caller = await (isUnchanged ? (unchanged[role] ??= person(role)) : person(role));
      if (row.sandbox) caller.api = await inSandbox(caller);
      const parameters = withoutSession ? [] : await made(row, caller);
      const { status, body } = await call(caller.api, row, parameters);
      // A wrong code is not a closed door.
      const open = body?.error?.details?.reason === 'mfa_failed' ? 200 : status;
      if (mayUse) expect([401, 403, 404, 405, 500, 501, 503]).not.toContain(open);
      else expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
    });
  });

  it.each(withBody)('$route takes no body exactly where the description says that it may be left out', async (row) => {
    const caller = await person('admin');
    if (row.sandbox) caller.api = await inSandbox(caller);
    const { status } = await call(caller.api, { ...row, body: undefined }, await made(row, caller));
    expect([row.route, status === 400]).toEqual([row.route, row.bodyRequired]);
  });

  it.each(withObject)('$route of another organization is not there', async (row) => {
    const parameters = await made(row, await person(row.roles.includes('engineer') ? 'engineer' : 'admin'));
    const bySession = await call(foreign.session.api, row, parameters);
    expect([bySession.status, bySession.body.error.code]).toEqual([404, 'NOT_FOUND']);
    const byKey = await call(foreign.key.api, row, parameters);
    expect(byKey.status).toBe(row.session ? 403 : 404);
  });

  it.each(withObject)('$route of the organization is not there in its sandbox, where that exists', async (row) => {
    const owner = await person(row.roles.includes('engineer') ? 'engineer' : 'admin');
    const { status, body } = await call(owner.api.inSandbox(), row, await made(row, owner));
    // Sessions are the account's on both sides.
    if (row.route.includes('/auth/sessions/')) expect(status).toBe(204);
    else if (status === 403) expect(body.error.details.reason).toBe('live_only');
    else expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  it.each(ownerOnly)('$route of somebody else is not there, not for an administrator either', async (row) => {
    const parameters = await made(row, await person('engineer'));
    const { api } = await person('admin');
    const { status, body } = await call(api, row, parameters);
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
  });
});
