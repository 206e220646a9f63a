import { newId } from '../../src/common/ids/type-id.js';
import type { MiniLmModel } from '@amks/reader/minilm/minilm-model.js';
import { MINILM_MODEL } from '@amks/reader/minilm/minilm-space.js';
import { insertDocuments, type InsertedDocument } from './documents.js';
import { ClusteredVectors, type ManualText } from './manual-text.js';
import type { World } from './world.js';

export const PASSAGES_PER_DOCUMENT = 100;
/** Documents per INSERT, about 10 MB. */
const DOCUMENTS_PER_INSERT = 20;

/**
 * Inserts `passages` passages in documents of `perDocument`, with everything that a search reads. Vectors cluster around
 * the model's embeddings of the topics.
 */
export async function insertLibrary(
  world: World,
  passages: number,
  text: ManualText,
  model: MiniLmModel,
  perDocument = PASSAGES_PER_DOCUMENT,
): Promise<InsertedDocument[]> {
  const vectors = new ClusteredVectors(2, await model.embed(text.topics));
  const documents = await insertDocuments(world, Math.ceil(passages / perDocument));
  let left = passages;
  for (let start = 0; start < documents.length; start += DOCUMENTS_PER_INSERT) {
    const rows: Row[] = [];
    for (const { id, revisionId } of documents.slice(start, start + DOCUMENTS_PER_INSERT)) {
      const count = Math.min(left, perDocument);
      for (let ordinal = 0; ordinal < count; ordinal += 1) {
        const topic = text.below(text.topics.length);
        const body = text.passage(topic);
        rows.push({
          ...{ id: newId('passage'), document_id: id, revision_id: revisionId, ordinal, body },
          section: text.topics[topic]!,
          part: / part (\S+)\.$/.exec(body)?.[1] ?? '',
          embedding: Buffer.from(vectors.near(topic).buffer),
        });
      }
      left -= count;
    }
    await insertPassages(world, rows);
  }
  await world.db.query('VACUUM ANALYZE passages');
  return documents;
}

interface Row {
  id: string;
  document_id: string;
  revision_id: string;
  ordinal: number;
  section: string;
  body: string;
  part: string;
  embedding: Buffer;
}

async function insertPassages({ db, organizationId }: World, rows: Row[]): Promise<void> {
  const column = (name: keyof Row) => rows.map((row) => row[name]);
  await db.query(
    `INSERT INTO passages (id, organization_id, document_id, revision_id, page_number, ordinal, kind, section, text,
       start_offset, end_offset, notices, identifiers, token_count)
     SELECT id, $8, document_id, revision_id, 1 + ordinal / 3, ordinal, 'text', ARRAY[section], body, 0, length(body), '[]',
       CASE part WHEN '' THEN '{}' ELSE ARRAY[part] END, 150
     FROM unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[], $6::text[], $7::text[])
       AS row (id, document_id, revision_id, ordinal, section, body, part)`,
    [
      column('id'),
      column('document_id'),
      column('revision_id'),
      column('ordinal'),
      column('section'),
      column('body'),
      column('part'),
      organizationId,
    ],
  );
  await db.query(
    `INSERT INTO passage_embeddings (passage_id, model, vector)
     SELECT id, $3, vector FROM unnest($1::text[], $2::bytea[]) AS row (id, vector)`,
    [column('id'), column('embedding'), MINILM_MODEL],
  );
}
