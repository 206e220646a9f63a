import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { Revision } from './revision.entity.js';

/** A stored page as lists bring it. */
export interface PageSummaryRow {
  id: string;
  page_number: number;
  label: string | null;
  text: string;
  ocr_confidence: number | null;
}

/** A stored page. */
export interface PageRow extends PageSummaryRow {
  blocks: { kind: string; text: string; start: number; end: number; level?: number }[];
}

@Injectable()
export class RevisionRepository {
  constructor(private readonly db: Database) {}

  find(documentId: string, id: string): Promise<Revision | null> {
    return this.db.repository(Revision).findOneBy({ id, document_id: documentId });
  }

  findVersion(documentId: string, version: string): Promise<Revision | null> {
    return this.db.repository(Revision).findOneBy({ document_id: documentId, version });
  }

  findActive(documentId: string): Promise<Revision | null> {
    return this.db.repository(Revision).findOneBy({ document_id: documentId, status: 'active' });
  }

  async insert(revision: Revision): Promise<void> {
    await this.db.repository(Revision).insert(revision);
  }

  async update(
    id: string,
    changes: Partial<Pick<Revision, 'status' | 'supersedes_id' | 'superseded_by_id'>>,
  ): Promise<void> {
    await this.db.repository(Revision).update(id, changes);
  }

  async listPages(revisionId: string, afterPage: number, rowCount: number): Promise<PageSummaryRow[]> {
    return this.db.query<PageSummaryRow>(
      `SELECT id, page_number, label, text, ocr_confidence FROM pages WHERE revision_id = $1 AND page_number > $2 ORDER BY page_number LIMIT $3`,
      [revisionId, afterPage, rowCount],
    );
  }

  async countPages(revisionId: string): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pages WHERE revision_id = $1`,
      [revisionId],
    );
    return row?.count ?? 0;
  }

  async findPage(revisionId: string, pageNumber: number): Promise<PageRow | null> {
    const [row] = await this.db.query<PageRow>(
      `SELECT id, page_number, label, text, ocr_confidence, blocks FROM pages WHERE revision_id = $1 AND page_number = $2`,
      [revisionId, pageNumber],
    );
    return row ?? null;
  }
}
