import { randomUUID } from 'node:crypto';
import type { ApiClient, Json } from '../support/api/api-client.js';
import { START_TIMEOUT_MS, startCluster, type Cluster } from '../support/service/cluster.js';
import { startLoad, type Load } from '../support/service/load.js';
import { uploadManual, untilRead } from '../support/manuals/manual.js';
import type { SignedIn } from '../support/service/test-world.js';
import { until } from '../support/until.js';

const CLIENTS = 8;

describe('three nodes under load', () => {
  let cluster: Cluster;
  let engineer: SignedIn;
  let api: ApiClient;
  let load: Load;
  beforeAll(async () => {
    cluster = await startCluster({ roles: ['all', 'all', 'all'] });
    engineer = await cluster.world.signIn({ role: 'admin' });
    api = cluster.through(engineer);
  }, START_TIMEOUT_MS);
  afterEach(() => load.stop());
  afterAll(() => cluster.stop());

  /** Titles of conversations that the service said it had made. */
  const acknowledged: string[] = [];
  /** One request in three writes. */
  const readOrWrite = async (n: number): Promise<number> => {
    if (n % 3 > 0) return (await api.get('/users/me')).status;
    const title = randomUUID();
    const body = { copilot_type: 'mro', title };
    const { status } = await api.post('/chat/sessions', body, { 'idempotency-key': title });
    if (status === 201) acknowledged.push(title);
    return status;
  };
  const expectAllWritten = async (): Promise<void> => {
    const rows = await cluster.world.sql.query<{ title: string }>(
      `SELECT title FROM chat_sessions WHERE title = ANY($1)`,
      [acknowledged],
    );
    expect(rows.map(({ title }) => title).sort()).toEqual([...acknowledged].sort());
    expect(acknowledged.length).toBeGreaterThan(0);
  };

  it('are restarted one after the other without a failed request', async () => {
    load = startLoad(CLIENTS, readOrWrite);
    for (const node of cluster.nodes) {
      const before = load.count;
      await node.restart();
      // It has its part of the load again before the next one goes.
      await until(() => load.count > before + 100);
    }
    const { answered, thrown } = await load.stop();
    expect(thrown).toEqual([]);
    expect([...answered.keys()].sort()).toEqual(['200', '201']);
    await expectAllWritten();
  });

  it('lose neither a write they acknowledged nor a job when one is killed', async () => {
    const [victim] = cluster.nodes;
    load = startLoad(CLIENTS, readOrWrite);
    const uploads: Json[] = [];
    for (let n = 0; n < 8; n += 1) {
      // Those of the node that dies, too: it may be reading one, and hold others' jobs.
      const target = cluster.through(engineer, cluster.nodes[n % 3]);
      uploads.push(await uploadManual(target, `Ring ${n} is made of ruthenium.`, {}, `ring-${n}.txt`));
    }
    await victim!.kill('SIGKILL');
    for (const { id } of uploads) expect((await untilRead(api, id as string)).ingestion.state).toBe('ready');
    await load.stop();
    await victim!.restart();
    await expectAllWritten();
    const open = `SELECT id FROM jobs.job WHERE name NOT LIKE '\\_\\_%' AND state IN ('created', 'retry', 'active', 'failed')`;
    expect(
      await until(
        () => cluster.world.sql.query(open),
        (jobs) => jobs.length === 0,
      ),
    ).toEqual([]);
  });
});
