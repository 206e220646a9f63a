import { randomUUID } from 'node:crypto';
import https from 'node:https';
import { ApiClient, type ApiResponse, type Json } from '../support/api/api-client.js';
import { START_TIMEOUT_MS, startCluster, type Cluster } from '../support/service/cluster.js';
import { EventStreamClient } from '../support/api/event-stream.js';
import { manualFields, uploadManual } from '../support/manuals/manual.js';
import { outbox } from '../support/service/outbox.js';
import { RawClient } from '../support/api/raw-client.js';
import { expectRevoked, whoAmI } from '../support/sign-in/sessions.js';
import type { SignedIn } from '../support/service/test-world.js';
import { until } from '../support/until.js';

/** Requests an hour of an organization on the professional plan here. */
const PROFESSIONAL = 600;

describe('three nodes', () => {
  let cluster: Cluster;
  let admin: SignedIn;
  /** The administrator's API at each node. */
  let [here, there, elsewhere]: ApiClient[] = [];
  beforeAll(async () => {
    const env = { RATE_LIMIT_PROFESSIONAL: String(PROFESSIONAL) };
    cluster = await startCluster({ roles: ['all', 'all', 'all'], env });
    admin = await cluster.world.signIn({ role: 'admin' });
    [here, there, elsewhere] = cluster.nodes.map((node) => cluster.through(admin, node));
  }, START_TIMEOUT_MS);
  afterAll(() => cluster.stop());

  const nodesOf = (who: SignedIn): ApiClient[] => cluster.nodes.map((node) => cluster.through(who, node));

  it('count to the last request together', async () => {
    const organization = await cluster.world.identity.organization({ plan: 'professional' });
    const engineer = await cluster.world.signIn({ organization });
    const apis = nodesOf(engineer);
    const requests = Array.from({ length: 1_000 }, (_, n) => apis[n % apis.length]!.get('/users/me'));
    const answers = await Promise.all(requests);
    // The hour of the rate limit may end during the test, which resets the count.
    const hourOf = ({ headers }: ApiResponse): string | null => headers.get('x-ratelimit-reset');
    const hours = new Set(answers.map(hourOf));
    for (const hour of hours) {
      const asked = answers.filter((answer) => hourOf(answer) === hour);
      const served = Math.min(PROFESSIONAL, asked.length);
      expect(asked.filter(({ status }) => status === 200)).toHaveLength(served);
      expect(asked.filter(({ status }) => status === 429)).toHaveLength(asked.length - served);
    }
    expect(hours.size).toBeLessThanOrEqual(2);
  });

  it('hear of a sign-out on one of them with the next request', async () => {
    const { accessToken, api } = await cluster.world.signIn();
    const anonymous = cluster.nodes.map((node) => new ApiClient(() => node.baseUrl));
    for (const node of anonymous) expect((await whoAmI(node, accessToken)).status).toBe(200);
    expect((await api.post('/auth/logout', {})).status).toBeLessThan(300);
    for (const node of anonymous) expectRevoked(await whoAmI(node, accessToken));
  });

  it('hear of a revoked key with the next request', async () => {
    const { id, key } = await cluster.world.identity.apiKey(admin.user);
    const keyed = cluster.nodes.map((node) => new ApiClient(() => node.baseUrl).withKey(key));
    for (const node of keyed) expect((await node.get('/documents')).status).toBe(200);
    expect((await there!.delete(`/api-keys/${id}`)).status).toBeLessThan(300);
    for (const node of keyed) expect((await node.get('/documents')).status).toBe(401);
  });

  it('find on one what was uploaded to another', async () => {
    const find = async (): Promise<Json[]> =>
      (await there!.post('/search/documents', { query: 'rhenium', mode: 'keyword' })).body.data as Json[];
    expect(await find()).toEqual([]);
    for (let n = 1; n <= 5; n += 1) {
      const { id } = await uploadManual(here!, `The rhenium nozzle ${n} is pressed in.`, {}, 'note.txt');
      await until(find, (found) => found.some((document) => document.id === id));
    }
  });

  it('do what is asked of two at once, under one key, once', async () => {
    const keys = Array.from({ length: 10 }, () => randomUUID());
    for (const key of keys) {
      const ask = (api: ApiClient) =>
        api.post('/chat/sessions', { copilot_type: 'mro', title: key }, { 'idempotency-key': key });
      const answers = await Promise.all([ask(here!), ask(there!)]);
      const { body } = await ask(elsewhere!);
      for (const answer of answers) {
        if (answer.status === 409) expect(answer.body.error.details.reason).toBe('idempotency_key_in_use');
        else expect(answer.body.data.session_id).toBe(body.data.session_id);
      }
    }
    const made = await cluster.world.sql.query(`SELECT id FROM chat_sessions WHERE title = ANY($1)`, [keys]);
    expect(made).toHaveLength(keys.length);
  });

  it('do each job once', async () => {
    const addresses = Array.from({ length: 30 }, () => `${randomUUID()}@example.test`);
    const invite = (email: string) => here!.post('/users', { email, name: 'Ada', role: 'viewer' });
    for (const { status } of await Promise.all(addresses.map(invite))) expect(status).toBe(201);
    const open = `SELECT id FROM jobs.job WHERE name = 'account-mails' AND state IN ('created', 'retry', 'active')`;
    await until(
      () => cluster.world.sql.query(open),
      (jobs) => jobs.length === 0,
    );
    const outboxes = cluster.nodes.map(({ dataDir }) => outbox(dataDir));
    for (const address of addresses) {
      const mails = await Promise.all(outboxes.map((box) => box.messagesTo(address)));
      expect(mails.flat()).toHaveLength(1);
    }
  });

  it('tell open streams of one what happens on another, through nginx without holding it back', async () => {
    const organization = { id: admin.user.organizationId };
    const document = await cluster.world.documents.document(organization, { pages: ['One.'] });
    const reader = await cluster.world.signIn({ organization });
    const streams = await Promise.all(
      [...cluster.nodes.map(({ baseUrl }) => baseUrl), cluster.nginx.url].map((url) =>
        EventStreamClient.open(`${url}/api/v1/notifications/stream`, { token: reader.accessToken }),
      ),
    );
    for (const stream of streams) expect((await stream.atLeast(1))[0]).toMatchObject({ event: 'ready' });
    const { status } = await there!.post(`/documents/${document.id}/shares`, {
      recipients: [{ type: 'user', id: reader.user.id }],
    });
    expect(status).toBe(201);
    for (const stream of streams) expect((await stream.atLeast(2))[1]).toMatchObject({ event: 'notification' });
    streams.forEach((stream) => stream.close());
  });

  it('answer one who asked another, while the answer is made', async () => {
    const { body } = await here!.post('/chat/sessions', { copilot_type: 'mro', title: 'Rhenium' });
    const messages = `/api/v1/chat/sessions/${body.data.session_id}/messages`;
    const asked = await EventStreamClient.open(cluster.nodes[0]!.baseUrl + messages, {
      token: admin.accessToken,
      body: { content: 'How is the rhenium nozzle fitted?' },
    });
    const [started] = await asked.atLeast(1);
    const { message_id: id } = started!.data;
    const followed = await EventStreamClient.open(`${cluster.nginx.url}${messages}/${id}/stream`, {
      token: admin.accessToken,
    });
    expect(await followed.all()).toEqual(await asked.all());
  });

  describe('behind nginx', () => {
    it('are served over TLS', async () => {
      const { secureUrl, certificate } = cluster.nginx;
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const headers = { authorization: `Bearer ${admin.accessToken}` };
        https
          .get(`${secureUrl}/api/v1/users/me`, { ca: certificate, headers, agent: false }, (response) => {
            resolve(response.resume().statusCode);
          })
          .once('error', reject);
      });
      expect(status).toBe(200);
    });

    it('know the address of the client, for any claim of the client', async () => {
      const { user } = await cluster.world.signIn();
      await fetch(`${cluster.nginx.url}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' },
        body: JSON.stringify({ email: user.email, password: user.password }),
      });
      const [session] = await cluster.world.sql.query<{ ip: string }>(
        `SELECT ip FROM sessions WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1`,
        [user.id],
      );
      expect(session).toEqual({ ip: '127.0.0.1' });
    });

    it('take large files, and of everything else what the service takes', async () => {
      const api = cluster.through(admin);
      const content = 'The osmium shim is 2 mm thick.\n'.repeat(100_000);
      const { status } = await api.upload('/documents', manualFields(), { content, name: 'large.txt' });
      expect(status).toBe(202);
      const large = await fetch(`${cluster.nginx.url}/api/v1/chat/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-request-id': '"' },
        body: ' '.repeat(3 * 1024 ** 2),
      });
      expect(large.status).toBe(413);
      expect(await large.json()).toMatchObject({ success: false, error: { code: 'PAYLOAD_TOO_LARGE' } });
    });

    it('serve others while hundreds of requests of one address stop in the middle', async () => {
      const post = (path: string, type: string): string =>
        `POST /api/v1${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nAuthorization: Bearer ${admin.accessToken}\r\nContent-Length: 1000000\r\n\r\n{"query":"`;
      const heads = [post('/documents', 'application/json'), post('/search/documents', 'application/json')];
      const flood = Array.from({ length: 600 }, (_, count) =>
        RawClient.open(cluster.nginx.url, '127.0.0.90').send(heads[count % 2]!),
      );
      // Rejected unread for their content type, or for exceeding the concurrent requests of one address.
      await until(() => [415, 429].every((status) => flood.flatMap(({ statuses }) => statuses).includes(status)));
      const get = 'GET /api/v1/roles HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
      const asked = `${get}Authorization: Bearer ${admin.accessToken}\r\n\r\n`;
      const others = Array.from({ length: 20 }, (_, count) =>
        RawClient.open(cluster.nginx.url, `127.0.0.${100 + count}`).send(asked),
      );
      await Promise.all(others.map(({ closed }) => closed));
      for (const client of flood) client.close();
      expect(others.flatMap(({ statuses }) => statuses)).toEqual(Array(20).fill(200));
    });

    it('keep their probes to themselves', async () => {
      for (const path of ['/readyz', '/metrics']) expect((await fetch(cluster.nginx.url + path)).status).toBe(404);
      expect((await fetch(`${cluster.nginx.url}/healthz`)).status).toBe(200);
    });
  });
});
