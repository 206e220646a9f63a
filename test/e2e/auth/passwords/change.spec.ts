import type { ApiClient, ApiResponse } from '../../../support/api/api-client.js';
import { HeldRow } from '../../../support/database/held-row.js';
import { outbox } from '../../../support/service/outbox.js';
import { SecondFactors } from '../../../support/sign-in/second-factors.js';
import { startWorld, type TestWorld } from '../../../support/service/test-world.js';

const NEW_PASSWORD = 'torque wrench calibrated';

type Request = () => Promise<ApiResponse>;

describe('POST /auth/password/change', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  afterAll(() => world.stop());

  const change = (api: ApiClient, current: string, next = NEW_PASSWORD): Promise<ApiResponse> =>
    api.post('/auth/password/change', { current_password: current, new_password: next });

  it('changes the password, keeps this session and ends the others', async () => {
    const { user, api } = await world.signIn();
    const other = await world.signIn(user);
    const { status, body } = await change(api, user.password);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ password_changed: true });

    expect((await api.get('/users/me')).status).toBe(200);
    expect((await other.api.get('/users/me')).status).toBe(401);
    const refreshed = await world.api.post('/auth/refresh', { refresh_token: other.refreshToken });
    expect(refreshed.status).toBe(401);
    expect((await world.login(user)).status).toBe(401);
    expect((await world.login({ ...user, password: NEW_PASSWORD })).status).toBe(200);
    const { text } = await outbox(world.service.dataDir).waitForMail(user.email, /was changed/);
    expect(text).toContain('127.0.0.1');
    const [event] = await world.sql.query(
      `SELECT actor_id, result FROM audit_records WHERE action = 'password.changed' AND target_id = $1`,
      [user.id],
    );
    expect(event).toEqual({ actor_id: user.id, result: 'success' });
  });

  it('counts wrong current passwords with failed logins, and says which they are', async () => {
    const { user, api } = await world.signIn();
    for (let count = 0; count < 10; count += 1) {
      const { status, body } = await change(api, `wrong ${count}`);
      expect(status).toBe(401);
      expect(body.error.details).toEqual({ token_type: 'jwt', reason: 'invalid_credentials' });
    }
    expect((await change(api, user.password)).status).toBe(429);
    expect((await world.login(user)).status).toBe(429);
    expect((await api.get('/users/me')).status).toBe(200);
    const rows = await world.sql.query<{ reason: string }>(
      `SELECT reason FROM audit_records WHERE action = 'password.changed' AND result = 'failure' AND target_id = $1`,
      [user.id],
    );
    expect(rows).toEqual(Array(10).fill({ reason: 'wrong_password' }));
  });

  it('lets one of several at once win', async () => {
    const { user, api } = await world.signIn();
    const passwords = Array.from({ length: 5 }, (_, count) => `${NEW_PASSWORD} ${count}`);
    const answers = await Promise.all(passwords.map((password) => change(api, user.password, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  describe('to a login with the old password that is under way', () => {
    /** Both check the password while it is still right, then wait for the user; who comes first goes first. */
    async function race(userId: string, first: Request, second: Request): Promise<ApiResponse[]> {
      const held = await HeldRow.of(world.sql, 'users', userId);
      const answers = [first()];
      await held.waiting(1);
      answers.push(second());
      await held.waiting(2);
      await held.release();
      return Promise.all(answers);
    }

    it('leaves no session, whichever comes first', async () => {
      const { user, api } = await world.signIn();
      const [login, changed] = await race(
        user.id,
        () => world.login(user),
        () => change(api, user.password),
      );
      expect([login?.status, changed?.status]).toEqual([200, 200]);
      const begun = world.api.withBearer(login?.body.data.access_token as string);
      expect((await begun.get('/users/me')).status).toBe(401);
      expect((await api.get('/users/me')).status).toBe(200);

      const [again, late] = await race(
        user.id,
        () => change(api, NEW_PASSWORD, user.password),
        () => world.login({ ...user, password: NEW_PASSWORD }),
      );
      expect([again?.status, late?.status]).toEqual([200, 401]);
      expect((await world.login(user)).status).toBe(200);
    });

    it('leaves no second step either', async () => {
      const factors = new SecondFactors(world);
      const { user, api, app } = await factors.userWithApp();
      const [login, changed] = await race(
        user.id,
        () => world.login(user),
        () => change(api, user.password),
      );
      expect([login?.status, changed?.status]).toEqual([200, 200]);
      const mfa_token = login?.body.data.mfa_token as string;
      const verified = await world.api.post('/auth/mfa/verify', { mfa_token, code: await factors.codeOf(app) });
      expect([verified.status, verified.body.error.details.reason]).toEqual([401, 'invalid']);

      // The new password is written and the tokens are revoked, but not committed yet.
      const held = await HeldRow.of(world.sql, 'users', user.id);
      await held.change(`UPDATE users SET password_hash = '$argon2id$' WHERE id = $1`, user.id);
      await held.change(`DELETE FROM one_time_tokens WHERE user_id = $1`, user.id);
      const late = world.login({ ...user, password: NEW_PASSWORD });
      await held.waiting(1);
      await held.release();
      const { status, body } = await late;
      expect([status, body.error.details]).toEqual([401, { token_type: 'jwt', reason: 'invalid_credentials' }]);
      expect(await world.sql.query(`SELECT 1 FROM one_time_tokens WHERE user_id = $1`, [user.id])).toEqual([]);
    });
  });

  it('takes a reset that is under way back', async () => {
    const { user, api } = await world.signIn();
    await world.api.post('/auth/password/forgot', { email: user.email });
    const { text } = await outbox(world.service.dataDir).waitForMail(user.email);
    await change(api, user.password);
    const token = /pwr_[\w-]{43}/.exec(text)?.[0];
    const { status, body } = await world.api.post('/auth/password/reset', { token, new_password: 'yet another one' });
    expect(status).toBe(400);
    expect(body.error.details.field).toBe('token');
  });

  it.each([
    ['one that everybody has', '1qaz2wsx3edc'],
    ['a short one', 'eleven char'],
    ['the present one', 'correct horse battery staple'],
  ])('refuses %s, and keeps the present one', async (_, password) => {
    const { user, api } = await world.signIn();
    const { status, body } = await change(api, user.password, password);
    expect(status).toBe(400);
    expect(body.error.details.field).toBe('new_password');
    expect((await world.login(user)).status).toBe(200);
  });

  it('is a conflict for an account that has no password', async () => {
    const { user, api } = await world.signIn();
    await world.sql.query(`UPDATE users SET password_hash = NULL WHERE id = $1`, [user.id]);
    const { status, body } = await change(api, user.password);
    expect(status).toBe(409);
    expect(body.error.details).toEqual({ reason: 'no_password' });
  });

  it('needs a session', async () => {
    expect((await change(world.api, 'x')).status).toBe(401);
    const { key } = await world.identity.apiKey(await world.identity.user());
    const { status, body } = await change(world.api.withKey(key), 'x');
    expect(status).toBe(403);
    expect(body.error.details.reason).toBe('session_required');
  });
});
