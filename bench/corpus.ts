/**
 * Uploads every file of a folder of real and of hostile files to a started service and prints what becomes of each: read,
 * failed with which code, refused with which status. BENCH_CORPUS names the folder, with `pdf`, `office`, `s1000d` and `bad`
 * in it; what it holds is not ours to ship. Outcomes are compared with those of sets/corpus/outcomes.json, by the hash of
 * the file. At the end the service must be alive, nothing left in work, and no file have taken more than its bounds.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { projectRoot } from '../src/common/project-root.js';
import { report } from './support/figure.js';
import { descendants, endedChildrenCpuSeconds, residentMib, untilReaped } from './support/process-stats.js';
import type { ServerProcess } from './support/server-process.js';
import { inWorld, login, type World } from './support/world.js';

const FOLDERS = ['pdf', 'office', 's1000d', 'bad'];
/** What describes the corpus and is not part of it. */
const DESCRIPTIONS = new Set(['manifest.json', 'expected.jsonl']);
const LIMITS = { seconds: 60, mebibytes: 1024 };
/** A file that is not read by then is stuck, and no longer slow. */
const PATIENCE_MS = 600_000;
const SAMPLE_MS = 50;

interface Outcome {
  /** `ready`, `failed corrupt`, `refused 415`, or `stuck`. */
  outcome: string;
  pages: number;
  seconds: number;
  cpuSeconds: number;
  peakMib: number;
}

interface Entry {
  name: string;
  file: string;
  expectation: string;
}

/** Files of the corpus; those of `pdf` that are packed are unpacked into `temporary`, those of `bad` are meant as they are. */
async function listFiles(corpus: string, temporary: string): Promise<Entry[]> {
  const manifest = path.join(corpus, 'bad/manifest.json');
  const listed = existsSync(manifest)
    ? (JSON.parse(await readFile(manifest, 'utf8')) as { file: string; expect: string }[])
    : [];
  const prose = new Map(listed.map(({ file, expect }) => [`bad/${file}`, expect]));
  const entries: Entry[] = [];
  for (const folder of FOLDERS.filter((name) => existsSync(path.join(corpus, name)))) {
    const found = await readdir(path.join(corpus, folder), { recursive: true, withFileTypes: true });
    for (const { parentPath, name: base } of found.filter((item) => item.isFile() && !DESCRIPTIONS.has(item.name))) {
      const name = path.relative(corpus, path.join(parentPath, base));
      let file = path.join(corpus, name);
      if (folder === 'pdf' && name.endsWith('.gz')) {
        const packed = file;
        file = path.join(temporary, path.basename(name, '.gz'));
        await pipeline(createReadStream(packed), createGunzip(), createWriteStream(file));
      }
      entries.push({ name, file, expectation: prose.get(name) ?? '' });
    }
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Uploads one file and waits for the end of its reading. */
async function run(world: World, service: ServerProcess, token: string, { name, file }: Entry): Promise<Outcome> {
  const cpuBefore = endedChildrenCpuSeconds(service.pid);
  let peakMib = 0;
  const sampler = setInterval(() => {
    for (const pid of descendants(service.pid)) peakMib = Math.max(peakMib, residentOrGone(pid));
  }, SAMPLE_MS);
  const startedAt = performance.now();
  try {
    const { outcome, pages } = await uploadAndWait(world, service, token, name, file);
    const seconds = (performance.now() - startedAt) / 1000;
    await untilReaped(service.pid);
    return { outcome, pages, seconds, cpuSeconds: endedChildrenCpuSeconds(service.pid) - cpuBefore, peakMib };
  } finally {
    clearInterval(sampler);
  }
}

async function uploadAndWait(
  { db }: World,
  service: ServerProcess,
  token: string,
  name: string,
  file: string,
): Promise<{ outcome: string; pages: number }> {
  const form = new FormData();
  const fields = { title: name.slice(-200), document_type: 'OTHER', aircraft_type: 'A320', version: '1' };
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([await readFile(file)]), path.basename(name));
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${service.url}/api/v1/documents`, { method: 'POST', headers, body: form });
  const answer = (await response.json()) as {
    data?: { id: string };
    error?: { code: string; details: { reason?: string } };
  };
  if (!answer.data) {
    const reason = answer.error?.details.reason ?? answer.error?.code ?? '';
    return { outcome: `refused ${response.status} ${reason}`, pages: 0 };
  }
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await db.query<{ state: string; code: string | null; pages: number }>(
      `SELECT ingestion_state AS state, ingestion_error ->> 'code' AS code, pages_done AS pages
       FROM document_revisions WHERE document_id = $1`,
      [answer.data.id],
    );
    const { state, code, pages } = rows[0]!;
    if (state === 'ready') return { outcome: state, pages };
    if (state === 'failed') return { outcome: `failed ${code}`, pages };
    if (Date.now() > deadline) return { outcome: 'stuck', pages };
    await sleep(100);
  }
}

function residentOrGone(pid: number): number {
  try {
    return residentMib(pid);
  } catch {
    return 0;
  }
}

async function knownOutcomes(): Promise<Record<string, string>> {
  const file = path.join(projectRoot(), 'bench/sets/corpus/outcomes.json');
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
}

async function hashOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

function printRow(cells: string[]): void {
  const widths = [58, 30, 6, 7, 7, 6, 8];
  console.log(
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join(' ')
      .trimEnd(),
  );
}

async function measure(world: World, service: ServerProcess, entries: Entry[]): Promise<void> {
  const token = await login(service);
  const known = await knownOutcomes();
  const outcomes: Outcome[] = [];
  let differing = 0;
  printRow(['file', 'outcome', 'pages', 's', 'CPU s', 'MiB', '', 'expectation']);
  for (const entry of entries) {
    const result = await run(world, service, token, entry);
    outcomes.push(result);
    const expected = known[await hashOf(entry.file)];
    const verdict = expected === undefined ? 'unknown' : expected === result.outcome ? 'ok' : `DIFFERS: ${expected}`;
    if (verdict.startsWith('DIFFERS')) differing += 1;
    const { outcome, pages, seconds, cpuSeconds, peakMib } = result;
    const figures = [String(pages), seconds.toFixed(1), cpuSeconds.toFixed(1), peakMib.toFixed(0)];
    printRow([entry.name, outcome, ...figures, verdict, entry.expectation]);
  }
  const alive = await fetch(`${service.url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
  const { rows } = await world.db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM document_revisions WHERE ingestion_state IN ('queued', 'processing')`,
  );
  const count = (name: string, value: number, most = 0) =>
    report({ name, value: String(value), target: String(most), holds: value <= most });
  report({ name: `corpus, ${entries.length} files: the service lives`, value: alive ? 'yes' : 'no', holds: alive });
  count('corpus, files left in work', rows[0]!.count);
  count('corpus, outcomes unlike those recorded', differing);
  const memory = Math.max(...outcomes.map(({ peakMib }) => peakMib));
  const time = Math.max(...outcomes.map(({ seconds }) => seconds));
  report({
    name: 'corpus, most memory of a reading process',
    value: `${memory.toFixed(0)} MiB`,
    target: `≤ ${LIMITS.mebibytes} MiB`,
    holds: memory <= LIMITS.mebibytes,
  });
  report({
    name: 'corpus, longest file',
    value: `${time.toFixed(0)} s`,
    target: `≤ ${LIMITS.seconds} s`,
    holds: time <= LIMITS.seconds,
  });
  // What it would be on a machine with nothing else to do.
  const cpu = Math.max(...outcomes.map(({ cpuSeconds }) => cpuSeconds));
  report({ name: 'corpus, most CPU time of a reading process', value: `${cpu.toFixed(1)} s` });
}

async function main(): Promise<void> {
  const corpus = process.env['BENCH_CORPUS'];
  if (!corpus) throw new Error('BENCH_CORPUS must name the folder of the files');
  const temporary = await mkdtemp(path.join(os.tmpdir(), 'bench-corpus-'));
  try {
    const entries = await listFiles(corpus, temporary);
    await inWorld(async (world) => {
      const service = await world.startService();
      try {
        await measure(world, service, entries);
      } finally {
        await service.stop();
      }
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
