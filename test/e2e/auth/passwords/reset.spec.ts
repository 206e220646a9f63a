import type { TestUser } from '../../../factories/identity.factory.js';
import type { ApiResponse } from '../../../support/api/api-client.js';
import { outbox } from '../../../support/service/outbox.js';
import { startWorld, type TestWorld } from '../../../support/service/test-world.js';

const NEW_PASSWORD = 'torque wrench calibrated';
const issues = ({ body }: ApiResponse): string[] =>
  (body.error.details.errors as { field: string }[]).map(({ field }) => field);

describe('a forgotten password', () => {
  let world: TestWorld;
  let mails: ReturnType<typeof outbox>;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { APP_URL: 'https://app.example.test/' } });
    mails = outbox(world.service.dataDir);
  });
  afterAll(() => world.stop());
  // All tests come from one address, whose limit is the subject of one of them.
  afterEach(() => world.sql.query(`DELETE FROM login_failures WHERE key LIKE 'address:%'`));

  const forgot = (email: string): Promise<ApiResponse> => world.api.post('/auth/password/forgot', { email });
  const reset = (token: string, password = NEW_PASSWORD): Promise<ApiResponse> =>
    world.api.post('/auth/password/reset', { token, new_password: password });
  async function tokenFor({ email }: { email: string }): Promise<string> {
    expect((await forgot(email.toUpperCase())).status).toBe(202);
    const { text } = await mails.waitForMail(email, /new password/);
    return /token=(pwr_[\w-]{43})\n/.exec(text)?.[1] ?? 'no token in the mail';
  }
  const trail = (user: TestUser): Promise<{ action: string; result: string }[]> =>
    world.sql.query(`SELECT action, result FROM audit_records WHERE target_id = $1 ORDER BY id`, [user.id]);

  it('is replaced by the link of a mail: all sessions end, and only the new one signs in', async () => {
    const { user, api } = await world.signIn();
    const token = await tokenFor(user);
    const answer = await reset(token);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ password_reset: true });

    expect((await api.get('/users/me')).status).toBe(401);
    expect((await world.login(user)).status).toBe(401);
    expect((await world.login({ ...user, password: NEW_PASSWORD })).status).toBe(200);
    expect(await mails.waitForMail(user.email, /was reset/)).toMatchObject({ to: user.email });
    expect(await trail(user)).toContainEqual({ action: 'password.reset', result: 'success' });
  });

  it('has a mail with the link into the frontend, the token itself, and who it is for', async () => {
    const user = await world.identity.user({ name: 'Ada <Example>' });
    await forgot(user.email);
    const { text, html } = await mails.waitForMail(user.email);
    const token = /pwr_[\w-]{43}/.exec(text)?.[0] ?? '';
    expect(text).toContain(`https://app.example.test/reset-password#token=${token}\n`);
    expect(text).toContain('Hello Ada <Example>,');
    expect(html).toContain('Hello Ada &lt;Example&gt;,');
    expect(html.split(token)).toHaveLength(5);
  });

  it('answers the same for all addresses without a password, and sends them no mail', async () => {
    const strangers = [
      { email: 'nobody@example.test' },
      await world.identity.user({ status: 'suspended' }),
      await world.identity.user({ status: 'invited' }),
      await world.identity.user({ role: 'api_user' }),
    ];
    const known = await world.identity.user();
    const answers = [];
    for (const { email } of [...strangers, known]) answers.push(await forgot(email));
    expect(answers.map(({ status, body }) => ({ status, data: body.data }))).toEqual(
      Array(5).fill({ status: 202, data: { accepted: true } }),
    );
    await mails.waitForMail(known.email);
    for (const { email } of strangers) expect(await mails.messagesTo(email)).toEqual([]);
  });

  it('of an account that signs in elsewhere stays there', async () => {
    const user = await world.identity.user({ hasPassword: false });
    await forgot(user.email);
    const { subject, text } = await mails.waitForMail(user.email);
    expect(subject).toMatch(/no password/);
    expect(text).not.toContain('pwr_');
  });

  it('leaves neither address nor token readable in the queue and in the table of tokens', async () => {
    const user = await world.identity.user();
    const token = await tokenFor(user);
    const rows = await world.sql.query(
      `SELECT data::text AS row FROM jobs.job WHERE name = 'account-mails'
       UNION ALL SELECT data::text FROM jobs.archive WHERE name = 'account-mails'
       UNION ALL SELECT t::text FROM one_time_tokens t UNION ALL SELECT f::text FROM login_failures f`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(user.email);
    expect(JSON.stringify(rows)).not.toContain(token.slice(4));
  });

  it('has a token that works once, of ten at the same time', async () => {
    const user = await world.identity.user();
    const token = await tokenFor(user);
    const other = await tokenFor(user);
    const passwords = Array.from({ length: 10 }, (_, count) => `${NEW_PASSWORD} ${count}`);
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(400)]);
    expect(answers.filter(({ status }) => status === 400).map(issues)).toEqual(Array(9).fill(['token']));
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect((await world.login({ ...user, password: winner })).status).toBe(200);
    // The reset invalidates every other pending token.
    expect(issues(await reset(other))).toEqual(['token']);
  });

  it('has a token that a bad password does not use up', async () => {
    const user = await world.identity.user({ name: 'Amelia Earhart' });
    const token = await tokenFor(user);
    for (const password of ['too short', 'x'.repeat(129), '1qaz2wsx3edc', 'Amelia-Earhart1', user.password]) {
      const answer = await reset(token, password);
      expect(answer.status).toBe(400);
      expect(issues(answer)).toEqual(['new_password']);
    }
    expect((await reset(token)).status).toBe(200);
  });

  it('has a token that is over after an hour, and with the account', async () => {
    const [late, gone] = [await world.identity.user(), await world.identity.user()];
    const [lateToken, goneToken] = [await tokenFor(late), await tokenFor(gone)];
    const moved = `UPDATE one_time_tokens SET expires_at = expires_at - interval '60 minutes' WHERE user_id = $1`;
    await world.sql.query(moved, [late.id]);
    await world.sql.query(`UPDATE users SET status = 'suspended' WHERE id = $1`, [gone.id]);
    for (const token of [lateToken, goneToken]) expect(issues(await reset(token))).toEqual(['token']);
  });

  it.each([
    ['a token of another kind', `inv_${'A'.repeat(43)}`],
    ['one that nobody has', `pwr_${'A'.repeat(43)}`],
    ['nonsense', 'nonsense'],
    ['nothing', ''],
  ])('is not replaced by %s', async (_, token) => {
    const answer = await reset(token);
    expect(answer.status).toBe(400);
    expect(issues(answer)).toEqual(['token']);
  });

  it('is no way past the second factor', async () => {
    const user = await world.identity.user();
    const token = await tokenFor(user);
    await world.sql.query(`UPDATE users SET mfa_enabled = true WHERE id = $1`, [user.id]);
    const answer = await reset(token);
    expect(answer.body.data).toMatchObject({ password_reset: true });
    const { status, body } = await world.login({ ...user, password: NEW_PASSWORD });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ mfa_required: true });
    expect(body.data).not.toHaveProperty('access_token');
  });

  it('opens an account that was locked', async () => {
    const user = await world.identity.user();
    for (let count = 0; count < 10; count += 1) await world.login({ ...user, password: 'wrong' });
    expect((await world.login(user)).status).toBe(429);
    expect((await reset(await tokenFor(user))).status).toBe(200);
    expect((await world.login({ ...user, password: NEW_PASSWORD })).status).toBe(200);
  });

  it('is written about five times an hour at most, and asked for thirty times in fifteen minutes from one address', async () => {
    const [user, other] = [await world.identity.user(), await world.identity.user()];
    const answers = [];
    for (let count = 0; count < 31; count += 1) answers.push(await forgot(count < 20 ? user.email : other.email));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(30).fill(202), 429]);
    expect(Number(answers[30]?.headers.get('retry-after'))).toBeGreaterThan(800);
    for (const { email } of [user, other]) {
      for (let count = 0; count < 5; count += 1) await mails.waitForMail(email);
    }
    // Jobs are worked off in their order: these were the last.
    await world.sql.query(`DELETE FROM login_failures WHERE key LIKE 'address:%'`);
    await tokenFor(await world.identity.user());
    expect(await mails.messagesTo(user.email)).toHaveLength(5);
    expect(await mails.messagesTo(other.email)).toHaveLength(5);
  });

  it.each([
    ['forgot', { email: 'nonsense' }, ['email']],
    ['forgot', { email: 'a@example.test', extra: 1 }, ['extra']],
    ['reset', { token: 'x' }, ['new_password']],
    ['reset', { token: 7, new_password: NEW_PASSWORD }, ['token']],
  ])('refuses %s with %j', async (route, body, fields) => {
    const answer = await world.api.post(`/auth/password/${route}`, body);
    expect(answer.status).toBe(400);
    expect(issues(answer)).toEqual(fields);
  });
});
