import { newId } from '../../src/common/ids/type-id.js';
import type { World } from './world.js';

/** Ids of an inserted document and its only revision, which is active and ready. */
export interface InsertedDocument {
  id: string;
  revisionId: string;
}

/** Inserts `count` documents by SQL with everything that lists and searches read, but without files. */
export async function insertDocuments({ db, ...world }: World, count: number): Promise<InsertedDocument[]> {
  const documents = Array.from({ length: count }, () => ({ id: newId('document'), revisionId: newId('revision') }));
  const ids = [documents.map(({ id }) => id), documents.map(({ revisionId }) => revisionId)];
  await db.query('BEGIN');
  await db.query(
    `INSERT INTO documents (id, organization_id, title, document_type, aircraft_type, document_number, ata_chapter, access,
       current_revision_id, created_by)
     SELECT id, $3, 'Aircraft Maintenance Manual, chapter ' || n, (ARRAY['AMM', 'IPC', 'SB', 'TSM'])[1 + n % 4],
       (ARRAY['A320', 'B737-800', 'ATR72'])[1 + n % 3], 'AMM-' || n, lpad((n % 80)::text, 2, '0') || '-11-00',
       'organization', revision_id, $4
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS row (id, revision_id, n)`,
    [...ids, world.organizationId, world.userId],
  );
  await db.query(
    `INSERT INTO blobs (sha256, size) SELECT encode(sha256(id::bytea), 'hex'), 1048576 FROM unnest($1::text[]) AS row (id)`,
    [ids[0]],
  );
  await db.query(
    `INSERT INTO document_revisions (id, document_id, version, revision_date, effectivity, status, content_sha256,
       content_size, media_type, file_name, page_count, language, ingestion_state, created_by)
     SELECT revision_id, id, '12', '2026-03-01', 'MSN 0001 and on', 'active', encode(sha256(id::bytea), 'hex'),
       1048576, 'application/pdf', 'manual.pdf', 120, 'en', 'ready', $3
     FROM unnest($1::text[], $2::text[]) AS row (id, revision_id)`,
    [...ids, world.userId],
  );
  await db.query('COMMIT');
  // Updates statistics, as autovacuum would within minutes.
  await db.query('VACUUM ANALYZE');
  return documents;
}
