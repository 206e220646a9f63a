/**
 * Imports an archive of task cards: from the request until all are filed, and until all can be searched. The floor is the model alone on the
 * same passages, on all cores. Then the same archive again, which changes nothing, a dry run, and other
 * cards while a client lists documents.
 */
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { strToU8, zipSync } from 'fflate';
import { percentile, progress, report } from './support/figure.js';
import { HttpClient } from './support/http-client.js';
import { descendants, residentMib } from './support/process-stats.js';
import { card, embeddingFloor, passageCount } from './support/reading.js';
import type { ServerProcess } from './support/server-process.js';
import { listSteadily } from './support/steady-lists.js';
import { inWorld, login, type World } from './support/world.js';

const FILES = Number(process.env.BENCH_FILES ?? 2_000);
const IDLE_MS = 20_000;
const TARGETS = { documentsPerSecond: 20, ofTheModel: 0.7, filedPerSecond: 60, mebibytes: 2_048, p99Factor: 3 };
const MS = 1_000;

interface Import {
  id: string;
  state: string;
  counts: Record<string, number>;
  filed_at: string | null;
  finished_at: string | null;
}

const folders = ['AMM', 'CMM', 'cards'];
/** Task cards with consecutive numbers. */
function cards(first: number): Uint8Array {
  const numbers = Array.from({ length: FILES }, (_, n) => first + n);
  return zipSync(
    Object.fromEntries(numbers.map((n) => [`${folders[n % 3]}/card-${n}.txt`, strToU8(card(n))] as const)),
  );
}

const archive = cards(0);

class Importer {
  /** MiB of the service with its readers, at most. */
  peak = 0;

  constructor(
    private readonly service: ServerProcess,
    readonly token: string,
  ) {}

  /** Seconds until the files are filed, and until the import is completed. */
  async run(
    fields: Record<string, string> = {},
    content = archive,
  ): Promise<{ filed: number; completed: number; counts: Import['counts'] }> {
    const form = new FormData();
    const all = {
      document_type: 'TASK_CARD',
      aircraft_type: 'TR46',
      number_from_name: 'true',
      version: '1',
      ...fields,
    };
    for (const [name, value] of Object.entries(all)) form.set(name, value);
    form.set('file', new Blob([new Uint8Array(content)]), 'cards.zip');
    const startedAt = Date.now();
    let made = await this.send('/imports', { method: 'POST', body: form });
    while (made.finished_at === null) {
      await sleep(500);
      const pids = [this.service.pid, ...descendants(this.service.pid)];
      this.peak = Math.max(this.peak, sum(pids.map(memoryOf)));
      made = await this.send(`/imports/${made.id}`);
    }
    if (made.state !== 'completed' || made.counts.failed) throw new Error(JSON.stringify(made));
    const since = (time: string | null): number => (Date.parse(time!) - startedAt) / MS;
    return { filed: since(made.filed_at), completed: since(made.finished_at), counts: made.counts };
  }

  private async send(path: string, init: RequestInit = {}): Promise<Import> {
    const headers = { authorization: `Bearer ${this.token}` };
    const response = await fetch(`${this.service.url}/api/v1${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: Import }).data;
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function memoryOf(pid: number): number {
  try {
    return residentMib(pid);
  } catch {
    // The process ended meanwhile.
    return 0;
  }
}

async function measure(world: World, service: ServerProcess): Promise<void> {
  const importer = new Importer(service, await login(service));
  progress(`importing ${FILES} files`);
  const first = await importer.run();
  const passages = await passageCount(world);
  progress('the model alone');
  const floor = (await embeddingFloor(world, 'card')) * os.availableParallelism();
  const rate = passages / first.completed;
  report({
    name: `import of ${FILES} files of 2 KB, filed`,
    value: `${(FILES / first.filed).toFixed(1)} files/s`,
    target: `≥ ${TARGETS.filedPerSecond}/s`,
    holds: FILES / first.filed >= TARGETS.filedPerSecond,
  });
  report({
    name: `import of ${FILES} files of 2 KB, searchable`,
    value: `${(FILES / first.completed).toFixed(1)} documents/s`,
    target: `≥ ${TARGETS.documentsPerSecond}/s`,
    holds: FILES / first.completed >= TARGETS.documentsPerSecond,
  });
  report({
    name: `import, ${passages} passages`,
    value: `${rate.toFixed(0)} passages/s`,
    floor: `${floor.toFixed(0)} passages/s`,
    ratio: rate / floor,
    target: `≥ ${TARGETS.ofTheModel} × the model alone`,
    holds: rate >= TARGETS.ofTheModel * floor,
  });
  report({
    name: 'import, memory of service and readers at most',
    value: `${importer.peak.toFixed(0)} MiB`,
    target: `≤ ${TARGETS.mebibytes} MiB`,
    holds: importer.peak <= TARGETS.mebibytes,
  });
  for (const [name, fields] of [
    ['again, unchanged', {}],
    ['dry run of a new version', { version: '2', dry_run: 'true' }],
  ] as const) {
    progress(name);
    const { filed } = await importer.run(fields);
    report({ name: `import ${name}`, value: `${(FILES / filed).toFixed(1)} files/s` });
  }
  await measureLists(service, importer);
}

async function measureLists(service: ServerProcess, importer: Importer): Promise<void> {
  const client = new HttpClient(service.url, importer.token);
  progress('listing documents');
  const idleEnd = performance.now() + IDLE_MS;
  const idle = await listSteadily(client, () => performance.now() > idleEnd);
  progress('listing documents during an import');
  let isDone = false;
  const [busy] = await Promise.all([
    listSteadily(client, () => isDone),
    importer.run({}, cards(FILES)).finally(() => (isDone = true)),
  ]);
  client.close();
  const factor = percentile(busy, 99) / percentile(idle, 99);
  report({
    name: `GET /documents during an import, p99 of ${busy.length}`,
    value: `${percentile(busy, 99).toFixed(1)} ms`,
    floor: `${percentile(idle, 99).toFixed(1)} ms`,
    ratio: factor,
    target: `≤ ${TARGETS.p99Factor} × idle`,
    holds: factor <= TARGETS.p99Factor,
  });
}

await inWorld(async (world) => {
  const service = await world.startService();
  try {
    await measure(world, service);
  } finally {
    await service.stop();
  }
});
