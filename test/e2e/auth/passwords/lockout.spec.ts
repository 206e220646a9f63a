import { randomUUID } from 'node:crypto';
import { outbox } from '../../../support/service/outbox.js';
import { startWorld, type TestWorld } from '../../../support/service/test-world.js';

interface Act {
  action: string;
  result: string;
  reason: string | null;
  actor_type: string;
  target_id: string | null;
  organization_id: string | null;
}

describe('failed logins leave behind', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  afterAll(() => world.stop());

  async function fail(email: string, times: number): Promise<void> {
    for (let count = 0; count < times; count += 1) await world.login({ email, password: 'wrong' });
  }
  const acts = (condition: string, parameter: string): Promise<Act[]> =>
    world.sql.query<Act>(
      `SELECT action, result, reason, actor_type, target_id, organization_id FROM audit_records
       WHERE ${condition} ORDER BY id`,
      [parameter],
    );

  it('a trail with the reason, and one mail when the account is locked', async () => {
    const user = await world.identity.user();
    await fail(user.email, 13);
    const common = { actor_type: 'anonymous', target_id: user.id, organization_id: user.organizationId };
    const failure = { ...common, action: 'auth.login', result: 'failure', reason: 'wrong_password' };
    expect(await acts('target_id = $1', user.id)).toEqual([
      ...Array<object>(10).fill(failure),
      { ...common, action: 'security.account_locked', result: 'success', reason: 'login_attempts' },
    ]);
    const mails = outbox(world.service.dataDir);
    const { text } = await mails.waitForMail(user.email, /locked/);
    expect(text).toContain('from the address 127.0.0.1');
    await world.api.post('/auth/password/forgot', { email: user.email });
    await mails.waitForMail(user.email, /new password/);
    expect(await mails.messagesTo(user.email)).toHaveLength(2);
  });

  it('the same trail for an unknown address, in the installation’s, without the address', async () => {
    const email = `unknown.${randomUUID()}@example.test`;
    const [last] = await world.sql.query<{ id: string }>(
      `SELECT coalesce(max(id), '') AS id FROM audit_records WHERE organization_id IS NULL`,
    );
    await fail(email, 11);
    const rows = await acts(`organization_id IS NULL AND id > $1`, last!.id);
    expect(rows.map(({ action, reason, target_id }) => ({ action, reason, target_id }))).toEqual([
      ...Array<object>(10).fill({ action: 'auth.login', reason: 'unknown_account', target_id: null }),
      { action: 'security.account_locked', reason: 'login_attempts', target_id: null },
    ]);
    const [{ text } = { text: '' }] = await world.sql.query<{ text: string }>(
      `SELECT json_agg(e)::text AS text FROM audit_records e`,
    );
    expect(text).not.toContain(email);
  });

  it.each([
    ['account_suspended', { status: 'suspended' }],
    ['no_password', { hasPassword: false }],
  ] as const)('the reason %s, which the answer does not tell', async (reason, options) => {
    const user = await world.identity.user(options);
    const { body } = await world.login(user);
    expect(body.error.details).toEqual({ token_type: 'jwt', reason: 'invalid_credentials' });
    expect(await acts('target_id = $1', user.id)).toMatchObject([{ action: 'auth.login', result: 'failure', reason }]);
  });

  it('nothing in the counters of the second factor', async () => {
    const user = await world.identity.user();
    await fail(user.email, 10);
    const rows = await world.sql.query<{ key: string }>(
      `SELECT key FROM login_failures WHERE key LIKE '%second_factor%'`,
    );
    expect(rows).toEqual([]);
  });

  it('a login in the trail of the organization', async () => {
    const { user } = await world.signIn();
    expect(await acts('target_id = $1', user.id)).toEqual([
      {
        action: 'auth.login',
        result: 'success',
        reason: null,
        actor_type: 'user',
        target_id: user.id,
        organization_id: user.organizationId,
      },
    ]);
  });
});
