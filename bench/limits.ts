/**
 * Measures the cost of counting a request: CPU time of the service, and the median time of sequential requests.
 * Compares counting in memory and in a local Redis with a limiter that counts nothing, on the same data. The three
 * alternate, so that other load affects all of them.
 */
import { median, progress, report } from './support/figure.js';
import { HttpClient } from './support/http-client.js';
import { applyLoad } from './support/load.js';
import { cpuSeconds } from './support/process-stats.js';
import { startRedis } from './support/redis.js';
import { startServer, startService, type ServerProcess } from './support/server-process.js';
import { inWorld, login, type World } from './support/world.js';

const PATH = '/api/v1/users/me';
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = 4;
const CONNECTIONS = 16;
const SINGLE_REQUESTS = 300;
/** Share of a request's CPU time. */
const TARGET_SHARE = 0.05;

interface Candidate {
  name: string;
  service: ServerProcess;
  token: string;
  cpuMicroseconds: number[];
  milliseconds: number[];
}

async function measureRound({ service, token, cpuMicroseconds, milliseconds }: Candidate): Promise<void> {
  const before = cpuSeconds(service.pid);
  const { requests } = await applyLoad({
    url: service.url + PATH,
    token,
    connections: CONNECTIONS,
    seconds: SECONDS,
  });
  cpuMicroseconds.push(((cpuSeconds(service.pid) - before) / requests.total) * 1e6);
  const client = new HttpClient(service.url, token);
  const times: number[] = [];
  for (let request = 0; request < SINGLE_REQUESTS; request += 1) {
    const startedAt = performance.now();
    await client.get(PATH);
    times.push(performance.now() - startedAt);
  }
  milliseconds.push(median(times));
}

function compare(candidate: Candidate, floor: Candidate, hasTarget: boolean): void {
  const [cpu, floorCpu] = [median(candidate.cpuMicroseconds), median(floor.cpuMicroseconds)];
  const share = (cpu - floorCpu) / cpu;
  report({
    name: `limits counted in ${candidate.name}, CPU of a request`,
    value: `${cpu.toFixed(0)} µs`,
    floor: `${floorCpu.toFixed(0)} µs`,
    ratio: cpu / floorCpu,
    ...(hasTarget && { target: `≤ ${TARGET_SHARE * 100} % of a request`, holds: share <= TARGET_SHARE }),
  });
  const [time, floorTime] = [median(candidate.milliseconds), median(floor.milliseconds)];
  report({
    name: `limits counted in ${candidate.name}, one request after another, p50`,
    value: `${time.toFixed(2)} ms`,
    floor: `${floorTime.toFixed(2)} ms`,
    ratio: time / floorTime,
  });
}

async function run(world: World): Promise<void> {
  const redis = await startRedis();
  if (!redis) progress('no redis-server found: measured in memory alone');
  const env = { DATABASE_URL: world.databaseUrl, DATA_DIR: world.dataDir };
  const free = { RATE_LIMIT_STANDARD: '1000000000', RATE_LIMIT_ENTERPRISE: '1000000000' };
  const services: [string, () => Promise<ServerProcess>][] = [
    ['nothing', () => startServer('uncounted-service.js', '/readyz', { ...env, ...free })],
    ['memory', () => startService(env)],
    ...(redis
      ? [['Redis', () => startService({ ...env, REDIS_URL: redis.url })] as [string, () => Promise<ServerProcess>]]
      : []),
  ];
  const candidates: Candidate[] = [];
  try {
    for (const [name, start] of services) {
      const service = await start();
      candidates.push({ name, service, token: await login(service), cpuMicroseconds: [], milliseconds: [] });
    }
    progress(`${ROUNDS} rounds`);
    for (const candidate of candidates) await measureRound(candidate);
    for (const candidate of candidates) candidate.cpuMicroseconds.length = candidate.milliseconds.length = 0;
    for (let round = 0; round < ROUNDS; round += 1) for (const candidate of candidates) await measureRound(candidate);
    const [floor, memory, shared] = candidates;
    compare(memory!, floor!, true);
    if (shared) compare(shared, floor!, false);
  } finally {
    for (const { service } of candidates) await service.stop();
    await redis?.stop();
  }
}

inWorld(run).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
