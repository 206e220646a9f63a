import type { Json } from '../../support/api/api-client.js';
import {
  startIdentityProviderWorld,
  type IdentityProviderWorld,
} from '../../support/scenes/identity-provider-world.js';
import type { SignedIn } from '../../support/service/test-world.js';

describe('/identity-providers/{id}/test', () => {
  let world: IdentityProviderWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startIdentityProviderWorld();
  });
  afterAll(() => world?.stop());
  beforeEach(async () => {
    admin = await world.signIn({ role: 'admin' });
  });

  const create = (changes: Json = {}): Promise<Json> => world.create(admin, changes);

  describe('POST /test', () => {
    const outcomes = async (id: string): Promise<{ ok: boolean; steps: Record<string, string>; text: string }> => {
      const { status, body: answer, text } = await admin.api.post(`/identity-providers/${id}/test`);
      expect(status).toBe(200);
      const checks = answer.data.checks as { check: string; outcome: string; message: string }[];
      return {
        ok: answer.data.ok as boolean,
        steps: Object.fromEntries(checks.map(({ check, outcome }) => [check, outcome])),
        text,
      };
    };
    const register = (provider: Json, changes: Json = {}): Promise<void> =>
      world.idp.tell({
        clients: [
          {
            client_id: provider.client_id,
            client_secret: 'the secret of the client',
            redirect_uris: [provider.redirect_uri],
            ...changes,
          },
        ],
        faults: {},
      });

    it('finds nothing wrong where nothing is', async () => {
      const provider = await create();
      await register(provider);
      expect(await outcomes(provider.id as string)).toMatchObject({
        ok: true,
        steps: {
          discovery: 'passed',
          capabilities: 'passed',
          keys: 'passed',
          client: 'passed',
          redirect_uri: 'passed',
          userinfo: 'passed',
          email: 'skipped',
        },
      });
    });

    it('finds a wrong secret', async () => {
      const provider = await create({ client_secret: 'not the one' });
      await register(provider);
      const { ok, steps, text } = await outcomes(provider.id as string);
      expect([ok, steps.client, steps.redirect_uri]).toEqual([false, 'failed', 'passed']);
      expect(text).not.toContain('not the one');
    });

    it('finds a redirect URI that is not registered', async () => {
      const provider = await create();
      await register(provider, { redirect_uris: ['https://service.test/another'] });
      const { ok, steps, text } = await outcomes(provider.id as string);
      expect([ok, steps.client, steps.redirect_uri]).toEqual([false, 'passed', 'failed']);
      expect(text).toContain(provider.redirect_uri);
    });

    it('finds missing scopes', async () => {
      const provider = await create({ scopes: ['openid'] });
      await register(provider);
      expect((await outcomes(provider.id as string)).steps.email).toBe('failed');
    });

    it.each<[string, Json]>([
      ['an issuer by another name', { issuer: 'trailing slash' }],
      ['nothing there', { issuer: 'http://127.0.0.1:9' }],
      ['a name that does not exist', { issuer: 'https://nowhere.invalid' }],
      ['an address of the inside', { issuer: 'https://10.0.0.1' }],
    ])('stops at %s', async (_name, { issuer }) => {
      const provider = await create({ issuer: issuer === 'trailing slash' ? `${world.idp.issuer}/` : issuer });
      const { ok, steps } = await outcomes(provider.id as string);
      expect([ok, steps]).toEqual([false, { domains: 'passed', discovery: 'failed' }]);
    });

    it('walks plain OAuth 2 too', async () => {
      const { issuer } = world.idp;
      const urls = { authorization_url: `${issuer}/auth`, token_url: `${issuer}/token`, userinfo_url: `${issuer}/me` };
      const provider = await create({ kind: 'custom', issuer: undefined, ...urls, scopes: ['openid', 'email'] });
      await register(provider, { token_endpoint_auth_method: 'client_secret_post' });
      const { ok, steps } = await outcomes(provider.id as string);
      expect([ok, steps.discovery, steps.client, steps.redirect_uri]).toEqual([true, 'skipped', 'passed', 'passed']);
    });

    it('says what Entra ID needs for addresses', async () => {
      const tenant = '8d1bfa4e-66b8-4c40-8b7c-2b2d1f0e9a11';
      const provider = await create({ kind: 'entra_id', issuer: `${world.idp.issuer}/${tenant}/v2.0` });
      await world.idp.tell({ faults: {} });
      expect((await outcomes(provider.id as string)).steps).toEqual({ domains: 'passed', discovery: 'failed' });
    });
  });
});
