import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '../../src/common/ids/type-id.js';
import { blobKey } from '../../src/integrations/storage/blob-storage.js';
import { insertDocuments } from './documents.js';
import { SyntheticText } from './synthetic-text.js';
import type { World } from './world.js';

export const FILE_BYTES = 4 * 1024 * 1024;
const PAGES_PER_FILE = 100;
/** About 3 KB of text. */
const SENTENCES_PER_PAGE = 30;

/** Stores files without common chunks, like scanned manuals, with their pages. Returns the documents. */
export async function storeLibrary(world: World, files: number): Promise<{ id: string; revisionId: string }[]> {
  const text = new SyntheticText(1);
  const documents = await insertDocuments(world, files);
  for (const { revisionId } of documents) {
    const content = randomBytes(FILE_BYTES);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const file = path.join(world.dataDir, blobKey(sha256));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content, { flush: true });
    await world.db.query(`INSERT INTO blobs (sha256, size) VALUES ($1, $2)`, [sha256, FILE_BYTES]);
    await world.db.query(`UPDATE document_revisions SET content_sha256 = $2, content_size = $3 WHERE id = $1`, [
      revisionId,
      sha256,
      FILE_BYTES,
    ]);
    const pages = Array.from({ length: PAGES_PER_FILE }, () => text.paragraph(SENTENCES_PER_PAGE));
    const ids = pages.map(() => newId('page'));
    await world.db.query(
      `INSERT INTO pages (revision_id, page_number, id, text, blocks)
       SELECT $1, n, id, text, '[]' FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS row (id, text, n)`,
      [revisionId, ids, pages],
    );
  }
  return documents;
}
