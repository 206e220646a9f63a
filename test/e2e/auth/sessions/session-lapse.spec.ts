import type { TestUser } from '../../../factories/identity.factory.js';
import type { ApiResponse } from '../../../support/api/api-client.js';
import { HeldRow } from '../../../support/database/held-row.js';
import { expectRevoked, whoAmI } from '../../../support/sign-in/sessions.js';
import { startWorld, type SignedIn, type TestWorld } from '../../../support/service/test-world.js';

const outcome = ({ status, body }: ApiResponse): [number, unknown] => [status, body?.error?.details.reason];

describe('sessions without use', () => {
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  it('end after thirty idle minutes and do not come back', async () => {
    const { user, api, accessToken } = await world.signIn();
    await api.get('/users/me');
    await world.sql.query(`UPDATE sessions SET last_seen_at = now() - interval '1801 seconds' WHERE user_id = $1`, [
      user.id,
    ]);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { status, body } = await whoAmI(world.api, accessToken);
      expect(status).toBe(401);
      expect(body.error.details).toEqual({ token_type: 'jwt', reason: 'idle_timeout' });
    }
    const other = await world.signIn(user);
    expect((await other.api.get('/auth/sessions')).body.data).toHaveLength(1);
    expect((await whoAmI(world.api, accessToken)).status).toBe(401);
  });

  it('stay open when they were used in time, though that is not written yet', async () => {
    const { user, api } = await world.signIn();
    await world.sql.query(`UPDATE sessions SET last_seen_at = now() - interval '1799 seconds' WHERE user_id = $1`, [
      user.id,
    ]);
    expect((await api.get('/users/me')).status).toBe(200);
    const usedAt = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 150));
    // Makes the recorded use older than the idle time, unless the service has recorded the new use by now.
    await world.sql.query(
      `UPDATE sessions SET last_seen_at = to_timestamp($2) WHERE user_id = $1 AND last_seen_at < now() - interval '1 minute'`,
      [user.id, (usedAt + 100) / 1000 - 1800],
    );
    expect((await api.get('/users/me')).status).toBe(200);
    expect((await api.get('/users/me')).status).toBe(200);
  });

  it('stay open while they are used', async () => {
    const { user, api } = await world.signIn();
    await world.sql.query(`UPDATE sessions SET last_seen_at = now() - interval '1790 seconds' WHERE user_id = $1`, [
      user.id,
    ]);
    expect((await api.get('/users/me')).status).toBe(200);
    const { last_seen_at } = (await api.get('/auth/sessions')).body.data[0];
    expect(Date.now() - Date.parse(last_seen_at as string)).toBeLessThan(600_000);
  });

  describe('that are over stay so when the organization sets longer times', () => {
    const colleague = (): Promise<SignedIn> => world.signIn({ organization: { id: admin.user.organizationId } });
    const settle = async (settings: object): Promise<void> => {
      expect((await admin.api.patch('/settings', settings)).status).toBe(200);
    };
    /** All sessions that the user has by now were begun and used for the last time that long ago. */
    const age = (user: TestUser, seconds: number): Promise<unknown> =>
      world.sql.query(
        `UPDATE sessions SET last_seen_at = last_seen_at - make_interval(secs => $2),
           created_at = created_at - make_interval(secs => $2) WHERE user_id = $1`,
        [user.id, seconds],
      );
    const endsOf = async (user: TestUser): Promise<unknown[]> => {
      const rows = await world.sql.query(`SELECT end_reason FROM sessions WHERE user_id = $1 ORDER BY id`, [user.id]);
      return rows.map(({ end_reason }) => end_reason);
    };
    const refresh = (refresh_token: string): Promise<ApiResponse> => world.api.post('/auth/refresh', { refresh_token });
    const expectOver = async ({ accessToken, refreshToken }: SignedIn): Promise<void> => {
      expectRevoked(await whoAmI(world.api, accessToken));
      expect(outcome(await refresh(refreshToken))).toEqual([401, 'revoked']);
    };
    afterEach(() => settle({ idle_timeout: 1800, refresh_token_expiry: 2_592_000 }));

    it.each([
      ['logout', (keeper: SignedIn) => keeper.api.post('/auth/logout', { all_sessions: true }), 'logout'],
      [
        'another password',
        ({ api, user }: SignedIn) =>
          api.post('/auth/password/change', {
            current_password: user.password,
            new_password: 'torque wrench calibrated',
          }),
        null,
      ],
      ['suspension', ({ user }: SignedIn) => admin.api.post(`/users/${user.id}/suspend`), 'suspended'],
    ])('after a %s', async (_, act, endOfKeeper) => {
      const lost = await colleague();
      await age(lost.user, 1801);
      const keeper = await world.signIn(lost.user);
      // As it would be if it had gone unused only after the other login.
      await world.sql.query(`UPDATE sessions SET ended_at = NULL, end_reason = NULL WHERE user_id = $1`, [
        lost.user.id,
      ]);
      const { status, body } = await act(keeper);
      expect(status).toBe(200);
      if (endOfKeeper === 'logout') expect(body.data.logged_out).toBe(1);
      expect(await endsOf(lost.user)).toEqual(['idle', endOfKeeper]);
      await world.sql.query(`UPDATE users SET status = 'active' WHERE id = $1`, [lost.user.id]);
      await settle({ idle_timeout: 7200 });
      await expectOver(lost);
    });

    it('for idleness: nobody else is affected', async () => {
      const [lost, used, foreign] = [await colleague(), await colleague(), await world.signIn()];
      await age(lost.user, 1801);
      await age(foreign.user, 1801);
      expect(outcome(await refresh(lost.refreshToken))).toEqual([401, 'idle_timeout']);
      await settle({ idle_timeout: 7200 });
      await expectOver(lost);
      expect([await endsOf(lost.user), await endsOf(used.user), await endsOf(foreign.user)]).toEqual([
        ['idle'],
        [null],
        [null],
      ]);
      expect((await used.api.get('/users/me')).status).toBe(200);
    });

    it('for age', async () => {
      const lost = await colleague();
      await settle({ refresh_token_expiry: 3600, idle_timeout: 7200 });
      await age(lost.user, 3600);
      expect(outcome(await lost.api.get('/users/me'))).toEqual([401, 'expired']);
      expect(outcome(await refresh(lost.refreshToken))).toEqual([401, 'expired']);
      await settle({ refresh_token_expiry: 2_592_000 });
      await expectOver(lost);
      expect(await endsOf(lost.user)).toEqual(['expired']);
    });

    it('after another login, which alone is open then', async () => {
      const { user } = await colleague();
      for (let count = 0; count < 4; count += 1) await world.signIn(user);
      await age(user, 1801);
      const { api } = await world.signIn(user);
      expect(await endsOf(user)).toEqual([...Array<string>(5).fill('idle'), null]);
      await settle({ idle_timeout: 7200 });
      expect((await api.get('/auth/sessions')).body.data).toHaveLength(1);
      const evicted = `SELECT 1 FROM audit_records WHERE action = 'session.evicted' AND actor_id = $1`;
      expect(await world.sql.query(evicted, [user.id])).toEqual([]);
    });
  });

  it.each([
    ['expired', `expires_at = now()`],
    ['idle_timeout', `last_seen_at = now() - interval '1801 seconds'`],
    ['revoked', `ended_at = now()`],
  ])('get no new tokens by a proof during which they end: %s', async (reason, change) => {
    const { user, api } = await world.signIn();
    const held = await HeldRow.of(world.sql, 'users', user.id);
    await held.change(`UPDATE sessions SET ${change} WHERE user_id = $1`, user.id);
    const stepUp = api.post('/auth/step-up', { password: user.password });
    await held.waiting(1);
    await held.release();
    expect(outcome(await stepUp)).toEqual([401, reason]);
  });
});
