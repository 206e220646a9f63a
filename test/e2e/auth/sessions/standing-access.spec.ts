import type { ApiResponse, Json } from '../../../support/api/api-client.js';
import { outbox } from '../../../support/service/outbox.js';
import { startOAuthWorld, type OAuthWorld } from '../../../support/scenes/oauth-world.js';
import { SecondFactors } from '../../../support/sign-in/second-factors.js';
import type { TestUser } from '../../../factories/identity.factory.js';

const NEW_PASSWORD = 'torque wrench calibrated';

describe('what outlasts a change of the password and the end of sessions', () => {
  let world: OAuthWorld;
  let portal: Awaited<ReturnType<OAuthWorld['application']>>;
  beforeAll(async () => {
    world = await startOAuthWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
    portal = await world.application(await world.client());
  });
  afterAll(() => world.stop());

  const engineer = (): Promise<TestUser> => world.identity.user({ role: 'engineer', organization: world.organization });
  const works = async (key: string): Promise<boolean> =>
    (await world.api.withKey(key).get('/users/me/permissions')).status === 200;
  const names = ({ api_keys }: Json): string[] => (api_keys as { name: string }[]).map(({ name }) => name);
  const reset = async (user: TestUser, fields: object = {}): Promise<ApiResponse> => {
    await world.api.post('/auth/password/forgot', { email: user.email });
    const { text } = await outbox(world.service.dataDir).waitForMail(user.email, /new password/);
    const token = /pwr_[A-Za-z0-9_-]{43}/.exec(text)?.[0];
    return world.api.post('/auth/password/reset', { token, new_password: NEW_PASSWORD, ...fields });
  };

  it('is said at the change: keys that work, applications in this session', async () => {
    const user = await engineer();
    const { api } = await world.signIn(user);
    const { tokens } = await world.grant(portal, user, { scope: 'openid document.view' });
    const working = await world.identity.apiKey(user, { name: 'Export' });
    await world.identity.apiKey(user, { name: 'Over', expiresAt: new Date(Date.now() - 1000) });
    const body = { current_password: user.password, new_password: NEW_PASSWORD };
    const { status, body: answer } = await api.post('/auth/password/change', body);
    expect(status).toBe(200);
    expect(answer.data.standing_access).toEqual({
      revoked_api_keys: 0,
      api_keys: [{ id: working.id, name: 'Export', prefix: working.prefix, last_used_at: null }],
      // The application was in another session, which ended.
      oauth_grants: [],
    });
    expect(await works(working.key)).toBe(true);
    const application = world.api.withBearer(tokens.access_token as string);
    expect((await application.get('/documents')).status).toBe(401);
  });

  it('ends with the password where that is asked for, and what was made with it', async () => {
    const user = await engineer();
    const { api } = await world.signIn(user);
    const first = await api.post('/api-keys', { name: 'First', scopes: ['api.access', 'document.view'] });
    const maker = world.api.withKey(first.body.data.key as string);
    const second = await maker.post('/api-keys', { name: 'Second', scopes: ['document.view'] });
    const others = await world.identity.apiKey(await engineer(), { name: 'Somebody else’s' });
    const body = { current_password: user.password, new_password: NEW_PASSWORD, revoke_api_keys: true };
    const { body: answer } = await api.post('/auth/password/change', body);
    expect(answer.data.standing_access).toEqual({ revoked_api_keys: 2, api_keys: [], oauth_grants: [] });
    for (const made of [first, second]) expect(await works(made.body.data.key as string)).toBe(false);
    expect(await works(others.key)).toBe(true);
    const trail = await world.sql.query(
      `SELECT reason, count(*)::int AS n FROM audit_records WHERE action = 'api_key.revoked' AND details ->> 'owner_id' = $1
       GROUP BY reason`,
      [user.id],
    );
    expect(trail).toEqual([{ reason: 'password_changed', n: 2 }]);
  });

  it('ends with a reset by mail, unless told otherwise', async () => {
    const [user, keeper] = [await engineer(), await engineer()];
    const [key, kept] = [await world.identity.apiKey(user), await world.identity.apiKey(keeper, { name: 'Kept' })];
    const { status, body } = await reset(user);
    expect([status, body.data]).toEqual([
      200,
      { password_reset: true, standing_access: { revoked_api_keys: 1, api_keys: [], oauth_grants: [] } },
    ]);
    expect(await works(key.key)).toBe(false);
    const other = await reset(keeper, { revoke_api_keys: false });
    expect([other.body.data.standing_access.revoked_api_keys, names(other.body.data.standing_access)]).toEqual([
      0,
      ['Kept'],
    ]);
    expect(await works(kept.key)).toBe(true);
  });

  it('is not told to the owner of the mailbox alone, for an account with a second factor', async () => {
    const { user } = await new SecondFactors(world).userWithApp({ organization: world.organization });
    const { key } = await world.identity.apiKey(user);
    const { body } = await reset(user);
    expect(body.data).toEqual({ password_reset: true, standing_access: null });
    expect(await works(key)).toBe(false);
  });

  it('is said when all sessions end, and ends with them where that is asked for', async () => {
    const user = await engineer();
    const { api } = await world.signIn(user);
    const { key } = await world.identity.apiKey(user, { name: 'Export' });
    const refused = await api.post('/auth/logout', { revoke_api_keys: true });
    expect([refused.status, refused.body.error.details.field]).toEqual([400, 'revoke_api_keys']);
    const left = await api.post('/auth/logout', { all_sessions: true });
    expect([left.body.data.logged_out, names(left.body.data.standing_access)]).toEqual([1, ['Export']]);
    expect(await works(key)).toBe(true);
    const again = await world.signIn(user);
    const { body } = await again.api.post('/auth/logout', { all_sessions: true, revoke_api_keys: true });
    expect(body.data).toEqual({
      logged_out: 1,
      standing_access: { revoked_api_keys: 1, api_keys: [], oauth_grants: [] },
    });
    expect(await works(key)).toBe(false);
  });

  it('is no key that a request begun before was about to make', async () => {
    const user = await engineer();
    const { api } = await world.signIn(user);
    const thief = await world.signIn(user);
    const body = { current_password: user.password, new_password: NEW_PASSWORD, revoke_api_keys: true };
    const [changed, ...made] = await Promise.all([
      api.post('/auth/password/change', body),
      ...Array.from({ length: 10 }, (_, n) =>
        thief.api.post('/api-keys', { name: `Key ${n}`, scopes: ['document.view'] }),
      ),
    ]);
    expect(changed?.status).toBe(200);
    for (const { status, body: answer } of made) {
      if (status === 201) expect(await works(answer.data.key as string)).toBe(false);
      else expect(status).toBe(401);
    }
    expect(await world.sql.query(`SELECT id FROM api_keys WHERE owner_id = $1`, [user.id])).toEqual([]);
  });
});
