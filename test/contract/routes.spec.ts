import { AppModule } from '../../src/app.module.js';
import type { AppOptions } from '../../src/start/app-options.js';
import { PERMISSIONS } from '../../src/common/principal/permissions.js';
import { loadEnv } from '../../src/config/env.js';
import { declaredRoutes } from '../support/api/declared-routes.js';

/** The only routes that answer without credentials. A new one must be listed here, so that a reviewer sees it. */
const PUBLIC = [
  'GET /.well-known/evidence-jwks.json',
  'GET /.well-known/jwks.json',
  'GET /.well-known/oauth-authorization-server',
  'GET /.well-known/oauth-protected-resource/mcp',
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
  'GET /oauth/saml/:id/metadata',
  'GET /oauth/userinfo',
  'GET /readyz',
  'POST /app/session',
  'POST /app/session/end',
  'POST /app/session/refresh',
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
  'POST /oauth/callback/:id',
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

/**
 * Personal routes that API keys and OAuth tokens may use with any scopes: public catalogs, and routes that show and do no
 * more than the scopes cover. Every other route without a permission is for sessions alone.
 */
const ANY_CREDENTIAL = ['GET /permissions', 'GET /roles', 'GET /users/me', 'GET /users/me/permissions', 'POST /mcp'];

/** Routes with a permission that are for sessions alone: what an API key or OAuth token did here would outlast it. */
const IN_PERSON = [
  'DELETE /discrepancies/:id/interim-instruction',
  'DELETE /identity-providers/:id',
  'DELETE /identity-providers/:id/directory',
  'DELETE /oauth/clients/:id',
  'DELETE /organization/deletion',
  'DELETE /organization/exports/:id',
  'GET /organization/deletion',
  'GET /organization/exports',
  'GET /organization/exports/:id',
  'GET /organization/exports/:id/content',
  'PATCH /identity-providers/:id',
  'PATCH /oauth/clients/:id',
  'PATCH /settings',
  'POST /acknowledgements/:id/sign',
  'POST /discrepancies/:id/interim-instruction/approve',
  'POST /discrepancies/:id/send',
  'POST /identity-providers',
  'POST /identity-providers/:id/domains/:domain/verify',
  'POST /oauth/clients',
  'POST /oauth/clients/:id/rotate-secret',
  'POST /organization/deletion',
  'POST /organization/exports',
  'POST /users/:id/reset-mfa',
  'PUT /discrepancies/:id/interim-instruction',
  'PUT /identity-providers/:id/directory',
];

/** What takes a proof of identity of the last ten minutes (docs/guides/identity.md, "Fresh proof"). */
const FRESH_PROOF = [
  'DELETE /auth/mfa/methods/:id',
  'DELETE /discrepancies/:id/interim-instruction',
  'DELETE /identity-providers/:id',
  'DELETE /identity-providers/:id/directory',
  'DELETE /oauth/clients/:id',
  'DELETE /users/:id',
  'GET /organization/exports/:id/content',
  'PATCH /api-keys/:id',
  'PATCH /identity-providers/:id',
  'PATCH /oauth/clients/:id',
  'PATCH /settings',
  'PATCH /users/:id',
  'PATCH /webhooks/:id',
  'POST /acknowledgements/:id/sign',
  'POST /api-keys',
  'POST /api-keys/:id/rotate',
  'POST /auth/mfa/methods',
  'POST /auth/mfa/methods/:id/activate',
  'POST /auth/mfa/recovery-codes',
  'POST /discrepancies/:id/interim-instruction/approve',
  'POST /discrepancies/:id/send',
  'POST /identity-providers',
  'POST /identity-providers/:id/domains/:domain/verify',
  'POST /oauth/clients',
  'POST /oauth/clients/:id/rotate-secret',
  'POST /organization/deletion',
  'POST /organization/exports',
  'POST /users',
  'POST /users/:id/reactivate',
  'POST /users/:id/reset-mfa',
  'POST /webhooks',
  'POST /webhooks/:id/rotate-secret',
  'PUT /discrepancies/:id/interim-instruction',
  'PUT /identity-providers/:id/directory',
];

/**
 * Changes under these paths that need none: they take away, undo, repeat, or change nothing that lasts. A new route under one
 * of the paths that is neither here nor above fails.
 */
const GUARDED =
  /^(POST|PUT|PATCH|DELETE) \/(api-keys|auth\/mfa|identity-providers|oauth\/clients|organization|settings|users|webhooks)(\/|$)/;
const WITHOUT_PROOF = [
  'DELETE /api-keys/:id',
  'DELETE /organization/deletion',
  'DELETE /organization/exports/:id',
  'DELETE /webhooks/:id',
  'PATCH /users/me',
  'PATCH /users/me/notification-preferences',
  'POST /auth/mfa/challenge',
  'POST /auth/mfa/verify',
  'POST /identity-providers/:id/test',
  'POST /users/:id/resend-invitation',
  'POST /users/:id/suspend',
  'POST /users/:id/unlock',
  'POST /webhooks/:id/deliveries/:delivery_id/cancel',
  'POST /webhooks/:id/deliveries/:delivery_id/retry',
  'POST /webhooks/:id/replay',
  'POST /webhooks/:id/test',
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

  it('of a person’s own are for sessions, but for those of this list', () => {
    const own = routes.filter(({ access }) => access?.kind === 'authenticated' && !access.session);
    expect(own.map(named).sort()).toEqual(ANY_CREDENTIAL);
  });

  it('with a permission are for sessions alone where this list says so', () => {
    const inPerson = routes.filter(({ access }) => access?.kind === 'permission' && access.session);
    expect(inPerson.map(named).sort()).toEqual(IN_PERSON);
  });

  it('take a fresh proof where this list says so', () => {
    const proven = routes.filter(({ access }) => access && access.kind !== 'public' && access.freshProof);
    expect(proven.map(named).sort()).toEqual(FRESH_PROOF);
  });

  it('that change who may do what, or who is told, take a fresh proof or are named as needing none', () => {
    const without = routes.map(named).filter((name) => GUARDED.test(name) && !FRESH_PROOF.includes(name));
    expect(without.sort()).toEqual(WITHOUT_PROOF);
  });

  it('are declared once each', () => {
    expect(new Set(routes.map(named)).size).toBe(routes.length);
  });

  it('have handlers of different names, which are the operation ids of the description', () => {
    const names = [...new Set(routes.map(({ handler }) => handler))].map((handler) => handler.split('.')[1]);
    expect(new Set(names).size).toBe(names.length);
  });
});
