/**
 * Uploads every file of a folder of real and malicious files to a started service and prints each outcome: read, failed
 * with its code, or refused with its status. BENCH_CORPUS names the folder, which contains `pdf`, `office`, `s1000d`
 * and `bad` and cannot be distributed. Outcomes are compared with sets/corpus/outcomes.json by the file's hash; data
 * modules also with the content that the corpus lists. Texts in `bad/json` are request bodies; each name in `bad/names`
 * is a file name to upload. At the end the service must be running without pending work, and no file may have exceeded
 * its limits.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { differencesOf } from './support/corpus-modules.js';
import { listCorpus, type Entry } from './support/corpus-files.js';
import { report } from './support/figure.js';
import { childrenCpuSeconds, descendants, residentMib } from './support/process-stats.js';
import type { ServerProcess } from './support/server-process.js';
import { inWorld, login, type World } from './support/world.js';

const LIMITS = { seconds: 60, mebibytes: 1024 };
/** A file not read within this time counts as stuck. */
const PATIENCE_MS = 600_000;
const SAMPLE_MS = 50;

interface Result {
  /** `ready`, `failed corrupt`, `refused 415 file_type`, or `stuck`; for a data module also its differences. */
  outcome: string;
  pages: number;
}

interface Measured extends Result {
  seconds: number;
  cpuSeconds: number;
  peakMib: number;
}

/** The correct outcome, with the reason if the corpus expects another or none. */
interface Known {
  outcome: string;
  why?: string;
}

/** Uploads one entry and waits until it is read. */
async function run(world: World, service: ServerProcess, token: string, entry: Entry): Promise<Measured> {
  const cpuBefore = childrenCpuSeconds(service.pid);
  let peakMib = 0;
  const sampler = setInterval(() => {
    for (const pid of descendants(service.pid)) peakMib = Math.max(peakMib, residentOrGone(pid));
  }, SAMPLE_MS);
  const startedAt = performance.now();
  try {
    const result = await handIn(world, service, token, entry);
    const seconds = (performance.now() - startedAt) / 1000;
    return { ...result, seconds, cpuSeconds: childrenCpuSeconds(service.pid) - cpuBefore, peakMib };
  } finally {
    clearInterval(sampler);
  }
}

async function handIn(world: World, service: ServerProcess, token: string, entry: Entry): Promise<Result> {
  const bytes = await readFile(entry.file);
  const base = path.basename(entry.name);
  if (entry.as === 'body') return { outcome: await sendBody(service, token, bytes), pages: 0 };
  if (entry.as === 'document') {
    const { documentId, refusal } = await upload(service, token, entry.name.slice(-200), base, bytes);
    if (refusal !== undefined) return { outcome: refusal, pages: 0 };
    const result = await untilRead(world, documentId!);
    const differences = entry.module ? await differencesOf(world, documentId!, entry.module) : [];
    return { ...result, outcome: [result.outcome, ...differences].join(', ') };
  }
  const names = JSON.parse(bytes.toString()) as string[];
  const answers: string[] = [];
  for (const [index, name] of names.entries()) {
    const { refusal } = await upload(service, token, `Name ${index}`, name, Buffer.from(`Step ${index}.`));
    answers.push(refusal ?? 'stored');
  }
  const counts = [...new Set(answers)].sort().map((one) => `${answers.filter((other) => other === one).length} ${one}`);
  return { outcome: counts.join(', '), pages: 0 };
}

async function sendBody(service: ServerProcess, token: string, body: Buffer): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const url = `${service.url}/api/v1/search/documents`;
  const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) });
  const { error } = (await response.json()) as { error?: { code: string } };
  return `refused ${response.status} ${error?.code ?? ''}`;
}

interface Uploaded {
  documentId?: string;
  refusal?: string;
}

async function upload(
  service: ServerProcess,
  token: string,
  title: string,
  name: string,
  bytes: Buffer,
): Promise<Uploaded> {
  const form = new FormData();
  const fields = { title, document_type: 'OTHER', aircraft_type: 'A320', version: '1' };
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${service.url}/api/v1/documents`, { method: 'POST', headers, body: form });
  const answer = (await response.json()) as {
    data?: { id: string };
    error?: { code: string; details: { reason?: string } };
  };
  if (answer.data) return { documentId: answer.data.id };
  const reason = answer.error?.details.reason ?? answer.error?.code ?? '';
  return { refusal: `refused ${response.status} ${reason}` };
}

async function untilRead({ db }: World, documentId: string): Promise<Result> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await db.query<{ state: string; code: string | null; pages: number }>(
      `SELECT ingestion_state AS state, ingestion_error ->> 'code' AS code, pages_done AS pages
       FROM document_revisions WHERE document_id = $1`,
      [documentId],
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

async function knownOutcomes(): Promise<Record<string, Known>> {
  const file = path.join(projectRoot(), 'bench/sets/corpus/outcomes.json');
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, Known>;
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
  const outcomes: Measured[] = [];
  let differing = 0;
  printRow(['file', 'outcome', 'pages', 's', 'CPU s', 'MiB', '', 'expectation → what we do instead, and why']);
  for (const entry of entries) {
    const result = await run(world, service, token, entry);
    outcomes.push(result);
    const expected = known[await hashOf(entry.file)];
    const isRight = expected === undefined || result.outcome === expected.outcome;
    if (!isRight) differing += 1;
    const verdict = isRight ? (expected ? 'ok' : 'unknown') : `DIFFERS: ${expected?.outcome}`;
    const remarks = [entry.expectation, expected?.why ?? ''].filter(Boolean).join(' → ');
    const { outcome, pages, seconds, cpuSeconds, peakMib } = result;
    const figures = [String(pages), seconds.toFixed(1), cpuSeconds.toFixed(1), peakMib.toFixed(0)];
    printRow([entry.name, outcome, ...figures, verdict, remarks]);
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
  // CPU time tells slow reading from other load on the machine.
  const cpu = Math.max(...outcomes.map(({ cpuSeconds }) => cpuSeconds));
  report({
    name: 'corpus, most CPU time of a reading process',
    value: `${cpu.toFixed(1)} s`,
    target: `≤ ${LIMITS.seconds} s`,
    holds: cpu <= LIMITS.seconds,
  });
}

async function main(): Promise<void> {
  const corpus = process.env['BENCH_CORPUS'];
  if (!corpus) throw new Error('BENCH_CORPUS must name the folder of the files');
  const temporary = await mkdtemp(path.join(os.tmpdir(), 'bench-corpus-'));
  try {
    const entries = await listCorpus(corpus, temporary);
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
