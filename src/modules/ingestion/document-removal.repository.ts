import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';

/** Rows deleted by one statement, to stay below the statement timeout and lock little. */
const BATCH = 1_000;

@Injectable()
export class DocumentRemovalRepository {
  constructor(private readonly db: Database) {}

  /** Deleted documents of one or all organizations that are still stored, in order of creation. */
  async listDeleted(organizationId: string | null = null): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT id FROM documents WHERE deleted_at IS NOT NULL AND ($1::text IS NULL OR organization_id = $1) ORDER BY id`,
      [organizationId],
    );
    return rows.map(({ id }) => id);
  }

  async findDeleted(id: string): Promise<{ organization_id: string } | null> {
    const rows = await this.db.query<{ organization_id: string }>(
      `SELECT organization_id FROM documents WHERE id = $1 AND deleted_at IS NOT NULL`,
      [id],
    );
    return rows[0] ?? null;
  }

  listRevisions(documentId: string): Promise<{ id: string; content_sha256: string }[]> {
    return this.db.query(`SELECT id, content_sha256 FROM document_revisions WHERE document_id = $1 ORDER BY id`, [
      documentId,
    ]);
  }

  async deletePassages(revisionId: string): Promise<void> {
    await this.inBatches(
      `DELETE FROM passages WHERE id IN (SELECT id FROM passages WHERE revision_id = $1 LIMIT ${BATCH}) RETURNING 1`,
      revisionId,
    );
  }

  async deletePages(revisionId: string): Promise<void> {
    await this.inBatches(
      `DELETE FROM pages WHERE id IN (SELECT id FROM pages WHERE revision_id = $1 LIMIT ${BATCH}) RETURNING 1`,
      revisionId,
    );
  }

  /** What was read of parts lists: a catalog has up to hundreds of thousands of rows. */
  async deleteParts(revisionId: string): Promise<void> {
    for (const table of ['part_relations', 'part_conditions', 'revision_parts'])
      await this.inBatches(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE revision_id = $1 LIMIT ${BATCH})) RETURNING 1`,
        revisionId,
      );
  }

  /** The row's reference to the file is deleted too; if the file stays, the storage sweep removes it. */
  async deleteRevision(id: string): Promise<void> {
    await this.db.query(
      `WITH gone AS (DELETE FROM document_revisions WHERE id = $1 RETURNING content_sha256)
       UPDATE blobs b SET released_at = clock_timestamp() FROM gone WHERE b.sha256 = gone.content_sha256
         AND NOT EXISTS (SELECT 1 FROM document_revisions r WHERE r.content_sha256 = b.sha256 AND r.id <> $1)`,
      [id],
    );
  }

  async deleteDocument(id: string): Promise<void> {
    await this.db.query(`DELETE FROM documents WHERE id = $1 AND deleted_at IS NOT NULL`, [id]);
  }

  private async inBatches(statement: string, revisionId: string): Promise<void> {
    while ((await this.db.query(statement, [revisionId])).length === BATCH);
  }
}
