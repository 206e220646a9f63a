/**
 * Measures start time and idle memory: the first start in an empty data folder until the sample library is searchable,
 * then starts on that folder.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, progress, report } from './support/figure.js';
import { startFloor } from './support/floor.js';
import { HttpClient } from './support/http-client.js';
import { childrenCpuSeconds, cpuSeconds, descendants, proportionalMib, residentMib } from './support/process-stats.js';
import { startService, type ServerProcess } from './support/server-process.js';
import { inWorld, login } from './support/world.js';

const WARM_STARTS = 5;
/** Longer than unused connections stay open. */
const IDLE_MS = 20_000;
const TARGETS = { warmSeconds: 1.2, cpuSeconds: 1, firstSeconds: 60, residentMib: 450, proportionalMib: 300 };

interface Floor {
  startMs: number;
  cpuSeconds: number;
  residentMib: number;
}

/** The bare server on a running database. */
async function measureFloor(): Promise<Floor> {
  const starts: number[] = [];
  const cpu: number[] = [];
  let resident = 0;
  await inWorld(async (world) => {
    for (let n = 0; n < WARM_STARTS; n += 1) {
      const floor = await startFloor(world);
      starts.push(floor.startMs);
      cpu.push(cpuSeconds(floor.pid));
      resident = residentMib(floor.pid);
      await floor.stop();
    }
  });
  return { startMs: median(starts), cpuSeconds: median(cpu), residentMib: resident };
}

async function measureFirstStart(dataDir: string): Promise<void> {
  const startedAt = performance.now();
  const service = await startService({ DATA_DIR: dataDir });
  const readyMs = performance.now() - startedAt;
  const credentials = path.join(dataDir, 'demo-credentials.json');
  while (!existsSync(credentials) || existsSync(path.join(dataDir, 'demo-library-pending'))) await sleep(50);
  const libraryMs = performance.now() - startedAt;
  const client = await signIn(service, dataDir);
  const { pagination } = await client.get<{ pagination: { total_count: number } }>('/api/v1/documents');
  client.close();
  await service.stop();
  report({ name: 'first start to /readyz', value: seconds(readyMs) });
  report({
    name: `first start until ${pagination.total_count} sample documents are read`,
    value: seconds(libraryMs),
    target: `≤ ${TARGETS.firstSeconds} s`,
    holds: libraryMs <= TARGETS.firstSeconds * 1000,
  });
}

async function measureWarmStarts(dataDir: string, floor: Floor): Promise<void> {
  const starts: number[] = [];
  const cpu: number[] = [];
  const databaseCpu: number[] = [];
  for (let n = 0; n < WARM_STARTS; n += 1) {
    const service = await startService({ DATA_DIR: dataDir });
    starts.push(service.startMs);
    cpu.push(cpuSeconds(service.pid));
    databaseCpu.push(childrenCpuSeconds(service.pid));
    if (n === WARM_STARTS - 1) await measureMemory(service, dataDir, floor);
    await service.stop();
  }
  report({
    name: `warm start to /readyz, median of ${WARM_STARTS}`,
    value: seconds(median(starts)),
    floor: seconds(floor.startMs),
    ratio: median(starts) / floor.startMs,
    target: `≤ ${TARGETS.warmSeconds} s`,
    holds: median(starts) <= TARGETS.warmSeconds * 1000,
  });
  report({
    name: 'warm start: CPU time of the process, all threads',
    value: `${median(cpu).toFixed(2)} s`,
    floor: `${floor.cpuSeconds.toFixed(2)} s`,
    ratio: median(cpu) / floor.cpuSeconds,
    target: `≤ ${TARGETS.cpuSeconds} s`,
    holds: median(cpu) <= TARGETS.cpuSeconds,
  });
  report({ name: 'warm start: CPU time of PostgreSQL', value: `${median(databaseCpu).toFixed(2)} s` });
}

async function measureMemory(service: ServerProcess, dataDir: string, floor: Floor): Promise<void> {
  const client = await signIn(service, dataDir);
  const question = 'torque of the main wheel nut';
  await client.post('/api/v1/search/documents', { query: question });
  await client.post('/api/v1/chat/sessions', { copilot_type: 'mro', initial_message: question });
  client.close();
  await sleep(IDLE_MS);
  const resident = residentMib(service.pid);
  report({
    name: 'idle, models loaded: resident memory of the node process',
    value: `${resident.toFixed(0)} MiB`,
    floor: `${floor.residentMib.toFixed(0)} MiB`,
    ratio: resident / floor.residentMib,
    target: `≤ ${TARGETS.residentMib} MiB`,
    holds: resident <= TARGETS.residentMib,
  });
  const database = descendants(service.pid).reduce((sum, pid) => sum + proportionalMib(pid), 0);
  const node = proportionalMib(service.pid);
  report({
    name: 'idle: proportional memory of node and PostgreSQL',
    value: `${node.toFixed(0)} + ${database.toFixed(0)} MiB`,
    target: `≤ ${TARGETS.proportionalMib} MiB`,
    holds: node + database <= TARGETS.proportionalMib,
  });
}

async function signIn(service: ServerProcess, dataDir: string): Promise<HttpClient> {
  const { users } = JSON.parse(readFileSync(path.join(dataDir, 'demo-credentials.json'), 'utf8')) as {
    users: { role: string; email: string; password: string }[];
  };
  const engineer = users.find(({ role }) => role === 'engineer')!;
  return new HttpClient(service.url, await login(service, engineer.email, engineer.password));
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'amks-bench-'));
  try {
    progress('the bare server');
    const floor = await measureFloor();
    progress('first start with the sample library');
    await measureFirstStart(dataDir);
    progress(`${WARM_STARTS} warm starts`);
    await measureWarmStarts(dataDir, floor);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
