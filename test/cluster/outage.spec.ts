import { randomUUID } from 'node:crypto';
import type { Json } from '../support/api/api-client.js';
import { START_TIMEOUT_MS, startCluster, type Cluster } from '../support/service/cluster.js';
import { EventStreamClient } from '../support/api/event-stream.js';
import { startLoad, type Load } from '../support/service/load.js';
import { readyManual } from '../support/manuals/manual.js';
import { outbox } from '../support/service/outbox.js';
import { startPostgres, type TestPostgres } from '../support/database/postgres-server.js';
import type { TestService } from '../support/service/test-service.js';
import type { SignedIn } from '../support/service/test-world.js';
import { until } from '../support/until.js';

describe('two nodes that answer and one that works', () => {
  let postgres: TestPostgres;
  let cluster: Cluster;
  let admin: SignedIn;
  let [here, there]: TestService[] = [];
  let worker: TestService;
  let load: Load | undefined;
  beforeAll(async () => {
    postgres = await startPostgres();
    cluster = await startCluster({ roles: ['api', 'api', 'worker'], databaseUrl: postgres.url });
    [here, there] = cluster.nodes;
    worker = cluster.nodes[2]!;
    admin = await cluster.world.signIn({ role: 'admin' });
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await load?.stop();
    await cluster.stop();
    await postgres.stop();
  });

  const invite = async (): Promise<string> => {
    const email = `${randomUUID()}@example.test`;
    const { status } = await cluster.through(admin).post('/users', { email, name: 'Ada', role: 'viewer' });
    expect(status).toBe(201);
    return email;
  };

  const found = async (query: string, node: TestService): Promise<string[]> => {
    const { body } = await cluster.through(admin, node).post('/search/documents', { query, mode: 'keyword' });
    return (body.data as Json[]).map(({ id }) => id as string);
  };

  it('share the work: what is to be done in the background the worker does', async () => {
    const email = await invite();
    expect(await outbox(worker.dataDir).waitForMail(email)).toMatchObject({ to: email });
    for (const { dataDir } of [here!, there!]) expect(await outbox(dataDir).messagesTo(email)).toEqual([]);
    const { id } = await readyManual(cluster.through(admin), 'The hafnium shim is 2 mm thick.');
    for (const node of [here!, there!]) {
      expect(await found('hafnium', node)).toEqual([id]);
      expect(node.logs().filter(({ role }) => role === 'api')).toHaveLength(1);
    }
  });

  it('answer no request of the API where they only work', async () => {
    const headers = { authorization: `Bearer ${admin.accessToken}` };
    for (const path of [
      '/api/v1/users/me',
      '/v1/documents',
      '/docs',
      '/openapi.json',
      '/oauth/authorize',
      '/no/such',
    ]) {
      const response = await fetch(worker.baseUrl + path, { headers });
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.json()).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } });
    }
    const login = await fetch(`${worker.baseUrl}/api/v1/auth/login`, { method: 'POST', body: '{' });
    expect(login.status).toBe(404);
    for (const path of ['/healthz', '/readyz']) expect((await fetch(worker.baseUrl + path)).status).toBe(200);
  });

  it('say 503 while PostgreSQL is away, and go on as before when it is back', async () => {
    const document = await cluster.world.documents.document({ id: admin.user.organizationId }, { pages: ['One.'] });
    const reader = await cluster.world.signIn({ organization: { id: admin.user.organizationId } });
    const stream = await EventStreamClient.open(`${there!.baseUrl}/api/v1/notifications/stream`, {
      token: reader.accessToken,
    });
    await stream.atLeast(1);
    const pids = cluster.nodes.map(({ pid }) => pid);
    const api = cluster.through(admin);
    let isBack = false;
    let answeredAfter = 0;
    const running = startLoad(8, async (n) => {
      const title = `n ${n}`;
      const startedAfter = isBack;
      const { status, headers } =
        n % 3 > 0 ? await api.get('/documents') : await api.post('/chat/sessions', { copilot_type: 'mro', title });
      if (startedAfter && status < 300) answeredAfter += 1;
      return status === 503 ? `503, ${headers.get('retry-after')}` : status;
    });
    load = running;
    await until(() => running.count > 100);
    await postgres.halt();
    for (const { baseUrl } of cluster.nodes) {
      await until(
        async () => (await fetch(`${baseUrl}/readyz`)).status,
        (status) => status === 503,
      );
      expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200);
    }
    await postgres.start();
    isBack = true;
    await until(() => answeredAfter > 100);
    const { answered, thrown } = await running.stop();
    expect(thrown).toEqual([]);
    expect([...answered.keys()].sort()).toEqual(['200', '201', '503, 5']);

    // Jobs, locks and signals came back by themselves, in the same processes.
    const listening = `SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN service_signals'`;
    await until(
      () => cluster.world.sql.query(listening),
      (sessions) => sessions.length === cluster.nodes.length,
    );
    const { id } = await readyManual(api, 'The iridium shim is 2 mm thick.');
    for (const node of [here!, there!]) {
      expect(await found('iridium', node)).toEqual([id]);
    }
    await outbox(worker.dataDir).waitForMail(await invite());
    const again = await EventStreamClient.open(`${there!.baseUrl}/api/v1/notifications/stream`, {
      token: reader.accessToken,
    });
    await again.atLeast(1);
    await cluster.through(admin, here).post(`/documents/${document.id}/shares`, {
      recipients: [{ type: 'user', id: reader.user.id }],
    });
    expect((await again.atLeast(2))[1]).toMatchObject({ event: 'notification' });
    again.close();
    expect(cluster.nodes.map(({ pid }) => pid)).toEqual(pids);
  });
});
