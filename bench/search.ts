/**
 * Measures `POST /search/documents` over 200,000 passages (BENCH_PASSAGES) with eight clients for half a minute; no
 * query repeats. Also, one query at a time: the stages inside the service, next to the bare SQL statement and the bare
 * model; the service's memory; suggestions; the time to build the index; and the delay until a new document is found.
 */
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { compiledFile } from '@amks/reader/processes/installation.js';
import { MiniLmModel } from '@amks/reader/minilm/minilm-model.js';
import { milliseconds, percentile, progress, report } from './support/figure.js';
import { HttpClient } from './support/http-client.js';
import { insertLibrary } from './support/indexed-library.js';
import { ManualText } from './support/manual-text.js';
import { cpuSeconds, descendants, peakResidentMib, residentMib } from './support/process-stats.js';
import { nextQuery, type SearchAnswer } from './support/search-queries.js';
import { measureStages } from './support/search-stages.js';
import type { ServerProcess } from './support/server-process.js';
import { inWorld, login, type World } from './support/world.js';

const PASSAGES = Number(process.env['BENCH_PASSAGES'] ?? 200_000);
const CLIENTS = 8;
const LOAD_MS = 30_000;
const WARM_UP = 200;
/** Sequential requests for suggestions. */
const SUGGESTIONS = 300;
const UPLOADS = 5;
const TARGETS = {
  p50: 25,
  p99: 120,
  memoryMib: 1024,
  indexedPerSecond: 2000,
  freshMs: 2000,
  embedMs: 10,
  suggestMs: 30,
};

async function measureIndexing(world: World): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, [compiledFile('index-rebuild.js')], {
    env: { ...process.env, DATABASE_URL: world.databaseUrl, DATA_DIR: world.dataDir },
  });
  // The command's own measurement excludes the start of the process.
  const [, passages, seconds] = /indexed (\d+) passages in ([\d.]+) s/.exec(stdout) ?? [];
  if (Number(passages) !== PASSAGES) throw new Error(`not all passages were indexed: ${stdout}`);
  const rate = PASSAGES / Number(seconds);
  report({
    name: `index of ${PASSAGES} passages built from the database, embedded before`,
    value: `${rate.toFixed(0)} passages/s`,
    target: `≥ ${TARGETS.indexedPerSecond}/s`,
    holds: rate >= TARGETS.indexedPerSecond,
  });
}

/** Searches until `ends` returns true; returns the time of each search. */
async function ask(service: ServerProcess, token: string, text: ManualText, ends: () => boolean): Promise<number[]> {
  const client = new HttpClient(service.url, token);
  const times: number[] = [];
  while (!ends()) {
    const startedAt = performance.now();
    await client.post('/api/v1/search/documents', nextQuery(text));
    times.push(performance.now() - startedAt);
  }
  client.close();
  return times;
}

/** CPU seconds of the service and the database, both child processes of this one. */
function cpuOf(service: ServerProcess): { service: number; database: number } {
  const others = descendants(process.pid).filter((pid) => pid !== service.pid);
  return {
    service: cpuSeconds(service.pid),
    database: others.reduce((sum, pid) => sum + cpuSeconds(pid), 0),
  };
}

async function measureLoad(service: ServerProcess, token: string, text: ManualText): Promise<void> {
  let warm = WARM_UP;
  await ask(service, token, text, () => (warm -= 1) < 0);
  const cpuBefore = cpuOf(service);
  const startedAt = performance.now();
  const ends = () => performance.now() - startedAt > LOAD_MS;
  const times = (await Promise.all(Array.from({ length: CLIENTS }, () => ask(service, token, text, ends)))).flat();
  const perSecond = times.length / ((performance.now() - startedAt) / 1000);
  const name = `search over ${PASSAGES} passages, ${CLIENTS} clients`;
  for (const [percent, target] of [
    [50, TARGETS.p50],
    [99, TARGETS.p99],
  ] as const) {
    const value = percentile(times, percent);
    report({
      name: `${name}, p${percent}`,
      value: milliseconds(value),
      target: `≤ ${target} ms`,
      holds: value <= target,
    });
  }
  report({ name: `${name}, throughput`, value: `${perSecond.toFixed(0)}/s` });
  const cpu = cpuOf(service);
  for (const part of ['service', 'database'] as const) {
    const each = ((cpu[part] - cpuBefore[part]) * 1000) / times.length;
    report({ name: `… CPU of the ${part} for each`, value: milliseconds(each) });
  }
  const peak = peakResidentMib(service.pid);
  report({
    name: `… memory of the service at its peak (now ${residentMib(service.pid).toFixed(0)} MiB)`,
    value: `${peak.toFixed(0)} MiB`,
    target: `≤ ${TARGETS.memoryMib} MiB`,
    holds: peak <= TARGETS.memoryMib,
  });
}

/** Prefixes of topics and part numbers. */
async function measureSuggestions(service: ServerProcess, token: string, text: ManualText): Promise<void> {
  const client = new HttpClient(service.url, token);
  const times: number[] = [];
  for (let n = 0; n < SUGGESTIONS; n += 1) {
    const whole = text.below(2) === 0 ? text.pick(text.topics) : text.partNumber();
    const typed = whole.slice(0, 2 + text.below(8)).trim();
    const startedAt = performance.now();
    await client.get(`/api/v1/search/suggest?q=${encodeURIComponent(typed)}`);
    times.push(performance.now() - startedAt);
  }
  client.close();
  const p50 = percentile(times, 50);
  report({
    name: `suggestions over ${PASSAGES} passages, p50 (p99 ${milliseconds(percentile(times, 99))})`,
    value: milliseconds(p50),
    target: `≤ ${TARGETS.suggestMs} ms`,
    holds: p50 <= TARGETS.suggestMs,
  });
}

/** From the last check with an unready document until a search finds it. */
async function measureFreshness(service: ServerProcess, token: string): Promise<void> {
  const client = new HttpClient(service.url, token);
  const times: number[] = [];
  for (let n = 0; n < UPLOADS; n += 1) {
    const word = `freshword${String.fromCharCode(97 + n).repeat(3)}`;
    const id = await upload(service, token, `Grease the ${word} pivot with 3 g of grease.\n`);
    let startedAt = performance.now();
    for (;;) {
      const askedAt = performance.now();
      const { data } = await client.get<{ data: { ingestion: { state: string } } }>(`/api/v1/documents/${id}`);
      if (data.ingestion.state === 'ready') break;
      if (data.ingestion.state === 'failed') throw new Error('the uploaded document could not be read');
      startedAt = askedAt;
      await sleep(10);
    }
    const body = { query: word, mode: 'keyword' };
    while ((await client.post<SearchAnswer>('/api/v1/search/documents', body)).data[0]?.id !== id) {
      if (performance.now() - startedAt > 60_000) throw new Error('a ready document is not found');
    }
    times.push(performance.now() - startedAt);
  }
  client.close();
  const slowest = Math.max(...times);
  report({
    name: `a new document is found after it is ready, slowest of ${UPLOADS}`,
    value: milliseconds(slowest),
    target: `≤ ${TARGETS.freshMs} ms`,
    holds: slowest <= TARGETS.freshMs,
  });
}

async function upload(service: ServerProcess, token: string, content: string): Promise<string> {
  const form = new FormData();
  const fields = { title: 'Fresh card', document_type: 'TASK_CARD', aircraft_type: 'A320', version: '1' };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([content]), 'card.txt');
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${service.url}/api/v1/documents`, { method: 'POST', headers, body: form });
  if (response.status !== 202) throw new Error(`upload: ${response.status}`);
  return ((await response.json()) as { data: { id: string } }).data.id;
}

/** Rows inserted directly get their suggestion terms in the background after the start. */
async function untilTermsAreKept({ db }: World): Promise<void> {
  const missing = `SELECT FROM document_revisions r WHERE NOT EXISTS (SELECT FROM search_terms t WHERE t.revision_id = r.id) LIMIT 1`;
  while ((await db.query(missing)).rowCount !== 0) await sleep(500);
  // Prevents autovacuum during the measurement.
  await db.query('VACUUM ANALYZE');
  await db.query('CHECKPOINT');
}

async function main(): Promise<void> {
  await inWorld(async (world) => {
    const text = new ManualText(1);
    progress(`writing ${PASSAGES} passages`);
    const model = await MiniLmModel.load();
    await insertLibrary(world, PASSAGES, text, model);
    await model.close();
    progress('indexing');
    await measureIndexing(world);
    const service = await world.startService();
    try {
      const token = await login(service);
      progress('terms for suggestions');
      await untilTermsAreKept(world);
      progress(`${CLIENTS} clients`);
      await measureLoad(service, token, text);
      progress('one at a time');
      await measureStages(world, service, token, text);
      progress('suggestions');
      await measureSuggestions(service, token, text);
      progress('new documents');
      await measureFreshness(service, token);
    } finally {
      await service.stop();
    }
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
