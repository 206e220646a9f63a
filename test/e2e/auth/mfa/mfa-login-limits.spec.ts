import { createHash } from 'node:crypto';
import type { ApiClient, ApiResponse, Json } from '../../../support/api/api-client.js';
import { otherThan, SecondFactors } from '../../../support/sign-in/second-factors.js';
import { startWorld, type TestWorld } from '../../../support/service/test-world.js';

describe('limits of a login with a second factor', () => {
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

  describe('the mfa_token', () => {
    it('is used up by a success, not by failures', async () => {
      const { user, app } = await factors.userWithApp();
      const { mfa_token } = await factors.passwordOnly(user);
      const code = await factors.codeOf(app);
      expectFailed(await verify({ mfa_token, code: otherThan(otherThan(otherThan(code))) }));
      expect((await verify({ mfa_token, code })).status).toBe(200);
      expectFailed(await verify({ mfa_token, code: await factors.codeOf(app) }), 'invalid');
      expectFailed(await challenge(mfa_token as string, app.id), 'invalid');
    });

    it.each([
      ['unknown', () => Promise.resolve(`mfa_${'A'.repeat(43)}`)],
      ['nonsense', () => Promise.resolve('nonsense')],
      ['an access token', async () => (await world.signIn()).accessToken.slice(0, 200)],
    ])('is refused when it is %s', async (_, token) => {
      const { app } = await factors.userWithApp();
      const mfa_token = await token();
      expectFailed(await verify({ mfa_token, code: await factors.codeOf(app) }), 'invalid');
      expectFailed(await challenge(mfa_token, app.id), 'invalid');
    });

    it('expires', async () => {
      const { user, app } = await factors.userWithApp();
      const { mfa_token } = await factors.passwordOnly(user);
      await world.sql.query(`UPDATE one_time_tokens SET expires_at = now() WHERE user_id = $1`, [user.id]);
      expectFailed(await verify({ mfa_token, code: await factors.codeOf(app) }), 'expired');
    });

    it('is void once the account is suspended or its factors are gone', async () => {
      const { user, app } = await factors.userWithApp();
      const { mfa_token } = await factors.passwordOnly(user);
      await world.sql.query(`UPDATE users SET status = 'suspended' WHERE id = $1`, [user.id]);
      expectFailed(await verify({ mfa_token, code: await factors.codeOf(app) }), 'invalid');
      await world.sql.query(`UPDATE users SET status = 'active', mfa_enabled = false WHERE id = $1`, [user.id]);
      expectFailed(await verify({ mfa_token, code: await factors.codeOf(app) }), 'invalid');
    });

    it('of one account opens no other', async () => {
      const [ana, ben] = [await factors.userWithApp(), await factors.userWithApp()];
      const { mfa_token } = await factors.passwordOnly(ana.user);
      const code = await factors.codeOf(ben.app);
      expectFailed(await verify({ mfa_token, code }));
      const named = await verify({ mfa_token, method_id: ben.app.id, code });
      expect(named.status).toBe(404);
      expect(named.body.error.details).toEqual({ resource: 'mfa_method' });
      expect((await challenge(mfa_token as string, ben.app.id)).status).toBe(404);
    });
  });

  it.each([
    ['no answer', {}, ['code']],
    ['two answers', { code: '123456', recovery_code: 'x' }, ['code', 'recovery_code']],
    ['a code of letters', { code: 'abcdef' }, ['code']],
    ['a code of five digits', { code: '12345' }, ['code']],
    ['a number', { code: 123456 }, ['code']],
    ['half a credential', { credential: { id: 'abc' } }, null],
    ['an unknown field', { code: '123456', remember: true }, ['remember']],
  ])('refuses %s', async (_, answer, fields) => {
    const { status, body } = await verify({ mfa_token: 'mfa_x', ...answer });
    expect(status).toBe(400);
    if (fields) expect((body.error.details.errors as Json[]).map(({ field }) => field as string)).toEqual(fields);
  });

  it('refuses a challenge without its fields', async () => {
    const { status, body } = await world.api.post('/auth/mfa/challenge', {});
    expect(status).toBe(400);
    expect((body.error.details.errors as Json[]).map(({ field }) => field as string).sort()).toEqual([
      'method_id',
      'mfa_token',
    ]);
  });

  describe('a code that was sent', () => {
    interface Asked {
      id: string;
      mfa_token: string;
      code: string;
      user: Json;
      api: ApiClient;
    }
    async function asked(phone: string): Promise<Asked> {
      const { user, api } = await world.signIn();
      const id = await factors.phone(api, phone);
      const { mfa_token } = await factors.passwordOnly(user);
      expect((await challenge(mfa_token as string, id)).status).toBe(200);
      return { id, mfa_token: mfa_token as string, code: await factors.sentBySms(phone), user, api };
    }

    it('is void after five wrong tries', async () => {
      const { mfa_token, code } = await asked('+4915112345671');
      for (let count = 0; count < 5; count += 1) expectFailed(await verify({ mfa_token, code: otherThan(code) }));
      expectFailed(await verify({ mfa_token, code }));
    });

    it('is void after its time', async () => {
      const { id, mfa_token, code } = await asked('+4915112345672');
      await world.sql.query(`UPDATE mfa_challenges SET expires_at = now() WHERE method_id = $1`, [id]);
      expectFailed(await verify({ mfa_token, code }));
    });

    it('is void once another was sent for the same login, and works once', async () => {
      const phone = '+4915112345673';
      const { id, mfa_token, code, user } = await asked(phone);
      await challenge(mfa_token, id);
      const later = await factors.sentBySms(phone);
      if (later !== code) expectFailed(await verify({ mfa_token, code }));
      expect((await verify({ mfa_token, code: later })).status).toBe(200);
      const next = await factors.passwordOnly(user as never);
      expectFailed(await verify({ mfa_token: next.mfa_token, code: later }));
    });

    it('is bound to the login that asked for it, and none the worse for what others ask for', async () => {
      const phone = '+4915112345677';
      const { id, mfa_token, code, user } = await asked(phone);
      const other = await factors.passwordOnly(user as never);
      await challenge(other.mfa_token as string, id);
      const theirs = await factors.sentBySms(phone);
      if (theirs !== code) expectFailed(await verify({ mfa_token, code: theirs }));
      expect((await verify({ mfa_token, code })).status).toBe(200);
      expect((await verify({ mfa_token: other.mfa_token, code: theirs })).status).toBe(200);
    });

    it('is kept as a hash, and never logged', async () => {
      const { id, code, mfa_token } = await asked('+4915112345674');
      const rows = await world.sql.query(`SELECT * FROM mfa_challenges WHERE method_id = $1`, [id]);
      expect(JSON.stringify(rows)).not.toContain(code);
      const logged = world.service.output();
      for (const secret of [mfa_token, '4915112345674']) expect(logged).not.toContain(secret);
    });

    it('is sent five times for one login, then no more', async () => {
      const { id, mfa_token } = await asked('+4915112345675');
      const more = await Promise.all(Array.from({ length: 10 }, () => challenge(mfa_token, id)));
      expect(more.map(({ status }) => status).sort()).toEqual([...Array(4).fill(200), ...Array(6).fill(429)]);
      const refused = more.find(({ status }) => status === 429) as ApiResponse;
      expect(refused.body.error.details).toMatchObject({ reason: 'codes_sent', limit: 5, window_seconds: 600 });
      expect(refused.headers.get('retry-after')).toBe(String(refused.body.error.details.retry_after));
    });

    it('is sent so many times an hour for the logins of an account; its owner is told, and has some left in a session', async () => {
      const { id, user, api } = await asked('+4915112345678');
      await world.sql.query(
        `INSERT INTO mfa_challenges (id, user_id, purpose, bound_to, code_hash, expires_at)
         SELECT 'filler_' || n, $1, 'login', 'filler', ''::bytea, now() FROM generate_series(1, 13) n`,
        [user.id],
      );
      const { mfa_token } = await factors.passwordOnly(user as never);
      expect((await challenge(mfa_token as string, id)).status).toBe(200);
      const { status, body } = await challenge(mfa_token as string, id);
      expect(status).toBe(429);
      expect(body.error.details).toMatchObject({ limit: 15, window_seconds: 3600 });
      // Four are left: the enrollment sent one.
      for (let count = 0; count < 2; count += 1) {
        expect((await api.post('/auth/step-up', { method_id: id })).status).toBe(200);
      }
      await world.sql.query(
        `INSERT INTO mfa_challenges (id, user_id, purpose, bound_to, code_hash, expires_at)
         SELECT 'filled_' || n, $1, 'step_up', 'filler', ''::bytea, now() FROM generate_series(1, 2) n`,
        [user.id],
      );
      const last = await api.post('/auth/step-up', { method_id: id });
      expect(last.status).toBe(429);
      expect(last.body.error.details).toMatchObject({ limit: 20, window_seconds: 3600 });
      await factors.messages.waitForMail(user.email as string, /Many codes/);
      const told = await world.sql.query(
        `SELECT result FROM audit_records WHERE action = 'security.codes_exhausted' AND target_id = $1`,
        [user.id],
      );
      expect(told).toEqual([{ result: 'success' }]);
    });
  });

  describe('failures', () => {
    it('close the second factor after ten, apart from the password, for fifteen minutes', async () => {
      const { user, app } = await factors.userWithApp();
      const { mfa_token } = await factors.passwordOnly(user);
      const wrong = otherThan(otherThan(otherThan(await factors.codeOf(app))));
      for (let count = 0; count < 10; count += 1) expectFailed(await verify({ mfa_token, code: wrong }));
      const { status, headers, body } = await verify({ mfa_token, code: await factors.codeOf(app) });
      expect(status).toBe(429);
      expect(body.error.details).toMatchObject({ limit: 10, window_seconds: 900 });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(800);
      await factors.passwordOnly(user);
      expect((await factors.messages.waitForMail(user.email, /lock/i)).to).toBe(user.email);
      await world.sql.query(`UPDATE login_failures SET expire = expire - 900000`);
      expect((await verify({ mfa_token, code: await factors.codeOf(app) })).status).toBe(200);
    });

    it('lock it permanently after a hundred in a row, until an administrator unlocks the account', async () => {
      const { user, app } = await factors.userWithApp();
      const key = `in-a-row:second_factor:${createHash('sha256').update(user.id).digest('base64url')}`;
      const { mfa_token } = await factors.passwordOnly(user);
      expectFailed(await verify({ mfa_token, recovery_code: 'none' }));
      await world.sql.query(`UPDATE login_failures SET points = 99 WHERE key = $1 AND points = 1`, [key]);
      expectFailed(await verify({ mfa_token, recovery_code: 'none' }));
      await factors.messages.waitForMail(user.email, /lock/i);
      await world.sql.query(`UPDATE login_failures SET expire = expire - 900000`);
      const { status, headers, body } = await verify({ mfa_token, code: await factors.codeOf(app) });
      expect(status).toBe(429);
      expect(body.error.details).toMatchObject({ reason: 'second_factor_closed', limit: 100, window_seconds: null });
      expect(headers.get('retry-after')).toBe('86400');

      const { api } = await world.signIn({ role: 'admin', organization: { id: user.organizationId } });
      expect((await api.post(`/users/${user.id}/unlock`)).status).toBe(200);
      expect((await verify({ mfa_token, code: await factors.codeOf(app) })).status).toBe(200);
      expect(await world.sql.query(`SELECT points FROM login_failures WHERE key = $1`, [key])).toEqual([{ points: 0 }]);
    });

    it('are recorded, as are successes, with how it was proven', async () => {
      const { user, app } = await factors.userWithApp();
      const { mfa_token } = await factors.passwordOnly(user);
      expectFailed(await verify({ mfa_token, recovery_code: 'none' }));
      await verify({ mfa_token, code: await factors.codeOf(app) });
      const rows = await world.sql.query(
        `SELECT action, result, reason, details FROM audit_records WHERE target_id = $1 AND action LIKE 'auth.%'
         ORDER BY id DESC LIMIT 3`,
        [user.id],
      );
      expect(rows).toEqual([
        { action: 'auth.login', result: 'success', reason: null, details: { methods: ['pwd', 'otp', 'mfa'] } },
        { action: 'auth.login', result: 'failure', reason: 'mfa_failed', details: {} },
        { action: 'auth.password_accepted', result: 'success', reason: 'second_factor_demanded', details: {} },
      ]);
    });
  });

  describe('a recovery code', () => {
    it('replaces the factor once, in any spelling, and its owner is notified', async () => {
      const { user, app } = await factors.userWithApp();
      const [code = ''] = app.recoveryCodes;
      const typed = ` ${code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')}`;
      const first = await factors.passwordOnly(user);
      const { status, body } = await verify({ mfa_token: first.mfa_token, recovery_code: typed });
      expect(status).toBe(200);
      expect(body.meta.warnings).toEqual(['Recovery codes left: 9']);
      expect(await methodsOf(user.id)).toEqual(['pwd', 'otp', 'mfa']);
      expect((await factors.messages.waitForMail(user.email, /recovery code/i)).text).not.toContain(code);
      const second = await factors.passwordOnly(user);
      expectFailed(await verify({ mfa_token: second.mfa_token, recovery_code: code }));
    });

    it('is not lost to a login that another completes first', async () => {
      const { user, app } = await factors.userWithApp();
      const { mfa_token } = await factors.passwordOnly(user);
      const answers = await Promise.all(
        app.recoveryCodes.slice(0, 5).map((recovery_code) => verify({ mfa_token, recovery_code })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(4).fill(401)]);
      const [row] = await world.sql.query(
        `SELECT count(*)::int AS used FROM mfa_recovery_codes WHERE user_id = $1 AND used_at IS NOT NULL`,
        [user.id],
      );
      expect(row).toEqual({ used: 1 });
    });

    it('works for one of many parallel logins', async () => {
      const { user, app } = await factors.userWithApp();
      const begun = await Promise.all(Array.from({ length: 8 }, () => factors.passwordOnly(user)));
      const [recovery_code] = app.recoveryCodes;
      const answers = await Promise.all(begun.map(({ mfa_token }) => verify({ mfa_token, recovery_code })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(401)]);
    });
  });
});
