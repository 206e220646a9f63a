/**
 * Measures requests and concurrent sign-ins at twice the service's capacity, with and without load shedding. Requests
 * are sent on schedule regardless of earlier responses, and their time starts when they are due.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../src/common/ids/type-id.js';
import { insertDocuments } from './support/documents.js';
import { median, milliseconds, percentile, progress, report } from './support/figure.js';
import { applyLoad } from './support/load.js';
import { applyOpenLoad, type OpenLoadResult } from './support/open-load.js';
import { startService, type ServerProcess } from './support/server-process.js';
import { inWorld, login, type World } from './support/world.js';

const DOCUMENTS = 2_000;
const PATH = '/api/v1/documents';
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);
const WARM_UP_SECONDS = 4;
const CONNECTIONS = 32;
const FACTOR = 2;
const LOGIN_PAUSE_MS = 250;
const TARGET_P99_MS = 1_000;
const TARGET_GOODPUT = 0.7;
/** Separate user for repeated sign-ins: a sixth session would end the load's. */
const NEWCOMER = 'newcomer@bench.example';
const UNBOUNDED = {
  LOAD_SHED_EVENT_LOOP_MS: '60000',
  LOAD_SHED_POOL_WAIT_MS: '60000',
  LOAD_SHED_MAX_REQUESTS: '100000',
  DATABASE_WAIT_SECONDS: '60',
};

interface Measured extends OpenLoadResult {
  /** Milliseconds per login. */
  logins: number[];
  failedLogins: number;
}

async function measure(service: ServerProcess, rate: number): Promise<Measured> {
  const token = await login(service);
  const load = applyOpenLoad({ url: service.url + PATH, token, rate, seconds: SECONDS });
  let isOver = false;
  void load.then(() => (isOver = true));
  const logins: number[] = [];
  let failedLogins = 0;
  while (!isOver) {
    const startedAt = performance.now();
    try {
      await login(service, NEWCOMER);
      logins.push(performance.now() - startedAt);
    } catch {
      failedLogins += 1;
    }
    await sleep(LOGIN_PAUSE_MS);
  }
  return { ...(await load), logins, failedLogins };
}

/** Requests per second when each client waits for its response. */
async function capacityOf(service: ServerProcess): Promise<number> {
  const load = { url: service.url + PATH, token: await login(service), connections: CONNECTIONS };
  await applyLoad({ ...load, seconds: WARM_UP_SECONDS });
  const { requests, duration } = await applyLoad({ ...load, seconds: WARM_UP_SECONDS });
  return requests.total / duration;
}

/** A copy of the administrator with another address. */
async function addNewcomer({ db }: World): Promise<void> {
  await db.query(
    `INSERT INTO users SELECT (jsonb_populate_record(u, jsonb_build_object('id', $1::text, 'email', $2::text))).* FROM users u`,
    [newId('user'), NEWCOMER],
  );
}

async function withService<T>(
  world: World,
  settings: Record<string, string>,
  work: (service: ServerProcess) => Promise<T>,
): Promise<T> {
  const service = await startService({ DATABASE_URL: world.databaseUrl, DATA_DIR: world.dataDir, ...settings });
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

function tell(capacity: number, shedding: Measured, without: Measured): void {
  const p99 = percentile(shedding.accepted, 99);
  const goodput = shedding.accepted.length / SECONDS;
  const figures = [
    {
      name: `list 20 documents at ${FACTOR} × capacity, p99 of those let in`,
      value: milliseconds(p99),
      floor: milliseconds(percentile(without.accepted, 99)),
      target: `≤ ${TARGET_P99_MS} ms`,
      holds: p99 <= TARGET_P99_MS,
    },
    { name: '… p50', value: milliseconds(median(shedding.accepted)), floor: milliseconds(median(without.accepted)) },
    {
      name: '… answered, beside the capacity',
      value: `${goodput.toFixed(0)}/s`,
      floor: `${capacity.toFixed(0)}/s`,
      ratio: goodput / capacity,
      target: `≥ ${TARGET_GOODPUT}`,
      holds: goodput / capacity >= TARGET_GOODPUT,
    },
    {
      name: '… sent late, p99',
      value: milliseconds(percentile(shedding.late, 99)),
      floor: milliseconds(percentile(without.late, 99)),
    },
    { name: '… turned away, p99', value: milliseconds(percentile(shedding.turnedAway, 99)) },
    {
      name: '… logins meanwhile, p99',
      value: milliseconds(percentile(shedding.logins, 99)),
      floor: milliseconds(percentile(without.logins, 99)),
    },
    {
      name: '… failures, of requests and logins',
      value: String(shedding.failed + shedding.failedLogins),
      floor: String(without.failed + without.failedLogins),
      holds: shedding.failed + shedding.failedLogins === 0,
    },
  ];
  for (const figure of figures) report(figure);
}

async function main(): Promise<void> {
  await inWorld(async (world) => {
    progress(`filing ${DOCUMENTS} documents`);
    await insertDocuments(world, DOCUMENTS);
    await addNewcomer(world);
    progress('without shedding: capacity, then twice of it');
    const [capacity, without] = await withService(world, UNBOUNDED, async (service) => {
      const most = await capacityOf(service);
      return [most, await measure(service, FACTOR * most)] as const;
    });
    progress(`with shedding: ${(FACTOR * capacity).toFixed(0)} requests a second`);
    const shedding = await withService(world, {}, async (service) => {
      const token = await login(service);
      await applyOpenLoad({ url: service.url + PATH, token, rate: capacity / 2, seconds: 2 * WARM_UP_SECONDS });
      return measure(service, FACTOR * capacity);
    });
    tell(capacity, shedding, without);
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
