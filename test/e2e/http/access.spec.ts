import { AppModule } from '../../../src/app.module.js';
import type { AppOptions } from '../../../src/start/app-options.js';
import { ROLE_PERMISSIONS } from '../../../src/common/principal/permissions.js';
import { loadEnv } from '../../../src/config/env.js';
import { declaredRoutes } from '../../support/api/declared-routes.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';

const options = { env: loadEnv({}), masterKey: Buffer.alloc(32), databaseUrl: '' } as AppOptions;
const closed = declaredRoutes(AppModule.forRoot(options))
  // SCIM has its own credential and errors: test/e2e/directories.
  .filter(({ access, path }) => access?.kind !== 'public' && !path.startsWith('/scim/'))
  .map((route) => ({ ...route, name: `${route.method} ${route.path}`, address: route.path.replace(/:\w+/g, 'x') }));

describe('every route that is not public', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  afterAll(() => world.stop());

  it.each(closed)('$name answers 401 without credentials', async ({ method, address }) => {
    const { status, body } = await world.api.request(method, address);
    expect(status).toBe(401);
    expect(body.error.details).toEqual({ token_type: 'jwt', reason: 'missing' });
    expect((await world.api.withBearer('a.b.c').request(method, address)).status).toBe(401);
    expect((await world.api.withKey('amk_x').request(method, address)).status).toBe(401);
  });

  const restricted = closed.flatMap((route) =>
    route.access?.kind === 'permission' ? route.access.permissions.map((permission) => ({ ...route, permission })) : [],
  );
  it.each(restricted)('$name answers 403 without $permission', async ({ method, address, permission }) => {
    const owner = await world.identity.user({ role: 'admin' });
    const scopes = ROLE_PERMISSIONS.admin.filter((other) => other !== permission);
    const { key } = await world.identity.apiKey(owner, { scopes });
    const { status, body } = await world.api.withKey(key).request(method, address);
    expect(status).toBe(403);
    expect(body.error.details).toEqual({ required_permission: permission, user_permissions: scopes });
  });
});
