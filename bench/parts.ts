/**
 * Measures the parts of 20 catalogs with 10,000 rows each, one request at a time: lists by each filter, by aircraft, and one part. The floor is
 * a bare Fastify that sends the same rows and their count by one SQL statement each. One number is in 3,000 rows, each of which says what
 * replaces it.
 */
import Fastify, { type FastifyInstance } from 'fastify';
import { READER_VERSION } from '../src/modules/parts/part-reading.repository.js';
import { insertDocuments } from './support/documents.js';
import { median, milliseconds, percentile, progress, report } from './support/figure.js';
import type { ServerProcess } from './support/server-process.js';
import { inWorld, login, type World } from './support/world.js';

const [CATALOGS, ROWS, CONDITIONS] = [20, 10_000, 200] as const;
const [WARM_UPS, REQUESTS] = [10, 60] as const;
const HOT = 'NAS1149F0363P';
const SEVENTH = 7_002;

/** Queries, the condition of the same rows on `revision_parts p`, and the most that one may take. Milliseconds. */
const lists = (documentId: string, revisionId: string): [query: string, condition: string, target: number][] => [
  ['', 'true', 100],
  [`document_id=${documentId}`, `p.revision_id = '${revisionId}'`, 40],
  [`number=BX32-${SEVENTH}-1`, `p.number_key = 'BX32${SEVENTH}1'`, 20],
  [`number=${HOT}&limit=100`, `p.number_key = '${HOT}'`, 100],
  ['keyword=bracket', `p.nomenclature LIKE '%BRACKET%'`, 50],
  ['keyword=pin apex', `p.nomenclature LIKE '%PIN%APEX%'`, 50],
  ['ata_chapter=32', `p.ata_chapter LIKE '32-%'`, 100],
  ['used_on=SE-BPA', 'p.condition % 2 = 0', 250],
  [`document_id=${documentId}&used_on=SE-BPA`, `p.revision_id = '${revisionId}' AND p.condition % 2 = 0`, 60],
];

async function fill({ db, organizationId }: World, documents: { id: string; revisionId: string }[]): Promise<void> {
  const revisions = documents.map(({ revisionId }) => revisionId);
  await db.query(
    `INSERT INTO part_readings (revision_id, reprocessed_at, part_count, reader_version)
     SELECT r, NULL, ${ROWS}, ${READER_VERSION} FROM unnest($1::text[]) r`,
    [revisions],
  );
  // Every second condition does not hold for the aircraft.
  await db.query(
    `INSERT INTO part_conditions SELECT r, n, jsonb_build_array(jsonb_build_array(jsonb_build_object('source', 'row', 'reach', 'section',
         'text', w, 'value', w, 'page_number', 1, 'start', 0, 'end', 8)))
     FROM unnest($1::text[]) r, generate_series(0, ${CONDITIONS - 1}) n,
       LATERAL (SELECT 'MSN ' || (CASE WHEN n % 2 = 0 THEN 100 ELSE 5000 END) || '-' || 9000 + n AS w) x`,
    [revisions],
  );
  await db.query(
    `INSERT INTO revision_parts (id, organization_id, revision_id, position, ata_chapter, figure, figure_title, item, not_illustrated,
       number, number_code, number_key, nomenclature, indenture, quantity, vendor, attaching, assemblies, condition, page_number,
       start_offset, end_offset, text, words)
     SELECT 'part_' || lpad((k * ${ROWS} + n)::text, 26, '0'), $2, r, n, (30 + n % 10) || '-11-00', (n / 50)::text, 'SIDE BRACE', (n % 50)::text, false,
       code, code, replace(code, '-', ''), name, 1 + n % 3, '1', 'V001T', false, '{}', n % ${CONDITIONS}, 1 + n / 50, n % 50 * 80,
       n % 50 * 80 + 60, n % 50 || ' | ' || code || ' | ' || name || ' | V001T | 1',
       array_to_tsvector(ARRAY(SELECT $2 || ' ' || w FROM unnest(tsvector_to_array(to_tsvector('simple', name))) w))
     FROM unnest($1::text[]) WITH ORDINALITY x (r, k), generate_series(0, ${ROWS - 1}) n,
       LATERAL (SELECT CASE WHEN n % 66 = 5 THEN '${HOT}' ELSE 'BX32-' || n || '-' || k % 4 END AS code,
         (ARRAY['PIN', 'NUT', 'WASHER', 'BRACKET', 'SEAL', 'BOLT', 'RING', 'COVER'])[1 + n % 8] || ', ' ||
         (ARRAY['APEX', 'GLAND', 'LOCK', 'UPPER', 'LOWER'])[1 + n % 5] || ' ' || n % 997 AS name) y`,
    [revisions, organizationId],
  );
  await db.query(
    `INSERT INTO part_relations (revision_id, position, organization_id, part_position, kind, one, other, page_number, start_offset, end_offset, text)
     SELECT revision_id, position, organization_id, position, 'supersession', number_code,
       CASE number_code WHEN '${HOT}' THEN 'NAS1149F0363P' || position % 5 ELSE number_code || '9' END, page_number, start_offset, end_offset, 'SUPSD BY'
     FROM revision_parts WHERE position % 66 = 5 OR position % 10 = 0`,
  );
  await db.query('VACUUM ANALYZE');
}

/** The rows of a page and their count by bare SQL. */
async function startFloor({ db, organizationId }: World): Promise<{ server: FastifyInstance; url: string }> {
  const server = Fastify();
  server.get<{ Querystring: { condition: string; limit: string } }>('/parts', async ({ query }) => {
    const from = `FROM revision_parts p JOIN document_revisions r ON r.id = p.revision_id JOIN documents d ON d.id = r.document_id
      WHERE p.organization_id = '${organizationId}' AND d.current_revision_id = r.id AND r.status = 'active' AND (${query.condition})`;
    const { rows } = await db.query<object>(
      `SELECT p.*, d.title, d.document_number, r.version ${from} ORDER BY p.id LIMIT ${Number(query.limit)}`,
    );
    const { rows: counts } = await db.query<object>(`SELECT count(*) FROM (SELECT ${from} LIMIT 100001) x`);
    return { data: rows, ...counts[0] };
  });
  return { server, url: await server.listen({ host: '127.0.0.1', port: 0 }) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Times of ours and of the floor in turns, in milliseconds. */
async function inTurns(ours: () => Promise<unknown>, floor: () => Promise<unknown>): Promise<[number[], number[]]> {
  const [taken, atFloor]: [number[], number[]] = [[], []];
  for (let request = 0; request < WARM_UPS + REQUESTS; request += 1) {
    const [one, other] = [await timed(ours), await timed(floor)];
    if (request < WARM_UPS) continue;
    taken.push(one);
    atFloor.push(other);
  }
  return [taken, atFloor];
}

function tell(name: string, [ours, floor]: [number[], number[]], target: number): void {
  report({
    name: `${name}, p50 (p95 ${milliseconds(percentile(ours, 95))})`,
    value: milliseconds(median(ours)),
    floor: milliseconds(median(floor)),
    ratio: median(floor) / median(ours),
    target: `≤ ${target} ms`,
    holds: median(ours) <= target,
  });
}

interface Listed {
  data: { id: string }[];
  pagination: { total_count: number };
}

async function run(service: ServerProcess, floorUrl: string, documentId: string, revisionId: string): Promise<void> {
  const headers = { authorization: `Bearer ${await login(service)}` };
  const get = async <T>(url: string): Promise<T> => {
    const response = await fetch(url, { headers });
    if (response.status !== 200) throw new Error(`${url}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const created = await fetch(`${service.url}/api/v1/aircraft`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ registration: 'SE-BPA', aircraft_type: 'A320', serial_number: '120' }),
  });
  if (created.status !== 201) throw new Error(`aircraft: ${created.status}`);
  const parts = `${service.url}/api/v1/parts`;
  for (const [query, condition, target] of lists(documentId, revisionId)) {
    progress(`list ${query}`);
    const limit = query.endsWith('limit=100') ? 101 : 21;
    const first = performance.now();
    const { pagination } = await get<Listed>(`${parts}?${query}`);
    const cold = performance.now() - first;
    const floor = `${floorUrl}/parts?limit=${limit}&condition=${encodeURIComponent(condition)}`;
    const times = await inTurns(
      () => get(`${parts}?${query}`),
      () => get(floor),
    );
    const name = query === '' ? 'all' : query.replace(/document_id=\w+/, 'document_id');
    tell(
      `parts, ${CATALOGS * ROWS} rows: ${name}, ${pagination.total_count} match, first ${milliseconds(cold)}`,
      times,
      target,
    );
  }
  const [hot] = (await get<Listed>(`${parts}?number=${HOT}&limit=1`)).data;
  const floor = `${floorUrl}/parts?limit=100&condition=${encodeURIComponent(`p.number_key = '${HOT}'`)}`;
  const times = await inTurns(
    () => get(`${parts}/${hot!.id}`),
    () => get(floor),
  );
  tell('part whose number has 3,000 rows and statements; floor 100 of its rows', times, 250);
}

async function main(): Promise<void> {
  await inWorld(async (world) => {
    progress(`${CATALOGS} catalogs with ${ROWS} rows`);
    const documents = await insertDocuments(world, CATALOGS);
    await world.db.query(`UPDATE documents SET aircraft_type = 'A320'`);
    await world.db.query(`UPDATE document_revisions SET effectivity = NULL`);
    await fill(world, documents);
    const [{ id, revisionId }] = documents as [{ id: string; revisionId: string }];
    await world.db.query(
      `INSERT INTO pages (id, revision_id, page_number, text, blocks) SELECT 'page_' || n, $1, n, 'x', '[]' FROM generate_series(1, 200) n`,
      [revisionId],
    );
    const service = await world.startService();
    const floor = await startFloor(world);
    try {
      await run(service, floor.url, id, revisionId);
    } finally {
      await floor.server.close();
      await service.stop();
    }
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
