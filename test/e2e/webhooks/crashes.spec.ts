import type { PoolClient } from 'pg';
import { WEBHOOK_TEST_KEY, WebhookFactory, type TestEndpoint } from '../../factories/webhook.factory.js';
import { outbox } from '../../support/service/outbox.js';
import { startService, type TestService } from '../../support/service/test-service.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/peers/webhook-receiver.js';

/** An organization with one endpoint. */
interface Scene {
  admin: SignedIn;
  endpoint: TestEndpoint;
  path: string;
}

/**
 * What becomes of events when the process dies between two steps. Where it stands is decided from outside, by locks of the
 * database and by a receiver that holds its answer; the other process sleeps until then, so that it is known which one works.
 */
describe('webhooks when a process dies', () => {
  const env = { OUTBOUND_ALLOW_LOOPBACK: 'true', SECRET_KEY: WEBHOOK_TEST_KEY };
  let world: TestWorld;
  let other: TestService;
  let receiver: WebhookReceiver;
  let webhooks: WebhookFactory;
  let count = 0;

  beforeAll(async () => {
    [world, receiver] = await Promise.all([startWorld({ env }), startWebhookReceiver()]);
    other = await startService({ env, beside: world.service });
    webhooks = new WebhookFactory(world.sql);
  });
  afterAll(async () => {
    process.kill(other.pid, 'SIGCONT');
    await receiver.stop();
    await other.stop();
    await world.stop();
  });

  /** A change that the endpoint receives. */
  const invite = ({ admin }: Scene): ReturnType<SignedIn['api']['post']> => {
    const n = (count += 1);
    return admin.api.post('/users', { email: `${n}@crash.test`, name: `Person ${n}`, role: 'viewer' });
  };
  /** With so many events that wait, since nobody can take the endpoint. */
  const scene = async (waiting: number): Promise<Scene> => {
    const admin = await world.signIn({ role: 'admin' });
    const path = `/hook/${(count += 1)}`;
    const organization = { id: admin.user.organizationId };
    const endpoint = await webhooks.endpoint(receiver.url + path, { organization, events: ['user.invited'] });
    const made = { admin, endpoint, path };
    await bar(made, true);
    for (let n = 0; n < waiting; n += 1) expect((await invite(made)).status).toBe(201);
    return made;
  };
  const ids = async ({ path }: Scene): Promise<string[]> =>
    (await receiver.seen(path)).map(({ headers }) => headers['webhook-id'] ?? '');
  const events = async ({ endpoint }: Scene): Promise<string[]> =>
    (await webhooks.deliveries(endpoint)).map(({ event_id: id }) => id);
  const bar = async ({ endpoint }: Scene, isBarred: boolean): Promise<void> => {
    await world.sql.query(
      `UPDATE webhook_queues SET leased_by = CASE WHEN $2 THEN 'test' END,
         leased_until = CASE WHEN $2 THEN now() + interval '1 h' END WHERE endpoint_id = $1`,
      [endpoint.id, isBarred],
    );
  };

  describe('by kill -9', () => {
    let unborn: Scene;
    let unheard: Scene;
    let claimed: Scene;
    let asked: Scene;
    let answered: Scene;
    let gone: Scene;

    // The process dies before each of the steps at once, with another endpoint at each.
    beforeAll(async () => {
      process.kill(other.pid, 'SIGSTOP');
      unborn = await scene(0);
      unheard = await scene(2);
      claimed = await scene(1);
      asked = await scene(3);
      answered = await scene(2);
      gone = await scene(1);
      await receiver.answer(asked.path, {}, { holdMs: 60_000 }, {});
      await receiver.answer(answered.path, { holdMs: 60_000 }, {});
      await receiver.answer(gone.path, { status: 410 });
      const lock: PoolClient = await world.sql.connect();
      await lock.query('BEGIN');
      await lock.query('SELECT 1 FROM webhook_endpoints WHERE id = $1 FOR NO KEY UPDATE', [gone.endpoint.id]);
      for (const each of [asked, answered, gone]) await bar(each, false);
      await Promise.all([receiver.waitFor(asked.path, 2), receiver.waitFor(answered.path, 1)]);
      await world.sql.untilBlocked(lock);
      await lock.query('SELECT 1 FROM webhook_queues WHERE endpoint_id = $1 FOR UPDATE', [answered.endpoint.id]);
      await receiver.release(answered.path);
      await world.sql.untilBlocked(lock, 2);
      const organizationId = unborn.admin.user.organizationId;
      await lock.query(`SELECT pg_advisory_xact_lock(hashtextextended('webhooks ' || $1, 0))`, [organizationId]);
      const refused = invite(unborn).catch(() => 'no answer');
      await world.sql.untilBlocked(lock, 3);
      await lock.query('LOCK TABLE webhook_events IN ACCESS EXCLUSIVE MODE');
      await bar(claimed, false);
      // Periodic jobs may wait for the table too, so the number of waiting statements does not say that it is claimed.
      const claim = `SELECT 1 FROM webhook_queues WHERE endpoint_id = $1 AND leased_by <> 'test'`;
      await until(
        () => world.sql.query(claim, [claimed.endpoint.id]),
        (rows) => rows.length === 1,
      );

      await world.service.kill('SIGKILL');
      // What its statements wait for dies with it.
      await world.sql.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE backend_type = 'client backend' AND datname = current_database() AND wait_event_type = 'Lock'`,
      );
      await lock.query('ROLLBACK');
      lock.release();
      expect(await refused).toBe('no answer');
      const leases = `UPDATE webhook_queues SET leased_until = now() WHERE leased_by <> 'test' RETURNING endpoint_id`;
      const held = await world.sql.query<{ endpoint_id: string }>(leases);
      const expected = [claimed, asked, answered, gone].map(({ endpoint }) => endpoint.id);
      expect(held.map(({ endpoint_id: id }) => id).sort()).toEqual(expected.sort());
      process.kill(other.pid, 'SIGCONT');
      await bar(unheard, false);
    });
    // The next tests begin with both.
    afterAll(() => world.service.restart());

    it('before the commit: tells of nothing, since nothing has happened', async () => {
      const [rows] = await world.sql.query<{ events: string; users: string }>(
        `SELECT (SELECT count(*) FROM webhook_events WHERE organization_id = $1) AS events,
           (SELECT count(*) FROM users WHERE organization_id = $1) AS users`,
        [unborn.admin.user.organizationId],
      );
      expect(rows).toEqual({ events: '0', users: '1' });
      expect(await ids(unborn)).toEqual([]);
    });

    it('after the commit, before anybody is woken: the other process tells of it', async () => {
      await receiver.waitFor(unheard.path, 2);
      expect(await ids(unheard)).toEqual(await events(unheard));
    });

    it('between the claim and the request: it is sent once, by the other', async () => {
      await webhooks.waitForState(claimed.endpoint, 'delivered');
      expect(await ids(claimed)).toEqual(await events(claimed));
    });

    it('during the request: it is repeated with the id that it had, before what comes after it', async () => {
      await webhooks.waitForState(asked.endpoint, 'delivered');
      const [first, second, third] = await events(asked);
      expect(await ids(asked)).toEqual([first, second, second, third]);
      const requests = await receiver.seen(asked.path);
      expect(requests[2]!.body).toBe(requests[1]!.body);
    });

    it('between the answer and its record: likewise', async () => {
      await webhooks.waitForState(answered.endpoint, 'delivered');
      const [first, second] = await events(answered);
      expect(await ids(answered)).toEqual([first, first, second]);
      expect((await webhooks.attempts(answered.endpoint)).map(({ number }) => number)).toEqual([1, 1]);
    });

    it('between a 410 and its effects: the other process repeats them, and notifies administrators once', async () => {
      const { email } = gone.admin.user;
      const box = outbox(world.service.dataDir);
      await box.waitForMail(email, /webhook/);
      const mails = (await box.messagesTo(email)).filter(
        (mail) => mail.kind === 'mail' && /webhook/.test(mail.subject),
      );
      expect(mails).toHaveLength(1);
      const [only] = await events(gone);
      expect(await ids(gone)).toEqual([only, only]);
      expect(await webhooks.deliveries(gone.endpoint)).toMatchObject([{ state: 'pending', attempts: 2 }]);
    });
  });

  it('lets nobody record anything whose lease is over, nor go on; told to stop, ends requests, but not ones that take long', async () => {
    process.kill(other.pid, 'SIGSTOP');
    const [late, quick, slow] = [await scene(3), await scene(2), await scene(2)];
    await receiver.answer(late.path, { holdMs: 60_000 }, {});
    await receiver.answer(quick.path, { holdMs: 1_000 }, {});
    await receiver.answer(slow.path, { holdMs: 60_000 }, {});
    await bar(late, false);
    await receiver.waitFor(late.path, 1);
    process.kill(world.service.pid, 'SIGSTOP');
    await world.sql.query('UPDATE webhook_queues SET leased_until = now() WHERE endpoint_id = $1', [late.endpoint.id]);
    process.kill(other.pid, 'SIGCONT');
    await webhooks.waitForState(late.endpoint, 'delivered');
    process.kill(other.pid, 'SIGSTOP');
    await receiver.release(late.path);
    process.kill(world.service.pid, 'SIGCONT');

    await Promise.all([quick, slow].map((each) => bar(each, false)));
    await Promise.all([receiver.waitFor(quick.path, 1), receiver.waitFor(slow.path, 1)]);
    expect(await world.service.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    const [first, second, third] = await events(late);
    expect(await ids(late)).toEqual([first, first, second, third]);
    expect((await webhooks.attempts(late.endpoint)).map(({ number, status }) => [number, status])).toEqual([
      [1, 204],
      [1, 204],
      [1, 204],
    ]);
    expect(await webhooks.deliveries(quick.endpoint)).toMatchObject([{ state: 'delivered' }, { attempts: 0 }]);
    expect(await webhooks.deliveries(slow.endpoint)).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
    await receiver.answer(slow.path, {});
    // The other process continues at once: no lease has to expire.
    process.kill(other.pid, 'SIGCONT');
    await Promise.all([quick, slow].map(({ endpoint }) => webhooks.waitForState(endpoint, 'delivered')));
    expect(await ids(quick)).toEqual(await events(quick));
    const [, ...slowIds] = await ids(slow);
    expect(slowIds).toEqual(await events(slow));
  });
});
