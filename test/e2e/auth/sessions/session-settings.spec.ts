import { readToken } from '../../../support/sign-in/forged-token.js';
import { expectRevoked, whoAmI } from '../../../support/sign-in/sessions.js';
import { startWorld, type TestWorld } from '../../../support/service/test-world.js';

describe('sessions follow the settings of the organization:', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  afterAll(() => world.stop());

  const settle = (user: { organizationId: string }, assignment: string): Promise<unknown> =>
    world.sql.query(`UPDATE organizations SET ${assignment} WHERE id = $1`, [user.organizationId]);
  const age = (user: { id: string }, columns: string[], seconds: number): Promise<unknown> =>
    world.sql.query(
      `UPDATE sessions SET ${columns.map((name) => `${name} = ${name} - make_interval(secs => $2)`).join(', ')}
       WHERE user_id = $1`,
      [user.id, seconds],
    );

  it('max_concurrent_sessions', async () => {
    const user = await world.identity.user();
    await settle(user, 'max_concurrent_sessions = 2');
    const [first, second, third] = [await world.signIn(user), await world.signIn(user), await world.signIn(user)];
    expectRevoked(await whoAmI(world.api, first.accessToken));
    expect((await whoAmI(world.api, second.accessToken)).status).toBe(200);
    await settle(user, 'max_concurrent_sessions = 1');
    expect((await world.signIn(user)).api).toBeDefined();
    expectRevoked(await whoAmI(world.api, second.accessToken));
    expectRevoked(await whoAmI(world.api, third.accessToken));
  });

  it('session_timeout, from the next token set on', async () => {
    const { user, refreshToken } = await world.signIn();
    await settle(user, 'session_timeout = 300');
    const refreshed = await world.api.post('/auth/refresh', { refresh_token: refreshToken });
    expect(refreshed.body.data.expires_in).toBe(300);
    const { exp, iat } = readToken(refreshed.body.data.access_token as string).claims as { exp: number; iat: number };
    expect(exp - iat).toBe(300);
    const { body } = await world.login(user);
    expect(body.data.expires_in).toBe(300);
  });

  it('refresh_token_expiry, a shorter one in sessions that are open already', async () => {
    const { user, refreshToken } = await world.signIn();
    const { exp, iat } = readToken(refreshToken).claims as { exp: number; iat: number };
    expect(exp - iat).toBe(2_592_000);
    await settle(user, 'refresh_token_expiry = 86400');
    const refreshed = await world.api.post('/auth/refresh', { refresh_token: refreshToken });
    const next = readToken(refreshed.body.data.refresh_token as string).claims as { exp: number; iat: number };
    expect(next.exp - iat).toBe(86_400);
    await age(user, ['created_at'], 86_400);
    const late = await world.api.post('/auth/refresh', { refresh_token: refreshed.body.data.refresh_token });
    expect(late.status).toBe(401);
    expect(late.body.error.details).toEqual({
      token_type: 'refresh',
      reason: 'expired',
      expired_at: expect.any(String),
    });
    const { status, body } = await whoAmI(world.api, refreshed.body.data.access_token as string);
    expect(status).toBe(401);
    expect(body.error.details).toEqual({ token_type: 'jwt', reason: 'expired', expired_at: expect.any(String) });
    // A longer one counts for sessions to come.
    await settle(user, 'refresh_token_expiry = 5184000');
    const { refreshToken: later } = await world.signIn(user);
    const long = readToken(later).claims as { exp: number; iat: number };
    expect(long.exp - long.iat).toBe(5_184_000);
  });
});
