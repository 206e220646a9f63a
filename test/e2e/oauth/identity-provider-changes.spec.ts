import type { Json } from '../../support/api/api-client.js';
import {
  startIdentityProviderWorld,
  type IdentityProviderWorld,
} from '../../support/scenes/identity-provider-world.js';
import type { SignedIn } from '../../support/service/test-world.js';

describe('/identity-providers/{id}', () => {
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

  describe('PATCH', () => {
    it('changes what is given, as the next version, and says so in the trail', async () => {
      const { id } = await create();
      const path = `/identity-providers/${id}`;
      const domain = world.newDomain();
      const changed = await admin.api.patch(path, { name: 'New', email_domains: [domain] }, { 'if-match': '"1"' });
      expect(changed.body.data).toMatchObject({ name: 'New', email_domains: [domain], client_id: 'client' });
      expect(changed.headers.get('etag')).toBe('"2"');
      const again = await admin.api.patch(path, { email_domains: [world.newDomain()] });
      expect(again.headers.get('etag')).toBe('"3"');
      expect((await admin.api.patch(path, { name: 'Newer' }, { 'if-match': '"1"' })).status).toBe(412);
      const same = await admin.api.patch(path, { name: 'New' });
      expect(same.headers.get('etag')).toBe('"3"');
      await admin.api.patch(path, { default_role: 'manager', max_role: 'manager', enabled: false });
      expect((await admin.api.patch(path, { max_role: 'viewer' })).status).toBe(400);
      await admin.api.delete(path);
      const trail = await world.sql.query(
        `SELECT action, details FROM audit_records WHERE target_id = $1 AND actor_id = $2 ORDER BY id`,
        [id, admin.user.id],
      );
      expect(trail.map(({ action }) => action)).toEqual([
        'identity_provider.created',
        ...Array<string>(3).fill('identity_provider.updated'),
        'identity_provider.deleted',
      ]);
      expect(JSON.stringify(trail)).not.toContain('the secret');
      expect(trail[0]?.details).toMatchObject({
        kind: 'okta',
        issuer: world.idp.issuer,
        role_mapping: [],
        enabled: true,
      });
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
      const domain = world.newDomain();
      const { id } = await create({ email_domains: [domain] });
      const path = `/identity-providers/${id}`;
      const wanted = world.newDomain();
      const changes = {
        issuer: 'https://world.idp.example',
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
        `SELECT details FROM audit_records WHERE target_id = $1 AND action = 'identity_provider.updated'`,
        [id],
      );
      expect(trail).toEqual([
        {
          details: {
            changed: ['issuer', 'client_id', 'scopes', 'email_domains', 'role_mapping', 'client_secret'],
            issuer: { from: world.idp.issuer, to: 'https://world.idp.example' },
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
      const moved = await admin.api.patch(path, { issuer: 'https://world.idp.example', client_secret: 'new' });
      expect(moved.body.data.issuer).toBe('https://world.idp.example');
      expect(await links()).toBe(0);
    });

    it('moves a custom one from URLs to an issuer and back', async () => {
      const urls = {
        authorization_url: 'https://world.idp.example/a',
        token_url: 'https://world.idp.example/t',
        userinfo_url: 'https://world.idp.example/u',
      };
      const { id } = await create({ kind: 'custom', issuer: undefined, ...urls });
      const path = `/identity-providers/${id}`;
      const client_secret = 'again';
      const one = await admin.api.patch(path, { token_url: 'https://world.idp.example/token', client_secret });
      expect(one.body.data).toMatchObject({ ...urls, token_url: 'https://world.idp.example/token', issuer: null });
      const issued = await admin.api.patch(path, { issuer: 'https://world.idp.example', client_secret });
      expect(issued.body.data).toMatchObject({ issuer: 'https://world.idp.example', token_url: null });
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
});
