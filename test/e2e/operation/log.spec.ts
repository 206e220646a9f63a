import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { hashOfApiKey } from '../../../src/modules/auth/api-keys/api-key-format.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';

/** What else is secret in bodies; that nothing of it is good makes no difference to the log. */
const SECRETS: [string, Record<string, string>][] = [
  ['/auth/mfa/verify', { mfa_token: 'mfa_secret-mfa-token', code: '918273645501' }],
  ['/auth/mfa/verify', { mfa_token: 'mfa_another-mfa-token', recovery_code: 'secret-recovery-code' }],
  ['/auth/mfa/challenge', { mfa_token: 'mfa_third-mfa-token', method_id: 'secret-method' }],
  ['/auth/step-up', { code: '918273645502' }],
  ['/auth/step-up', { password: 'a wrong step-up password' }],
  ['/auth/mfa/methods', { type: 'sms', phone: '+49918273645503' }],
  ['/auth/password/reset', { token: 'secret-reset-token', new_password: 'a secret new password' }],
  ['/auth/password/change', { current_password: 'a wrong present password', new_password: 'another secret password' }],
  [
    '/auth/invitations/accept',
    { token: 'secret-invitation', name: 'Secret Invitee', password: 'a secret first password' },
  ],
];

describe('the log', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ env: { LOG_LEVEL: 'trace' } });
  });
  afterAll(() => world.stop());

  it('is JSON with the request’s id and holds nothing secret or personal', async () => {
    const { user, api, accessToken, refreshToken } = await world.signIn({ role: 'admin' });
    const wrongPassword = 'wrong password of mine';
    await world.login({ ...user, password: wrongPassword });
    const refreshed = await world.api.post('/auth/refresh', { refresh_token: refreshToken });
    const { key } = (await api.post('/api-keys', { name: 'n', scopes: ['document.view'] })).body.data;
    await world.api.withKey(key as string).get('/users/me', { 'x-client-name': 'planner', 'x-client-version': '2.1' });
    await world.api.withKey(key as string).get('/users/me', { 'x-client-version': '3.4' });
    await world.api.withKey(key as string).get('/nowhere', { 'x-client-name': 'lost' });
    await world.api.withKey(key as string).get(`/documents?q=secretquery`);
    const { id } = (await api.get('/api-keys')).body.data[0];
    const rotated = (await api.post(`/api-keys/${id}/rotate`, {}, { 'idempotency-key': 'secret-idempotency-key' })).body
      .data;
    const text = key as string;
    for (const sent of [text, rotated.key as string, `${text}x`, text.slice(0, -1), text.toUpperCase()]) {
      await world.api.withKey(sent).get('/users/me');
      await world.api.withBearer(sent).get('/users/me');
    }
    await api.patch(`/api-keys/${id}`, { key });
    for (const [path, body] of SECRETS) await api.post(path, body);
    await world.api.post('/auth/login', `{"email":"${user.email}","password":`);
    await api.patch('/users/me', { name: 'Someone Else', email: user.email });
    // A failure of the database, whose error carries the parameters of the statement.
    await world.sql.query('ALTER TABLE sessions RENAME TO sessions_away');
    const failed = await world.login(user);
    await world.sql.query('ALTER TABLE sessions_away RENAME TO sessions');
    await api.post('/auth/logout');
    expect(failed.status).toBe(500);
    expect(failed.text).not.toMatch(/relation|SELECT|INSERT|\.ts|\.js|node_modules/);
    await world.service.kill('SIGTERM');

    const lines = world.service.output().trim().split('\n');
    expect(lines.length).toBe(world.service.logs().length);
    const requests = world.service.logs().filter(({ msg }) => msg === 'request' || msg === 'request failed');
    expect(requests.length).toBeGreaterThanOrEqual(9);
    for (const line of requests) {
      expect(line).toMatchObject({
        request_id: expect.any(String),
        method: expect.any(String),
        status: expect.any(Number),
      });
    }
    for (const logged of [
      { client: 'planner/2.1', user_id: user.id, route: '/api/v1/users/me' },
      { client: '-/3.4', user_id: user.id },
      { client: 'lost', user_id: user.id, status: 404 },
    ])
      expect(requests).toContainEqual(expect.objectContaining(logged));
    const failure = world.service.logs().find(({ level, code }) => level === 'error' && code === 'INTERNAL_ERROR');
    expect(failure).toMatchObject({ request_id: failed.body.meta.request_id, err: { stack: expect.any(String) } });

    const tokens = [
      accessToken,
      refreshToken,
      refreshed.body.data.access_token,
      refreshed.body.data.refresh_token,
      key,
      rotated.key,
    ];
    const signatures = tokens.map((token) => (token as string).slice(-40));
    const hashes = [key, rotated.key].map((text) => hashOfApiKey(text as string).toString('hex'));
    const codes = SECRETS.flatMap(([, body]) => Object.values(body)).filter((text) => text !== 'sms');
    const personal = [user.email, user.name, 'Someone Else', 'secretquery', user.password, wrongPassword, '$argon2'];
    for (const secret of [...signatures, ...hashes, ...codes, ...personal]) {
      expect([secret, lines.find((line) => line.includes(secret))]).toEqual([secret, undefined]);
    }
  });

  it('takes in what libraries print, as lines of its own', () => {
    const script = `
      const { createLogger } = await import(${JSON.stringify(path.join(projectRoot(), 'dist/src/common/telemetry/logger.js'))});
      const { logWhatLibrariesPrint } = await import(${JSON.stringify(path.join(projectRoot(), 'dist/src/common/telemetry/logger.js'))});
      logWhatLibrariesPrint(createLogger('trace'));
      console.info('\\x1b[33mNOTICE: %s\\x1b[0m\\nsecond line', 'a setting is missing');
      console.error(new Error('printed'));
      process.emitWarning('too many listeners', { type: 'MaxListenersExceededWarning', code: 'W1' });`;
    const args = ['--input-type=module', '-e', script];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stderr).toBe('');
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toMatchObject([
      { level: 'info', context: 'console', msg: 'NOTICE: a setting is missing\nsecond line' },
      { level: 'error', context: 'console' },
      { level: 'warn', warning: 'MaxListenersExceededWarning', code: 'W1', msg: 'too many listeners' },
    ]);
  });
});
