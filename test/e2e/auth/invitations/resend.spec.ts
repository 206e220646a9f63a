import { accountKey } from '../../../../src/modules/auth/attempts/attempt-counter.repository.js';
import type { ApiClient, ApiResponse } from '../../../support/api/api-client.js';
import { outbox } from '../../../support/service/outbox.js';
import { startWorld, type TestWorld } from '../../../support/service/test-world.js';

const PASSWORD = 'torque wrench calibrated';
const outcome = ({ status, body }: ApiResponse): [number, unknown] => [status, body?.error?.details.reason];

describe('an invitation that is sent again', () => {
  let world: TestWorld;
  let mails: ReturnType<typeof outbox>;
  let admin: ApiClient;
  let organization: { id: string };
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
    mails = outbox(world.service.dataDir);
    organization = await world.identity.organization();
    admin = (await world.signIn({ role: 'admin', organization })).api;
  });
  afterAll(() => world.stop());

  let count = 0;
  const invite = async (): Promise<{ id: string; email: string; token: string }> => {
    count += 1;
    const email = `again.${count}@example.test`;
    const { body } = await admin.post('/users', { email, name: 'To be named', role: 'engineer' });
    return { id: body.data.id as string, email, token: await tokenTo(email) };
  };
  const tokenTo = async (email: string): Promise<string> =>
    /inv_[\w-]{43}/.exec((await mails.waitForMail(email, /invited/)).text)?.[0] ?? 'no token';
  const resend = (id: string, api = admin): Promise<ApiResponse> => api.post(`/users/${id}/resend-invitation`);
  const accept = (token: string): Promise<ApiResponse> =>
    world.api.post('/auth/invitations/accept', { token, name: 'Ada Example', password: PASSWORD });

  it('replaces the earlier one, which is void at once, and is on record', async () => {
    const { id, email, token } = await invite();
    const { status, body } = await resend(id);
    expect([status, body.data.id, body.data.status]).toEqual([200, id, 'invited']);
    expect((await accept(token)).status).toBe(400);
    const next = await tokenTo(email);
    expect(next).not.toBe(token);
    expect((await accept(token)).status).toBe(400);
    expect((await accept(next)).status).toBe(200);
    const events = await world.sql.query(
      `SELECT action, result, reason, details FROM audit_records WHERE target_id = $1 ORDER BY id LIMIT 2`,
      [id],
    );
    const details = { role: 'engineer', team_id: null };
    expect(events).toEqual([
      { action: 'user.invited', result: 'success', reason: null, details },
      { action: 'user.invited', result: 'success', reason: 'resent', details },
    ]);
  });

  it('opens the way again when the first has expired', async () => {
    const { id, email, token } = await invite();
    await world.sql.query(`UPDATE one_time_tokens SET expires_at = now() - interval '1 minute' WHERE user_id = $1`, [
      id,
    ]);
    expect((await accept(token)).status).toBe(400);
    expect((await resend(id)).status).toBe(200);
    expect((await accept(await tokenTo(email))).status).toBe(200);
  });

  it('is for the invited only', async () => {
    for (const user of [
      await world.identity.user({ organization }),
      await world.identity.user({ organization, status: 'suspended' }),
      await world.identity.user({ organization, role: 'api_user' }),
    ]) {
      expect(outcome(await resend(user.id))).toEqual([409, 'illegal_transition']);
    }
    const foreigner = await world.identity.user({ status: 'invited' });
    expect((await resend(foreigner.id)).status).toBe(404);
    const { api } = await world.signIn({ organization });
    expect((await resend((await invite()).id, api)).status).toBe(403);
    expect((await resend(foreigner.id, world.api)).status).toBe(401);
  });

  it('goes out five times an hour, however many ask at once, and leaves one good token', async () => {
    const { id } = await invite();
    const answers = await Promise.all(Array.from({ length: 12 }, () => resend(id)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(outcome)).toEqual(Array(7).fill([429, 'invitations']));
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(3500);
    const other = await invite();
    expect((await resend(other.id)).status).toBe(200);
    await world.sql.query(`UPDATE login_failures SET expire = 0 WHERE key = $1`, [
      accountKey('account:invitation', id),
    ]);
    expect((await resend(id)).status).toBe(200);
  });
});
