import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import type { Discrepancy, DiscrepancyPlace } from '../../../documents/discrepancies/discrepancy.entity.js';
import { IS_OPEN } from '../../../documents/discrepancies/open-discrepancy.repository.js';

export type { DiscrepancyPlace } from '../../../documents/discrepancies/discrepancy.entity.js';

export type SoughtDiscrepancy = Pick<Discrepancy, 'id' | 'revision_id' | 'page_number' | 'quote'> & {
  /** The quote begins or ends within a word where it was reported. */
  is_within_word: boolean;
};

/** Open reports that were not sought in the active revision of their document. */
const UNSOUGHT = `${IS_OPEN} AND x.sought_revision_id IS DISTINCT FROM r.id`;
const JOINED = `discrepancies x JOIN documents d ON d.id = x.document_id AND d.deleted_at IS NULL
  JOIN document_revisions r ON r.id = d.current_revision_id AND r.status = 'active' AND r.ingestion_state = 'ready'`;

@Injectable()
export class DiscrepancyPlaceRepository {
  constructor(private readonly db: Database) {}

  /** Documents with reports to seek. */
  async listUnfinished(): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT DISTINCT d.id FROM ${JOINED} WHERE ${UNSOUGHT} ORDER BY d.id LIMIT 1000`,
    );
    return rows.map(({ id }) => id);
  }

  async hasOpen(documentId: string): Promise<boolean> {
    const rows = await this.db.query(`SELECT 1 FROM discrepancies x WHERE x.document_id = $1 AND ${IS_OPEN} LIMIT 1`, [
      documentId,
    ]);
    return rows.length > 0;
  }

  /** Some reports that must be sought in a revision; null without such reports. */
  async nextBatch(
    documentId: string,
    size: number,
  ): Promise<{ revision_id: string; reports: SoughtDiscrepancy[] } | null> {
    const rows = await this.db.query<SoughtDiscrepancy & { sought_in: string }>(
      `SELECT x.id, x.revision_id, x.page_number, x.quote, r.id AS sought_in,
         EXISTS (SELECT FROM discrepancy_places p
                 WHERE p.discrepancy_id = x.id AND p.revision_id = x.revision_id AND p.start_offset IS NULL) AS is_within_word
       FROM ${JOINED} WHERE d.id = $1 AND ${UNSOUGHT} ORDER BY x.id LIMIT $2`,
      [documentId, size],
    );
    const [first] = rows;
    return first ? { revision_id: first.sought_in, reports: rows } : null;
  }

  /** Texts of the next pages after one, in order. */
  listTexts(revisionId: string, after: number, limit: number): Promise<{ page_number: number; text: string }[]> {
    return this.db.query(
      `SELECT page_number, text FROM pages WHERE revision_id = $1 AND page_number > $2 ORDER BY page_number LIMIT $3`,
      [revisionId, after, limit],
    );
  }

  /** Marks the reports as sought, and stores the places found. @returns those that another process did not mark before */
  async save(
    revisionId: string,
    reportIds: readonly string[],
    places: readonly DiscrepancyPlace[],
  ): Promise<Discrepancy[]> {
    const marked = await this.db.query<Discrepancy>(
      `UPDATE discrepancies SET sought_revision_id = $1 WHERE id = ANY ($2) AND sought_revision_id IS DISTINCT FROM $1
       RETURNING *, due_on::text AS due_on`,
      [revisionId, reportIds],
    );
    await this.db.query(
      `INSERT INTO discrepancy_places (discrepancy_id, revision_id, page_number, start_offset, end_offset)
       SELECT p.* FROM jsonb_to_recordset($1) AS p(discrepancy_id text, revision_id text, page_number int, start_offset int, end_offset int)
       JOIN discrepancies x ON x.id = p.discrepancy_id
       ON CONFLICT (discrepancy_id, revision_id) DO NOTHING`,
      [JSON.stringify(places)],
    );
    return marked;
  }
}
