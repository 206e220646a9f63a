import { AppModule } from '../../src/app.module.js';
import type { AppOptions } from '../../src/app-options.js';
import { PERMISSIONS } from '../../src/common/auth/permissions.js';
import { loadEnv } from '../../src/config/env.js';
import { declaredRoutes } from '../support/declared-routes.js';

/** The only routes that answer without credentials. Whoever adds one adds it here, for a reviewer to see. */
const PUBLIC = [
  'GET /.well-known/jwks.json',
  'GET /.well-known/oauth-authorization-server',
  'GET /.well-known/openid-configuration',
  'GET /healthz',
  'GET /metrics',
  'GET /notifications/unsubscribe',
  'GET /oauth/assets/:file',
  'GET /oauth/authorize',
  'GET /oauth/authorize/:uid',
  'GET /oauth/callback/:id',
  'GET /oauth/end_session',
  'GET /oauth/end_session/success',
  'GET /oauth/interaction/:uid',
  'GET /oauth/interaction/:uid/account',
  'GET /oauth/interaction/:uid/consent',
  'GET /oauth/interaction/:uid/enrolment',
  'GET /oauth/interaction/:uid/forgotten-password',
  'GET /oauth/interaction/:uid/forgotten-password/sent',
  'GET /oauth/interaction/:uid/password',
  'GET /oauth/interaction/:uid/provider',
  'GET /oauth/interaction/:uid/refusal',
  'GET /oauth/interaction/:uid/second-factor',
  'GET /oauth/interaction/:uid/second-factor/answer',
  'GET /oauth/interaction/:uid/second-factor/recovery',
  'GET /oauth/userinfo',
  'GET /readyz',
  'OPTIONS /.well-known/oauth-authorization-server',
  'OPTIONS /.well-known/openid-configuration',
  'OPTIONS /oauth/introspect',
  'OPTIONS /oauth/revoke',
  'OPTIONS /oauth/token',
  'OPTIONS /oauth/userinfo',
  'POST /auth/invitations/accept',
  'POST /auth/login',
  'POST /auth/mfa/challenge',
  'POST /auth/mfa/verify',
  'POST /auth/passkey/options',
  'POST /auth/passkey/verify',
  'POST /auth/password/forgot',
  'POST /auth/password/reset',
  'POST /auth/refresh',
  'POST /notifications/unsubscribe',
  'POST /oauth/end_session/confirm',
  'POST /oauth/interaction/:uid/account',
  'POST /oauth/interaction/:uid/another-account',
  'POST /oauth/interaction/:uid/cancel',
  'POST /oauth/interaction/:uid/consent',
  'POST /oauth/interaction/:uid/email',
  'POST /oauth/interaction/:uid/enrolment',
  'POST /oauth/interaction/:uid/enrolment/kept',
  'POST /oauth/interaction/:uid/forgotten-password',
  'POST /oauth/interaction/:uid/passkey',
  'POST /oauth/interaction/:uid/password',
  'POST /oauth/interaction/:uid/provider',
  'POST /oauth/interaction/:uid/second-factor',
  'POST /oauth/interaction/:uid/second-factor/answer',
  'POST /oauth/interaction/:uid/second-factor/recovery',
  'POST /oauth/introspect',
  'POST /oauth/revoke',
  'POST /oauth/token',
  'POST /oauth/userinfo',
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
    const demanded = routes.flatMap(({ access }) => (access?.kind === 'permission' ? access.permissions : []));
    expect(demanded.filter((permission) => !PERMISSIONS.includes(permission))).toEqual([]);
  });

  it('are declared once each', () => {
    expect(new Set(routes.map(named)).size).toBe(routes.length);
  });

  it('have handlers of different names, which are the operation ids of the description', () => {
    const names = [...new Set(routes.map(({ handler }) => handler))].map((handler) => handler.split('.')[1]);
    expect(new Set(names).size).toBe(names.length);
  });
});
