/**
 * Measures the list of 10,000 comments on one document, with its count, one request at a time: first pages by each
 * filter, and all pages in sequence. The floor is the equivalent SQL query. Half of the comments belong to an earlier
 * revision, and most of these were carried over; some are private, deleted or resolved.
 */
import { newId } from '../src/common/ids/type-id.js';
import { insertDocuments } from './support/documents.js';
import { median, milliseconds, percentile, progress, report } from './support/figure.js';
import type { ServerProcess } from './support/server-process.js';
import { inWorld, login, type World } from './support/world.js';

const COMMENTS = 10_000;
const PAGES = 200;
const WARM_UPS = 20;
const REQUESTS = 200;
const TARGET_MS = 15;
const BODY =
  'Torque on **this page** differs from `SB 32-018`: see [the bulletin](https://example.com/sb-32-018) before you go on.\n\n- axle nut\n- tie bolts';

interface Library {
  documentId: string;
  /** The current revision; the previous one has version 0. */
  revisionId: string;
}

/** Filters of the list, and the equivalent SQL condition. */
const filters = ({ revisionId }: Library): [query: string, condition: string][] => [
  ['', 'true'],
  ['?page_number=7', `coalesce(p.page_number, c.page_number) = 7`],
  ['?state=resolved', 't.resolved_at IS NOT NULL'],
  ['?outdated=true', `c.revision_id <> '${revisionId}' AND p.comment_id IS NULL`],
  ['?limit=100', 'true'],
];

async function fill(world: World): Promise<Library> {
  const { db, organizationId, userId } = world;
  const [{ id: documentId, revisionId } = { id: '', revisionId: '' }] = await insertDocuments(world, 1);
  const [earlierId, otherId] = [newId('revision'), newId('user')];
  await db.query(
    `INSERT INTO document_revisions (id, document_id, version, status, content_sha256, content_size, media_type, file_name)
     SELECT $2, document_id, '0', 'superseded', content_sha256, content_size, media_type, file_name FROM document_revisions WHERE id = $1`,
    [revisionId, earlierId],
  );
  await db.query(
    `INSERT INTO users (id, organization_id, email, name, role, status) VALUES ($1, $2, 'other@bench.example', 'Other', 'engineer', 'active')`,
    [otherId, organizationId],
  );
  // Every fifth comment is a reply.
  await db.query(
    `INSERT INTO comments (id, organization_id, document_id, revision_id, page_number, user_id, body, visibility, parent_id, resolved_at, deleted_at)
     SELECT 'comment_' || lpad(n::text, 26, '0'), $1, $2, CASE WHEN root % 2 = 0 THEN $3 ELSE $4 END, root % ${PAGES} + 1,
       CASE WHEN n % 3 = 0 THEN $5 ELSE $6 END, $7 || n, CASE WHEN n % 20 = 3 THEN 'private' ELSE 'public' END,
       CASE WHEN root <> n THEN 'comment_' || lpad(root::text, 26, '0') END,
       CASE WHEN root = n AND n % 4 = 0 THEN now() END, CASE WHEN n % 50 = 11 THEN now() END
     FROM (SELECT n, CASE WHEN n % 5 = 0 THEN n - 3 ELSE n END AS root FROM generate_series(1, ${COMMENTS}) n) numbered`,
    [organizationId, documentId, revisionId, earlierId, userId, otherId, BODY],
  );
  await db.query(
    `INSERT INTO comment_places SELECT id, $1, page_number, 10, 20 FROM comments
     WHERE revision_id <> $1 AND parent_id IS NULL AND right(id, 1)::int <> 7`,
    [revisionId],
  );
  await db.query('VACUUM ANALYZE comments, comment_places');
  return { documentId, revisionId };
}

/** Times of sequential runs, in milliseconds. */
async function times(work: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let request = 0; request < WARM_UPS + REQUESTS; request += 1) {
    const startedAt = performance.now();
    await work();
    if (request >= WARM_UPS) taken.push(performance.now() - startedAt);
  }
  return taken;
}

async function run(world: World, service: ServerProcess, library: Library): Promise<void> {
  const { documentId, revisionId } = library;
  const headers = { authorization: `Bearer ${await login(service)}` };
  const path = `${service.url}/api/v1/documents/${documentId}/comments`;
  const get = async (query: string): Promise<{ pagination: { next_cursor: string | null; total_count: number } }> => {
    const response = await fetch(path + query, { headers });
    if (response.status !== 200) throw new Error(`list: ${response.status}`);
    return (await response.json()) as { pagination: { next_cursor: string | null; total_count: number } };
  };
  for (const [query, condition] of filters(library)) {
    progress(`list ${query}`);
    const limit = query === '?limit=100' ? 101 : 21;
    const from = `FROM comments c LEFT JOIN comments t ON t.id = coalesce(c.parent_id, c.id)
      LEFT JOIN comment_places p ON p.comment_id = t.id AND p.revision_id = '${revisionId}'
      WHERE c.document_id = '${documentId}' AND (c.visibility = 'public' OR c.user_id = '${world.userId}')
        AND c.deleted_at IS NULL AND (${condition})`;
    const ours = await times(() => get(query));
    const floor = await times(async () => {
      await world.db.query(`SELECT c.*, t.resolved_at, p.* ${from} ORDER BY c.id DESC LIMIT ${limit}`);
      await world.db.query(`SELECT count(*) ${from}`);
    });
    const { total_count: total } = (await get(query)).pagination;
    report({
      name: `list of ${COMMENTS} comments${query}, ${total} match, p50 (p95 ${milliseconds(percentile(ours, 95))})`,
      value: milliseconds(median(ours)),
      floor: milliseconds(median(floor)),
      ratio: median(floor) / median(ours),
      target: `≤ ${TARGET_MS} ms`,
      holds: median(ours) <= TARGET_MS,
    });
  }
  const pages: number[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const startedAt = performance.now();
    const { pagination } = await get(`?limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`);
    pages.push(performance.now() - startedAt);
    cursor = pagination.next_cursor;
  }
  report({
    name: `${pages.length} pages of 100 comments, one after the other, p50 (last ${milliseconds(pages.at(-1) ?? 0)})`,
    value: milliseconds(median(pages)),
  });
}

async function main(): Promise<void> {
  await inWorld(async (world) => {
    progress(`${COMMENTS} comments`);
    const library = await fill(world);
    const service = await world.startService();
    try {
      await run(world, service, library);
    } finally {
      await service.stop();
    }
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
