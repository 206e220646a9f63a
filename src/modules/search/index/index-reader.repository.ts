import { Injectable } from '@nestjs/common';
import type { Reader } from '../../../common/principal/principal.js';
import { Database } from '../../../common/database/database.js';
import { SqlConditions } from '../../../common/database/sql-conditions.js';
import type { IndexReader } from '@amks/search-engine/index-query.js';
import { DocumentService } from '../../documents/document.service.js';
import type { LibraryState } from './index-source.repository.js';

/** State of a library, and what a reader could see of it at that position. */
export interface LibraryView {
  /** Null before the first document. */
  state: LibraryState | null;
  reader: IndexReader;
}

@Injectable()
export class IndexReaderRepository {
  constructor(
    private readonly db: Database,
    private readonly documents: DocumentService,
  ) {}

  /** One statement, so that position and shared revisions are consistent. Null for a reader who sees everything. */
  async find(reader: Reader): Promise<LibraryView | null> {
    const reach = this.documents.reachOf(reader);
    if (reach === 'everything') return null;
    const shared = new SqlConditions(reach.shared);
    const [row] = await this.db.lookup<LibraryState & { revisions: string[] }>(
      `SELECT h.position::float8 AS position, h.model, h.dimensions, ARRAY(
         SELECT r.id FROM documents d JOIN document_revisions r ON r.document_id = d.id
         WHERE ${shared.sql} AND r.status IN ('active', 'superseded') AND r.ingestion_state = 'ready' ORDER BY r.id) AS revisions
       FROM index_heads h WHERE h.organization_id = ${shared.parameter(reader.organizationId)}`,
      shared.parameters,
    );
    if (!row) return { state: null, reader: { audiences: reach.teamIds, revisions: [] } };
    const { revisions, ...state } = row;
    return { state, reader: { audiences: reach.teamIds, revisions } };
  }

  /** Whether anything visible to the reader changed after a position. */
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
