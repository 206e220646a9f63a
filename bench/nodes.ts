/**
 * Measures three nodes on one PostgreSQL and one Redis, next to one node and next to three nodes with separate
 * databases: requests per second, and CPU time per request of nodes and PostgreSQL. The load is distributed evenly.
 * With fewer cores than processes, three nodes are not faster than one and each request costs more; the same cost with
 * separate databases shows that shared ones cause no waiting.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { insertDocuments } from './support/documents.js';
import { median, progress, report } from './support/figure.js';
import { applyLoad } from './support/load.js';
import { childrenCpuSeconds, cpuSeconds } from './support/process-stats.js';
import { startRedis, type BenchRedis } from './support/redis.js';
import { startService, type ServerProcess } from './support/server-process.js';
import { inWorld, login, type World } from './support/world.js';

const NODES = 3;
const DOCUMENTS = 1_000;
/** Distributed over the nodes. */
const CONNECTIONS = 33;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = 4;
/** One core for each node, and as many for PostgreSQL, Redis and the load. */
const CORES_NEEDED = 2 * NODES;
const FASTER_TARGET = 2.5;
const CPU_TARGET = 0.9;

interface Operation {
  name: string;
  pathOn: (node: Node) => string;
  body?: object;
}

interface Node extends ServerProcess {
  token: string;
  documentId: string;
}

/** Nodes under load and their databases. */
interface Group {
  nodes: Node[];
  worlds: World[];
}

type Groups = Record<'one' | 'shared' | 'apart', Group>;

interface Measured {
  perSecond: number;
  /** CPU milliseconds per request. */
  nodes: number;
  database: number;
}

const OPERATIONS: Operation[] = [
  { name: 'get one document', pathOn: ({ documentId }) => `/documents/${documentId}` },
  { name: 'list 20 documents', pathOn: () => '/documents' },
  {
    name: 'create a chat session',
    pathOn: () => '/chat/sessions',
    body: { copilot_type: 'mro', title: 'Brake wear' },
  },
];

/** CPU seconds of PostgreSQL's current and former processes. */
function databaseCpu({ dataDir }: World): number {
  const postmaster = Number.parseInt(readFileSync(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10);
  return cpuSeconds(postmaster) + childrenCpuSeconds(postmaster);
}

async function measure({ nodes, worlds }: Group, { pathOn, body }: Operation): Promise<Measured> {
  const spent = () => ({
    nodes: nodes.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
    database: worlds.reduce((sum, world) => sum + databaseCpu(world), 0),
  });
  const before = spent();
  const connections = CONNECTIONS / nodes.length;
  const results = await Promise.all(
    nodes.map((node) =>
      applyLoad({ url: `${node.url}/api/v1${pathOn(node)}`, token: node.token, connections, seconds: SECONDS, body }),
    ),
  );
  const after = spent();
  const total = results.reduce((sum, { requests }) => sum + requests.total, 0);
  const each = (part: keyof typeof before) => ((after[part] - before[part]) / total) * 1000;
  return { perSecond: total / results[0]!.duration, nodes: each('nodes'), database: each('database') };
}

async function compare(groups: Groups, operation: Operation): Promise<void> {
  const round = async () => ({
    one: await measure(groups.one, operation),
    shared: await measure(groups.shared, operation),
    apart: await measure(groups.apart, operation),
  });
  // Warm-up: new nodes still compile their code.
  await round();
  const rounds: Record<keyof Groups, Measured>[] = [];
  while (rounds.length < ROUNDS) rounds.push(await round());
  const of = (pick: (figures: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  const perSecond = (group: keyof Groups) => `${of((figures) => figures[group].perSecond).toFixed(0)}/s`;
  const faster = of(({ one, shared }) => shared.perSecond / one.perSecond);
  const hasCores = availableParallelism() >= CORES_NEEDED;
  report({
    name: `${operation.name}: ${NODES} nodes beside one`,
    value: perSecond('shared'),
    floor: perSecond('one'),
    ratio: faster,
    ...(hasCores && { target: `≥ ${FASTER_TARGET} × one`, holds: faster >= FASTER_TARGET }),
  });
  report({
    name: `… beside ${NODES} that share nothing`,
    value: perSecond('shared'),
    floor: perSecond('apart'),
    ratio: of(({ shared, apart }) => shared.perSecond / apart.perSecond),
  });
  for (const part of ['nodes', 'database'] as const) {
    const ratio = of(({ shared, apart }) => apart[part] / shared[part]);
    report({
      name: `… CPU of the ${part} per request (of one node ${of(({ one }) => one[part]).toFixed(2)} ms)`,
      value: `${of(({ shared }) => shared[part]).toFixed(2)} ms`,
      floor: `${of(({ apart }) => apart[part]).toFixed(2)} ms`,
      ratio,
      target: `≥ ${CPU_TARGET}`,
      holds: ratio >= CPU_TARGET,
    });
  }
}

async function requireRedis(): Promise<BenchRedis> {
  const redis = await startRedis();
  if (!redis) throw new Error('install redis-server to measure several nodes');
  return redis;
}

/** Runs `work` with `count` nodes on one database and one Redis. */
async function withNodes(count: number, work: (group: Group) => Promise<void>): Promise<void> {
  await inWorld(async (world) => {
    const redis = await requireRedis();
    const env = {
      REDIS_URL: redis.url,
      PUBLIC_URL: 'https://service.bench',
      DATABASE_URL: world.databaseUrl,
      DATA_DIR: world.dataDir,
    };
    const servers: ServerProcess[] = [];
    try {
      while (servers.length < count) servers.push(await startService(env));
      const [document] = await insertDocuments(world, DOCUMENTS);
      const token = await login(servers[0]!);
      const nodes = servers.map((server) => ({ ...server, token, documentId: document!.id }));
      await work({ nodes, worlds: [world] });
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
      await redis.stop();
    }
  });
}

/** Runs `work` with nodes on separate databases and Redis instances. */
async function withStrangers(
  count: number,
  work: (group: Group) => Promise<void>,
  group: Group = { nodes: [], worlds: [] },
): Promise<void> {
  if (group.nodes.length === count) return work(group);
  await withNodes(1, ({ nodes, worlds }) =>
    withStrangers(count, work, { nodes: [...group.nodes, ...nodes], worlds: [...group.worlds, ...worlds] }),
  );
}

async function main(): Promise<void> {
  await withNodes(NODES, (shared) =>
    withStrangers(NODES, async (apart) => {
      const groups = { one: { ...shared, nodes: shared.nodes.slice(0, 1) }, shared, apart };
      for (const operation of OPERATIONS) {
        progress(`${operation.name}: ${ROUNDS} rounds`);
        await compare(groups, operation);
      }
    }),
  );
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
