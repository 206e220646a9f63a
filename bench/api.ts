/**
 * Throughput of three plain operations at 32 connections, beside a bare Fastify server that does the same SQL on the
 * same data. The two take turns, so that whatever else the machine does meets both alike.
 */
import { applyLoad } from './support/load.js';
import { insertDocuments } from './support/documents.js';
import { median, progress, report } from './support/figure.js';
import { startFloor } from './support/floor.js';
import { cpuSeconds } from './support/process-stats.js';
import type { ServerProcess } from './support/server-process.js';
import { inWorld, login, type World } from './support/world.js';

const DOCUMENTS = 20_000;
const CONNECTIONS = 32;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = 4;
const WARM_UP_SECONDS = 4;
const TARGET = 0.5;

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
  /** CPU of the server process alone. */
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

async function run(world: World, service: ServerProcess): Promise<void> {
  const floor = await startFloor(world);
  try {
    progress(`filing ${DOCUMENTS} documents`);
    const documents = await insertDocuments(world, DOCUMENTS);
    const [serviceTarget, floorTarget] = [
      { pid: service.pid, base: `${service.url}/api/v1`, token: await login(service) },
      { pid: floor.pid, base: floor.url, token: floor.token },
    ];
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
  await inWorld(async (world) => {
    const service = await world.startService();
    try {
      await run(world, service);
    } finally {
      await service.stop();
    }
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
