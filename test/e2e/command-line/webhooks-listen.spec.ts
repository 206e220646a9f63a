import { Webhook } from 'standardwebhooks';
import { newId } from '../../../src/common/ids/type-id.js';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/peers/webhook-receiver.js';
import { Machine } from '../../support/scenes/command-line-scene.js';
import type { RunningTool } from '../../support/service/command-line.js';
import { jsonLines, type LogLine } from '../../support/service/running-process.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

describe('amk webhooks', () => {
  let world: TestWorld;
  let admin: SignedIn;
  let key: string;
  let receiver: WebhookReceiver;
  const machine = new Machine(() => ({ AMK_URL: world.service.baseUrl, AMK_API_KEY: key }));
  beforeAll(async () => {
    // With a port that stays the same after a restart.
    const env = { PUBLIC_URL: 'http://localhost:0', OUTBOUND_ALLOW_LOOPBACK: 'true' };
    world = await startWorld({ shared: true, env });
    receiver = await startWebhookReceiver();
  });
  beforeEach(async () => {
    admin = await world.signIn({ role: 'admin' });
    ({ key } = await world.identity.apiKey(admin.user, { scopes: ['webhook.manage'] }));
  });
  afterAll(async () => {
    machine.remove();
    await receiver.stop();
    await world.stop();
  });

  const invite = (): Promise<unknown> =>
    admin.api.post('/users', { email: `${newId('user')}@example.test`, name: 'Ada Example', role: 'engineer' });
  const linesOf = (running: RunningTool, type: string): LogLine[] =>
    jsonLines(running.output()).filter((line) => line.type === type);
  const listenTo = async (path: string, ...args: string[]): Promise<{ running: RunningTool; secret: string }> => {
    const target = `${receiver.url}${path}`;
    const running = machine.start(['webhooks', 'listen', '--forward-to', target, '--interval', '1', '--json', ...args]);
    const [line] = await until(
      () => linesOf(running, 'listening'),
      (lines) => lines.length > 0,
    );
    return { running, secret: line?.secret as string };
  };

  it('forwards events from now on, signed, and goes on after a receiver or a service was away', async () => {
    await invite();
    await receiver.answer('/hook', { status: 200 }, { status: 500 }, { drop: true }, { status: 200 });
    const { running, secret } = await listenTo('/hook');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await invite();
    await receiver.waitFor('/hook', 1);
    await invite();
    await receiver.waitFor('/hook', 2);
    await invite();
    await receiver.waitFor('/hook', 3);
    await world.service.kill();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await world.service.restart();
    await invite();
    const requests = await receiver.waitFor('/hook', 4);
    for (const { body, headers } of requests)
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ event: 'user.invited' });
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(4);
    const forwarded = await until(
      () => linesOf(running, 'forwarded'),
      (lines) => lines.length >= 4,
    );
    expect(forwarded.map(({ status }) => status)).toEqual([200, 500, null, 200]);
    running.kill('SIGTERM');
    const { code, errors } = await running.ended;
    expect([code, errors]).toEqual([130, expect.stringMatching(/Waiting\n[\s\S]*Continuing\n/)]);
    expect(errors).not.toContain(key);
    expect((await machine.run('webhooks', 'listen', '--print-secret')).output).toBe(`${secret}\n`);
  });

  it('starts anew when the last event is no longer kept', async () => {
    const { running } = await listenTo('/aged', '--events', 'user.invited');
    await invite();
    await receiver.waitFor('/aged', 1);
    await world.sql.query(`DELETE FROM webhook_events WHERE organization_id = $1`, [admin.user.organizationId]);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await invite();
    await receiver.waitFor('/aged', 2);
    running.kill('SIGTERM');
    expect((await running.ended).errors).toContain('Events were missed');
  });

  it('ends when it has no right to the events, and for a wrong address or type', async () => {
    const { key: reading } = await world.identity.apiKey(admin.user, { scopes: ['document.view'] });
    const args = ['webhooks', 'listen', '--forward-to', receiver.url];
    const refused = await machine.start(args, { AMK_API_KEY: reading }).ended;
    expect([refused.code, refused.errors]).toEqual([5, expect.stringContaining('webhook.manage')]);
    for (const more of [
      ['--forward-to', 'http://example.test/hook'],
      ['--forward-to', 'x'],
      ['--events', 'novel'],
    ])
      expect([more, (await machine.run(...args, ...more)).code]).toEqual([more, 2]);
  });

  it('sends a test to an endpoint', async () => {
    const { body } = await admin.api.post('/webhooks', { url: `${receiver.url}/test`, events: ['document.created'] });
    const { code, output } = await machine.run('webhooks', 'trigger', body.data.id as string);
    expect([code, output]).toEqual([0, expect.stringContaining('webhook.test is')]);
    expect((await machine.run('webhooks', 'trigger', 'hook_unknown')).code).toBe(6);
  });
});
