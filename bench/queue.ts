/**
 * Time of a claim by a reader with 1,000, 100,000 and 1,000,000 files waiting, half of them of one organization and half of
 * a hundred others. The floor updates one revision by its id in a transaction.
 */
import { ReadingQueueRepository } from '../src/modules/ingestion/reading-queue.repository.js';
import { Database } from '../src/common/database/database.js';
import { createDataSource } from '../src/start/data-source.js';
import { median, milliseconds, progress, report } from './support/figure.js';
import { inWorld, type World } from './support/world.js';

const SIZES = [1_000, 100_000, 1_000_000];
const OTHERS = 100;
const CLAIMS = 50;
/** A claim at the largest size costs at most this factor of one at the smallest. */
const GROWTH = 2;

/** Queues files up to `count` in all, of an organization each row has by its number. */
async function fill({ db, organizationId }: World, from: number, count: number): Promise<void> {
  const id = `lpad(n::text, 9, '0')`;
  await db.query(
    `INSERT INTO organizations (id, name, plan) SELECT 'org_bench_' || n, 'Bench ' || n, 'enterprise'
     FROM generate_series(1, $1::int) AS n ON CONFLICT DO NOTHING`,
    [OTHERS],
  );
  await db.query(`INSERT INTO blobs (sha256, size) VALUES (repeat('a', 64), 1) ON CONFLICT DO NOTHING`);
  await db.query(
    `INSERT INTO documents (id, organization_id, title, document_type, aircraft_type, access)
     SELECT 'doc_' || ${id}, CASE WHEN n % 2 = 0 THEN $3 ELSE 'org_bench_' || (1 + n % $4::int) END, 'Card', 'TASK_CARD', 'TR46', 'organization'
     FROM generate_series($1::int, $2::int) AS n`,
    [from + 1, count, organizationId, OTHERS],
  );
  await db.query(
    `INSERT INTO document_revisions (id, document_id, version, status, content_sha256, content_size, media_type, file_name)
     SELECT 'rev_' || ${id}, 'doc_' || ${id}, '1', 'active', repeat('a', 64), 1, 'text/plain', 'a.txt'
     FROM generate_series($1::int, $2::int) AS n`,
    [from + 1, count],
  );
  await db.query('VACUUM ANALYZE documents, document_revisions');
}

async function timesOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < CLAIMS; n += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

async function measure(world: World): Promise<void> {
  const source = await createDataSource(world.databaseUrl, 4).initialize();
  try {
    const db = new Database(source);
    const queue = new ReadingQueueRepository(db);
    let filled = 0;
    let first: number | null = null;
    for (const size of SIZES) {
      progress(`${size} files`);
      await fill(world, filled, size);
      filled = size;
      const floor = await timesOf(() =>
        db.transaction(() =>
          db.query(`UPDATE document_revisions SET updated_at = now() WHERE id = $1`, ['rev_000000001']),
        ),
      );
      const claim = await timesOf(() => queue.claim());
      first ??= claim;
      report({
        name: `claim of a reader, ${size.toLocaleString('en-US')} files waiting`,
        value: milliseconds(claim),
        floor: milliseconds(floor),
        ratio: claim / floor,
        ...(size > SIZES[0]! && { target: `≤ ${GROWTH} × the first`, holds: claim <= GROWTH * first }),
      });
    }
  } finally {
    await source.destroy();
  }
}

await inWorld(measure);
