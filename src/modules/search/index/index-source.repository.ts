import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { formatSection } from '@amks/language/text/section-path.js';
import { EVERYBODY } from '@amks/search-engine/visibility/audience.js';
import type { IndexedPassage, IndexedRevision, VectorSpace } from '@amks/search-engine/engine.types.js';
import { extractIdentifiers } from '@amks/language/identifiers/identifiers.js';
import type { RevisionStatus } from '../../documents/dto/document-types.js';

const BATCH = 500;

/** State of an organization's library, with the embedding model that is searched. */
export interface LibraryState extends VectorSpace {
  /** Of the last change. */
  position: number;
}

/** A changed revision; `null` if it is no longer searchable. */
export interface RevisionChange {
  id: string;
  revision: IndexedRevision | null;
}

type ChangeRow = Omit<IndexedRevision, 'status' | 'text_version'> & {
  status: RevisionStatus;
  is_searched: boolean;
  text_position: number;
};

type PassageRow = Omit<IndexedPassage, 'section' | 'own_identifiers' | 'vector'> & {
  section: string[];
  vector: Buffer | null;
};

/** Reads what the search index is built from. Positions are integers below 2⁵³. */
@Injectable()
export class IndexSourceRepository {
  constructor(private readonly db: Database) {}

  /** Null before the first document. */
  async findState(organizationId: string): Promise<LibraryState | null> {
    const [state] = await this.db.lookup<LibraryState>(
      `SELECT position::float8 AS position, model, dimensions FROM index_heads WHERE organization_id = $1`,
      [organizationId],
    );
    return state ?? null;
  }

  /** Revisions changed after a position, in the order of their last change. */
  async listChanges(organizationId: string, position: number, model: string): Promise<RevisionChange[]> {
    const rows = await this.db.query<ChangeRow>(
      `SELECT c.revision_id AS id, c.text_position::float8 AS text_position, r.document_id, r.status,
              d.title, d.document_number, d.document_type, d.aircraft_type, d.ata_chapter,
              CASE WHEN d.access = 'organization' THEN '${EVERYBODY}' ELSE d.team_id END AS audience,
              coalesce(r.ingestion_state = 'ready' AND r.status <> 'withdrawn' AND d.deleted_at IS NULL, false) AS is_searched
       FROM index_changes c
       LEFT JOIN document_revisions r ON r.id = c.revision_id LEFT JOIN documents d ON d.id = r.document_id
       WHERE c.organization_id = $1 AND c.position > $2 ORDER BY c.position, c.revision_id`,
      [organizationId, position],
    );
    return rows.map(({ text_position, is_searched, status, ...row }) => {
      if (!is_searched || status === 'withdrawn') return { id: row.id, revision: null };
      return { id: row.id, revision: { ...row, status, text_version: `${text_position}/${model}` } };
    });
  }

  /** All passages of a revision, with vectors of the given model only. */
  async *passages(revisionId: string, model: string): AsyncGenerator<IndexedPassage> {
    for (let after = ''; ;) {
      const rows = await this.db.query<PassageRow>(
        `SELECT p.id, p.page_number, p.section, p.text AS body, p.identifiers, e.vector,
                concat(jsonb_path_query_array(p.facts, '$.effectivity[*].value'),
                       jsonb_path_query_array(p.notices, '$[*].kind'), jsonb_path_query_array(p.notices, '$[*].text')) AS conditions
         FROM passages p LEFT JOIN passage_embeddings e ON e.passage_id = p.id AND e.model = $3
         WHERE p.revision_id = $1 AND p.id > $2 ORDER BY p.id LIMIT ${BATCH}`,
        [revisionId, after, model],
      );
      yield* rows.map(toIndexed);
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) return;
      after = last.id;
    }
  }
}

function toIndexed({ section, vector, ...row }: PassageRow): IndexedPassage {
  return {
    ...row,
    section: formatSection(section),
    own_identifiers: identifiersOf(section),
    vector: vector?.length ? toVector(vector) : null,
  };
}

/** Identifiers of the nearest heading with any: a task number is often in a heading alone, separated from its first step. */
function identifiersOf(section: string[]): string[] {
  return section.map((heading) => extractIdentifiers(heading)).findLast((found) => found.length > 0) ?? [];
}

/** Little-endian float32, copied for alignment. */
function toVector(bytes: Buffer): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer);
}
