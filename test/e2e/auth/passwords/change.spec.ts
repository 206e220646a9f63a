import type { ApiClient, ApiResponse } from '../../../support/api-client.js';
import { outbox } from '../../../support/outbox.js';
import { startWorld, type TestWorld } from '../../../support/test-world.js';

const NEW_PASSWORD = 'torque wrench calibrated';

describe('POST /auth/password/change', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  const change = (api: ApiClient, current: string, next = NEW_PASSWORD): Promise<ApiResponse> =>
    api.post('/auth/password/change', { current_password: current, new_password: next });

  it('changes the password, keeps this session and ends the others', async () => {
    const { user, api } = await world.signIn();
    const other = await world.signIn(user);
    const { status, body } = await change(api, user.password);
    expect(status).toBe(200);
    expect(body.data).toEqual({ password_changed: true });

    expect((await api.get('/users/me')).status).toBe(200);
    expect((await other.api.get('/users/me')).status).toBe(401);
    const refreshed = await world.api.post('/auth/refresh', { refresh_token: other.refreshToken });
    expect(refreshed.status).toBe(401);
    expect((await world.login(user)).status).toBe(401);
    expect((await world.login({ ...user, password: NEW_PASSWORD })).status).toBe(200);
    const { text } = await outbox(world.service.dataDir).waitForMail(user.email, /was changed/);
    expect(text).toContain('127.0.0.1');
    const [event] = await world.sql.query(
      `SELECT actor_id, result FROM audit_events WHERE action = 'password.changed' AND target_id = $1`,
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
      `SELECT reason FROM audit_events WHERE action = 'password.changed' AND result = 'failure' AND target_id = $1`,
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

  it('leaves no session to logins with the old password that are under way', async () => {
    const { user, api } = await world.signIn();
    // Not so many logins that they evict the session of the change.
    const [changed, ...logins] = await Promise.all([
      change(api, user.password),
      ...Array.from({ length: 3 }, () => world.login(user)),
    ]);
    expect(changed.status).toBe(200);
    for (const { status, body } of logins.filter((login) => login.status !== 401)) {
      expect(status).toBe(200);
      expect((await world.api.withBearer(body.data.access_token as string).get('/users/me')).status).toBe(401);
    }
    expect((await api.get('/users/me')).status).toBe(200);
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
