import { newId } from '../../../src/common/ids/type-id.js';
import { UserJoined } from '../../../src/modules/users/user.events.js';
import {
  startIdentityProvider,
  walkThrough,
  type TestIdentityProvider,
} from '../../support/peers/identity-provider.js';
import { startUpstreamWorld, type UpstreamWorld } from '../../support/scenes/upstream-world.js';

describe('signing in through an identity provider', () => {
  let world: UpstreamWorld;
  let idp: TestIdentityProvider;
  beforeAll(async () => {
    [world, idp] = await Promise.all([startUpstreamWorld(), startIdentityProvider()]);
  });
  afterAll(async () => {
    idp.stop();
    await world.stop();
  });

  const refusedFor = (reason: string): unknown =>
    expect.objectContaining({ code: 'FORBIDDEN', details: { reason, interaction: 'interaction' } });
  const lastFailure = async (): Promise<unknown> =>
    (await world.sql.query(`SELECT reason FROM audit_records WHERE action = 'auth.login' ORDER BY id DESC LIMIT 1`))[0]
      ?.reason;

  it('sends people there with PKCE, a state, a nonce and the address of its own', async () => {
    const { view } = await world.customer(idp, {});
    const url = new URL(
      await world.login.begin(view.provider.id, { uid: 'u', browser: 'b', loginHint: 'someone@acme.example' }),
    );
    expect(url.origin + url.pathname).toBe(`${idp.issuer}/auth`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: view.provider.client_id,
      redirect_uri: `https://service.test/api/v1/oauth/callback/${view.provider.id}`,
      scope: 'openid profile email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      login_hint: 'someone@acme.example',
    });
  });

  it('creates an account at the first sign-in, and recognizes it at the next by any address', async () => {
    const customer = await world.customer(idp, { ann: {} }, { default_role: 'engineer' });
    const first = await world.signIn(customer, 'ann');
    expect(first).toMatchObject({
      origin: 'created',
      interactionUid: 'interaction',
      providerId: customer.view.provider.id,
    });
    expect(first.user).toMatchObject({
      organization_id: customer.organization.id,
      email: `ann@${customer.domain}`,
      name: 'Person ann',
      role: 'engineer',
      team_id: null,
      status: 'active',
      mfa_enabled: false,
    });
    await idp.tell({ accounts: { ann: { email: `ann.smith@${customer.domain}`, email_verified: true } } });
    const second = await world.signIn(customer, 'ann');
    expect([second.origin, second.user.id, second.user.email]).toEqual([
      'known',
      first.user.id,
      `ann@${customer.domain}`,
    ]);
    const trail = await world.sql.query(
      `SELECT action, organization_id, actor_type FROM audit_records WHERE target_id = $1 ORDER BY id`,
      [first.user.id],
    );
    const act = { organization_id: customer.organization.id, actor_type: 'system' };
    expect(trail).toEqual([
      { action: 'user.created', ...act },
      { action: 'user.identity_linked', ...act },
    ]);
  });

  it('reads the address from userinfo where the ID token has none', async () => {
    const customer = await world.customer(idp, { ann: {} });
    await idp.tell({ idTokenClaims: false });
    expect((await world.signIn(customer, 'ann')).user.email).toBe(`ann@${customer.domain}`);
  });

  it('speaks plain OAuth 2 with providers that are nothing more', async () => {
    const customer = await world.customer(
      idp,
      { ann: {}, bob: { email_verified: false } },
      {
        kind: 'custom',
        authorization_url: `${idp.issuer}/auth`,
        token_url: `${idp.issuer}/token`,
        userinfo_url: `${idp.issuer}/me`,
        scopes: ['openid', 'email'],
      },
    );
    const { client_id } = customer.view.provider;
    const secret = 'a secret: with / odd + characters %';
    await idp.tell({
      clients: [
        {
          client_id,
          client_secret: secret,
          redirect_uris: [customer.view.redirectUri],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
    });
    expect((await world.signIn(customer, 'ann')).user.email).toBe(`ann@${customer.domain}`);
    await expect(world.signIn(customer, 'bob')).rejects.toEqual(refusedFor('email_unverified'));
  });

  it.each(['client_secret_basic', 'client_secret_post'])(
    'says who it is by %s where that is what there is',
    async (method) => {
      const customer = await world.customer(idp, { ann: {} });
      await idp.tell({ authMethods: [method] });
      const { provider, redirectUri } = customer.view;
      const client = { client_id: provider.client_id, client_secret: 'a secret: with / odd + characters %' };
      await idp.tell({ clients: [{ ...client, redirect_uris: [redirectUri], token_endpoint_auth_method: method }] });
      const node = world.anotherNode();
      const start = await node.begin(provider.id, { uid: 'interaction', browser: 'b', loginHint: 'ann' });
      const query = Object.fromEntries((await walkThrough(start, redirectUri)).searchParams);
      expect((await node.complete({ providerId: provider.id, query, browser: 'b' })).origin).toBe('created');
    },
  );

  it('follows a provider that changes its keys', async () => {
    const customer = await world.customer(idp, { ann: {}, bob: {} });
    await world.signIn(customer, 'ann');
    // As if the set had been fetched a while ago, which is what the pause between two fetches is about.
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 5_000);
    try {
      await idp.tell({ newKeys: true });
      expect((await world.signIn(customer, 'bob')).origin).toBe('created');
    } finally {
      clock.mockRestore();
    }
  });

  it('links an account of the organization that has the verified address', async () => {
    const customer = await world.customer(idp, { ann: {} });
    const { organization, domain } = customer;
    const user = await world.identity.user({ organization, email: `Ann@${domain}`, role: 'manager' });
    const { origin, user: found } = await world.signIn(customer, 'ann');
    expect([origin, found.id, found.role, found.name]).toEqual(['linked', user.id, 'manager', user.name]);
    expect((await world.signIn(customer, 'ann')).origin).toBe('known');
  });

  it('lets an invited person in, whose invitation is used up by it', async () => {
    const customer = await world.customer(idp, { ann: {} });
    const { organization, domain } = customer;
    const invited = await world.identity.user({
      ...{ organization, email: `ann@${domain}`, status: 'invited', hasPassword: false },
    });
    const joined: string[] = [];
    world.events.on(UserJoined, ({ user: { id } }) => Promise.resolve(void joined.push(id)));
    const { user } = await world.signIn(customer, 'ann');
    await world.signIn(customer, 'ann');
    expect([user.id, user.status]).toEqual([invited.id, 'active']);
    expect(joined).toEqual([invited.id]);
  });

  it('makes one account of ten first sign-ins at once', async () => {
    const customer = await world.customer(idp, { ann: {} });
    const callbacks = await Promise.all(Array.from({ length: 10 }, () => world.callbackOf(customer, 'ann')));
    const signIns = await Promise.all(callbacks.map((callback) => world.complete(customer, callback)));
    expect(new Set(signIns.map(({ user }) => user.id)).size).toBe(1);
    expect(signIns.filter(({ origin }) => origin === 'created')).toHaveLength(1);
  });

  describe('by the mapping', () => {
    it('gives role and team at every sign-in, and takes them back', async () => {
      const customer = await world.customer(idp, { ann: { groups: ['staff', 'leads'] } });
      const { organization, view } = customer;
      const line = await world.identity.team(organization);
      const hangar = await world.identity.team(organization);
      await world.providers.update(
        world.principal(organization),
        view.provider.id,
        {
          default_team_id: hangar.id,
          role_mapping: [
            { claim: 'groups', value: 'leads', role: 'manager', team_id: line.id },
            { claim: 'groups', value: 'staff', role: 'engineer' },
          ],
        },
        null,
      );
      const lead = await world.signIn(customer, 'ann');
      expect([lead.user.role, lead.user.team_id]).toEqual(['manager', line.id]);
      const claims = { email: `ann@${customer.domain}`, email_verified: true };
      await idp.tell({ accounts: { ann: { ...claims, groups: ['staff'] } } });
      const engineer = await world.signIn(customer, 'ann');
      expect([engineer.user.role, engineer.user.team_id]).toEqual(['engineer', hangar.id]);
      await idp.tell({ accounts: { ann: claims } });
      expect((await world.signIn(customer, 'ann')).user.role).toBe('viewer');
      const [event] = await world.sql.query<{ details: object }>(
        `SELECT details FROM audit_records WHERE action = 'user.role_changed' AND target_id = $1 ORDER BY id LIMIT 1`,
        [lead.user.id],
      );
      expect(event?.details).toEqual({
        identity_provider_id: view.provider.id,
        role: { from: 'manager', to: 'engineer' },
      });
    });

    it('believes the directory about the groups of the users that it manages', async () => {
      const role_mapping = [{ claim: 'groups', value: 'Leads', role: 'manager' as const }];
      const customer = await world.customer(idp, { dee: { groups: ['Leads'] } }, { role_mapping });
      const { user } = await world.signIn(customer, 'dee');
      expect(user.role).toBe('manager');
      const { id: identity_provider_id } = customer.view.provider;
      const { id: service_account_id } = await world.identity.user({ ...customer, role: 'api_user' });
      await world.sql.insert('directories', { identity_provider_id, service_account_id });
      await world.sql.insert('directory_users', { user_id: user.id, identity_provider_id, user_name: 'dee' });
      expect((await world.signIn(customer, 'dee')).user.role).toBe('viewer');
      const id = newId('directory_group');
      await world.sql.insert('directory_groups', { id, identity_provider_id, display_name: 'Leads' });
      await world.sql.insert('directory_members', { group_id: id, user_id: user.id });
      expect((await world.signIn(customer, 'dee')).user.role).toBe('manager');
    });

    it('leaves roles and teams alone where there are no rules about them', async () => {
      const customer = await world.customer(idp, { ann: {} });
      const { user } = await world.signIn(customer, 'ann');
      const team = await world.identity.team(customer.organization);
      await world.sql.query(`UPDATE users SET role = 'manager', team_id = $2 WHERE id = $1`, [user.id, team.id]);
      const again = await world.signIn(customer, 'ann');
      expect([again.user.role, again.user.team_id]).toEqual(['manager', team.id]);
    });

    it('makes administrators, and keeps the last one', async () => {
      const role_mapping = [{ claim: 'realm_access.roles', value: 'boss', role: 'admin' as const }];
      const customer = await world.customer(idp, { ann: { realm_access: { roles: ['boss'] } } }, { role_mapping });
      expect((await world.signIn(customer, 'ann')).user.role).toBe('admin');
      const claims = { email: `ann@${customer.domain}`, email_verified: true };
      await idp.tell({ accounts: { ann: claims } });
      expect((await world.signIn(customer, 'ann')).user.role).toBe('admin');
      await world.identity.user({ organization: customer.organization, role: 'admin' });
      expect((await world.signIn(customer, 'ann')).user.role).toBe('viewer');
    });
  });

  describe('is refused', () => {
    it.each([
      ['an unverified address', { email_verified: false }, 'email_unverified'],
      ['an address that nobody says is verified', { email_verified: undefined }, 'email_unverified'],
      ['no address', { email: undefined }, 'email_missing'],
      ['an address of a foreign domain', { email: 'ann@elsewhere.example' }, 'email_domain'],
      ['a domain that only ends like it', { email: 'ann@not-elsewhere.example' }, 'email_domain'],
      ['an address that is two', { email: 'ann@elsewhere.example@acme.example' }, 'email_domain'],
    ])('with %s', async (_name, claims, reason) => {
      const customer = await world.customer(idp, { ann: claims });
      await expect(world.signIn(customer, 'ann')).rejects.toEqual(refusedFor(reason));
      expect(await lastFailure()).toBe(reason);
      expect(
        await world.sql.query(`SELECT 1 FROM users WHERE organization_id = $1`, [customer.organization.id]),
      ).toEqual([]);
    });

    it('to a suspended user, known or not yet', async () => {
      const customer = await world.customer(idp, { ann: {}, bob: {} });
      const { user } = await world.signIn(customer, 'ann');
      await world.sql.query(`UPDATE users SET status = 'suspended' WHERE id = $1`, [user.id]);
      await expect(world.signIn(customer, 'ann')).rejects.toEqual(refusedFor('not_admitted'));
      const { organization, domain } = customer;
      await world.identity.user({ organization, email: `bob@${domain}`, status: 'suspended' });
      await expect(world.signIn(customer, 'bob')).rejects.toEqual(refusedFor('not_admitted'));
      expect(await lastFailure()).toBe('account_suspended');
    });

    it.each([
      ['an administrator whom no rule makes one', { role: 'admin' as const }, 'administrator_unmapped'],
      ['a service account', { role: 'api_user' as const }, 'service_account'],
    ])('the account of %s', async (_name, columns, reason) => {
      const customer = await world.customer(idp, { ann: {} });
      const { organization, domain } = customer;
      await world.identity.user({ organization, email: `ann@${domain}`, ...columns });
      await expect(world.signIn(customer, 'ann')).rejects.toEqual(refusedFor('not_admitted'));
      expect(await lastFailure()).toBe(reason);
      expect(
        await world.sql.query(`SELECT 1 FROM identity_links WHERE provider_id = $1`, [customer.view.provider.id]),
      ).toEqual([]);
    });

    it('an account that the provider knows by another subject: addresses are given out again', async () => {
      const customer = await world.customer(idp, { ann: {} });
      const { domain } = customer;
      await world.signIn(customer, 'ann');
      await idp.tell({ accounts: { successor: { email: `ann@${domain}`, email_verified: true } } });
      await expect(world.signIn(customer, 'successor')).rejects.toEqual(refusedFor('not_admitted'));
      expect(await lastFailure()).toBe('linked_to_another_identity');
    });

    it('when it was cancelled at the provider', async () => {
      const customer = await world.customer(idp, { ann: {} });
      const callback = await world.callbackOf(customer, 'ann');
      callback.searchParams.delete('code');
      callback.searchParams.set('error', 'access_denied');
      await expect(world.complete(customer, callback)).rejects.toEqual(refusedFor('access_denied'));
    });

    it('by a provider that was switched off', async () => {
      const customer = await world.customer(idp, { ann: {} });
      const callback = await world.callbackOf(customer, 'ann');
      const admin = world.principal(customer.organization);
      await world.providers.update(admin, customer.view.provider.id, { enabled: false }, null);
      const notFound = expect.objectContaining({ code: 'NOT_FOUND' }) as unknown;
      await expect(world.complete(customer, callback)).rejects.toEqual(notFound);
      await expect(world.callbackOf(customer, 'ann')).rejects.toEqual(notFound);
      expect(await world.providers.offeredTo(`ann@${customer.domain}`, customer.organization.id)).toBeNull();
    });
  });
});
