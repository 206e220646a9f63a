import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';

export interface UnembeddedPassage {
  id: string;
  /** Headings above it, outermost first. */
  section: string[];
  text: string;
  /** Of its document. */
  title: string;
}

/** Passages per statement that removes vectors of other models. */
const SWEPT = 2_000;

/** Passage `p` has no vector of model $2. */
const LACKS = `NOT EXISTS (SELECT FROM passage_embeddings e WHERE e.passage_id = p.id AND e.model = $2)`;

@Injectable()
export class PassageEmbeddingRepository {
  constructor(private readonly db: Database) {}

  /** Searchable revisions with passages that lack a vector of the model, oldest first. */
  async listLacking(organizationId: string, model: string): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT r.id FROM documents d JOIN document_revisions r ON r.document_id = d.id
       WHERE d.organization_id = $1 AND d.deleted_at IS NULL AND r.ingestion_state = 'ready'
         AND EXISTS (SELECT FROM passages p WHERE p.revision_id = r.id AND ${LACKS})
       ORDER BY r.id`,
      [organizationId, model],
    );
    return rows.map(({ id }) => id);
  }

  listPassages(revisionId: string, model: string, after: string, limit: number): Promise<UnembeddedPassage[]> {
    return this.db.query(
      `SELECT p.id, p.section, p.text, d.title FROM passages p JOIN documents d ON d.id = p.document_id
       WHERE p.revision_id = $1 AND ${LACKS} AND p.id > $3 ORDER BY p.id LIMIT $4`,
      [revisionId, model, after, limit],
    );
  }

  /** Skips passages removed since. An empty vector marks a passage that cannot have one. */
  async store(model: string, passageIds: readonly string[], vectors: readonly Float32Array[]): Promise<void> {
    await this.db.query(
      `INSERT INTO passage_embeddings (passage_id, model, vector)
       SELECT p.id, $1, new.vector FROM unnest($2::text[], $3::bytea[]) AS new (id, vector)
         JOIN passages p ON p.id = new.id ORDER BY p.id FOR KEY SHARE OF p
       ON CONFLICT DO NOTHING`,
      [model, passageIds, vectors.map(littleEndian)],
    );
  }

  /** Removes the vectors of all other models while the organization is searched with this one. */
  async removeOthers(organizationId: string, model: string): Promise<void> {
    for (let after: string | null = ''; after !== null;) {
      const [swept]: { last: string | null }[] = await this.db.query(
        `WITH swept AS (SELECT id FROM passages WHERE organization_id = $1 AND id > $3 ORDER BY id LIMIT ${SWEPT}),
         gone AS (DELETE FROM passage_embeddings e USING swept, index_heads h
           WHERE e.passage_id = swept.id AND e.model <> $2 AND h.organization_id = $1 AND h.model = $2)
         SELECT max(id) AS last FROM swept`,
        [organizationId, model, after],
      );
      after = swept?.last ?? null;
    }
  }
}

/** Stored vectors must read the same on every machine. */
function littleEndian(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(vector.length * 4);
  vector.forEach((value, i) => bytes.writeFloatLE(value, i * 4));
  return bytes;
}
