import type { Json } from '../../support/api/api-client.js';
import {
  startIdentityProviderWorld,
  type IdentityProviderWorld,
} from '../../support/scenes/identity-provider-world.js';
import type { SignedIn } from '../../support/service/test-world.js';
import { fieldsOf } from '../../support/api/shapes.js';

const FIELDS =
  `id kind name issuer authorization_url token_url userinfo_url client_id scopes saml email_domains domains default_role
  default_team_id role_mapping max_role enabled redirect_uri created_at updated_at`
    .split(/\s+/)
    .sort();

describe('/identity-providers', () => {
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

  it('makes one, whose secret no answer shows and no table holds readable', async () => {
    const domain = world.newDomain();
    const created = await admin.api.post(
      '/identity-providers',
      world.body({ email_domains: [` ${domain.toUpperCase()}`] }),
    );
    expect(created.status).toBe(201);
    const { data } = created.body;
    expect(fieldsOf(data)).toEqual(FIELDS);
    expect(data).toMatchObject({
      id: expect.stringMatching(/^idp_/),
      issuer: world.idp.issuer,
      authorization_url: null,
      scopes: ['openid', 'profile', 'email'],
      email_domains: [domain],
      default_role: 'viewer',
      default_team_id: null,
      role_mapping: [],
      max_role: null,
      enabled: true,
      redirect_uri: `https://service.test/api/v1/oauth/callback/${data.id}`,
    });
    const got = await admin.api.get(`/identity-providers/${data.id}`);
    expect(got.body.data).toEqual(data);
    expect(got.headers.get('etag')).toBe('"1"');
    const listed = await admin.api.get('/identity-providers');
    expect([listed.body.data, listed.body.pagination.total_count]).toEqual([[data], 1]);
    expect(created.text + got.text + listed.text).not.toContain('the secret of the client');
    const rows = await world.sql.query(`SELECT p::text AS row FROM identity_providers p WHERE id = $1`, [data.id]);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from('the secret of the client').toString('hex'));
    expect(rows).toHaveLength(1);
  });

  it('is for administrators, and changes require a fresh proof of identity', async () => {
    const { id } = await create();
    const routes = [
      ['GET', '/identity-providers'],
      ['POST', '/identity-providers'],
      ['GET', `/identity-providers/${id}`],
      ['PATCH', `/identity-providers/${id}`],
      ['DELETE', `/identity-providers/${id}`],
      ['POST', `/identity-providers/${id}/test`],
    ] as const;
    const manager = await world.signIn({ role: 'manager', organization: { id: admin.user.organizationId } });
    const { key } = await world.identity.apiKey(admin.user, { scopes: ['system.settings'] });
    const foreign = await world.signIn({ role: 'admin' });
    for (const [method, path] of routes) {
      const isChange = method !== 'GET' && !path.endsWith('/test');
      const request = method === 'PATCH' ? { body: {} } : {};
      const code = async (api: typeof world.api): Promise<unknown> => {
        const { body: answer } = await api.request(method, path, request);
        return answer?.error?.details.reason ?? answer?.error?.code ?? 'ok';
      };
      expect([method, path, await code(world.api)]).toEqual([method, path, 'missing']);
      expect([method, path, await code(manager.api)]).toEqual([method, path, 'FORBIDDEN']);
      const byKey = await code(world.api.withKey(key));
      expect([method, path, byKey]).toEqual([method, path, isChange ? 'session_required' : 'ok']);
      if (path.includes(id as string))
        expect([method, path, await code(foreign.api)]).toEqual([method, path, 'NOT_FOUND']);
    }
    await world.sql.query(`UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1`, [
      admin.user.id,
    ]);
    const stale = await admin.api.patch(`/identity-providers/${id}`, { name: 'New' });
    expect([stale.status, stale.body.error.details.reason]).toEqual([401, 'step_up_required']);
    expect((await admin.api.get('/identity-providers/idp_nonsense')).status).toBe(404);
  });

  it.each<[string, Json, string]>([
    ['an unknown kind', { kind: 'ldap' }, 'kind'],
    ['no name', { name: ' ' }, 'name'],
    ['no client', { client_id: undefined }, 'client_id'],
    ['no secret', { client_secret: '' }, 'client_secret'],
    ['no issuer', { issuer: undefined }, 'issuer'],
    ['an issuer over http', { issuer: 'ftp://world.idp.example' }, 'issuer'],
    ['an issuer with a password', { issuer: 'https://a:b@world.idp.example' }, 'issuer'],
    ['URLs besides the issuer', { token_url: 'https://world.idp.example/token' }, 'token_url'],
    [
      'every tenant of Entra ID',
      { kind: 'entra_id', issuer: 'https://login.microsoftonline.com/common/v2.0' },
      'issuer',
    ],
    ['a tenant that is none', { kind: 'entra_id', issuer: undefined, tenant: 'acme' }, 'tenant'],
    ['another Google', { kind: 'google_workspace' }, 'issuer'],
    [
      'half of the URLs',
      { kind: 'custom', issuer: undefined, token_url: 'https://world.idp.example/t' },
      'authorization_url',
    ],
    ['no domain', { email_domains: [] }, 'email_domains'],
    ['a domain that is none', { email_domains: ['acme'] }, 'email_domains'],
    ['a domain where anybody is', { email_domains: ['gmail.com'] }, 'email_domains'],
    ['administrators by default', { default_role: 'admin' }, 'default_role'],
    ['service accounts by default', { default_role: 'api_user' }, 'default_role'],
    ['a rule that gives nothing', { role_mapping: [{ claim: 'groups', value: 'x' }] }, 'role_mapping.0.role'],
    ['a rule of another form', { role_mapping: [{ group: 'x', role: 'viewer' }] }, 'role_mapping.0.group'],
    [
      'a rule above the ceiling',
      { max_role: 'manager', role_mapping: [{ claim: 'groups', value: 'x', role: 'admin' }] },
      'role_mapping.0.role',
    ],
    ['a default above the ceiling', { max_role: 'viewer', default_role: 'engineer' }, 'default_role'],
    ['a team that is not there', { default_team_id: 'team_x' }, 'default_team_id'],
    [
      'a rule about such a team',
      { role_mapping: [{ claim: 'g', value: 'x', team_id: 'team_x' }] },
      'role_mapping.0.team_id',
    ],
    ['a scope that is none', { scopes: ['two words'] }, 'scopes'],
    ['unknown fields', { sso: true }, 'sso'],
  ])('refuses %s', async (_name, changes, field) => {
    const { status, body: answer } = await admin.api.post('/identity-providers', world.body(changes));
    expect([status, answer.error.details.field]).toEqual([400, field]);
  });

  it('is one of at most twenty of an organization, of several at once too', async () => {
    for (let left = 18; left > 0; left -= 1) await create();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => admin.api.post('/identity-providers', world.body())),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.error.details.reason).toBe('identity_provider_limit');
    const [other] = (await admin.api.get('/identity-providers')).body.data as Json[];
    await admin.api.delete(`/identity-providers/${other?.id as string}`);
    await create();
  });

  it('refuses teams of others', async () => {
    const team = await world.identity.team(await world.identity.organization());
    const { status } = await admin.api.post('/identity-providers', world.body({ default_team_id: team.id }));
    expect(status).toBe(400);
  });

  it.each<[string, Json, Json]>([
    [
      'entra_id, of the tenant',
      { kind: 'entra_id', issuer: undefined, tenant: '8D1BFA4E-66B8-4C40-8B7C-2B2D1F0E9A11'.toLowerCase() },
      { issuer: 'https://login.microsoftonline.com/8d1bfa4e-66b8-4c40-8b7c-2b2d1f0e9a11/v2.0' },
    ],
    [
      'google_workspace, of nothing',
      { kind: 'google_workspace', issuer: undefined },
      { issuer: 'https://accounts.google.com' },
    ],
    [
      'custom, of three URLs',
      {
        kind: 'custom',
        issuer: undefined,
        authorization_url: 'https://world.idp.example/authorize?tenant=7',
        token_url: 'https://world.idp.example/token',
        userinfo_url: 'https://world.idp.example/me',
      },
      { issuer: null, authorization_url: 'https://world.idp.example/authorize?tenant=7', scopes: ['email'] },
    ],
    [
      'custom, of an issuer',
      { kind: 'custom', issuer: 'https://world.idp.example/' },
      { issuer: 'https://world.idp.example/' },
    ],
  ])('knows %s', async (_name, changes, shown) => {
    expect(await create(changes)).toMatchObject(shown);
  });

  describe('domains', () => {
    it('belong to one provider of the organization, of five that want them at once too', async () => {
      const domain = world.newDomain();
      const answers = await Promise.all(
        Array.from({ length: 5 }, () =>
          admin.api.post('/identity-providers', world.body({ email_domains: [world.newDomain(), domain] })),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
      const second = await admin.api.post('/identity-providers', world.body({ email_domains: [`${domain}.`] }));
      expect(second.body.error.details.reason).toBe('domain_taken');
    });

    it('tell nothing of other organizations that have them', async () => {
      const domain = world.newDomain();
      const other = await world.signIn({ role: 'admin' });
      await world.create(other, { email_domains: [domain] });
      await world.identity.user({ email: `someone@${domain.toUpperCase()}` });
      const { status, body } = await admin.api.post('/identity-providers', world.body({ email_domains: [domain] }));
      expect([status, body.data.domains[0].verified_at]).toEqual([201, null]);
      const moved = await create();
      const patched = await admin.api.patch(`/identity-providers/${moved.id}`, { email_domains: [`sub.${domain}`] });
      expect(patched.status).toBe(200);
    });

    it('are free again when they are given up', async () => {
      const domain = world.newDomain();
      const { id } = await create({ email_domains: [domain] });
      await admin.api.patch(`/identity-providers/${id}`, { email_domains: [world.newDomain()] });
      const { id: next } = await create({ email_domains: [domain] });
      await admin.api.delete(`/identity-providers/${next}`);
      await create({ email_domains: [domain] });
    });
  });
});
