import { Webhook } from 'standardwebhooks';
import { SEALED_COLUMNS } from '../../../src/common/crypto/sealed-columns.js';
import { Secrets } from '../../../src/common/crypto/secrets.js';
import { WEBHOOK_TEST_KEY, WebhookFactory, type TestEndpoint } from '../../factories/webhook.factory.js';
import type { ApiClient, Json } from '../../support/api/api-client.js';
import { runTool, type ToolResult } from '../../support/service/command-line.js';
import {
  startIdentityProviderWorld,
  type IdentityProviderWorld,
} from '../../support/scenes/identity-provider-world.js';
import { SecondFactors, type EnrolledApp } from '../../support/sign-in/second-factors.js';
import type { SignedIn } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/peers/webhook-receiver.js';

const OLD = WEBHOOK_TEST_KEY;
const NEW = 'cd'.repeat(32);
/** The environments of docs/operations/secrets.md. */
const STEPS = {
  known: { SECRET_KEY: OLD, SECRET_KEY_PREVIOUS: NEW },
  used: { SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD },
  done: { SECRET_KEY: NEW },
};
const HOOK = '/hook';

/** The change of SECRET_KEY as it is described, with something of every kind that hangs on it from before. */
describe('a change of SECRET_KEY', () => {
  let world: IdentityProviderWorld;
  let receiver: WebhookReceiver;
  let factors: SecondFactors;
  let webhooks: WebhookFactory;
  let person: SignedIn & { app: EnrolledApp };
  let admin: SignedIn;
  let provider: Json;
  let endpoint: TestEndpoint;
  beforeAll(async () => {
    // No mail is delivered until the service has another MAIL_URL.
    [world, receiver] = await Promise.all([
      startIdentityProviderWorld({ ...STEPS.known, MAIL_URL: 'smtp://127.0.0.1:1' }),
      startWebhookReceiver(),
    ]);
    factors = new SecondFactors(world);
    webhooks = new WebhookFactory(world.sql);
    admin = await world.signIn({ role: 'admin' });
    person = await factors.userWithApp();
    provider = await world.create(admin);
    const { client_id, redirect_uri } = provider as Record<string, string>;
    const client_secret = world.body().client_secret as string;
    await world.idp.tell({
      clients: [{ client_id: client_id!, client_secret, redirect_uris: [redirect_uri!] }],
    });
    endpoint = await webhooks.endpoint(receiver.url + HOOK, { organization: { id: admin.user.organizationId } });
    for (const name of ['one', 'two']) await admin.api.post('/api-keys', { name, scopes: ['document.view'] });
  });
  afterAll(async () => {
    await receiver.stop();
    await world.stop();
  });

  const restart = (keys: Record<string, string>): Promise<void> =>
    world.service.restart({ OUTBOUND_ALLOW_LOOPBACK: 'true', ...keys });

  const rotate = (keys: Record<string, string>): Promise<ToolResult> =>
    runTool('secrets-rotate', [], {
      DATABASE_URL: world.service.databaseUrl,
      DATA_DIR: world.service.dataDir,
      ...keys,
    });

  const cursorOf = async (api: ApiClient): Promise<string> =>
    (await api.get('/api-keys?limit=1')).body.pagination.next_cursor as string;
  const follow = async (cursor: string): Promise<number> =>
    (await admin.api.get(`/api-keys?limit=1&cursor=${cursor}`)).status;

  /** All that people and systems were given under the old key. */
  async function expectAllToWork(): Promise<void> {
    // Signing keys of access tokens, of before and new.
    expect((await person.api.get('/api-keys')).status).toBe(200);
    const { mfa_token } = await factors.passwordOnly(person.user);
    const code = await factors.codeOf(person.app);
    const verified = await world.api.post('/auth/mfa/verify', { mfa_token, method_id: person.app.id, code });
    expect(verified.status).toBe(200);
    const fresh = world.api.withBearer(verified.body.data.access_token as string);
    expect((await fresh.get('/api-keys')).status).toBe(200);

    // The secret at the identity provider, which says so itself.
    const tested = await admin.api.post(`/identity-providers/${provider.id as string}/test`);
    const checks = tested.body.data.checks as { check: string; outcome: string }[];
    expect(checks).toContainEqual(expect.objectContaining({ check: 'client', outcome: 'passed' }));

    const before = (await receiver.seen(HOOK)).length;
    await webhooks.tell(endpoint);
    const told = (await receiver.waitFor(HOOK, before + 1)).at(-1)!;
    expect(() => new Webhook(endpoint.secret).verify(told.body, told.headers)).not.toThrow();
  }

  /** A mail that waits for its next attempt, with its address encrypted with the present key. */
  async function mailThatWaits(email: string): Promise<void> {
    expect((await world.api.post('/auth/password/forgot', { email })).status).toBe(202);
    // After its first try it waits for the next, which is put off.
    const putOff = `UPDATE jobs.job SET start_after = now() + interval '1 day'
      WHERE name = 'account-mails' AND state = 'retry' AND data->>'mail' = 'reset_link' RETURNING id`;
    await until(
      () => world.sql.query(putOff),
      (rows) => rows.length === 1,
    );
  }

  it('loses nothing on the way but cursors of lists that were begun before', async () => {
    await expectAllToWork();
    const oldCursor = await cursorOf(admin.api);
    const { email } = admin.user;
    await mailThatWaits(email);

    await restart(STEPS.used);
    await expectAllToWork();
    expect(await follow(oldCursor)).toBe(200);
    const newCursor = await cursorOf(admin.api);

    const { code, output, errors } = await rotate(STEPS.used);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toContain('waiting mails: 1 re-encrypted');
    expect(output).toContain('remove SECRET_KEY_PREVIOUS');

    await restart(STEPS.done);
    await expectAllToWork();
    expect([await follow(newCursor), await follow(oldCursor)]).toEqual([200, 400]);
    await world.sql.query(`UPDATE jobs.job SET start_after = now() WHERE name = 'account-mails' AND state = 'retry'`);
    expect((await factors.messages.waitForMail(email, /new password/)).text).toContain('token=');

    // Nothing sealed is left under the old key, and another run finds nothing to do.
    const alone = new Secrets(Buffer.from(NEW, 'hex'));
    for (const { table, column, purpose } of SEALED_COLUMNS) {
      const rows = await world.sql.query<{ sealed: Buffer }>(
        `SELECT ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL`,
      );
      for (const { sealed } of rows) alone.decrypt(sealed, purpose);
    }
    const again = await rotate(STEPS.done);
    expect(again.code).toBe(0);
    expect(again.output.match(/: [1-9]\d* re-encrypted/)).toBeNull();
    const { DATABASE_URL, DATA_DIR } = { DATABASE_URL: world.service.databaseUrl, DATA_DIR: world.service.dataDir };
    expect(await runTool('audit-verify', [], { DATABASE_URL, DATA_DIR, ...STEPS.done })).toMatchObject({ code: 0 });
  });
});
