/**
 * Measures the service next to a bare server on 2,000 texts (see `bare-comparison.ts`). Then, on 20,000 documents, lists by
 * each filter, one request at a time, and the throughput of three plain operations with 32 connections, next to a bare
 * Fastify server with the same SQL on the same data. Service and floor alternate, so that other load affects both.
 */
import { compareWithBareServer } from './support/bare-comparison.js';
import { applyLoad } from './support/load.js';
import { insertDocuments } from './support/documents.js';
import { median, progress, report } from './support/figure.js';
import { startFloor } from './support/floor.js';
import { cpuSeconds } from './support/process-stats.js';
import type { ServerProcess } from './support/server-process.js';
import { inWorld, login, type World } from './support/world.js';

const DOCUMENTS = 20_000;
const CONNECTIONS = 32;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const SECONDS = 4;
const WARM_UP_SECONDS = 4;
const TARGET = 0.5;
const LIST_TARGET_MS = 20;
const LIST_WARM_UPS = 10;
const LIST_REQUESTS = 100;
/** Query parameters of the list, and the equivalent SQL condition. */
const LIST_FILTERS: [query: string, condition: string][] = [
  ['', 'true'],
  ['?document_type=AMM', `d.document_type = 'AMM'`],
  ['?aircraft_type=A320', `d.aircraft_type = 'A320'`],
  ['?ata_chapter=32', `d.ata_chapter LIKE '32-%'`],
  ['?status=active', `r.status = 'active'`],
  ['?status=withdrawn', `r.status = 'withdrawn'`],
  ['?access=organization', `d.access = 'organization'`],
  ['?updated_since=2020-01-01T00:00:00Z', `d.updated_at >= '2020-01-01'`],
  ['?q=aircraft', `lower(d.title) LIKE 'aircraft%' OR lower(d.document_number) LIKE 'aircraft%'`],
  ['?q=AMM-1999', `lower(d.title) LIKE 'amm-1999%' OR lower(d.document_number) LIKE 'amm-1999%'`],
  [
    '?document_type=AMM&ata_chapter=32&status=active&access=organization&q=a',
    `d.document_type = 'AMM' AND d.ata_chapter LIKE '32-%' AND r.status = 'active' AND d.access = 'organization'
     AND (lower(d.title) LIKE 'a%' OR lower(d.document_number) LIKE 'a%')`,
  ],
];

interface Target {
  pid: number;
  base: string;
  token: string;
}

interface Operation {
  name: string;
  path: string;
  body?: object;
}

interface Measured {
  perSecond: number;
  /** CPU time of the server process. */
  cpuMicroseconds: number;
}

async function measure({ pid, base, token }: Target, { path, body }: Operation, seconds: number): Promise<Measured> {
  const before = cpuSeconds(pid);
  const { requests, duration } = await applyLoad({ url: base + path, token, connections: CONNECTIONS, seconds, body });
  const cpu = cpuSeconds(pid) - before;
  return { perSecond: requests.total / duration, cpuMicroseconds: (cpu / requests.total) * 1e6 };
}

async function compare(operation: Operation, service: Target, floor: Target): Promise<void> {
  for (const target of [service, floor]) await measure(target, operation, WARM_UP_SECONDS);
  const rounds: { service: Measured; floor: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      service: await measure(service, operation, SECONDS),
      floor: await measure(floor, operation, SECONDS),
    });
  }
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  const throughput = of((round) => round.service.perSecond / round.floor.perSecond);
  report({
    name: `${operation.name}, ${CONNECTIONS} connections`,
    value: `${of((round) => round.service.perSecond).toFixed(0)}/s`,
    floor: `${of((round) => round.floor.perSecond).toFixed(0)}/s`,
    ratio: throughput,
    target: `≥ ${TARGET} × floor`,
    holds: throughput >= TARGET,
  });
  report({
    name: `${operation.name}, CPU of the server process`,
    value: `${of((round) => round.service.cpuMicroseconds).toFixed(0)} µs`,
    floor: `${of((round) => round.floor.cpuMicroseconds).toFixed(0)} µs`,
    ratio: of((round) => round.floor.cpuMicroseconds / round.service.cpuMicroseconds),
  });
}

/** Median time of sequential runs, in milliseconds. */
async function medianTime(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let request = 0; request < LIST_WARM_UPS + LIST_REQUESTS; request += 1) {
    const startedAt = performance.now();
    await work();
    if (request >= LIST_WARM_UPS) times.push(performance.now() - startedAt);
  }
  return median(times);
}

/**
 * Median time of list requests by filter; each returns the first 20 documents and the count. The floor is the
 * equivalent SQL query.
 */
async function measureLists({ db, organizationId }: World, { base, token }: Target): Promise<void> {
  for (const [filter, condition] of LIST_FILTERS) {
    const from = `FROM documents d JOIN document_revisions r ON r.id = d.current_revision_id
      WHERE d.organization_id = '${organizationId}' AND d.deleted_at IS NULL AND (${condition})`;
    const middle = await medianTime(async () => {
      const response = await fetch(`${base}/documents${filter}`, { headers: { authorization: `Bearer ${token}` } });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`list: ${response.status}`);
    });
    const floor = await medianTime(async () => {
      await db.query(`SELECT d.*, r.* ${from} ORDER BY d.id DESC LIMIT 21`);
      await db.query(`SELECT count(*) ${from}`);
    });
    report({
      name: `list ${filter === '' ? 'all documents' : filter}, p50`,
      value: `${middle.toFixed(1)} ms`,
      floor: `${floor.toFixed(1)} ms`,
      ratio: middle / floor,
      target: `≤ ${LIST_TARGET_MS} ms`,
      holds: middle <= LIST_TARGET_MS,
    });
  }
}

async function run(world: World, service: ServerProcess): Promise<void> {
  const floor = await startFloor(world);
  try {
    progress(`filing ${DOCUMENTS} documents`);
    const documents = await insertDocuments(world, DOCUMENTS);
    const [serviceTarget, floorTarget] = [
      { pid: service.pid, base: `${service.url}/api/v1`, token: await login(service) },
      { pid: floor.pid, base: floor.url, token: floor.token },
    ];
    progress('lists by filter');
    await measureLists(world, serviceTarget);
    const operations: Operation[] = [
      { name: 'list 20 documents', path: '/documents' },
      { name: 'get one document', path: `/documents/${documents[DOCUMENTS / 2]!.id}` },
      { name: 'create', path: '/chat/sessions', body: { copilot_type: 'mro', title: 'Brake wear limits' } },
    ];
    const only = process.env['BENCH_OPERATION'];
    for (const operation of operations) {
      if (only && !operation.name.startsWith(only)) continue;
      progress(`${operation.name}: ${ROUNDS} rounds`);
      await compare(operation, serviceTarget, floorTarget);
    }
  } finally {
    await floor.stop();
  }
}

async function main(): Promise<void> {
  for (const measureIn of [compareWithBareServer, run]) {
    await inWorld(async (world) => {
      const service = await world.startService();
      try {
        await measureIn(world, service);
      } finally {
        await service.stop();
      }
    });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
