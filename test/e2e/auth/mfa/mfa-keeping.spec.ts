import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ApiClient, ApiResponse, Json } from '../../../support/api/api-client.js';
import { totpCode } from '../../../../src/modules/auth/mfa/factors/totp.js';
import { fromBase32, otherThan, SecondFactors, unixTime } from '../../../support/sign-in/second-factors.js';
import { startWorld, type TestWorld } from '../../../support/service/test-world.js';

const METHODS = '/auth/mfa/methods';

describe('second factors that are kept', () => {
  let world: TestWorld;
  let factors: SecondFactors;
  /** A provider of text messages: what it was sent, and whether it takes more. */
  const gateway = { sent: [] as string[], isUp: true };
  const server = createServer((request, response) => {
    void text(request).then((form) => {
      if (gateway.isUp) gateway.sent.push(new URLSearchParams(form).get('Body') ?? '');
      response.writeHead(gateway.isUp ? 201 : 503).end('{}');
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    world = await startWorld({ env: { SMS_URL: `http://account:token@127.0.0.1:${port}/Messages`, SMS_FROM: 'AMKS' } });
    factors = new SecondFactors(world);
  });
  afterAll(async () => {
    await world.stop();
    server.closeAllConnections();
    server.close();
  });

  const create = (api: ApiClient, body: object): Promise<ApiResponse> => api.post(METHODS, body);
  const listed = async (api: ApiClient): Promise<Json[]> => (await api.get(METHODS)).body.data as Json[];
  const profile = async (api: ApiClient): Promise<Json> => (await api.get('/users/me')).body.data;
  const policy = (organizationId: string, mfa_policy: string, roles: string[] = []): Promise<unknown> =>
    world.sql.query(`UPDATE organizations SET mfa_policy = $2, mfa_required_roles = $3 WHERE id = $1`, [
      organizationId,
      mfa_policy,
      roles,
    ]);
  const expectReason = ({ status, body }: ApiResponse, expected: number, reason: string): void => {
    expect({ status, reason: body.error?.details.reason as unknown }).toEqual({ status: expected, reason });
  };

  it('of somebody else are not found', async () => {
    const mine = await factors.userWithApp();
    const colleague = await world.signIn({ organization: { id: mine.user.organizationId }, role: 'admin' });
    const pending = (await create(mine.api, { type: 'email' })).body.data;
    for (const id of [mine.app.id, pending.id as string]) {
      const activated = await colleague.api.post(`${METHODS}/${id}/activate`, { code: '123456' });
      expect(activated.status).toBe(404);
      expect(activated.body.error.details).toEqual({ resource: 'mfa_method' });
      expect((await colleague.api.delete(`${METHODS}/${id}`)).status).toBe(404);
    }
    expect(await listed(colleague.api)).toEqual([]);
    expect((await colleague.api.delete(`${METHODS}/nonsense`)).status).toBe(404);
  });

  describe('removing', () => {
    it('the last one makes the password enough again, and takes the recovery codes along', async () => {
      const { api, user, app } = await factors.userWithApp();
      expect((await api.delete(`${METHODS}/${app.id}`)).status).toBe(204);
      expect((await api.delete(`${METHODS}/${app.id}`)).status).toBe(404);
      expect((await profile(api)).mfa_enabled).toBe(false);
      expect((await world.login(user)).body.data.token_type).toBe('Bearer');
      expect(await world.sql.query(`SELECT 1 FROM mfa_recovery_codes WHERE user_id = $1`, [user.id])).toEqual([]);
      expectReason(await api.post('/auth/mfa/recovery-codes'), 409, 'mfa_not_enabled');
      expect((await factors.messages.waitForMail(user.email, /factor was removed/)).to).toBe(user.email);
    });

    it('needs the second factor: the password is not enough', async () => {
      const { api, user, app } = await factors.userWithApp();
      await world.sql.query(
        `UPDATE sessions SET second_factor_at = second_factor_at - interval '11 minutes' WHERE user_id = $1`,
        [user.id],
      );
      expect((await api.post('/auth/step-up', { password: user.password })).status).toBe(200);
      expectReason(await api.delete(`${METHODS}/${app.id}`), 401, 'step_up_required');
    });

    it('of the last two in parallel leaves what is demanded', async () => {
      const { api, user, app } = await factors.userWithApp();
      const email = await factors.email(api, user.email);
      await policy(user.organizationId, 'required');
      const answers = await Promise.all([app.id, email].map((id) => api.delete(`${METHODS}/${id}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
      expect(await listed(api)).toHaveLength(1);
    });
  });

  it('new recovery codes void the earlier ones', async () => {
    const { api, user, app } = await factors.userWithApp();
    const { status, body } = await api.post('/auth/mfa/recovery-codes');
    expect(status).toBe(201);
    expect(body.data.recovery_codes).toHaveLength(10);
    const { mfa_token } = await factors.passwordOnly(user);
    const earlier = await world.api.post('/auth/mfa/verify', { mfa_token, recovery_code: app.recoveryCodes[0] });
    expectReason(earlier, 401, 'mfa_failed');
    const recovery_code = (body.data.recovery_codes as string[])[0];
    expect((await world.api.post('/auth/mfa/verify', { mfa_token, recovery_code })).status).toBe(200);
  });

  describe('where the organization', () => {
    it('wants none, cannot be enrolled', async () => {
      const { api, user } = await world.signIn();
      const { id, secret } = (await create(api, { type: 'totp' })).body.data;
      await policy(user.organizationId, 'off');
      expectReason(await create(api, { type: 'totp' }), 403, 'mfa_disabled');
      const code = totpCode(fromBase32(secret as string), unixTime());
      expectReason(await api.post(`${METHODS}/${id}/activate`, { code }), 403, 'mfa_disabled');
    });

    it('demands them, open nothing to API keys either, save those of service accounts', async () => {
      const user = await world.identity.user({ role: 'admin' });
      const organization = { id: user.organizationId };
      const service = await world.identity.user({ role: 'api_user', organization });
      const [own, other] = [await world.identity.apiKey(user), await world.identity.apiKey(service)];
      await policy(organization.id, 'required');
      const byKey = world.api.withKey(own.key);
      expectReason(await byKey.get('/documents'), 403, 'mfa_enrollment_required');
      expect((await byKey.get('/users/me')).status).toBe(200);
      expect((await world.api.withKey(other.key).get('/documents')).status).toBe(200);
      await factors.app((await world.signIn(user)).api);
      expect((await byKey.get('/documents')).status).toBe(200);
    });

    it('demands them, come before anything else; then everything opens', async () => {
      const user = await world.identity.user({ role: 'engineer' });
      await policy(user.organizationId, 'required', ['engineer']);
      const { api } = await world.signIn(user);
      expectReason(await api.get('/documents'), 403, 'mfa_enrollment_required');
      expectReason(await api.patch('/users/me', { name: 'Other' }), 403, 'mfa_enrollment_required');
      expectReason(await api.post('/auth/mfa/recovery-codes'), 403, 'mfa_enrollment_required');
      await world.sql.query(`UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1`, [
        user.id,
      ]);
      expectReason(await create(api, { type: 'totp' }), 401, 'step_up_required');
      expect((await api.post('/auth/step-up', { password: user.password })).status).toBe(200);
      const app = await factors.app(api);
      expect((await api.get('/documents')).status).toBe(200);
      expectReason(await api.delete(`${METHODS}/${app.id}`), 409, 'mfa_required');
      const email = await factors.email(api, user.email);
      expect((await api.delete(`${METHODS}/${app.id}`)).status).toBe(204);
      expect((await listed(api)).map(({ id }) => id as string)).toEqual([email]);
    });
  });

  it('are reset by an administrator: all gone, sessions ended, the owner told', async () => {
    const admin = await world.signIn({ role: 'admin' });
    const { user, api, app } = await factors.userWithApp({ organization: { id: admin.user.organizationId } });
    await factors.email(api, user.email);
    const { mfa_token } = await factors.passwordOnly(user);
    for (let count = 0; count < 11; count += 1) await api.post('/auth/step-up', { code: '12345' + (count % 10) });
    expect((await admin.api.post(`/users/${user.id}/reset-mfa`)).status).toBe(200);
    expect((await api.get('/users/me')).status).toBe(401);
    const verified = await world.api.post('/auth/mfa/verify', { mfa_token, code: await factors.codeOf(app) });
    expectReason(verified, 401, 'invalid');
    const signedIn = await world.signIn(user);
    expect(await listed(signedIn.api)).toEqual([]);
    expect(await profile(signedIn.api)).toMatchObject({ mfa_enabled: false });
    expect((await factors.messages.waitForMail(user.email, /were reset/)).to).toBe(user.email);
    // The failures with the lost factor do not count against the next.
    await factors.app(signedIn.api);
    const next = await factors.passwordOnly(user);
    const wrong = await world.api.post('/auth/mfa/verify', { mfa_token: next.mfa_token, recovery_code: 'none' });
    expectReason(wrong, 401, 'mfa_failed');
  });

  it('are reset without effect where there are none', async () => {
    const admin = await world.signIn({ role: 'admin' });
    const { user, api } = await world.signIn({ organization: { id: admin.user.organizationId } });
    const { status, body } = await admin.api.post(`/users/${user.id}/reset-mfa`);
    expect([status, body.data.mfa_enabled]).toEqual([200, false]);
    expect((await api.get('/users/me')).status).toBe(200);
    const events = await world.sql.query(`SELECT 1 FROM audit_records WHERE target_id = $1 AND action = 'mfa.reset'`, [
      user.id,
    ]);
    expect(events).toEqual([]);
    const mails = await world.sql.query(`SELECT 1 FROM jobs.job WHERE data->>'user_id' = $1`, [user.id]);
    expect(mails).toEqual([]);
  });

  it('are gone with the user', async () => {
    const admin = await world.signIn({ role: 'admin' });
    const { user } = await factors.userWithApp({ organization: { id: admin.user.organizationId } });
    expect((await admin.api.delete(`/users/${user.id}`)).status).toBe(204);
    for (const table of ['mfa_methods', 'mfa_recovery_codes', 'mfa_challenges']) {
      expect(await world.sql.query(`SELECT 1 FROM ${table} WHERE user_id = $1`, [user.id])).toEqual([]);
    }
  });

  it('are not begun when the code cannot be sent', async () => {
    const { api } = await world.signIn();
    gateway.isUp = false;
    const { status, body } = await create(api, { type: 'sms', phone: '+4915112345606' });
    gateway.isUp = true;
    expect(status).toBe(502);
    expect(body.error.code).toBe('UPSTREAM_ERROR');
    expect(await listed(api)).toEqual([]);
  });

  it('leave a trail without secrets', async () => {
    const { api, user, app } = await factors.userWithApp();
    const { id } = (await create(api, { type: 'sms', phone: '+4915112345605' })).body.data;
    const code = /^\d{6}/.exec(gateway.sent.at(-1) ?? '')?.[0] ?? '';
    expectReason(await api.post(`${METHODS}/${id}/activate`, { code: otherThan(code) }), 401, 'mfa_failed');
    expect((await api.post(`${METHODS}/${id}/activate`, { code })).status).toBe(200);
    await api.delete(`${METHODS}/${id}`);
    const done = { result: 'success', reason: null };
    const rows = await world.sql.query<Json>(
      `SELECT action, result, reason, details FROM audit_records WHERE target_id = $1 AND action LIKE 'mfa.%' ORDER BY id`,
      [user.id],
    );
    expect(rows).toEqual([
      { action: 'mfa.method_added', ...done, details: { method_id: app.id, type: 'totp' } },
      { action: 'mfa.recovery_codes_created', ...done, details: {} },
      { action: 'mfa.method_added', result: 'failure', reason: 'mfa_failed', details: { method_id: id, type: 'sms' } },
      { action: 'mfa.method_added', ...done, details: { method_id: id, type: 'sms' } },
      { action: 'mfa.method_removed', ...done, details: { method_id: id, type: 'sms' } },
    ]);
  });
});
