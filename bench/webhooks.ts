/**
 * Measures webhook deliveries per second to a local receiver, the delay from commit to arrival when idle, and the delay
 * while another endpoint is down with 10,000 deliveries pending. The floor sends bare requests with the same signatures
 * and HTTP client, without a database.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../src/common/ids/type-id.js';
import { OutboundHttp } from '../src/integrations/outbound-http/outbound-http.js';
import { signatureHeaders } from '../src/modules/webhooks/delivery/standard-webhooks.js';
import { median, milliseconds, percentile, progress, report } from './support/figure.js';
import { HttpClient } from './support/http-client.js';
import { startServer, startService, type ServerProcess } from './support/server-process.js';
import type { Arrival } from './support/webhook-sink.js';
import { inWorld, login, type World } from './support/world.js';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const DELIVERIES = 2_000;
const ENDPOINTS = 16;
const PROBES = 200;
const DEAD = 10_000;
const TARGETS = { perSecond: 200, idleMs: 1_000, besideDeadMs: 2_000 };
const EVENT = 'user.invited';

/** World, service and receiver of a measurement. */
interface Scene {
  world: World;
  sink: ServerProcess;
  client: HttpClient;
}

async function arrivals({ sink }: Scene): Promise<Arrival[]> {
  const response = await fetch(`${sink.url}/arrivals`);
  return (await response.json()) as Arrival[];
}

async function register({ client, sink }: Scene, path: string): Promise<string> {
  const { data } = await client.post<{ data: { id: string } }>('/api/v1/webhooks', {
    url: sink.url + path,
    events: [EVENT],
  });
  return data.id;
}

/** Inserts `count` events per endpoint in one transaction, as the service does. */
async function tell({ world }: Scene, endpointIds: readonly string[], count: number): Promise<void> {
  const rows = endpointIds.flatMap((endpoint) =>
    Array.from({ length: count }, () => [newId('webhook_event'), newId('webhook_delivery'), endpoint] as const),
  );
  await world.db.query(
    `WITH event AS (
       INSERT INTO webhook_events (id, organization_id, type, data, occurred_at)
       SELECT id, $1, $2, '{"user_id": "user_01k9zs3nq6fmtb8e4a2v7j9gkz"}', clock_timestamp() FROM unnest($3::text[]) e (id)
     ), delivery AS (
       INSERT INTO webhook_deliveries (id, endpoint_id, event_id)
       SELECT d.id, d.endpoint, d.event FROM unnest($4::text[], $5::text[], $3::text[]) d (id, endpoint, event)
     ), queue AS (
       UPDATE webhook_queues SET due_at = coalesce(due_at, now()) WHERE endpoint_id = ANY ($5::text[])
     ) SELECT pg_notify('service_signals', 'webhooks ' || id) FROM (SELECT DISTINCT id FROM unnest($5::text[]) e (id)) d`,
    [world.organizationId, EVENT, ...[0, 1, 2].map((column) => rows.map((row) => row[column]))],
  );
}

/** Waits for `count` arrivals. Returns the first and last in Unix milliseconds. */
async function untilArrived(scene: Scene, count: number): Promise<{ first: number; last: number }> {
  const times: number[] = [];
  while (times.length < count) {
    await sleep(20);
    times.push(...(await arrivals(scene)).map(({ at }) => at));
  }
  return { first: Math.min(...times), last: Math.max(...times) };
}

/** Signed requests, sequential in each lane. */
async function bareRequests({ sink }: Scene, lanes: number, count: number): Promise<void> {
  const http = new OutboundHttp({ allowLoopback: true });
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const body = JSON.stringify({ event: EVENT, data: { user_id: newId('user') }, timestamp: new Date().toISOString() });
  const lane = async (): Promise<void> => {
    for (let n = 0; n < count / lanes; n += 1) {
      const signed = signatureHeaders([secret], newId('webhook_event'), new Date(), body);
      const headers = { 'content-type': 'application/json', ...signed };
      await http.request(`${sink.url}/bare`, { method: 'POST', headers, body, lenient: true });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function measureThroughput(scene: Scene, endpointIds: readonly string[]): Promise<void> {
  const lanes = endpointIds.length;
  const rate = async (begin: () => Promise<void>): Promise<number> => {
    const begun = begin();
    const { first, last } = await untilArrived(scene, DELIVERIES);
    await begun;
    return ((DELIVERIES - 1) / (last - first)) * 1_000;
  };
  const rounds: { service: number; floor: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const service = await rate(() => tell(scene, endpointIds, DELIVERIES / lanes));
    const floor = await rate(() => bareRequests(scene, lanes, DELIVERIES));
    // The first round is a warm-up.
    if (round > 0) rounds.push({ service, floor });
  }
  const value = median(rounds.map(({ service }) => service));
  report({
    name: `webhooks delivered to ${lanes === 1 ? 'one endpoint' : `${lanes} endpoints`}, in order`,
    value: `${value.toFixed(0)}/s`,
    floor: `${median(rounds.map(({ floor }) => floor)).toFixed(0)}/s`,
    ratio: median(rounds.map(({ service, floor }) => service / floor)),
    target: `≥ ${TARGETS.perSecond}/s`,
    holds: value >= TARGETS.perSecond,
  });
}

/** Times from before the commit to the arrival, one event at a time with random pauses. */
async function delays(scene: Scene, path: string, begin: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let probe = 0; probe < PROBES; probe += 1) {
    await sleep(20 + Math.random() * 60);
    // Wall clock: monotonic clocks of processes are not comparable.
    const begunAt = Date.now();
    await begin();
    for (let came: Arrival | undefined; !came;) {
      came = (await arrivals(scene)).find((arrival) => arrival.path === path);
      if (came) times.push(came.at - begunAt);
      else await sleep(5);
    }
  }
  return times;
}

async function measureDelay(
  scene: Scene,
  name: string,
  { endpointId, path, targetMs }: { endpointId: string; path: string; targetMs: number },
): Promise<void> {
  const floor = await delays(scene, '/bare', () => bareRequests(scene, 1, 1));
  const times = await delays(scene, path, () => tell(scene, [endpointId], 1));
  for (const percent of [50, 99, 100]) {
    const value = percentile(times, percent);
    const least = percentile(floor, percent);
    report({
      name: `${name}, ${percent === 100 ? 'longest' : `p${percent}`} of ${PROBES}`,
      value: milliseconds(value),
      floor: milliseconds(least),
      ratio: value / least,
      ...(percent === 50 ? {} : { target: `≤ ${targetMs} ms`, holds: value <= targetMs }),
    });
  }
}

async function run(scene: Scene): Promise<void> {
  const endpointIds: string[] = [];
  for (let n = 0; n < ENDPOINTS; n += 1) endpointIds.push(await register(scene, `/hook/${n}`));
  const [first = ''] = endpointIds;
  const path = '/hook/0';
  progress(`${DELIVERIES} deliveries, ${ROUNDS} rounds`);
  await measureThroughput(scene, [first]);
  await measureThroughput(scene, endpointIds);
  progress(`${PROBES} single events`);
  const probe = { endpointId: first, path };
  await measureDelay(scene, 'commit to arrival, idle', { ...probe, targetMs: TARGETS.idleMs });
  const dead = await register(scene, '/hang');
  await tell(scene, [dead], DEAD);
  progress(`${PROBES} single events beside a dead endpoint`);
  const name = `commit to arrival, ${DEAD} pending for a dead endpoint`;
  await measureDelay(scene, name, { ...probe, targetMs: TARGETS.besideDeadMs });
}

async function main(): Promise<void> {
  await inWorld(async (world) => {
    const sink = await startServer('webhook-sink.js', '/ready', {});
    const env = { DATABASE_URL: world.databaseUrl, DATA_DIR: world.dataDir, OUTBOUND_ALLOW_LOOPBACK: 'true' };
    const service = await startService(env);
    const client = new HttpClient(service.url, await login(service));
    try {
      await run({ world, sink, client });
    } finally {
      client.close();
      await service.stop();
      await sink.stop();
    }
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
