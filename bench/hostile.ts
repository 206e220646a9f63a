/**
 * Measures how long one request can block the event loop: the worst requests to every JSON route, form, query, id and
 * header of `openapi.json`, one at a time. Uses the CPU time of the main thread, which does not depend on other load.
 * The floor is Node's HTTP server with JSON.parse of the same bytes. Exits with code 1 if a request takes more than 50
 * ms.
 */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { MiniLmModel } from '@amks/reader/minilm/minilm-model.js';
import { milliseconds, progress, report } from './support/figure.js';
import { HttpClient } from './support/http-client.js';
import { HostileRequests, type HostileRequest, type Known } from './support/hostile-requests.js';
import { insertLibrary } from './support/indexed-library.js';
import { ManualText } from './support/manual-text.js';
import { cpuSeconds, mainThreadMs } from './support/process-stats.js';
import { startServer, startService, type ServerProcess } from './support/server-process.js';
import { inWorld, login } from './support/world.js';

const PASSAGES = 2_000;
const TARGET_MS = 50;
/** Slower requests are repeated and the minimum counts, which excludes garbage collection and compilation. */
const SUSPECT_MS = TARGET_MS / 2;
const REPETITIONS = 4;
const POLL_MS = 200;
/** Regular expression of the rows to measure; all by default. */
const GROUPS = new RegExp(process.env['BENCH_HOSTILE'] ?? '');
const MANUAL = 'WARNING: RELEASE THE PRESSURE. Torque the axle nut MS20470 to 270 N·m, 32-41-11. ';
const AGENT = new http.Agent({ keepAlive: true });
/** The floor depends only on the number of bytes. */
const FLOOR_SAMPLES = 3;

interface Worst {
  request: HostileRequest;
  status: number;
  /** CPU time of the main thread, and of all threads. */
  mainMs: number;
  allMs: number;
}

function send(url: string, { method, path, headers, body }: HostileRequest, token?: string): Promise<number> {
  return new Promise((resolve) => {
    const credentials =
      token === undefined || headers['authorization'] !== undefined ? {} : { authorization: `Bearer ${token}` };
    const length = body ? { 'content-length': String(body.length) } : {};
    const request = http.request(url + path, {
      method,
      agent: AGENT,
      headers: { ...credentials, ...length, ...headers },
    });
    // The server may respond before the end of an oversized body, or close the connection.
    request.once('error', () => resolve(0));
    request.once('response', (response) => {
      response.resume().once('close', () => resolve(response.statusCode ?? 0));
    });
    request.end(body);
  });
}

async function measure(
  server: ServerProcess,
  request: HostileRequest,
  token?: string,
): Promise<Omit<Worst, 'request'>> {
  const [main, all] = [mainThreadMs(server.pid), cpuSeconds(server.pid)];
  const status = await send(server.url, request, token);
  return { status, mainMs: mainThreadMs(server.pid) - main, allMs: (cpuSeconds(server.pid) - all) * 1000 };
}

/** The minimum of several runs, if the first was slow. */
async function measureFairly(
  server: ServerProcess,
  request: HostileRequest,
  token?: string,
): Promise<Omit<Worst, 'request'>> {
  let least = await measure(server, request, token);
  for (let time = 0; time < REPETITIONS && least.mainMs > SUSPECT_MS; time += 1) {
    const again = await measure(server, request, token);
    if (again.mainMs < least.mainMs) least = again;
  }
  return least;
}

interface Uploaded {
  id: string;
  revision: { id: string };
  ingestion: { state: string };
}

/** Existing objects, because requests for missing ones would end early. */
async function makeKnown(service: ServerProcess, token: string): Promise<Known> {
  const client = new HttpClient(service.url, token);
  const session = await client.post<{ data: { session_id: string } }>('/api/v1/chat/sessions', { copilot_type: 'mro' });
  const form = new FormData();
  const fields = { title: 'Wheels', document_type: 'AMM', aircraft_type: 'A320', version: '1' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([MANUAL.repeat(100)]), 'manual.txt');
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${service.url}/api/v1/documents`, { method: 'POST', headers, body: form });
  const { data } = (await response.json()) as { data: Uploaded };
  const find = (): Promise<{ data: Uploaded }> => client.get(`/api/v1/documents/${data.id}`);
  while ((await find()).data.ingestion.state !== 'ready') await sleep(POLL_MS);
  client.close();
  return {
    '/documents/{id}': { id: data.id, revision_id: data.revision.id, page: '1', quote: MANUAL.trim() },
    '/chat/sessions/{id}': { id: session.data.session_id },
  };
}

async function main(): Promise<void> {
  await inWorld(async (world) => {
    progress(`filing ${PASSAGES} passages`);
    const model = await MiniLmModel.load();
    await insertLibrary(world, PASSAGES, new ManualText(1), model);
    const service = await startService({
      DATABASE_URL: world.databaseUrl,
      DATA_DIR: world.dataDir,
      TRUST_PROXY: '127.0.0.0/8',
    });
    const floor = await startServer('parsing-floor-server.js', '/ready', {});
    let token = await login(service);
    const requests = new HostileRequests(await makeKnown(service, token));
    const worst = new Map<string, Worst>();
    let count = 0;
    let group = '';
    for (const request of requests.all()) {
      if (!GROUPS.test(request.group)) continue;
      // Some requests end the session.
      if (request.group !== group) token = await login(service).catch(() => token);
      group = request.group;
      const measured = { request, ...(await measureFairly(service, request, token)) };
      if (measured.mainMs > TARGET_MS) progress(`${group}: ${request.name}: ${milliseconds(measured.mainMs)}`);
      if (measured.mainMs > (worst.get(group)?.mainMs ?? -1)) worst.set(group, measured);
      count += 1;
    }
    progress(`${count} requests`);
    for (const each of worst.values()) await tell(each, floor);
    if ([...worst.values()].some(({ mainMs }) => mainMs > TARGET_MS)) process.exitCode = 1;
    await Promise.all([service.stop(), floor.stop()]);
  });
}

async function tell({ request, status, mainMs, allMs }: Worst, floor: ServerProcess): Promise<void> {
  let floorMs = Infinity;
  for (let time = 0; time < FLOOR_SAMPLES; time += 1)
    floorMs = Math.min(floorMs, (await measure(floor, request)).mainMs);
  report({
    name: `${request.group}: ${request.name} (${status}; all threads ${allMs.toFixed(0)} ms)`,
    value: milliseconds(mainMs),
    floor: milliseconds(floorMs),
    ratio: floorMs / mainMs,
    target: `≤ ${TARGET_MS} ms`,
    holds: mainMs <= TARGET_MS,
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
