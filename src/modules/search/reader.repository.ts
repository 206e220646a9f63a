import { Injectable } from '@nestjs/common';
import type { Reader } from '../../common/auth/principal.js';
import { Database } from '../../common/database/database.js';
import { SqlConditions } from '../../common/database/sql-conditions.js';
import type { IndexReader } from '../../integrations/search-index/index-query.js';
import { DocumentService } from '../documents/document.service.js';
import type { LibraryHead } from './index-source.repository.js';

/** How far an organization's library has come, and what of it somebody may read by then. */
export interface LibraryView {
  /** Null before the first document. */
  head: LibraryHead | null;
  reader: IndexReader;
}

/** What PostgreSQL says of those who search. */
@Injectable()
export class ReaderRepository {
  constructor(
    private readonly db: Database,
    private readonly documents: DocumentService,
  ) {}

  /**
   * One statement: no share is made or withdrawn between the position and the revisions that were shared. Null for those
   * who see everything.
   */
  async find(reader: Reader): Promise<LibraryView | null> {
    const reach = this.documents.reachOf(reader);
    if (reach === 'everything') return null;
    const shared = new SqlConditions(reach.shared);
    const [row] = await this.db.query<LibraryHead & { revisions: string[] }>(
      `SELECT h.position::float8 AS position, h.model, h.dimensions, ARRAY(
         SELECT r.id FROM documents d JOIN document_revisions r ON r.document_id = d.id
         WHERE ${shared.sql} AND r.status IN ('active', 'superseded') AND r.ingestion_state = 'ready' ORDER BY r.id) AS revisions
       FROM index_heads h WHERE h.organization_id = ${shared.parameter(reader.organizationId)}`,
      shared.parameters,
    );
    if (!row) return { head: null, reader: { audiences: reach.teamIds, revisions: [] } };
    const { revisions, ...head } = row;
    return { head, reader: { audiences: reach.teamIds, revisions } };
  }

  /** Whether something changed behind a position that the reader could find. */
  async hasChanges(reader: Reader, position: number): Promise<boolean> {
    const conditions = new SqlConditions(this.documents.visibleTo(reader))
      .add((p) => `c.organization_id = ${p(reader.organizationId)} AND c.position > ${p(position)}`)
      .add(() => `r.status IN ('active', 'superseded') AND r.ingestion_state = 'ready'`);
    const [row] = await this.db.query<{ has: boolean }>(
      `SELECT EXISTS (SELECT FROM index_changes c JOIN document_revisions r ON r.id = c.revision_id
         JOIN documents d ON d.id = r.document_id WHERE ${conditions.sql}) AS has`,
      conditions.parameters,
    );
    return row!.has;
  }
}
