import { AppModule } from '../../src/app.module.js';
import type { AppOptions } from '../../src/app-options.js';
import { PERMISSIONS } from '../../src/common/auth/permissions.js';
import { loadEnv } from '../../src/config/env.js';
import { declaredRoutes } from '../support/declared-routes.js';

/** The only routes that answer without credentials. Whoever adds one adds it here, for a reviewer to see. */
const PUBLIC = [
  'GET /.well-known/jwks.json',
  'GET /healthz',
  'GET /readyz',
  'POST /auth/invitations/accept',
  'POST /auth/login',
  'POST /auth/mfa/challenge',
  'POST /auth/mfa/verify',
  'POST /auth/password/forgot',
  'POST /auth/password/reset',
  'POST /auth/refresh',
];

describe('the routes of the service', () => {
  const options = { env: loadEnv({}), masterKey: Buffer.alloc(32), databaseUrl: '' } as AppOptions;
  const routes = declaredRoutes(AppModule.forRoot(options));
  const named = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

  it('are found', () => {
    expect(routes.map(named)).toEqual(
      expect.arrayContaining(['GET /users/me', 'DELETE /api-keys/:id', 'GET /documents', 'POST /search/documents']),
    );
  });

  it('all declare who may use them', () => {
    expect(routes.filter(({ access }) => access === undefined).map(named)).toEqual([]);
  });

  it('are public only where this list says so', () => {
    const open = routes.filter(({ access }) => access?.kind === 'public');
    expect(open.map(named).sort()).toEqual(PUBLIC);
  });

  it('demand permissions that exist', () => {
    const demanded = routes.flatMap(({ access }) => (access?.kind === 'permission' ? [access.permission] : []));
    expect(demanded.filter((permission) => !PERMISSIONS.includes(permission))).toEqual([]);
  });

  it('are declared once each', () => {
    expect(new Set(routes.map(named)).size).toBe(routes.length);
  });

  it('have handlers of different names, which are the operation ids of the description', () => {
    const names = routes.map(({ handler }) => handler.split('.')[1]);
    expect(new Set(names).size).toBe(names.length);
  });
});
