import { startIdentityProvider, type TestIdentityProvider } from '../../support/identity-provider.js';
import type { Json } from '../../support/api-client.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/test-world.js';
import { fieldsOf } from '../../support/shapes.js';

const FIELDS = `id kind name issuer authorization_url token_url userinfo_url client_id scopes email_domains default_role
  default_team_id role_mapping max_role enabled redirect_uri created_at updated_at`
  .split(/\s+/)
  .sort();

describe('/identity-providers', () => {
  let world: TestWorld;
  let idp: TestIdentityProvider;
  let admin: SignedIn;
  let count = 0;
  beforeAll(async () => {
    [world, idp] = await Promise.all([
      startWorld({ env: { OUTBOUND_ALLOW_LOOPBACK: 'true' } }),
      startIdentityProvider(),
    ]);
  });
  afterAll(async () => {
    idp.stop();
    await world.stop();
  });
  beforeEach(async () => {
    admin = await world.signIn({ role: 'admin' });
  });

  const newDomain = (): string => `acme-${++count}.example`;
  const body = (changes: Json = {}): Json => ({
    kind: 'okta',
    name: 'Acme',
    issuer: idp.issuer,
    client_id: 'client',
    client_secret: 'the secret of the client',
    email_domains: [newDomain()],
    ...changes,
  });
  const create = async (changes: Json = {}): Promise<Json> => {
    const { status, body: answer, text } = await admin.api.post('/identity-providers', body(changes));
    if (status !== 201) throw new Error(text);
    return answer.data;
  };

  it('makes one, whose secret no answer shows and no table holds readable', async () => {
    const domain = newDomain();
    const created = await admin.api.post('/identity-providers', body({ email_domains: [` ${domain.toUpperCase()}`] }));
    expect(created.status).toBe(201);
    const { data } = created.body;
    expect(fieldsOf(data)).toEqual(FIELDS);
    expect(data).toMatchObject({
      id: expect.stringMatching(/^idp_/),
      issuer: idp.issuer,
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

  it('is for administrators, and changes are for those who have just proven who they are', async () => {
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
    ['an unknown kind', { kind: 'saml' }, 'kind'],
    ['no name', { name: ' ' }, 'name'],
    ['no client', { client_id: undefined }, 'client_id'],
    ['no secret', { client_secret: '' }, 'client_secret'],
    ['no issuer', { issuer: undefined }, 'issuer'],
    ['an issuer over http', { issuer: 'ftp://idp.example' }, 'issuer'],
    ['an issuer with a password', { issuer: 'https://a:b@idp.example' }, 'issuer'],
    ['URLs besides the issuer', { token_url: 'https://idp.example/token' }, 'token_url'],
    [
      'every tenant of Entra ID',
      { kind: 'entra_id', issuer: 'https://login.microsoftonline.com/common/v2.0' },
      'issuer',
    ],
    ['a tenant that is none', { kind: 'entra_id', issuer: undefined, tenant: 'acme' }, 'tenant'],
    ['another Google', { kind: 'google_workspace' }, 'issuer'],
    [
      'half of the URLs',
      { kind: 'custom', issuer: undefined, token_url: 'https://idp.example/t' },
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
    const { status, body: answer } = await admin.api.post('/identity-providers', body(changes));
    expect([status, answer.error.details.field]).toEqual([400, field]);
  });

  it('is one of at most twenty of an organization, of several at once too', async () => {
    for (let left = 18; left > 0; left -= 1) await create();
    const answers = await Promise.all(Array.from({ length: 4 }, () => admin.api.post('/identity-providers', body())));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.error.details.reason).toBe('identity_provider_limit');
    const [other] = (await admin.api.get('/identity-providers')).body.data as Json[];
    await admin.api.delete(`/identity-providers/${other?.id as string}`);
    await create();
  });

  it('refuses teams of others', async () => {
    const team = await world.identity.team(await world.identity.organization());
    const { status } = await admin.api.post('/identity-providers', body({ default_team_id: team.id }));
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
        authorization_url: 'https://idp.example/authorize?tenant=7',
        token_url: 'https://idp.example/token',
        userinfo_url: 'https://idp.example/me',
      },
      { issuer: null, authorization_url: 'https://idp.example/authorize?tenant=7', scopes: ['email'] },
    ],
    ['custom, of an issuer', { kind: 'custom', issuer: 'https://idp.example/' }, { issuer: 'https://idp.example/' }],
  ])('knows %s', async (_name, changes, shown) => {
    expect(await create(changes)).toMatchObject(shown);
  });

  describe('domains', () => {
    it('belong to one provider of the whole installation, of ten that want them at once too', async () => {
      const domain = newDomain();
      const others = await Promise.all(Array.from({ length: 5 }, () => world.signIn({ role: 'admin' })));
      const answers = await Promise.all(
        others.map(({ api }) => api.post('/identity-providers', body({ email_domains: [newDomain(), domain] }))),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
      const refused = answers.find(({ status }) => status === 409);
      expect(refused?.body.error.details.reason).toBe('domain_taken');
      const second = await admin.api.post('/identity-providers', body({ email_domains: [`${domain}.`] }));
      expect(second.body.error.details.reason).toBe('domain_taken');
    });

    it('are free again when they are given up', async () => {
      const domain = newDomain();
      const { id } = await create({ email_domains: [domain] });
      await admin.api.patch(`/identity-providers/${id}`, { email_domains: [newDomain()] });
      const { id: next } = await create({ email_domains: [domain] });
      await admin.api.delete(`/identity-providers/${next}`);
      await create({ email_domains: [domain] });
    });

    it('cannot be those where only people of others are', async () => {
      const domain = newDomain();
      const victim = await world.identity.user({ email: `someone@${domain.toUpperCase()}` });
      const refused = await admin.api.post('/identity-providers', body({ email_domains: [domain] }));
      expect([refused.status, refused.body.error.details.reason]).toEqual([409, 'domain_in_use']);
      const owner = await world.signIn({ role: 'admin', organization: { id: victim.organizationId } });
      expect((await owner.api.post('/identity-providers', body({ email_domains: [domain] }))).status).toBe(201);
    });
  });

  describe('PATCH', () => {
    it('changes what is given, as the next version, and says so in the trail', async () => {
      const { id } = await create();
      const path = `/identity-providers/${id}`;
      const domain = newDomain();
      const changed = await admin.api.patch(path, { name: 'New', email_domains: [domain] }, { 'if-match': '"1"' });
      expect(changed.body.data).toMatchObject({ name: 'New', email_domains: [domain], client_id: 'client' });
      expect(changed.headers.get('etag')).toBe('"2"');
      const again = await admin.api.patch(path, { email_domains: [newDomain()] });
      expect(again.headers.get('etag')).toBe('"3"');
      expect((await admin.api.patch(path, { name: 'Newer' }, { 'if-match': '"1"' })).status).toBe(412);
      const same = await admin.api.patch(path, { name: 'New' });
      expect(same.headers.get('etag')).toBe('"3"');
      await admin.api.patch(path, { default_role: 'manager', max_role: 'manager', enabled: false });
      expect((await admin.api.patch(path, { max_role: 'viewer' })).status).toBe(400);
      await admin.api.delete(path);
      const trail = await world.sql.query(
        `SELECT action, details FROM audit_events WHERE target_id = $1 AND actor_id = $2 ORDER BY id`,
        [id, admin.user.id],
      );
      expect(trail.map(({ action }) => action)).toEqual([
        'identity_provider.created',
        ...Array<string>(3).fill('identity_provider.updated'),
        'identity_provider.deleted',
      ]);
      expect(JSON.stringify(trail)).not.toContain('the secret');
      expect(trail[0]?.details).toMatchObject({ kind: 'okta', issuer: idp.issuer, role_mapping: [], enabled: true });
      expect(trail[3]?.details).toEqual({
        changed: ['enabled', 'default_role', 'max_role'],
        enabled: { from: true, to: false },
        default_role: { from: 'viewer', to: 'manager' },
        max_role: { from: null, to: 'manager' },
      });
      expect((await admin.api.get(path)).status).toBe(404);
      expect((await admin.api.delete(path)).status).toBe(404);
    });

    it('leaves in the trail what it was and what it is, and neither secrets nor people', async () => {
      const domain = newDomain();
      const { id } = await create({ email_domains: [domain] });
      const path = `/identity-providers/${id}`;
      const wanted = newDomain();
      const changes = {
        issuer: 'https://idp.example',
        client_id: 'other',
        client_secret: 'the secret after it',
        scopes: ['openid', 'email', 'groups'],
        email_domains: [wanted],
        role_mapping: [
          { claim: 'groups', value: 'leads', role: 'manager' },
          { claim: 'email', value: `ann@${domain}`, role: 'admin' },
        ],
      };
      expect((await admin.api.patch(path, changes)).status).toBe(200);
      const same = await admin.api.patch(path, { role_mapping: changes.role_mapping });
      expect(same.headers.get('etag')).toBe('"2"');
      const trail = await world.sql.query(
        `SELECT details FROM audit_events WHERE target_id = $1 AND action = 'identity_provider.updated'`,
        [id],
      );
      expect(trail).toEqual([
        {
          details: {
            changed: ['issuer', 'client_id', 'scopes', 'email_domains', 'role_mapping', 'client_secret'],
            issuer: { from: idp.issuer, to: 'https://idp.example' },
            client_id: { from: 'client', to: 'other' },
            scopes: { from: ['openid', 'profile', 'email'], to: changes.scopes },
            email_domains: { from: [domain], to: [wanted] },
            role_mapping: {
              from: [],
              to: [changes.role_mapping[0], { claim: 'email', value: '…@…', role: 'admin' }],
            },
            unlinked: 0,
          },
        },
      ]);
    });

    it('of addresses or client wants the secret again, so that it goes nowhere else, and unlinks everybody', async () => {
      const { id } = await create();
      const path = `/identity-providers/${id}`;
      await world.sql.insert('identity_links', { provider_id: id, subject: 'ann', user_id: admin.user.id });
      for (const changes of [{ issuer: 'https://thief.example' }, { client_id: 'other' }]) {
        const refused = await admin.api.patch(path, changes);
        expect([refused.status, refused.body.error.details.field]).toEqual([400, 'client_secret']);
      }
      await admin.api.patch(path, { client_secret: 'another of the same client' });
      const links = async (): Promise<number> =>
        (await world.sql.query(`SELECT 1 FROM identity_links WHERE provider_id = $1`, [id])).length;
      expect(await links()).toBe(1);
      const moved = await admin.api.patch(path, { issuer: 'https://idp.example', client_secret: 'new' });
      expect(moved.body.data.issuer).toBe('https://idp.example');
      expect(await links()).toBe(0);
    });

    it('moves a custom one from URLs to an issuer and back', async () => {
      const urls = {
        authorization_url: 'https://idp.example/a',
        token_url: 'https://idp.example/t',
        userinfo_url: 'https://idp.example/u',
      };
      const { id } = await create({ kind: 'custom', issuer: undefined, ...urls });
      const path = `/identity-providers/${id}`;
      const client_secret = 'again';
      const one = await admin.api.patch(path, { token_url: 'https://idp.example/token', client_secret });
      expect(one.body.data).toMatchObject({ ...urls, token_url: 'https://idp.example/token', issuer: null });
      const issued = await admin.api.patch(path, { issuer: 'https://idp.example', client_secret });
      expect(issued.body.data).toMatchObject({ issuer: 'https://idp.example', token_url: null });
      const back = await admin.api.patch(path, { ...urls, client_secret });
      expect(back.body.data).toMatchObject({ ...urls, issuer: null });
    });
  });

  it('loses what it refers to without ado: a team, and people who are removed', async () => {
    const organization = { id: admin.user.organizationId };
    const team = await world.identity.team(organization);
    const user = await world.identity.user({ organization });
    const { id } = await create({ default_team_id: team.id });
    await world.sql.insert('identity_links', { provider_id: id, subject: 'ann', user_id: user.id });
    expect((await admin.api.delete(`/teams/${team.id}`)).status).toBe(204);
    expect((await admin.api.delete(`/users/${user.id}`)).status).toBe(204);
    expect((await admin.api.get(`/identity-providers/${id}`)).body.data.default_team_id).toBeNull();
    expect(await world.sql.query(`SELECT 1 FROM identity_links WHERE provider_id = $1`, [id])).toEqual([]);
  });

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
      idp.tell({
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
      const provider = await create({ issuer: issuer === 'trailing slash' ? `${idp.issuer}/` : issuer });
      const { ok, steps } = await outcomes(provider.id as string);
      expect([ok, steps]).toEqual([false, { discovery: 'failed' }]);
    });

    it('walks plain OAuth 2 too', async () => {
      const { issuer } = idp;
      const urls = { authorization_url: `${issuer}/auth`, token_url: `${issuer}/token`, userinfo_url: `${issuer}/me` };
      const provider = await create({ kind: 'custom', issuer: undefined, ...urls, scopes: ['openid', 'email'] });
      await register(provider, { token_endpoint_auth_method: 'client_secret_post' });
      const { ok, steps } = await outcomes(provider.id as string);
      expect([ok, steps.discovery, steps.client, steps.redirect_uri]).toEqual([true, 'skipped', 'passed', 'passed']);
    });

    it('says what Entra ID needs for addresses', async () => {
      const tenant = '8d1bfa4e-66b8-4c40-8b7c-2b2d1f0e9a11';
      const provider = await create({ kind: 'entra_id', issuer: `${idp.issuer}/${tenant}/v2.0` });
      await idp.tell({ faults: {} });
      expect((await outcomes(provider.id as string)).steps).toEqual({ discovery: 'failed' });
    });
  });
});
