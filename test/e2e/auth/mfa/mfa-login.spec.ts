import type { ApiResponse, Json } from '../../../support/api/api-client.js';
import { newKey, SecondFactors } from '../../../support/sign-in/second-factors.js';
import { startWorld, type TestWorld } from '../../../support/service/test-world.js';

describe('a login with a second factor', () => {
  let world: TestWorld;
  let factors: SecondFactors;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    factors = new SecondFactors(world);
  });
  afterAll(() => world.stop());
  // Every test comes from the same address, and failures are the subject of many.
  afterEach(() => world.sql.query(`DELETE FROM login_failures WHERE key LIKE 'address:%'`));

  const verify = (body: object): Promise<ApiResponse> => world.api.post('/auth/mfa/verify', body);
  const challenge = (mfa_token: string, method_id: string): Promise<ApiResponse> =>
    world.api.post('/auth/mfa/challenge', { mfa_token, method_id });
  const expectFailed = ({ status, body }: ApiResponse, reason = 'mfa_failed'): void => {
    expect(status).toBe(401);
    expect(body.error).toMatchObject({ code: 'UNAUTHORIZED', details: { token_type: 'mfa', reason } });
  };
  const methodsOf = async (userId: string): Promise<string[]> => {
    const [row] = await world.sql.query<{ authentication_methods: string[] }>(
      `SELECT authentication_methods FROM sessions WHERE user_id = $1 ORDER BY id DESC LIMIT 1`,
      [userId],
    );
    return row?.authentication_methods ?? [];
  };

  it('answers the right password with what is asked for, and no tokens', async () => {
    const { user, app } = await factors.userWithApp();
    const { status, body } = await world.login(user);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      mfa_required: true,
      mfa_token: expect.stringMatching(/^mfa_[\w-]{43}$/),
      expires_in: 300,
      methods: [{ id: app.id, type: 'totp', hint: 'Authenticator app' }],
    });
  });

  it('answers a wrong password as ever', async () => {
    const { user } = await factors.userWithApp();
    const { status, body } = await world.login({ ...user, password: 'wrong' });
    expect(status).toBe(401);
    expect(body.error.details).toEqual({ token_type: 'jwt', reason: 'invalid_credentials' });
  });

  it('takes the code of an authenticator app, with or without its id, and with a space in it', async () => {
    const { user, app } = await factors.userWithApp();
    for (const method_id of [app.id, undefined]) {
      const { mfa_token } = await factors.passwordOnly(user);
      const code = await factors.codeOf(app);
      const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
      const { status, body } = await verify({ mfa_token, code: spaced, method_id });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ token_type: 'Bearer', expires_in: 3600, user: { id: user.id } });
      expect((await world.api.withBearer(body.data.access_token as string).get('/users/me')).status).toBe(200);
    }
    expect(await methodsOf(user.id)).toEqual(['pwd', 'otp', 'mfa']);
  });

  it('takes a code sent by text message', async () => {
    const { user, api } = await world.signIn();
    const phone = '+4915112345670';
    const id = await factors.phone(api, phone);
    const { mfa_token, methods } = await factors.passwordOnly(user);
    expect(methods).toEqual([{ id, type: 'sms', hint: 'Text message, number ending in 70' }]);
    const asked = await challenge(mfa_token as string, id);
    expect(asked.status).toBe(200);
    expect(Object.keys(asked.body.data as object)).toEqual(['challenge_id', 'expires_in']);
    expect(asked.body.data.challenge_id).toMatch(/^challenge_/);
    expect(asked.body.data.expires_in).toBeGreaterThan(290);
    expect(asked.body.data.expires_in).toBeLessThanOrEqual(300);
    const { status } = await verify({ mfa_token, code: await factors.sentBySms(phone) });
    expect(status).toBe(200);
    expect(await methodsOf(user.id)).toEqual(['pwd', 'sms', 'mfa']);
  });

  it('takes a code sent by e-mail', async () => {
    const { user, api } = await world.signIn();
    const id = await factors.email(api, user.email);
    const { mfa_token } = await factors.passwordOnly(user);
    expect((await challenge(mfa_token as string, id)).status).toBe(200);
    const { status } = await verify({ mfa_token, method_id: id, code: await factors.sentByMail(user.email) });
    expect(status).toBe(200);
    expect(await methodsOf(user.id)).toEqual(['pwd', 'otp', 'mfa']);
  });

  it('takes the proof of any of several security keys, each question once', async () => {
    const { user, api } = await world.signIn();
    const [blue, green] = [newKey(), newKey()];
    await factors.key(api, blue, 'Blue key');
    const id = await factors.key(api, green, 'Green key');
    const { mfa_token, methods } = await factors.passwordOnly(user);
    expect((methods as Json[]).map(({ hint }) => hint as string)).toEqual(['Blue key', 'Green key']);
    const { body } = await challenge(mfa_token as string, id);
    expectFailed(await verify({ mfa_token, credential: blue.assertUnasked(body.data.public_key as never) }));
    const proof = { mfa_token, credential: green.assert(body.data.public_key as never) };
    expect((await verify(proof)).status).toBe(200);
    expect(await methodsOf(user.id)).toEqual(['pwd', 'hwk', 'mfa']);
    const again = await factors.passwordOnly(user);
    expectFailed(await verify({ ...proof, mfa_token: again.mfa_token }));
  });

  it('spends the challenge of a security key at the first answer, valid or not', async () => {
    const { user, api } = await world.signIn();
    const key = newKey();
    const id = await factors.key(api, key);
    const { mfa_token } = await factors.passwordOnly(user);
    const { body } = await challenge(mfa_token as string, id);
    const options = body.data.public_key as never;
    const foreign = key.assert(options, { origin: 'https://phishing.test' });
    expectFailed(await verify({ mfa_token, credential: foreign }));
    expectFailed(await verify({ mfa_token, credential: key.assert(options) }));
  });

  it('refuses a key that is behind its own counter, and tells trail and owner', async () => {
    const { user, api } = await world.signIn();
    const key = newKey();
    const id = await factors.key(api, key);
    await world.sql.query(`UPDATE mfa_methods SET sign_count = 7 WHERE id = $1`, [id]);
    const { mfa_token } = await factors.passwordOnly(user);
    const { body } = await challenge(mfa_token as string, id);
    expectFailed(await verify({ mfa_token, credential: key.assert(body.data.public_key as never, { counter: 7 }) }));
    const [event] = await world.sql.query(
      `SELECT action, result, reason FROM audit_records WHERE target_id = $1 ORDER BY id DESC LIMIT 1`,
      [user.id],
    );
    expect(event).toEqual({ action: 'auth.login', result: 'failure', reason: 'cloned_key_suspected' });
    expect((await factors.messages.waitForMail(user.email, /copy of your security key/)).text).toContain('127.0.0.1');
  });

  it('asks nothing for an authenticator app', async () => {
    const { user, app } = await factors.userWithApp();
    const { mfa_token } = await factors.passwordOnly(user);
    expect((await challenge(mfa_token as string, app.id)).status).toBe(200);
    expect((await verify({ mfa_token, code: await factors.codeOf(app) })).status).toBe(200);
  });

  it('accepts one code of an app once, of fifty at the same time', async () => {
    const { user, app } = await factors.userWithApp();
    const begun = await Promise.all(Array.from({ length: 50 }, () => factors.passwordOnly(user)));
    const code = await factors.codeOf(app);
    const answers = await Promise.all(begun.map(({ mfa_token }) => verify({ mfa_token, code })));
    // Ten failures close the second factor; test/integration/auth shows that it is the database that lets one through.
    const expected = [200, ...Array<number>(10).fill(401), ...Array<number>(39).fill(429)];
    expect(answers.map(({ status }) => status).sort()).toEqual(expected);
  });

  it('takes no method that was removed meanwhile', async () => {
    const { user, api, app } = await factors.userWithApp();
    const phone = '+4915112345676';
    const id = await factors.phone(api, phone);
    const { mfa_token } = await factors.passwordOnly(user);
    await challenge(mfa_token as string, id);
    const code = await factors.sentBySms(phone);
    expect((await api.delete(`/auth/mfa/methods/${id}`)).status).toBe(204);
    expectFailed(await verify({ mfa_token, code }));
    expect((await challenge(mfa_token as string, id)).status).toBe(404);
    expect((await verify({ mfa_token, code: await factors.codeOf(app) })).status).toBe(200);
  });
});
