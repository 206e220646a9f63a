/**
 * Latency of `POST /search/documents` over 10,000 passages, one request at a time, beside the time that the index itself
 * takes for the same query. Text is synthetic; the vectors of passages are random unit vectors, since only the time of
 * finding is measured. The service embeds each query for real; the index is asked with a random vector.
 */
import path from 'node:path';
import { MINILM_DIMENSIONS, MINILM_MODEL } from '../src/integrations/embeddings/minilm-model.js';
import { newId } from '../src/common/ids/type-id.js';
import { SearchIndex } from '../src/integrations/search-index/search-index.js';
import { HttpClient } from './support/http-client.js';
import { insertDocuments } from './support/documents.js';
import { percentile, progress, report } from './support/figure.js';
import type { ServerProcess } from './support/server-process.js';
import { putPassages, type DescribedPassage } from './support/put-passages.js';
import { SyntheticText } from './support/synthetic-text.js';
import { inWorld, login, type World } from './support/world.js';

const DOCUMENTS = 100;
const PASSAGES = 10_000;
const WARM_UP = 50;
const QUERIES = 400;
const TARGET = 4;
/** What the service asks the index for, at first. */
const DEPTH = 100;

async function fill(world: World, index: SearchIndex, text: SyntheticText): Promise<void> {
  const documents = await insertDocuments(world, DOCUMENTS);
  const passages: (DescribedPassage & { ordinal: number })[] = Array.from({ length: PASSAGES }, (_, n) => {
    const document = documents[n % DOCUMENTS]!;
    return {
      id: newId('passage'),
      document_id: document.id,
      revision_id: document.revisionId,
      ...{ document_type: 'AMM', aircraft_type: 'A320', ata_chapter: '32-11-00' },
      title: 'Aircraft Maintenance Manual',
      page_number: 1 + Math.floor(n / DOCUMENTS / 3),
      section: text.phrase(4),
      body: text.paragraph(6 + text.below(6)),
      identifiers: [text.partNumber()],
      vector: text.unitVector(MINILM_DIMENSIONS),
      ordinal: Math.floor(n / DOCUMENTS),
    };
  });
  const column = (pick: (passage: (typeof passages)[number]) => unknown) => passages.map(pick);
  await world.db.query(
    `INSERT INTO passages (id, organization_id, document_id, revision_id, page_number, ordinal, kind, section, text,
       start_offset, end_offset, notices, identifiers, token_count, embedding, embedding_model)
     SELECT id, $7, document_id, revision_id, 1 + ordinal / 3, ordinal, 'text', ARRAY[section], body, 0, length(body), '[]', '{}', 150,
       embedding, $9
     FROM unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[], $6::text[], $8::bytea[])
       AS row (id, document_id, revision_id, ordinal, section, body, embedding)`,
    [
      column(({ id }) => id),
      column(({ document_id: id }) => id),
      column(({ revision_id: id }) => id),
      column(({ ordinal }) => ordinal),
      column(({ section }) => section),
      column(({ body }) => body),
      world.organizationId,
      column(({ vector }) => Buffer.from(vector!.buffer)),
      MINILM_MODEL,
    ],
  );
  await world.db.query('VACUUM ANALYZE passages');
  // What the service's own index follows.
  await world.db.query('INSERT INTO index_heads (organization_id, position) VALUES ($1, 1)', [world.organizationId]);
  await world.db.query(
    `INSERT INTO index_changes (organization_id, revision_id, position, text_position)
     SELECT $1, revision_id, 1, 1 FROM unnest($2::text[]) AS row (revision_id)`,
    [world.organizationId, documents.map(({ revisionId }) => revisionId)],
  );
  await putPassages(index, world.organizationId, passages);
}

async function measure(world: World, service: ServerProcess, index: SearchIndex, text: SyntheticText): Promise<void> {
  const client = new HttpClient(service.url, await login(service));
  const times = { service: [] as number[], index: [] as number[] };
  for (let n = 0; n < WARM_UP + QUERIES; n += 1) {
    const query = text.phrase(3 + text.below(5));
    const vector = text.unitVector(MINILM_DIMENSIONS);
    const started = performance.now();
    await client.post('/api/v1/search/documents', { query, mode: 'hybrid' });
    const answered = performance.now();
    await index.search(world.organizationId, { text: query, vector, mode: 'hybrid', limit: DEPTH });
    if (n < WARM_UP) continue;
    times.service.push(answered - started);
    times.index.push(performance.now() - answered);
  }
  client.close();
  const ratio = percentile(times.service, 50) / percentile(times.index, 50);
  for (const percent of [50, 99]) {
    report({
      name: `hybrid search over ${PASSAGES} passages, p${percent}`,
      value: `${percentile(times.service, percent).toFixed(1)} ms`,
      floor: `${percentile(times.index, percent).toFixed(1)} ms`,
      ...(percent === 50 ? { ratio, target: `≤ ${TARGET} × index`, holds: ratio <= TARGET } : {}),
    });
  }
}

async function main(): Promise<void> {
  await inWorld(async (world) => {
    const text = new SyntheticText(1);
    const folder = path.join(world.dataDir, 'index-alone');
    const space = { model: MINILM_MODEL, dimensions: MINILM_DIMENSIONS };
    const index = new SearchIndex({ folder, space, memoryBytes: 2 ** 30 });
    await index.start();
    progress(`indexing ${PASSAGES} passages`);
    await fill(world, index, text);
    const service = await world.startService();
    try {
      progress(`${QUERIES} queries`);
      await measure(world, service, index, text);
    } finally {
      await service.stop();
      await index.close();
    }
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
