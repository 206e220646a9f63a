import type { ApiClient, ApiResponse, Json } from '../../support/api/api-client.js';
import { outbox } from '../../support/service/outbox.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const PASSWORD = 'torque wrench calibrated';

describe('an address with an account in another organization', () => {
  let world: TestWorld;
  let mails: ReturnType<typeof outbox>;
  let admin: SignedIn;
  let api: ApiClient;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    mails = outbox(world.service.dataDir);
  });
  beforeEach(async () => {
    admin = await world.signIn({ role: 'admin' });
    ({ api } = admin);
  });
  afterAll(() => world.stop());

  const invite = (email: string, role = 'viewer'): Promise<ApiResponse> =>
    api.post('/users', { email, name: 'New Person', role });
  const fail = (email: string): Promise<ApiResponse> => world.login({ email, password: 'not the password' });
  const trailOf = async (organizationId: string): Promise<Json[]> =>
    world.sql.query(
      `SELECT action, result, reason FROM audit_records WHERE organization_id = $1 AND actor_id IS DISTINCT FROM $2
       ORDER BY id`,
      [organizationId, admin.user.id],
    );
  /** Everything that the inviting organization sees, without what differs by chance. */
  const seen = ({ status, body }: ApiResponse, email: string): string =>
    JSON.stringify([status, body.data ?? body.error])
      .replaceAll(email, 'EMAIL')
      .replaceAll(/user_\w+|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…');

  it.each(['viewer', 'admin', 'api_user'])('is invited like any other, as %s', async (role) => {
    const customer = await world.identity.user();
    const answers = await Promise.all(
      [customer.email, `nobody.${role}@example.test`].map(async (email) => {
        const created = await invite(email, role);
        const id = created.body.data.id as string;
        const again = await invite(email.toUpperCase(), role);
        const resent = await api.post(`/users/${id}/resend-invitation`);
        const suspended = await api.post(`/users/${id}/suspend`);
        const shown = await api.get(`/users/${id}`);
        return [created, again, resent, suspended, shown].map((answer) => seen(answer, email));
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
  });

  it('leaves nothing in the audit trail of the inviting organization', async () => {
    const customer = await world.identity.user();
    for (const email of [customer.email, 'nobody.tried@example.test']) {
      await invite(email);
      await fail(email);
      await world.api.post('/auth/password/forgot', { email });
    }
    expect((await trailOf(admin.user.organizationId)).filter(({ action }) => action !== 'auth.login')).toEqual([]);
    const failures = await trailOf(admin.user.organizationId);
    expect(failures.filter(({ result }) => result === 'failure')).toEqual([]);
  });

  it('goes on signing in, and gets a mail without a token', async () => {
    const customer = await world.identity.user();
    const { id } = (await invite(customer.email)).body.data;
    const { text } = await mails.waitForMail(customer.email, /invited/);
    expect(text).toContain('cannot accept this invitation');
    expect(text).not.toContain('inv_');
    const { body } = await world.login(customer);
    expect(body.data.user.id).toBe(customer.id);
    await api.delete(`/users/${id}`);
    expect((await world.login(customer)).status).toBe(200);
  });

  it('keeps its lock: who invited it cannot take failures back', async () => {
    const customer = await world.identity.user();
    const { id } = (await invite(customer.email)).body.data;
    for (let count = 0; count < 10; count += 1) await fail(customer.email);
    expect((await world.login(customer)).status).toBe(429);
    expect((await api.post(`/users/${id}/unlock`)).status).toBe(200);
    expect((await world.login(customer)).status).toBe(429);
    await api.delete(`/users/${id}`);
    expect((await world.login(customer)).status).toBe(429);
  });

  it('of two invitations one is accepted; the other tells its owner why not', async () => {
    const email = 'twice@example.test';
    const other = await world.signIn({ role: 'admin' });
    for (const organization of [api, other.api]) {
      expect((await organization.post('/users', { email, name: 'N', role: 'engineer' })).status).toBe(201);
    }
    const tokens = [await mails.waitForMail(email), await mails.waitForMail(email)].map(
      ({ text }) => /inv_[\w-]{43}/.exec(text)?.[0],
    );
    const answers = await Promise.all(
      tokens.map((token) => world.api.post('/auth/invitations/accept', { token, name: 'Twice', password: PASSWORD })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await world.login({ email, password: PASSWORD })).status).toBe(200);
    const late = tokens[answers.findIndex(({ status }) => status === 409)];
    const again = await world.api.post('/auth/invitations/accept', { token: late, name: 'Twice', password: PASSWORD });
    expect([again.status, again.body.error.details.reason]).toEqual([409, 'account_elsewhere']);
  });
});
