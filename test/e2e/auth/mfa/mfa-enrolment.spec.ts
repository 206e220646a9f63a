import type { ApiClient, ApiResponse, Json } from '../../../support/api/api-client.js';
import { totpCode } from '../../../../src/modules/auth/mfa/factors/totp.js';
import { fromBase32, newKey, otherThan, SecondFactors, unixTime } from '../../../support/sign-in/second-factors.js';
import { startWorld, type TestWorld } from '../../../support/service/test-world.js';

const METHODS = '/auth/mfa/methods';
const UNKNOWN = `${METHODS}/mfa_01h455vb4pex5vsknk084sn02q`;

describe('second factors of an account', () => {
  let world: TestWorld;
  let factors: SecondFactors;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    factors = new SecondFactors(world);
  });
  afterAll(() => world.stop());

  const create = (api: ApiClient, body: object): Promise<ApiResponse> => api.post(METHODS, body);
  const listed = async (api: ApiClient): Promise<Json[]> => (await api.get(METHODS)).body.data as Json[];
  const profile = async (api: ApiClient): Promise<Json> => (await api.get('/users/me')).body.data;
  const expectReason = ({ status, body }: ApiResponse, expected: number, reason: string): void => {
    expect({ status, reason: body.error?.details.reason as unknown }).toEqual({ status: expected, reason });
  };

  describe.each([
    ['GET', METHODS, undefined],
    ['POST', METHODS, { type: 'totp' }],
    ['POST', `${UNKNOWN}/activate`, { code: '123456' }],
    ['DELETE', UNKNOWN, undefined],
    ['POST', '/auth/mfa/recovery-codes', undefined],
  ])('%s %s', (method, path, body) => {
    it('requires a session', async () => {
      const { status } = await world.api.request(method, path, { body });
      expect(status).toBe(401);
      const user = await world.identity.user({ role: 'admin' });
      const { key } = await world.identity.apiKey(user);
      expectReason(await world.api.withKey(key).request(method, path, { body }), 403, 'session_required');
    });

    if (method === 'GET') return;
    it('needs a fresh proof of identity', async () => {
      const { api, user } = await world.signIn();
      await world.sql.query(
        `UPDATE sessions SET authenticated_at = authenticated_at - interval '11 minutes' WHERE user_id = $1`,
        [user.id],
      );
      expectReason(await api.request(method, path, { body }), 401, 'step_up_required');
    });
  });

  describe('enrolling', () => {
    it('an authenticator app shows secret, address and QR code once', async () => {
      const { api, user } = await world.signIn();
      const { status, headers, body } = await create(api, { type: 'totp', label: ' My  phone ' });
      expect(status).toBe(201);
      expect(headers.get('cache-control')).toBe('no-store');
      const { data } = body;
      expect(data).toEqual({
        id: expect.stringMatching(/^mfa_/),
        type: 'totp',
        label: 'My phone',
        hint: null,
        passwordless: false,
        activated_at: null,
        last_used_at: null,
        created_at: expect.any(String),
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        otpauth_uri: expect.stringMatching(/^otpauth:\/\/totp\//),
        qr_svg: expect.stringMatching(/^<svg .*<\/svg>$/s),
      });
      const uri = new URL(data.otpauth_uri as string);
      expect(decodeURIComponent(uri.pathname)).toContain(user.email);
      expect(uri.searchParams.get('secret')).toBe(data.secret);
      const { secret, otpauth_uri, qr_svg, ...method } = data;
      expect(await listed(api)).toEqual([method]);
      expect((await profile(api)).mfa_enabled).toBe(false);
      const logged = world.service.output();
      for (const text of [secret, otpauth_uri, qr_svg]) expect(logged).not.toContain(text as string);
    });

    it('is complete with the first proof: ten recovery codes, and sessions of the password alone end', async () => {
      const { api, user } = await world.signIn();
      const other = await world.signIn(user);
      const { data } = (await create(api, { type: 'totp' })).body;
      const code = totpCode(fromBase32(data.secret as string), unixTime());
      const wrong = await api.post(`${METHODS}/${data.id}/activate`, { code: otherThan(otherThan(otherThan(code))) });
      expect(wrong.body.error.details).toEqual({ token_type: 'mfa', reason: 'mfa_failed' });
      const { status, body } = await api.post(`${METHODS}/${data.id}/activate`, { code });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ id: data.id, activated_at: expect.any(String) });
      expect(body.data.recovery_codes).toHaveLength(10);
      expect(new Set(body.data.recovery_codes as string[]).size).toBe(10);
      for (const recovery of body.data.recovery_codes as string[]) {
        expect(recovery).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
      }
      expect((await profile(api)).mfa_enabled).toBe(true);
      expect((await other.api.get('/users/me')).status).toBe(401);
      // Proven in this very session: what needs a fresh proof stays open.
      expect((await create(api, { type: 'email' })).status).toBe(201);
      expectReason(await api.post(`${METHODS}/${data.id}/activate`, { code }), 409, 'mfa_method_active');
      expect((await factors.messages.waitForMail(user.email, /factor was added/)).to).toBe(user.email);
    });

    it('takes the code of an enrolment for no login', async () => {
      const { api, user } = await world.signIn();
      const { data } = (await create(api, { type: 'totp' })).body;
      const secret = fromBase32(data.secret as string);
      const code = totpCode(secret, unixTime());
      await api.post(`${METHODS}/${data.id}/activate`, { code });
      const { mfa_token } = await factors.passwordOnly(user);
      expectReason(await world.api.post('/auth/mfa/verify', { mfa_token, code }), 401, 'mfa_failed');
    });

    it('a phone sends a code, and keeps the number sealed', async () => {
      const { api } = await world.signIn();
      const phone = '+4915112345601';
      const { status, body } = await create(api, { type: 'sms', phone });
      expect(status).toBe(201);
      expect(body.data).toMatchObject({ hint: 'number ending in 01', expires_in: 600 });
      expect(body.data.challenge_id).toMatch(/^challenge_/);
      const text = (await factors.messages.waitForSms(phone)).text;
      expect(text.length).toBeLessThanOrEqual(160);
      const code = /\d{6}/.exec(text)?.[0] ?? '';
      const path = `${METHODS}/${body.data.id}/activate`;
      expectReason(await api.post(path, { code: otherThan(code) }), 401, 'mfa_failed');
      expect((await api.post(path, { code })).status).toBe(200);
      const [row] = await world.sql.query(`SELECT * FROM mfa_methods WHERE id = $1`, [body.data.id]);
      expect(JSON.stringify(row)).not.toContain('15112345601');
    });

    it('sends another code when it is begun again, and the earlier method is gone', async () => {
      const { api } = await world.signIn();
      const phone = '+4915112345602';
      const first = (await create(api, { type: 'sms', phone })).body.data;
      const firstCode = await factors.sentBySms(phone);
      const second = (await create(api, { type: 'sms', phone })).body.data;
      expect((await listed(api)).map(({ id }) => id as string)).toEqual([second.id]);
      expect((await api.post(`${METHODS}/${first.id}/activate`, { code: firstCode })).status).toBe(404);
      const code = await factors.sentBySms(phone);
      expect((await api.post(`${METHODS}/${second.id}/activate`, { code })).status).toBe(200);
      // Beginning again and again does not get around the limit of sending.
      for (let count = 2; count < 5; count += 1) await create(api, { type: 'sms', phone });
      expectReason(await create(api, { type: 'sms', phone }), 429, 'codes_sent');
      expect((await listed(api)).map(({ id }) => id as string)).toEqual([second.id]);
    });

    it('a code is good in the session that asked for it alone', async () => {
      const { api, user } = await world.signIn();
      const elsewhere = await world.signIn(user);
      const phone = '+4915112345603';
      const { id } = (await create(api, { type: 'sms', phone })).body.data;
      const code = await factors.sentBySms(phone);
      expectReason(await elsewhere.api.post(`${METHODS}/${id}/activate`, { code }), 401, 'mfa_failed');
      expect((await api.post(`${METHODS}/${id}/activate`, { code })).status).toBe(200);
    });

    it('an e-mail address is enough once', async () => {
      const { api, user } = await world.signIn();
      await factors.email(api, user.email);
      expectReason(await create(api, { type: 'email' }), 409, 'mfa_method_exists');
    });

    it('a security key is not registered twice, nor for two accounts', async () => {
      const { api } = await world.signIn();
      const key = newKey();
      await factors.key(api, key);
      const { data } = (await create(api, { type: 'webauthn' })).body;
      expect(() => key.register(data.public_key as never)).toThrow('InvalidStateError');
      const stranger = await world.signIn();
      const theirs = (await create(stranger.api, { type: 'webauthn' })).body.data;
      const asked = { ...theirs.public_key, challenge: data.public_key.challenge } as never;
      const credential = newKey().register(asked);
      expectReason(await stranger.api.post(`${METHODS}/${theirs.id}/activate`, { credential }), 401, 'mfa_failed');
    });

    it('is once for a key of idempotency, with the same secret', async () => {
      const { api } = await world.signIn();
      const headers = { 'idempotency-key': 'enrol-1' };
      const [first, again] = [
        await api.post(METHODS, { type: 'totp' }, headers),
        await api.post(METHODS, { type: 'totp' }, headers),
      ];
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(again.body.data).toEqual(first.body.data);
      expect(await listed(api)).toHaveLength(1);
    });

    it.each([
      ['no type', {}, 'type'],
      ['an unknown type', { type: 'voice' }, 'type'],
      ['no phone number', { type: 'sms' }, 'phone'],
      ['a number that is not E.164', { type: 'sms', phone: '0151 1234567' }, 'phone'],
      ['a phone number for an app', { type: 'totp', phone: '+4915112345604' }, 'phone'],
      ['a phone number for a key', { type: 'webauthn', phone: '+4915112345604' }, 'phone'],
      ['an empty label', { type: 'totp', label: ' ' }, 'label'],
      ['an unknown field', { type: 'totp', secret: 'JBSWY3DPEHPK3PXP' }, 'secret'],
    ])('refuses %s', async (_, request, field) => {
      const { api } = await world.signIn();
      const { status, body } = await create(api, request);
      expect(status).toBe(400);
      expect(body.error.details.field).toBe(field);
      expect(await listed(api)).toEqual([]);
    });

    it.each([
      ['neither code nor credential', {}, 'code'],
      ['a code of five digits', { code: '12345' }, 'code'],
      ['half a credential', { credential: { id: 'x' } }, null],
    ])('refuses to activate with %s', async (_, answer, field) => {
      const { api } = await world.signIn();
      const { id } = (await create(api, { type: 'totp' })).body.data;
      const { status, body } = await api.post(`${METHODS}/${id}/activate`, answer);
      expect(status).toBe(400);
      if (field !== null) expect(body.error.details.field).toBe(field);
    });

    it('ends at ten methods, for parallel requests too', async () => {
      const { api, user } = await world.signIn();
      await world.sql.query(
        `INSERT INTO mfa_methods (id, user_id, type, label, sealed_secret, activated_at)
         SELECT 'filler_' || n, $1, 'totp', 'App', ''::bytea, now() FROM generate_series(1, 8) n`,
        [user.id],
      );
      const answers = await Promise.all(['totp', 'email', 'webauthn', 'totp'].map((type) => create(api, { type })));
      const count = (await listed(api)).length;
      expect(count).toBeLessThanOrEqual(10);
      expect(answers.some(({ body }) => body.error?.details.reason === 'mfa_method_limit')).toBe(true);
    });

    it('is over an hour after its beginning', async () => {
      const { api } = await world.signIn();
      const { id, secret } = (await create(api, { type: 'totp' })).body.data;
      await world.sql.query(`UPDATE mfa_methods SET created_at = created_at - interval '1 hour' WHERE id = $1`, [id]);
      expect(await listed(api)).toEqual([]);
      const code = totpCode(fromBase32(secret as string), unixTime());
      expect((await api.post(`${METHODS}/${id}/activate`, { code })).status).toBe(404);
    });
  });
});
