/**
 * Measures the cost of metrics and traces: one plain operation with 32 connections on a service without either, with
 * metrics scraped every second, and with metrics and traces of every request. The services alternate on the same data;
 * the first is the floor.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { applyLoad } from './support/load.js';
import { insertDocuments } from './support/documents.js';
import { median, progress, report } from './support/figure.js';
import { cpuSeconds } from './support/process-stats.js';
import { startService, type ServerProcess } from './support/server-process.js';
import { inWorld, login, type World } from './support/world.js';

const DOCUMENTS = 100;
const CONNECTIONS = 32;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = 4;
const TOKEN = 'a-token-for-measuring-metrics';
const SCRAPE_MS = 1_000;
/** Maximum CPU time of a request relative to the floor. */
const TARGETS = { metrics: 1.05, 'metrics and traces': 1.5 };

interface Measured {
  perSecond: number;
  cpuMicroseconds: number;
}

interface Candidate {
  service: ServerProcess;
  token: string;
  isScraped: boolean;
  rounds: Measured[];
}

async function measure({ service, token, isScraped }: Candidate, path: string): Promise<Measured> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const scrape = (): void => void fetch(`${service.url}/metrics`, { headers }).then((answer) => answer.text());
  const timer = isScraped ? setInterval(scrape, SCRAPE_MS) : undefined;
  const before = cpuSeconds(service.pid);
  const { requests, duration } = await applyLoad({
    url: service.url + path,
    token,
    connections: CONNECTIONS,
    seconds: SECONDS,
  });
  const cpu = cpuSeconds(service.pid) - before;
  clearInterval(timer);
  return { perSecond: requests.total / duration, cpuMicroseconds: (cpu / requests.total) * 1e6 };
}

async function compare(world: World, collector: string): Promise<void> {
  const [document] = await insertDocuments(world, DOCUMENTS);
  const path = `/api/v1/documents/${document!.id}`;
  const place = { DATABASE_URL: world.databaseUrl, DATA_DIR: world.dataDir };
  const settings = {
    neither: {},
    metrics: { METRICS_TOKEN: TOKEN },
    'metrics and traces': { METRICS_TOKEN: TOKEN, OTEL_EXPORTER_OTLP_ENDPOINT: collector },
  };
  const candidates = new Map<string, Candidate>();
  for (const [name, env] of Object.entries(settings)) {
    const service = await startService({ ...place, ...env });
    candidates.set(name, { service, token: await login(service), isScraped: name !== 'neither', rounds: [] });
  }
  try {
    for (const candidate of candidates.values()) await measure(candidate, path);
    for (let round = 0; round < ROUNDS; round += 1) {
      progress(`round ${round + 1} of ${ROUNDS}`);
      for (const candidate of candidates.values()) candidate.rounds.push(await measure(candidate, path));
    }
  } finally {
    for (const { service } of candidates.values()) await service.stop();
  }
  const floor = candidates.get('neither')!.rounds;
  for (const [name, target] of Object.entries(TARGETS)) tell(name, target, candidates.get(name)!.rounds, floor);
}

function tell(name: string, target: number, rounds: Measured[], floor: Measured[]): void {
  const cpu = (of: Measured[]): number => median(of.map(({ cpuMicroseconds }) => cpuMicroseconds));
  const perSecond = (of: Measured[]): number => median(of.map((one) => one.perSecond));
  const ratio = median(rounds.map(({ cpuMicroseconds }, round) => cpuMicroseconds / floor[round]!.cpuMicroseconds));
  report({
    name: `CPU of a request with ${name}`,
    value: `${cpu(rounds).toFixed(0)} µs`,
    floor: `${cpu(floor).toFixed(0)} µs`,
    ratio,
    target: `≤ ${target} × floor`,
    holds: ratio <= target,
  });
  report({
    name: `requests with ${name}, ${CONNECTIONS} connections`,
    value: `${perSecond(rounds).toFixed(0)}/s`,
    floor: `${perSecond(floor).toFixed(0)}/s`,
    ratio: perSecond(rounds) / perSecond(floor),
  });
}

/** Discards spans. */
const collector = createServer((request, response) => {
  request.resume().once('end', () => response.setHeader('content-type', 'application/json').end('{}'));
});
collector.listen(0, '127.0.0.1');
await new Promise((resolve) => collector.once('listening', resolve));
const { port } = collector.address() as AddressInfo;
await inWorld((world) => compare(world, `http://127.0.0.1:${port}`));
collector.close();
collector.closeAllConnections();
