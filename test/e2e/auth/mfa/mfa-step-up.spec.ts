import { decode, type JwtPayload } from 'jsonwebtoken';
import type { ApiClient, ApiResponse, Json } from '../../../support/api/api-client.js';
import { newKey, otherThan, SecondFactors } from '../../../support/sign-in/second-factors.js';
import { startWorld, type TestWorld } from '../../../support/service/test-world.js';

describe('POST /auth/step-up', () => {
  let world: TestWorld;
  let factors: SecondFactors;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    factors = new SecondFactors(world);
  });
  afterAll(() => world.stop());
  afterEach(() => world.sql.query(`DELETE FROM login_failures WHERE key LIKE 'address:%'`));

  const stepUp = (api: ApiClient, body: object): Promise<ApiResponse> => api.post('/auth/step-up', body);
  /** The session was begun, and everything in it proven, eleven minutes ago. */
  const age = (userId: string): Promise<unknown> =>
    world.sql.query(
      `UPDATE sessions SET authenticated_at = authenticated_at - interval '11 minutes',
         second_factor_at = second_factor_at - interval '11 minutes' WHERE user_id = $1`,
      [userId],
    );
  /** Whether what needs a fresh proof is open. */
  const isFresh = async (api: ApiClient): Promise<boolean> =>
    (await api.post('/auth/mfa/methods', { type: 'totp' })).status === 201;
  const expectReason = ({ status, body }: ApiResponse, expected: number, reason: string): void => {
    expect({ status, reason: body.error?.details.reason as unknown }).toEqual({ status: expected, reason });
  };

  it('requires a session', async () => {
    expect((await stepUp(world.api, { password: 'x' })).status).toBe(401);
    const { key } = await world.identity.apiKey(await world.identity.user());
    expectReason(await stepUp(world.api.withKey(key), { password: 'x' }), 403, 'session_required');
  });

  it('by password answers a token set whose auth_time is now, and opens what needs a fresh proof', async () => {
    const { api, user } = await world.signIn();
    await age(user.id);
    expect(await isFresh(api)).toBe(false);
    const before = Math.floor(Date.now() / 1000);
    const { status, body } = await stepUp(api, { password: user.password });
    expect(status).toBe(200);
    expect(Object.keys(body.data as object)).toEqual([
      'access_token',
      'refresh_token',
      'expires_in',
      'token_type',
      'user',
    ]);
    const { auth_time = 0 } = decode(body.data.access_token as string) as JwtPayload & { auth_time?: number };
    expect(auth_time).toBeGreaterThanOrEqual(before);
    expect(auth_time).toBeLessThanOrEqual(Date.now() / 1000);
    expect(await isFresh(world.api.withBearer(body.data.access_token as string))).toBe(true);
    expect((await world.api.post('/auth/refresh', { refresh_token: body.data.refresh_token })).status).toBe(200);
  });

  it('by password is not enough where the account has a second factor', async () => {
    const { api, user, app } = await factors.userWithApp();
    await age(user.id);
    expect((await stepUp(api, { password: user.password })).status).toBe(200);
    expect(await isFresh(api)).toBe(false);
    expect((await stepUp(api, { code: await factors.codeOf(app) })).status).toBe(200);
    expect(await isFresh(api)).toBe(true);
    const [row] = await world.sql.query<{ authentication_methods: string[] }>(
      `SELECT authentication_methods FROM sessions WHERE user_id = $1 AND ended_at IS NULL`,
      [user.id],
    );
    expect(row?.authentication_methods).toEqual(['pwd', 'otp', 'mfa']);
  });

  it('by text message, e-mail and security key asks first, by method_id alone', async () => {
    const { api, user } = await world.signIn();
    const phone = '+4915112345650';
    const key = newKey();
    const ids = {
      sms: await factors.phone(api, phone),
      email: await factors.email(api, user.email),
      webauthn: await factors.key(api, key),
    };
    const ask = async (method_id: string): Promise<Json> => {
      await age(user.id);
      expect(await isFresh(api)).toBe(false);
      const { status, body } = await stepUp(api, { method_id });
      expect(status).toBe(200);
      expect(body.data.challenge_id).toMatch(/^challenge_/);
      return body.data;
    };
    await ask(ids.sms);
    expect((await stepUp(api, { code: await factors.sentBySms(phone) })).status).toBe(200);
    expect(await isFresh(api)).toBe(true);
    await ask(ids.email);
    const code = await factors.sentByMail(user.email);
    expect((await stepUp(api, { code, method_id: ids.email })).status).toBe(200);
    expect(await isFresh(api)).toBe(true);
    const { public_key } = await ask(ids.webauthn);
    expect((await stepUp(api, { credential: key.assert(public_key as never) })).status).toBe(200);
    expect(await isFresh(api)).toBe(true);
  });

  it('takes no answer to what a login was asked, nor the other way round', async () => {
    const { api, user } = await world.signIn();
    const phone = '+4915112345651';
    const method_id = await factors.phone(api, phone);
    const { mfa_token } = await factors.passwordOnly(user);
    await world.api.post('/auth/mfa/challenge', { mfa_token, method_id });
    expectReason(await stepUp(api, { code: await factors.sentBySms(phone), method_id }), 401, 'mfa_failed');
    await stepUp(api, { method_id });
    const code = await factors.sentBySms(phone);
    expectReason(await world.api.post('/auth/mfa/verify', { mfa_token, code, method_id }), 401, 'mfa_failed');
  });

  it('counts wrong passwords with those of logins, and wrong codes with those of second factors', async () => {
    const { api, user, app } = await factors.userWithApp();
    for (let count = 0; count < 10; count += 1) {
      expectReason(await stepUp(api, { password: 'wrong' }), 401, 'invalid_credentials');
    }
    expect((await stepUp(api, { password: user.password })).status).toBe(429);
    expect((await world.login(user)).status).toBe(429);
    const wrong = otherThan(otherThan(otherThan(await factors.codeOf(app))));
    for (let count = 0; count < 10; count += 1) expectReason(await stepUp(api, { code: wrong }), 401, 'mfa_failed');
    expect((await stepUp(api, { code: await factors.codeOf(app) })).status).toBe(429);
    const rows = await world.sql.query<{ result: string; reason: string; n: string }>(
      `SELECT result, reason, count(*) AS n FROM audit_records WHERE target_id = $1 AND action = 'auth.step_up'
       GROUP BY result, reason ORDER BY reason`,
      [user.id],
    );
    expect(rows).toEqual([
      { result: 'failure', reason: 'mfa_failed', n: '10' },
      { result: 'failure', reason: 'wrong_password', n: '10' },
    ]);
  });

  it('does not find a method of somebody else, nor one that is pending', async () => {
    const mine = await factors.userWithApp();
    const { api } = await factors.userWithApp();
    for (const body of [{ method_id: mine.app.id }, { method_id: mine.app.id, code: '123456' }]) {
      const { status, body: answer } = await stepUp(api, body);
      expect(status).toBe(404);
      expect(answer.error.details).toEqual({ resource: 'mfa_method' });
    }
    const pending = (await api.post('/auth/mfa/methods', { type: 'email' })).body.data;
    expect((await stepUp(api, { method_id: pending.id })).status).toBe(404);
  });

  it.each([
    ['nothing', {}, ['password']],
    ['two proofs', { password: 'x', code: '123456' }, ['password', 'code']],
    ['a recovery code', { recovery_code: 'x' }, ['recovery_code']],
    ['a code of five digits', { code: '12345' }, ['code']],
    ['an empty password', { password: '' }, ['password']],
    ['a number for a method', { method_id: 7 }, ['method_id']],
  ])('refuses %s', async (_, request, fields) => {
    const { api } = await world.signIn();
    const { status, body } = await stepUp(api, request);
    expect(status).toBe(400);
    expect((body.error.details.errors as Json[]).map(({ field }) => field as string)).toEqual(fields);
  });

  it('ends with the session', async () => {
    const { api, user } = await world.signIn();
    await api.post('/auth/logout', {});
    expectReason(await stepUp(api, { password: user.password }), 401, 'revoked');
  });
});
