/**
 * One node beside three, on one PostgreSQL and one Redis: requests per second, and CPU for each request, of the nodes and of
 * PostgreSQL. Load on three nodes is shared out evenly. Where there are fewer cores than processes, requests per second say
 * nothing of nodes; that a request costs no more CPU where there are three says that they wait for nothing in common.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../src/common/free-port.js';
import { insertDocuments } from './support/documents.js';
import { median, progress, report } from './support/figure.js';
import { applyLoad } from './support/load.js';
import { cpuSeconds, descendants, endedChildrenCpuSeconds } from './support/process-stats.js';
import { startService, type ServerProcess } from './support/server-process.js';
import { inWorld, login, type World } from './support/world.js';

const NODES = 3;
const DOCUMENTS = 1_000;
/** Shared out over the nodes. */
const CONNECTIONS = 33;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const SECONDS = 4;
/** A core for each node, and as many together for PostgreSQL, Redis and the load. */
const CORES_NEEDED = 2 * NODES;
const FASTER_TARGET = 2.5;
const CPU_TARGET = 0.9;

interface Operation {
  name: string;
  path: string;
  body?: object;
}

interface Measured {
  perSecond: number;
  /** CPU milliseconds for each request. */
  nodes: number;
  database: number;
}

/** PostgreSQL's own CPU seconds: of its processes, and of those that ended. */
function databaseCpu({ dataDir }: World): number {
  const postmaster = Number.parseInt(readFileSync(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10);
  const running = [postmaster, ...descendants(postmaster)];
  return endedChildrenCpuSeconds(postmaster) + running.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
}

async function measure(world: World, nodes: ServerProcess[], token: string, operation: Operation): Promise<Measured> {
  const spent = () => ({
    nodes: nodes.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
    database: databaseCpu(world),
  });
  const before = spent();
  const connections = CONNECTIONS / nodes.length;
  const results = await Promise.all(
    nodes.map(({ url }) =>
      applyLoad({ url: `${url}/api/v1${operation.path}`, token, connections, seconds: SECONDS, body: operation.body }),
    ),
  );
  const after = spent();
  const total = results.reduce((sum, { requests }) => sum + requests.total, 0);
  const each = (part: keyof typeof before) => ((after[part] - before[part]) / total) * 1000;
  return { perSecond: total / results[0]!.duration, nodes: each('nodes'), database: each('database') };
}

async function compare(world: World, nodes: ServerProcess[], token: string, operation: Operation): Promise<void> {
  const one = nodes.slice(0, 1);
  for (const some of [one, nodes]) await measure(world, some, token, operation);
  const rounds: { one: Measured; three: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      one: await measure(world, one, token, operation),
      three: await measure(world, nodes, token, operation),
    });
  }
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  const faster = of(({ one: alone, three }) => three.perSecond / alone.perSecond);
  const hasCores = availableParallelism() >= CORES_NEEDED;
  report({
    name: `${operation.name}: ${NODES} nodes beside one`,
    value: `${of(({ three }) => three.perSecond).toFixed(0)}/s`,
    floor: `${of(({ one: alone }) => alone.perSecond).toFixed(0)}/s`,
    ratio: faster,
    ...(hasCores && { target: `≥ ${FASTER_TARGET} × one`, holds: faster >= FASTER_TARGET }),
  });
  for (const part of ['nodes', 'database'] as const) {
    const ratio = of(({ one: alone, three }) => alone[part] / three[part]);
    report({
      name: `… CPU of the ${part} per request`,
      value: `${of(({ three }) => three[part]).toFixed(2)} ms`,
      floor: `${of(({ one: alone }) => alone[part]).toFixed(2)} ms`,
      ratio,
      target: `≥ ${CPU_TARGET}`,
      holds: ratio >= CPU_TARGET,
    });
  }
}

/** Redis, where it is installed; without it nodes count requests each on its own. */
async function startRedis(): Promise<{ env: Record<string, string>; stop(): void }> {
  const port = await freePort();
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    cwd: '/',
    stdio: 'ignore',
  });
  const stop = () => void child.kill();
  process.once('exit', stop);
  const failed = once(child, 'error').then(() => true);
  if (await Promise.race([failed, sleep(1_000, false)]))
    throw new Error('install redis-server to measure several nodes');
  return { env: { REDIS_URL: `redis://127.0.0.1:${port}` }, stop };
}

async function main(): Promise<void> {
  await inWorld(async (world) => {
    const redis = await startRedis();
    const env = {
      ...redis.env,
      PUBLIC_URL: 'https://service.bench',
      DATABASE_URL: world.databaseUrl,
      DATA_DIR: world.dataDir,
    };
    const nodes: ServerProcess[] = [];
    try {
      for (let node = 0; node < NODES; node += 1) nodes.push(await startService(env));
      const [document] = await insertDocuments(world, DOCUMENTS);
      const token = await login(nodes[0]!);
      const operations: Operation[] = [
        { name: 'get one document', path: `/documents/${document!.id}` },
        { name: 'list 20 documents', path: '/documents' },
        { name: 'create a chat session', path: '/chat/sessions', body: { copilot_type: 'mro', title: 'Brake wear' } },
      ];
      for (const operation of operations) {
        progress(`${operation.name}: ${ROUNDS} rounds`);
        await compare(world, nodes, token, operation);
      }
    } finally {
      await Promise.all(nodes.map((node) => node.stop()));
      redis.stop();
    }
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
