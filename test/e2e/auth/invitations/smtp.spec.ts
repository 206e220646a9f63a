import { startMailReceiver, type MailReceiver } from '../../../support/peers/mail-receiver.js';
import { startWorld, type TestWorld } from '../../../support/service/test-world.js';
import { until } from '../../../support/until.js';

describe('account mails over SMTP', () => {
  let receiver: MailReceiver;
  let world: TestWorld;
  const refused: string[] = [];
  beforeAll(async () => {
    receiver = await startMailReceiver({
      // Rejects permanently for `gone.`, and the first attempt for `late.`.
      refuse: (to) => {
        if (to.startsWith('gone.')) return `no mailbox for ${to}`;
        if (!to.startsWith('late.') || refused.includes(to)) return null;
        refused.push(to);
        return `451 ${to}: not now`;
      },
    });
    world = await startWorld({ env: { MAIL_URL: receiver.url, APP_URL: 'https://app.example.test' } });
  });
  afterAll(async () => {
    await world.stop();
    await receiver.stop();
  });

  it('bring an invitation, at the second try too, whose token is good', async () => {
    const { api } = await world.signIn({ role: 'admin' });
    const email = 'late.invited@example.test';
    const { status } = await api.post('/users', { email, name: 'Late Invited', role: 'viewer' });
    expect(status).toBe(201);
    const { text, html, to } = await receiver.waitFor(email, /invited/);
    expect(to).toEqual([email]);
    expect(refused).toEqual([email]);
    const told = world.service.logs().filter(({ queue }) => queue === 'account-mails');
    expect(told).toMatchObject([{ level: 'warn', tries: 1, job_id: expect.any(String) }]);
    expect(JSON.stringify(told)).toContain('451');
    expect(world.service.output()).not.toContain(email);
    const token = /inv_[\w-]{43}/.exec(text)?.[0] ?? 'no token';
    expect(html).toContain(`https://app.example.test/accept-invitation#token=${token}`);
    const accepted = await world.api.post('/auth/invitations/accept', {
      token,
      name: 'Late Invited',
      password: 'torque wrench calibrated',
    });
    expect(accepted.status).toBe(200);
    expect(await world.sql.query(`SELECT count(*)::int AS count FROM one_time_tokens`)).toEqual([{ count: 0 }]);
  });

  it('are abandoned at once when permanently rejected, which is logged without the address', async () => {
    const { api } = await world.signIn({ role: 'admin' });
    const email = 'gone.person@example.test';
    expect((await api.post('/users', { email, name: 'Gone Person', role: 'viewer' })).status).toBe(201);
    const failures = (): object[] => world.service.logs().filter(({ level }) => level === 'error');
    await until(() => failures().length > 0);
    expect(failures()).toMatchObject([{ queue: 'account-mails', tries: 1, job_id: expect.any(String) }]);
    expect(world.service.output()).not.toContain(email);
    expect(await world.sql.query(`SELECT state::text FROM jobs.job WHERE state = 'cancelled'`)).toHaveLength(1);
  });

  it('bring a link for a new password', async () => {
    const user = await world.identity.user();
    expect((await world.api.post('/auth/password/forgot', { email: user.email })).status).toBe(202);
    const { text } = await receiver.waitFor(user.email);
    const token = /token=(pwr_[\w-]{43})\s/.exec(text)?.[1];
    const reset = await world.api.post('/auth/password/reset', { token, new_password: 'torque wrench calibrated' });
    expect(reset.status).toBe(200);
    await receiver.waitFor(user.email, /was reset/);
  });
});
