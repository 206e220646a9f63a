import { randomUUID } from 'node:crypto';
import type { ApiClient } from '../../support/api/api-client.js';
import type { Schema } from '../../support/api/api-description.js';
import { description } from '../../support/api/described-operations.js';
import { SecondFactors } from '../../support/sign-in/second-factors.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';
import { NOWHERE } from '../../support/scenes/webhook-scene.js';

/** Properties of answers that are shown once. */
const SECRETS = ['key', 'secret', 'client_secret', 'recovery_codes', 'otpauth_uri', 'access_token', 'refresh_token'];

type Request = [address: string, body?: object];

/** Requests that are answered with a secret and take an `Idempotency-Key`; each says where to post, and what. */
const ROUTES: Readonly<Record<string, (api: ApiClient) => Request | Promise<Request>>> = {
  '/api-keys': () => ['/api-keys', { name: 'CI', scopes: ['document.view'] }],
  '/api-keys/{id}/rotate': async (api) => {
    const { id } = (await api.post('/api-keys', { name: 'CI', scopes: ['document.view'] })).body.data;
    return [`/api-keys/${id}/rotate`, {}];
  },
  '/oauth/clients': () => ['/oauth/clients', CLIENT],
  '/oauth/clients/{id}/rotate-secret': async (api) => {
    const { id } = (await api.post('/oauth/clients', CLIENT)).body.data;
    return [`/oauth/clients/${id}/rotate-secret`, {}];
  },
  '/webhooks': () => ['/webhooks', WEBHOOK],
  '/webhooks/{id}/rotate-secret': async (api) => {
    const { id } = (await api.post('/webhooks', WEBHOOK)).body.data;
    return [`/webhooks/${id}/rotate-secret`, {}];
  },
  '/auth/mfa/methods': () => ['/auth/mfa/methods', { type: 'totp' }],
  '/auth/mfa/recovery-codes': () => ['/auth/mfa/recovery-codes'],
};
const CLIENT = {
  name: 'Line Planner',
  type: 'confidential',
  redirect_uris: ['https://app.example.test/callback'],
  scopes: ['openid'],
};
const WEBHOOK = { url: NOWHERE, events: ['document.created'] };

function namesIn(schema: Schema): string[] {
  const named = schema.$ref === undefined ? schema : description().schemas[schema.$ref.split('/').at(-1) ?? ''];
  const parts = [...(named?.allOf ?? []), ...(named?.anyOf ?? []), ...(named?.oneOf ?? [])];
  const properties = Object.entries(named?.properties ?? {});
  return [...properties.flatMap(([name, inner]) => [name, ...namesIn(inner)]), ...parts.flatMap(namesIn)];
}

describe('Idempotency-Key of a request that is answered with a secret', () => {
  let world: TestWorld;
  let factors: SecondFactors;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    factors = new SecondFactors(world);
  });
  afterAll(() => world.stop());

  it('is tested for every such route', () => {
    const routes = description().operations.filter(({ parameters, responses }) => {
      if (!parameters.some(({ name }) => name === 'Idempotency-Key')) return false;
      const contents = Object.values(responses).flatMap(({ content = {} }) => Object.values(content));
      return contents.some(({ schema = {} }) => namesIn(schema).some((name) => SECRETS.includes(name)));
    });
    expect(routes.map(({ template }) => template).sort()).toEqual(Object.keys(ROUTES).sort());
  });

  it.each(Object.entries(ROUTES))('%s: tells it to no other session', async (_route, prepare) => {
    const { app, ...owner } = await factors.userWithApp({ role: 'admin' });
    const [address, body] = await prepare(owner.api);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await owner.api.post(address, body, headers);
    expect(first.status).toBeLessThan(300);
    const { mfa_token } = await factors.passwordOnly(owner.user);
    const login = await world.api.post('/auth/mfa/verify', { mfa_token, code: await factors.codeOf(app) });
    const other = world.api.withBearer(login.body.data.access_token as string);
    const { status, body: refusal } = await other.post(address, body, headers);
    expect([status, refusal.error?.details.reason]).toEqual([422, 'idempotency_key_reused']);
    const again = await owner.api.post(address, body, headers);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body.data).toEqual(first.body.data);
  });
});
