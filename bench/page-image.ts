/**
 * Measures the response time of a page image: the first one, which starts a process; the next ones of its file and the
 * first of another file, which use a running process; and a cached one.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, percentile, progress, report } from './support/figure.js';
import { writeManual } from './support/manual-pdf.js';
import type { ServerProcess } from './support/server-process.js';
import { inWorld, login, type World } from './support/world.js';

const PAGES = 40;
const STARTS = 3;
const CACHED_REQUESTS = 200;
/** Milliseconds. */
const TARGETS = { cold: 250, cached: 10 };

interface Manual {
  id: string;
}

/** A trailing comment makes the files differ, because equal files are stored once. */
async function upload(service: ServerProcess, token: string, file: string, comment: string): Promise<Manual> {
  const form = new FormData();
  const fields = { title: `Manual ${comment}`, document_type: 'AMM', aircraft_type: 'A320', version: '1' };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([await readFile(file), `\n%${comment}\n`], { type: 'application/pdf' }), 'manual.pdf');
  const response = await fetch(`${service.url}/api/v1/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (response.status !== 202) throw new Error(`upload: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: Manual }).data;
}

async function untilRead({ db }: World): Promise<void> {
  for (;;) {
    const { rows } = await db.query<{ count: string }>(
      `SELECT count(*) FROM document_revisions WHERE ingestion_state IN ('queued', 'processing')`,
    );
    if (rows[0]?.count === '0') return;
    await sleep(500);
  }
}

/** Milliseconds until the complete image is received. */
async function timeOf(service: ServerProcess, token: string, manual: Manual, page: number): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${service.url}/api/v1/documents/${manual.id}/pages/${page}/image`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const bytes = (await response.arrayBuffer()).byteLength;
  if (response.status !== 200) throw new Error(`image: ${response.status}`);
  if (bytes < 1_000) throw new Error(`an image of ${bytes} bytes`);
  return performance.now() - startedAt;
}

/** Time to read a cached file. */
async function diskFloor({ dataDir }: World): Promise<number> {
  const folder = path.join(dataDir, 'cache');
  const names = (await readdir(folder, { recursive: true })).filter((name) => path.basename(name).length === 64);
  const times: number[] = [];
  for (let i = 0; i < CACHED_REQUESTS; i += 1) {
    const startedAt = performance.now();
    await readFile(path.join(folder, names[i % names.length]!));
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

function cold(name: string, times: readonly number[]): void {
  const holds = median(times) <= TARGETS.cold;
  const value = `${median(times).toFixed(0)} ms`;
  report({ name: `image of a page, ${name}, p50 of ${times.length}`, value, target: `≤ ${TARGETS.cold} ms`, holds });
}

async function measure(world: World): Promise<void> {
  const file = await writeManual(world.dataDir, PAGES);
  const started: number[] = [];
  const manuals: Manual[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const service = await world.startService();
    try {
      const token = await login(service);
      manuals.push(await upload(service, token, file, String(start)));
      await untilRead(world);
      started.push(await timeOf(service, token, manuals[start]!, 1));
    } finally {
      await service.stop();
    }
  }
  const service = await world.startService();
  try {
    const token = await login(service);
    progress('drawing');
    await timeOf(service, token, manuals[0]!, 2);
    await sleep(2_000);
    const others: number[] = [];
    for (const manual of manuals.slice(1)) {
      others.push(await timeOf(service, token, manual, 2));
      await sleep(2_000);
    }
    const next: number[] = [];
    for (let page = 3; page <= PAGES; page += 1) next.push(await timeOf(service, token, manuals[0]!, page));
    const cached: number[] = [];
    for (let i = 0; i < CACHED_REQUESTS; i += 1)
      cached.push(await timeOf(service, token, manuals[0]!, 3 + (i % (PAGES - 3))));
    cold('the next of its file', next);
    cold('the first of another file', others);
    report({ name: 'image of a page, the first after a start', value: `${median(started).toFixed(0)} ms` });
    const floor = await diskFloor(world);
    report({
      name: `image of a page, drawn before, p50 of ${CACHED_REQUESTS}`,
      value: `${median(cached).toFixed(1)} ms`,
      floor: `${floor.toFixed(2)} ms`,
      ratio: median(cached) / floor,
      target: `≤ ${TARGETS.cached} ms`,
      holds: median(cached) <= TARGETS.cached,
    });
    report({ name: 'image of a page, drawn before, p99', value: `${percentile(cached, 99).toFixed(1)} ms` });
  } finally {
    await service.stop();
  }
}

inWorld(measure).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
