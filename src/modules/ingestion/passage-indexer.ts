import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { formatSection } from '../../common/section-path.js';
import { Embeddings } from '../../integrations/embeddings/embeddings.js';
import { extractIdentifiers } from '../../integrations/search-index/identifiers.js';
import { SearchIndex } from '../../integrations/search-index/search-index.js';
import type { IndexedPassage } from '../../integrations/search-index/indexed-passage.js';

/** Passages brought from PostgreSQL and written to the index at a time. */
const BATCH = 500;
/** Rest between the end of an indexing and the clean-up of the index, so that a burst of them shares one. Milliseconds. */
const OPTIMIZE_DELAY_MS = 2_000;

type PassageRow = Omit<IndexedPassage, 'section' | 'vector'> & { section: string[]; embedding: Buffer | null };

/** Carries passages from PostgreSQL, which is the truth, into the search index, which is derived. */
@Injectable()
export class PassageIndexer {
  private readonly logger = new Logger(PassageIndexer.name);
  private readonly scheduled = new Set<string>();

  constructor(
    private readonly db: Database,
    private readonly index: SearchIndex,
    private readonly embeddings: Embeddings,
  ) {}

  /** Every passage of a revision; done again, it replaces them. Answers how many. */
  async indexRevision(organizationId: string, revisionId: string): Promise<number> {
    let indexed = 0;
    for (let after = ''; ;) {
      const rows = await this.read(revisionId, after);
      const last = rows.at(-1);
      if (!last) break;
      await this.index.upsert(organizationId, rows.map(toIndexed));
      indexed += rows.length;
      after = last.id;
    }
    this.scheduleOptimize(organizationId);
    return indexed;
  }

  /** Takes a revision's passages out of the index, those too that the database does not have any more. */
  removeRevision(organizationId: string, revisionId: string): Promise<void> {
    return this.index.removeRevision(organizationId, revisionId);
  }

  /** Every passage of every ready revision of a document, whose title, type, aircraft or chapter changed. */
  async indexDocument(organizationId: string, documentId: string): Promise<void> {
    const revisions = await this.db.query<{ id: string }>(
      `SELECT id FROM document_revisions WHERE document_id = $1 AND ingestion_state = 'ready' ORDER BY id`,
      [documentId],
    );
    for (const { id } of revisions) await this.indexRevision(organizationId, id);
  }

  /** Takes a document out of the index. */
  async removeDocument(organizationId: string, documentId: string): Promise<void> {
    await this.index.removeDocument(organizationId, documentId);
    this.scheduleOptimize(organizationId);
  }

  /**
   * Writes every passage of every organization, or of one, anew. Nothing is taken away before, so searches find all the
   * while what they found, and documents can be read meanwhile.
   *
   * @param onOrganization told each organization's number of passages
   * @returns passages indexed over all
   */
  async rebuild(
    organizationId: string | null,
    onOrganization: (organizationId: string, passages: number) => void,
  ): Promise<number> {
    const organizations = await this.db.query<{ id: string }>(
      `SELECT DISTINCT d.organization_id AS id FROM document_revisions r JOIN documents d ON d.id = r.document_id
       WHERE r.ingestion_state = 'ready' AND d.deleted_at IS NULL AND ($1::text IS NULL OR d.organization_id = $1) ORDER BY 1`,
      [organizationId],
    );
    let total = 0;
    for (const { id } of organizations) {
      await this.index.countByRevision(id).catch(async (error: unknown) => {
        this.logger.warn({ err: error, organization_id: id }, 'the search index cannot be read; making it anew');
        await this.index.removeOrganization(id);
      });
      const passages = await this.reconcile(id, () => true);
      // What became ready beside a table that was made anew.
      await this.reconcile(id, ({ indexed, stored }) => indexed !== stored);
      onOrganization(id, passages);
      total += passages;
    }
    return total;
  }

  /**
   * Completes the index of each organization that has fewer passages in it than PostgreSQL has: a folder that was lost or
   * restored from an older backup. One node does it, the others go on.
   */
  async repair(): Promise<void> {
    const counts = await this.db.query<{ organization_id: string; passages: number }>(
      `SELECT p.organization_id, count(*)::int AS passages
       FROM passages p JOIN document_revisions r ON r.id = p.revision_id JOIN documents d ON d.id = r.document_id
       WHERE r.ingestion_state = 'ready' AND d.deleted_at IS NULL GROUP BY 1`,
    );
    for (const { organization_id: organizationId, passages } of counts) {
      if ((await this.index.count(organizationId)) >= passages) continue;
      await this.db.withLock(`index ${organizationId}`, async () => {
        this.logger.warn({ organization_id: organizationId, passages }, 'the search index lacks passages; adding them');
        await this.reconcile(organizationId, ({ indexed, stored }) => indexed !== stored);
      });
    }
  }

  /** Removes from the index what it has of revisions that PostgreSQL does not have any more. One node does it. */
  async removeUnknown(): Promise<void> {
    const organizations = await this.db.query<{ id: string }>(`SELECT id FROM organizations ORDER BY id`);
    for (const { id } of organizations) {
      await this.db
        .withLock(`index ${id}`, () => this.removeUnknownOf(id))
        .catch((error: unknown) =>
          this.logger.warn({ err: error, organization_id: id }, 'the search index is not swept'),
        );
    }
  }

  /** The index is looked at first: a revision has its row before anything of it is indexed, so none in it is too new. */
  private async removeUnknownOf(organizationId: string): Promise<void> {
    const indexed = [...(await this.index.countByRevision(organizationId)).keys()];
    const unknown = await this.db.query<{ id: string }>(
      `SELECT i.id FROM unnest($1::text[]) AS i (id)
       WHERE NOT EXISTS (SELECT 1 FROM document_revisions r WHERE r.id = i.id)`,
      [indexed],
    );
    for (const { id } of unknown) await this.index.removeRevision(organizationId, id);
    if (unknown.length > 0) this.scheduleOptimize(organizationId);
  }

  /**
   * Indexes those ready revisions of an organization that `isDue` names, by their numbers of passages in index and
   * database, and removes from the index what the database does not have. The index is looked at first: of a revision
   * that is just being read, nothing is touched. Answers how many passages were indexed.
   */
  private async reconcile(
    organizationId: string,
    isDue: (passages: { indexed: number; stored: number }) => boolean,
  ): Promise<number> {
    const indexed = await this.index.countByRevision(organizationId);
    const revisions = await this.db.query<{ id: string; ready: boolean; stored: number }>(
      `SELECT r.id, r.ingestion_state = 'ready' AS ready,
              (SELECT count(*)::int FROM passages p WHERE p.revision_id = r.id) AS stored
       FROM document_revisions r JOIN documents d ON d.id = r.document_id WHERE d.organization_id = $1 AND d.deleted_at IS NULL`,
      [organizationId],
    );
    let passages = 0;
    for (const { id, ready, stored } of revisions) {
      const before = indexed.get(id) ?? 0;
      indexed.delete(id);
      if (!ready || !isDue({ indexed: before, stored })) continue;
      if (before > stored) await this.index.removeRevision(organizationId, id);
      passages += await this.indexRevision(organizationId, id);
    }
    for (const unknown of indexed.keys()) await this.index.removeRevision(organizationId, unknown);
    await this.index.optimize(organizationId);
    return passages;
  }

  private read(revisionId: string, afterId: string): Promise<PassageRow[]> {
    return this.db.query<PassageRow>(
      `SELECT p.id, p.document_id, p.revision_id, d.document_type, d.aircraft_type, d.ata_chapter, d.title, p.section,
              p.text AS body, p.identifiers, CASE WHEN p.embedding_model = $3 THEN p.embedding END AS embedding
       FROM passages p JOIN documents d ON d.id = p.document_id AND d.deleted_at IS NULL
       WHERE p.revision_id = $1 AND p.id > $2 ORDER BY p.id LIMIT ${BATCH}`,
      // Vectors of another model cannot be compared with this one's.
      [revisionId, afterId, this.embeddings.model],
    );
  }

  private scheduleOptimize(organizationId: string): void {
    if (this.scheduled.has(organizationId)) return;
    this.scheduled.add(organizationId);
    setTimeout(() => {
      this.scheduled.delete(organizationId);
      this.index.optimize(organizationId).catch((error: unknown) => this.logger.warn(error));
    }, OPTIMIZE_DELAY_MS).unref();
  }
}

function toIndexed({ section, embedding, identifiers, ...row }: PassageRow): IndexedPassage {
  return {
    ...row,
    section: formatSection(section),
    identifiers: [...new Set([...identifiers, ...identifiersOf(section)])],
    vector: embedding ? toVector(embedding) : null,
  };
}

/**
 * Numbers of the nearest heading that has any: whoever asks for a task means its steps, and where a warning stands
 * between the heading and the first step, no passage holds the number itself.
 */
function identifiersOf(section: string[]): string[] {
  return section.map((heading) => extractIdentifiers(heading)).findLast((found) => found.length > 0) ?? [];
}

/** Little-endian float32, copied so that it is aligned. */
function toVector(bytes: Buffer): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer);
}
