/**
 * Measures `/revisions/diff` for complete manuals: the first request, which aligns all pages, and the next page of the
 * result.
 */
import { newId } from '../src/common/ids/type-id.js';
import { insertDocuments } from './support/documents.js';
import { progress, report } from './support/figure.js';
import { inWorld, login, type World } from './support/world.js';

const TARGET_MS = 2_000;
/** Pages of each revision, and the changed pages of the second one. */
const CASES = [
  { pages: 5_000, name: 'one page in 50 changed, one in 100 inserted', changed: 'n % 50 = 0', inserted: 'n % 100 = 0' },
  { pages: 5_000, name: 'every page changed', changed: 'true', inserted: 'false' },
  { pages: 20_000, name: 'every page changed', changed: 'true', inserted: 'false' },
];

/** Adds a draft and gives both revisions `pages` pages of about 200 words. */
async function insertPages(world: World, document: { id: string; revisionId: string }, test: (typeof CASES)[number]) {
  const draft = newId('revision');
  await world.db.query(
    `INSERT INTO document_revisions (id, document_id, version, status, content_sha256, content_size, media_type, file_name, ingestion_state)
     SELECT $1, document_id, '13', 'draft', content_sha256, content_size, media_type, file_name, 'ready'
     FROM document_revisions WHERE id = $2`,
    [draft, document.revisionId],
  );
  for (const [revision, more, again] of [
    [document.revisionId, 'false', 'false'],
    [draft, test.changed, test.inserted],
  ]) {
    await world.db.query(
      `WITH words AS (
         SELECT n, copy, (SELECT string_agg(md5(n || ' ' || copy || ' ' || w), ' ') FROM generate_series(1, 25) w) AS own
         FROM generate_series(1, ${test.pages}) n, generate_series(0, CASE WHEN ${again} THEN 1 ELSE 0 END) copy),
       texts AS (
         SELECT row_number() OVER (ORDER BY n, copy) AS number, n, copy,
           ARRAY(SELECT format('Step %s of task %s: tighten the bolt to %s Nm and %s.', s, n, n % 90, left(own, 60 + s)) FROM generate_series(1, 12) s)
             || CASE WHEN ${more} THEN ARRAY['This step is new.'] ELSE '{}' END AS lines
         FROM words)
       INSERT INTO pages (revision_id, page_number, id, text, blocks)
       SELECT $1, number, 'page_' || $1 || number, array_to_string(lines, E'\\n'),
         (SELECT jsonb_agg(jsonb_build_object('kind', 'paragraph', 'text', line, 'start', 0, 'end', length(line))) FROM unnest(lines) line)
       FROM texts`,
      [revision],
    );
  }
  await world.db.query('VACUUM ANALYZE pages');
  return draft;
}

async function main(): Promise<void> {
  await inWorld(async (world) => {
    const documents = await insertDocuments(world, CASES.length);
    const service = await world.startService();
    try {
      const headers = { authorization: `Bearer ${await login(service)}` };
      for (const [index, test] of CASES.entries()) {
        const document = documents[index]!;
        progress(`${test.pages} pages, ${test.name}`);
        const draft = await insertPages(world, document, test);
        const address = `${service.url}/api/v1/documents/${document.id}/revisions/diff?from=${document.revisionId}&to=${draft}`;
        for (const request of ['first', 'next']) {
          const startedAt = performance.now();
          const response = await fetch(address, { headers });
          const { data } = (await response.json()) as { data: { summary: object } };
          const milliseconds = performance.now() - startedAt;
          if (response.status !== 200) throw new Error(`diff: ${response.status}`);
          progress(JSON.stringify(data.summary));
          report({
            name: `diff of ${test.pages} pages, ${test.name}, ${request} request`,
            value: `${milliseconds.toFixed(0)} ms`,
            ...(test.pages === 5_000 && { target: `≤ ${TARGET_MS} ms`, holds: milliseconds <= TARGET_MS }),
          });
        }
      }
    } finally {
      await service.stop();
    }
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
