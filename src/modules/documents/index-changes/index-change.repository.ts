import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { VectorSpace } from '@amks/search-engine/engine.types.js';

/** SQL of the next position for a row `h`: microseconds (exact until 2255). A clock never reuses one after restoring a backup. */
const NOW = `(extract(epoch FROM clock_timestamp()) * 1000000)::bigint`;

@Injectable()
export class IndexChangeRepository {
  constructor(private readonly db: Database) {}

  /**
   * Assigns the next position. The organization's row stays locked until the commit, so positions become visible in order.
   * @param isText whether the text of passages, or the title, changed
   * @param first embedding model of a new library
   */
  async mark(
    organizationId: string,
    revisionIds: readonly string[],
    isText: boolean,
    first: VectorSpace,
  ): Promise<void> {
    await this.db.defer(
      `WITH head AS (
         INSERT INTO index_heads AS h (organization_id, position, model, dimensions) VALUES ($1, ${NOW}, $4, $5)
         ON CONFLICT (organization_id) DO UPDATE SET position = greatest(h.position + 1, EXCLUDED.position)
         RETURNING position)
       INSERT INTO index_changes AS c (organization_id, revision_id, position, text_position)
       SELECT $1, revision_id, head.position, head.position FROM head, unnest($2::text[]) AS revision_id
       ON CONFLICT ON CONSTRAINT pk_index_changes DO UPDATE SET position = EXCLUDED.position,
         text_position = CASE WHEN $3 THEN EXCLUDED.text_position ELSE c.text_position END`,
      [organizationId, revisionIds, isText, first.model, first.dimensions],
    );
  }

  /** Embedding model of the library; null before the first document. */
  async findModel(organizationId: string): Promise<string | null> {
    const [head] = await this.db.query<{ model: string }>(`SELECT model FROM index_heads WHERE organization_id = $1`, [
      organizationId,
    ]);
    return head?.model ?? null;
  }

  /** Blocks changes of the library until the transaction ends. */
  async lockHead(organizationId: string): Promise<void> {
    await this.db.query(`SELECT 1 FROM index_heads WHERE organization_id = $1 FOR UPDATE`, [organizationId]);
  }

  async setModel(organizationId: string, { model, dimensions }: VectorSpace): Promise<void> {
    await this.db.query(
      `UPDATE index_heads SET model = $2, dimensions = $3, position = greatest(position + 1, ${NOW})
       WHERE organization_id = $1`,
      [organizationId, model, dimensions],
    );
  }

  async listHeads(): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(`SELECT organization_id AS id FROM index_heads ORDER BY 1`);
    return rows.map(({ id }) => id);
  }

  async listRevisions(documentId: string): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(`SELECT id FROM document_revisions WHERE document_id = $1`, [
      documentId,
    ]);
    return rows.map(({ id }) => id);
  }

  /** Ids of all searchable revisions of an organization. */
  async listReady(organizationId: string): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT r.id FROM document_revisions r JOIN documents d ON d.id = r.document_id
       WHERE d.organization_id = $1 AND d.deleted_at IS NULL AND r.ingestion_state = 'ready'`,
      [organizationId],
    );
    return rows.map(({ id }) => id);
  }

  async listOrganizations(organizationId: string | null): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT DISTINCT d.organization_id AS id FROM document_revisions r JOIN documents d ON d.id = r.document_id
       WHERE r.ingestion_state = 'ready' AND d.deleted_at IS NULL AND ($1::text IS NULL OR d.organization_id = $1)
       ORDER BY 1`,
      [organizationId],
    );
    return rows.map(({ id }) => id);
  }
}
