import type { TestUser } from '../../../factories/identity.factory.js';
import type { ApiClient, ApiResponse } from '../../../support/api/api-client.js';
import { outbox } from '../../../support/service/outbox.js';
import { startWorld, type TestWorld } from '../../../support/service/test-world.js';

const PASSWORD = 'torque wrench calibrated';
const issues = ({ body }: ApiResponse): string[] =>
  (body.error.details.errors as { field: string }[]).map(({ field }) => field);

describe('an invitation', () => {
  let world: TestWorld;
  let mails: ReturnType<typeof outbox>;
  let admin: ApiClient;
  let organization: { id: string };
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { APP_URL: 'https://app.example.test/' } });
    mails = outbox(world.service.dataDir);
    organization = await world.identity.organization();
    admin = (await world.signIn({ role: 'admin', organization })).api;
  });
  afterAll(() => world.stop());

  let invited = 0;
  /** Invites a new user over the API; returns the id, the address and the token of the mail. */
  async function invite(): Promise<{ id: string; email: string; token: string }> {
    invited += 1;
    const email = `invited.${invited}@example.test`;
    const { status, body } = await admin.post('/users', { email, name: 'To be named', role: 'engineer' });
    expect(status).toBe(201);
    const { text } = await mails.waitForMail(email, /invited/);
    return { id: body.data.id as string, email, token: /inv_[\w-]{43}/.exec(text)?.[0] ?? 'no token' };
  }
  const accept = (token: string, password = PASSWORD, name = 'Ada Example'): Promise<ApiResponse> =>
    world.api.post('/auth/invitations/accept', { token, name, password });

  it('comes by mail, and accepted makes the account active and signs in', async () => {
    const { id, email, token } = await invite();
    const [mail] = await mails.messagesTo(email);
    expect(mail?.text).toContain(`https://app.example.test/accept-invitation#token=${token}\n`);

    const { status, body } = await accept(token);
    expect(status).toBe(200);
    expect(Object.keys(body.data as object)).toEqual([
      'access_token',
      'refresh_token',
      'expires_in',
      'token_type',
      'user',
    ]);
    expect(body.data.user).toEqual({ id, email, name: 'Ada Example', role: 'engineer' });
    const me = await world.api.withBearer(body.data.access_token as string).get('/users/me');
    expect(me.body.data).toMatchObject({ id, status: 'active', name: 'Ada Example' });
    expect((await world.login({ email, password: PASSWORD })).status).toBe(200);
    const actions = await world.sql.query<{ action: string }>(
      `SELECT action FROM audit_records WHERE target_id = $1 AND result = 'success' ORDER BY id`,
      [id],
    );
    expect(actions.map(({ action }) => action)).toEqual([
      'user.invited',
      'user.invitation_accepted',
      'auth.login',
      'auth.login',
    ]);
  });

  it('is accepted once, by one of ten at the same time', async () => {
    const { email, token } = await invite();
    const passwords = Array.from({ length: 10 }, (_, count) => `${PASSWORD} ${count}`);
    const answers = await Promise.all(passwords.map((password) => accept(token, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(400)]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect((await world.login({ email, password: winner })).status).toBe(200);
    expect(issues(await accept(token))).toEqual(['token']);
  });

  it('is not used up by a password that will not do', async () => {
    const { email, token } = await invite();
    for (const password of ['short', '1qaz2wsx3edc', email, 'Ada-Example-1', 'x'.repeat(129)]) {
      const answer = await accept(token, password);
      expect(answer.status).toBe(400);
      expect(issues(answer)).toEqual(['password']);
    }
    expect((await accept(token)).status).toBe(200);
  });

  it('is not used up when the session cannot start', async () => {
    const { id, token } = await invite();
    await world.sql.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no''; END'`);
    await world.sql.query(`CREATE TRIGGER refuse BEFORE INSERT ON sessions EXECUTE FUNCTION refuse()`);
    expect((await accept(token)).status).toBe(500);
    await world.sql.query(`DROP FUNCTION refuse CASCADE`);
    const [row] = await world.sql.query(`SELECT status, password_hash FROM users WHERE id = $1`, [id]);
    expect(row).toEqual({ status: 'invited', password_hash: null });
    expect((await accept(token)).status).toBe(200);
  });

  it('is over after seven days', async () => {
    const { id, token } = await invite();
    const [row] = await world.sql.query<{ days: number }>(
      `SELECT extract(epoch FROM expires_at - created_at) / 86400 AS days FROM one_time_tokens WHERE user_id = $1`,
      [id],
    );
    expect(Number(row?.days)).toBeCloseTo(7, 3);
    await world.sql.query(`UPDATE one_time_tokens SET expires_at = now() WHERE user_id = $1`, [id]);
    expect(issues(await accept(token))).toEqual(['token']);
  });

  it('is over when its user is removed', async () => {
    const { id, token } = await invite();
    expect((await admin.delete(`/users/${id}`)).status).toBe(204);
    expect(issues(await accept(token))).toEqual(['token']);
  });

  it.each([
    ['a token that nobody has', `inv_${'A'.repeat(43)}`],
    ['one of another kind', `pwr_${'A'.repeat(43)}`],
    ['nonsense', 'nonsense'],
  ])('is not %s', async (_, token) => {
    expect(issues(await accept(token))).toEqual(['token']);
  });

  it('refuses what is missing or unknown', async () => {
    const answer = await world.api.post('/auth/invitations/accept', { role: 'admin' });
    expect(answer.status).toBe(400);
    expect(issues(answer)).toEqual(['role', 'token', 'name', 'password']);
  });
});

describe('what happens to a user', () => {
  let world: TestWorld;
  let admin: ApiClient;
  let organization: { id: string };
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    organization = await world.identity.organization();
    admin = (await world.signIn({ role: 'admin', organization })).api;
  });
  afterAll(() => world.stop());

  async function lock(user: TestUser): Promise<void> {
    for (let count = 0; count < 10; count += 1) await world.login({ ...user, password: 'wrong' });
    expect((await world.login(user)).status).toBe(429);
  }

  it('ends sessions and tokens with a suspension, and reactivation brings none back', async () => {
    const { user, api } = await world.signIn({ organization });
    await world.api.post('/auth/password/forgot', { email: user.email });
    const { text } = await outbox(world.service.dataDir).waitForMail(user.email);
    const token = /pwr_[\w-]{43}/.exec(text)?.[0];
    expect((await admin.post(`/users/${user.id}/suspend`)).status).toBe(200);
    expect((await admin.post(`/users/${user.id}/reactivate`)).status).toBe(200);
    expect((await api.get('/users/me')).status).toBe(401);
    const reset = await world.api.post('/auth/password/reset', { token, new_password: PASSWORD });
    expect(reset.body.error.details.field).toBe('token');
    expect((await world.login(user)).status).toBe(200);
  });

  it('ends sessions with a removal', async () => {
    const { user, api } = await world.signIn({ organization });
    expect((await admin.delete(`/users/${user.id}`)).status).toBe(204);
    expect((await api.get('/users/me')).status).toBe(401);
    expect((await world.login(user)).status).toBe(401);
  });

  it('opens a locked account when an administrator unlocks it', async () => {
    const user = await world.identity.user({ organization });
    await lock(user);
    expect((await admin.post(`/users/${user.id}/unlock`)).status).toBe(200);
    expect((await world.login(user)).status).toBe(200);
  });
});
