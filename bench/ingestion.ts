/**
 * Reads a 1,000-page PDF while a client lists documents at a constant rate, then many task cards. Measures the slowdown of
 * the list and the reading speed, by the CPU time of the processes that read.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Extractor } from '@amks/reader/extraction/extractor.js';
import { DEFAULT_EXTRACTION_LIMITS } from '@amks/reader/limits/extraction-limits.js';
import { insertDocuments } from './support/documents.js';
import { percentile, progress, report } from './support/figure.js';
import { HttpClient } from './support/http-client.js';
import { writeManual } from './support/manual-pdf.js';
import { childrenCpuSeconds } from './support/process-stats.js';
import { card, embeddingFloor, passageCount } from './support/reading.js';
import type { ServerProcess } from './support/server-process.js';
import { listSteadily, LISTS_PER_SECOND } from './support/steady-lists.js';
import { inWorld, login, type World } from './support/world.js';

const PAGES = 1_000;
const TITLE = 'Long manual';
const OTHER_DOCUMENTS = 1_000;
const IDLE_SECONDS = 30;
/** Text files of 2 KB, uploaded by so many connections. */
const CARDS = 200;
const UPLOADS_AT_A_TIME = 4;
const TARGETS = { p99Factor: 3, passagesPerSecond: 40, pagesPerSecond: 60 };

async function upload(service: ServerProcess, token: string, content: Buffer | string, name: string): Promise<string> {
  const form = new FormData();
  const fields = { title: TITLE, document_type: 'AMM', aircraft_type: 'A320', version: '1' };
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([content]), name);
  const response = await fetch(`${service.url}/api/v1/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (response.status !== 202) throw new Error(`upload: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: { id: string } }).data.id;
}

interface Reading {
  state: string;
  pages_done: number;
}

/** Resolves when the document is read. Polls twice a second. */
async function untilRead({ db }: World, documentId: string): Promise<void> {
  for (;;) {
    const { rows } = await db.query<Reading>(
      `SELECT ingestion_state AS state, pages_done FROM document_revisions WHERE document_id = $1`,
      [documentId],
    );
    if (rows[0]?.state === 'failed') throw new Error(`failed at page ${rows[0].pages_done}`);
    if (rows[0]?.state === 'ready') return;
    await sleep(500);
  }
}

/** Pages per second of one core without embeddings, in a child process like the service's. */
async function readingRate(file: string): Promise<number> {
  const before = childrenCpuSeconds(process.pid);
  const extractor = new Extractor({ limits: DEFAULT_EXTRACTION_LIMITS, max_processes: 1 });
  await extractor.read({ file, format: 'application/pdf', embed: false, onPage: () => undefined }, 'test');
  const seconds = childrenCpuSeconds(process.pid) - before;
  extractor.close();
  return PAGES / seconds;
}

/** {@link readingRate} of the parser alone, which extracts the text of each page. */
async function parserRate(file: string): Promise<number> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const data = new Uint8Array(await readFile(file));
  const before = process.cpuUsage();
  const document = await pdfjs.getDocument({ data, verbosity: 0, useWasm: false, disableFontFace: true }).promise;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    await page.getTextContent();
    page.cleanup();
  }
  const { user, system } = process.cpuUsage(before);
  await document.loadingTask.destroy();
  return PAGES / ((user + system) / 1e6);
}

async function measureReading(file: string): Promise<void> {
  progress(`reading ${PAGES} pages without vectors`);
  const [rate, floor] = [await readingRate(file), await parserRate(file)];
  report({
    name: `reading ${PAGES} pages without vectors, a core`,
    value: `${rate.toFixed(0)} pages/s`,
    floor: `${floor.toFixed(0)} pages/s`,
    ratio: rate / floor,
    target: `≥ ${TARGETS.pagesPerSecond}/s`,
    holds: rate >= TARGETS.pagesPerSecond,
  });
}

async function measure(world: World, service: ServerProcess): Promise<void> {
  const token = await login(service);
  const client = new HttpClient(service.url, token);
  const file = await writeManual(world.dataDir, PAGES);
  await measureReading(file);
  const idleEnd = performance.now() + (IDLE_SECONDS + 3) * 1000;
  progress(`listing for ${IDLE_SECONDS} s`);
  const idle = (await listSteadily(client, () => performance.now() > idleEnd)).slice(3 * LISTS_PER_SECOND);

  progress(`reading ${PAGES} pages`);
  const cpuBefore = childrenCpuSeconds(service.pid);
  const startedAt = performance.now();
  const documentId = await upload(service, token, await readFile(file), 'manual.pdf');
  let done = false;
  const [busy] = await Promise.all([
    listSteadily(client, () => done),
    untilRead(world, documentId).finally(() => (done = true)),
  ]);
  const wall = (performance.now() - startedAt) / 1000;
  client.close();
  const cpu = childrenCpuSeconds(service.pid) - cpuBefore;
  const passages = await passageCount(world);

  const factor = percentile(busy, 99) / percentile(idle, 99);
  const rate = passages / cpu;
  report({
    name: `GET /documents while reading, p99 of ${busy.length}`,
    value: `${percentile(busy, 99).toFixed(1)} ms`,
    floor: `${percentile(idle, 99).toFixed(1)} ms`,
    ratio: factor,
    target: `≤ ${TARGETS.p99Factor} × idle`,
    holds: factor <= TARGETS.p99Factor,
  });
  report({
    name: 'GET /documents while reading, p50',
    value: `${percentile(busy, 50).toFixed(1)} ms`,
    floor: `${percentile(idle, 50).toFixed(1)} ms`,
    ratio: percentile(busy, 50) / percentile(idle, 50),
  });
  const floor = await embeddingFloor(world, TITLE, documentId);
  report({
    name: `reading ${PAGES} pages, ${passages} passages, a core`,
    value: `${rate.toFixed(0)} passages/s`,
    floor: `${floor.toFixed(0)} passages/s`,
    ratio: rate / floor,
    target: `≥ ${TARGETS.passagesPerSecond}/s`,
    holds: rate >= TARGETS.passagesPerSecond,
  });
  report({ name: 'reading, upload to ready', value: `${wall.toFixed(0)} s, ${(PAGES / wall).toFixed(0)} pages/s` });
}

async function measureCards(world: World, service: ServerProcess): Promise<void> {
  progress(`reading ${CARDS} task cards`);
  const token = await login(service);
  const [passagesBefore, cpuBefore, startedAt] = [
    await passageCount(world),
    childrenCpuSeconds(service.pid),
    performance.now(),
  ];
  const ids: string[] = [];
  let next = 0;
  const uploader = async (): Promise<void> => {
    while (next < CARDS) {
      const n = (next += 1);
      ids.push(await upload(service, token, card(n), `card-${n}.txt`));
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_A_TIME }, uploader));
  const uploaded = (performance.now() - startedAt) / 1000;
  for (const id of ids) await untilRead(world, id);
  const wall = (performance.now() - startedAt) / 1000;
  const cpu = (childrenCpuSeconds(service.pid) - cpuBefore) / CARDS;
  const floor = ((await passageCount(world)) - passagesBefore) / CARDS / (await embeddingFloor(world, TITLE, ids[0]));
  report({
    name: `CPU time of processes that inspect and read a task card`,
    value: `${(cpu * 1000).toFixed(0)} ms`,
    floor: `${(floor * 1000).toFixed(0)} ms`,
    ratio: cpu / floor,
  });
  report({ name: `${CARDS} task cards, uploads`, value: `${(CARDS / uploaded).toFixed(1)}/s` });
  report({ name: `${CARDS} task cards, first upload to last ready`, value: `${(CARDS / wall).toFixed(1)}/s` });
}

async function main(): Promise<void> {
  await inWorld(async (world) => {
    await insertDocuments(world, OTHER_DOCUMENTS);
    const service = await world.startService();
    try {
      await measure(world, service);
      await measureCards(world, service);
    } finally {
      await service.stop();
    }
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
