/**
 * Measures the growth of the service's memory while it exports a large organization: 64 files of 4 MiB with 6,400
 * pages, 200,000 comments and 200,000 audit events. The floor is the same export before the data was added, in the same
 * process.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { progress, report } from './support/figure.js';
import { riseMib } from './support/process-stats.js';
import type { ServerProcess } from './support/server-process.js';
import { FILE_BYTES, storeLibrary } from './support/stored-library.js';
import { inWorld, login, type World } from './support/world.js';

const FILES = 64;
/** Rows of each kind. */
const ROWS = Number(process.env['BENCH_ROWS'] ?? 200_000);
const TARGET_MIB = 100;
const POLL_MS = 50;

interface Measured {
  rise: number;
  seconds: number;
  bytes: number;
}

/** Creates an export; returns the archive's size. */
async function makeExport(service: ServerProcess, token: string): Promise<number> {
  const ask = async (method: string, path = ''): Promise<{ id: string; state: string; size_bytes: number }> => {
    const response = await fetch(`${service.url}/api/v1/organization/exports${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    });
    if (!response.ok) throw new Error(`${method} answered ${response.status}`);
    return ((await response.json()) as { data: { id: string; state: string; size_bytes: number } }).data;
  };
  const { id } = await ask('POST');
  for (;;) {
    const { state, size_bytes } = await ask('GET', `/${id}`);
    if (state === 'ready') return size_bytes;
    if (state === 'failed') throw new Error('the export failed');
    await sleep(POLL_MS);
  }
}

async function measure(service: ServerProcess, token: string): Promise<Measured> {
  let bytes = 0;
  const startedAt = performance.now();
  const rise = await riseMib(service.pid, async () => (bytes = await makeExport(service, token)));
  return { rise, seconds: (performance.now() - startedAt) / 1000, bytes };
}

async function fill(world: World): Promise<void> {
  const { db, organizationId, userId } = world;
  const [{ id, revisionId } = { id: '', revisionId: '' }] = await storeLibrary(world, FILES);
  await db.query(
    `INSERT INTO comments (id, organization_id, document_id, revision_id, page_number, user_id, body, visibility)
     SELECT 'comment_' || lpad(n::text, 26, '0'), $1, $2, $3, n % 100 + 1, $4,
       'Torque on this page differs from SB 32-018: see the bulletin before you go on, number ' || n, 'public'
     FROM generate_series(1, ${ROWS}) n`,
    [organizationId, id, revisionId, userId],
  );
  // An invalid audit chain, which the export does not check.
  await db.query(
    `INSERT INTO audit_events (id, organization_id, sequence, action, result, actor_type, actor_id, target_type, target_id, ip,
       user_agent, request_id, details, occurred_at, previous_hash, hash)
     SELECT 'audit_bench' || n, $1, 1000000 + n, 'document.viewed', 'success', 'user', $2, 'user', $2, '192.0.2.7',
       'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)', 'req_' || n,
       jsonb_build_object('number', n), now(), sha256(n::text::bytea), sha256(n::text::bytea)
     FROM generate_series(1, ${ROWS}) n`,
    [organizationId, userId],
  );
  await db.query('VACUUM ANALYZE comments, audit_events');
}

async function run(world: World, service: ServerProcess): Promise<void> {
  const token = await login(service);
  progress('export of an empty organization');
  const floor = await measure(service, token);
  progress(`${FILES} files, ${ROWS} comments and events`);
  await fill(world);
  progress('export');
  const large = await measure(service, token);
  const mebibytes = (FILES * FILE_BYTES) / 1024 ** 2;
  report({
    name: `memory for the export of ${mebibytes} MiB of files and ${2 * ROWS} rows, beside one of nothing`,
    value: `${large.rise.toFixed(0)} MiB`,
    floor: `${floor.rise.toFixed(0)} MiB`,
    target: `≤ ${TARGET_MIB} MiB`,
    holds: large.rise <= TARGET_MIB,
  });
  const size = `${(large.bytes / 1024 ** 2).toFixed(0)} MiB`;
  report({
    name: `… made, archive of ${size}`,
    value: `${large.seconds.toFixed(1)} s`,
    floor: `${floor.seconds.toFixed(1)} s`,
  });
}

async function main(): Promise<void> {
  await inWorld(async (world) => {
    const service = await world.startService();
    try {
      await run(world, service);
    } finally {
      await service.stop();
    }
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
