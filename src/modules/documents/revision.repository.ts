import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { SqlConditions } from '../../common/database/sql-conditions.js';
import type { PageBox } from '@amks/reader/layout/rows/page-boxes.js';
import type { KeysetRows } from '../../common/pagination/keyset-paginator.js';
import type { PassageFacts } from '@amks/language/facts/passage-facts.js';
import { StorageUnavailableError } from '../../integrations/storage/blob-storage.errors.js';
import type { Document } from './document.entity.js';
import { openDiscrepanciesOn, type OpenDiscrepancy } from './discrepancies/open-discrepancy.repository.js';
import { temporaryRevisionsOn } from './temporary-revisions/temporary-revision-marks.js';
import type { TemporaryRevisionMark } from './temporary-revisions/dto/temporary-revision-mark.js';
import { Revision, type IngestionError, type OutlineItem } from './revision.entity.js';

export interface PageSummaryRow {
  id: string;
  page_number: number;
  label: string | null;
  text: string;
  ocr_confidence: number | null;
  discrepancies: OpenDiscrepancy[];
  temporary_revisions: TemporaryRevisionMark[];
}

export interface PageRow extends PageSummaryRow {
  blocks: { kind: string; text: string; start: number; end: number; level?: number }[];
  /** Of its passages, in order. */
  facts: PassageFacts[];
  /** Offsets of its passages. */
  starts: number[];
  /** Offsets behind the last characters of its passages. */
  ends: number[];
  /** In points; null for pages that were read before sizes were stored. */
  width: number | null;
  height: number | null;
  boxes: PageBox[] | null;
}

/** Of a document that the caller can see; null for what it does not have. */
export interface FoundRevision {
  document: Pick<Document, 'organization_id' | 'team_id'>;
  revision: Revision | null;
  page: PageRow | null;
}

/** Names a page of a revision. */
export interface PageReference {
  revision_id: string;
  page_number: number;
}

export interface PagePlace extends PageReference {
  label: string | null;
  document_number: string | null;
}

const FOREIGN_KEY_VIOLATION = '23503';

/** The columns of {@link Revision}, with the types of the entity. */
const COLUMNS = `
  r.id, r.document_id, r.version, r.revision_date::text, r.effectivity, r.status, r.supersedes_id, r.superseded_by_id,
  r.content_sha256, r.content_size, r.media_type, r.file_name, r.page_count, r.language, r.outline, r.metadata,
  r.ingestion_state, r.ingestion_stage, r.ingestion_error, r.ingestion_warnings, r.ingestion_checkpoint,
  r.ingestion_attempts, r.ingestion_due_at, r.ingestion_started_at, r.ingestion_read_ms, r.pages_done, r.pages_total,
  r.created_by, r.activated_at, r.activated_by, r.withdrawn_at, r.withdrawn_by, r.reprocessed_at, r.created_at, r.updated_at`;

/** Limit of a table of contents made from headings. */
const MAX_HEADINGS = 10_000;

@Injectable()
export class RevisionRepository {
  constructor(private readonly db: Database) {}

  find(documentId: string, id: string): Promise<Revision | null> {
    return this.db.repository(Revision).findOneBy({ id, document_id: documentId });
  }

  /**
   * The given revision of a document, or its current one, and a page of it. Null without such a document.
   * @param visible conditions on `documents d`
   */
  async findIn(
    visible: SqlConditions,
    documentId: string,
    revisionId: string | null,
    pageNumber: number | null = null,
  ): Promise<FoundRevision | null> {
    const conditions = new SqlConditions(visible).add((p) => `d.id = ${p(documentId)}`);
    const [id, number] = [conditions.parameter(revisionId), conditions.parameter(pageNumber)];
    const [found] = await this.db.lookup<Revision & FoundRevision>(
      `SELECT json_build_object('organization_id', d.organization_id, 'team_id', d.team_id) AS document, to_jsonb(page) AS page,
              ${COLUMNS}
       FROM documents d
         LEFT JOIN document_revisions r ON r.document_id = d.id AND r.id = coalesce(${id}::text, d.current_revision_id)
         LEFT JOIN LATERAL (
           SELECT id, page_number, label, text, ocr_confidence, blocks, width, height, boxes,
                  ${openDiscrepanciesOn('p.revision_id', 'p.page_number')} AS discrepancies,
                  ${temporaryRevisionsOn(visible, 'r.document_id', 'p.revision_id', 'p.page_number')} AS temporary_revisions,
                  passage.facts, passage.starts, passage.ends
           FROM pages p
             CROSS JOIN LATERAL (
               SELECT coalesce(jsonb_agg(s.facts ORDER BY s.ordinal), '[]') AS facts,
                      coalesce(jsonb_agg(s.start_offset ORDER BY s.ordinal), '[]') AS starts,
                      coalesce(jsonb_agg(s.end_offset ORDER BY s.ordinal), '[]') AS ends
               FROM passages s WHERE s.revision_id = p.revision_id AND s.page_number = p.page_number) passage
           WHERE p.revision_id = r.id AND p.page_number = ${number}::integer) page ON true
       WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    if (!found) return null;
    const { document, page, ...revision } = found;
    return { document, page, revision: (revision.id as string | null) === null ? null : revision };
  }

  findVersion(documentId: string, version: string): Promise<Revision | null> {
    return this.db.repository(Revision).findOneBy({ document_id: documentId, version });
  }

  findActive(documentId: string): Promise<Revision | null> {
    return this.db.repository(Revision).findOneBy({ document_id: documentId, status: 'active' });
  }

  /** @throws StorageUnavailableError if the file was swept during a very long request, which should be sent again */
  async insert(revision: Revision): Promise<void> {
    try {
      await this.db.repository(Revision).insert(revision);
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string };
      const isBlobGone = code === FOREIGN_KEY_VIOLATION && constraint === 'fk_document_revisions_blob';
      throw isBlobGone ? new StorageUnavailableError('failed', error) : error;
    }
  }

  /** Newest first. @param withDrafts whether drafts are listed */
  async list(
    documentId: string,
    withDrafts: boolean,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<Revision>> {
    const shown = `document_id = $1 AND ($2 OR status <> 'draft')`;
    return this.db.list<Revision>(
      {
        sql: `SELECT ${COLUMNS} FROM document_revisions r WHERE ${shown} AND ($3::text IS NULL OR id < $3) ORDER BY id DESC LIMIT $4`,
        parameters: [documentId, withDrafts, afterId, rowCount],
      },
      { sql: `FROM document_revisions WHERE ${shown}`, parameters: [documentId, withDrafts] },
    );
  }

  async update(
    id: string,
    changes: Partial<
      Pick<
        Revision,
        | 'status'
        | 'supersedes_id'
        | 'superseded_by_id'
        | 'effectivity'
        | 'activated_at'
        | 'activated_by'
        | 'withdrawn_at'
        | 'withdrawn_by'
      >
    >,
  ): Promise<void> {
    const columns = Object.entries(changes);
    const assignments = columns.map(([column], index) => `${column} = $${index + 2}`);
    await this.db.defer(
      `UPDATE document_revisions SET ${[...assignments, 'updated_at = now()'].join(', ')} WHERE id = $1`,
      [id, ...columns.map(([, value]) => value)],
    );
  }

  /** The reader notices it at the next page. Pages read so far are removed. */
  async cancelIngestion(id: string, error: IngestionError): Promise<void> {
    await this.db.defer(
      `UPDATE document_revisions SET ingestion_state = 'failed', ingestion_stage = NULL, ingestion_checkpoint = NULL,
         ingestion_error = $2, pages_done = 0, page_count = NULL, outline = '[]', updated_at = now() WHERE id = $1`,
      [id, JSON.stringify(error)],
    );
    await this.deletePages(id);
  }

  /** Resets the revision to its state after the upload. */
  async resetIngestion(id: string): Promise<void> {
    await this.deletePages(id);
    await this.db.defer(
      `UPDATE document_revisions SET ingestion_state = 'queued', ingestion_stage = NULL, ingestion_error = NULL,
         ingestion_warnings = '[]', ingestion_checkpoint = NULL, ingestion_attempts = 0, ingestion_due_at = NULL,
         ingestion_started_at = NULL, ingestion_read_ms = 0, pages_done = 0, pages_total = NULL,
         page_count = NULL, language = NULL, outline = '[]', metadata = NULL, reprocessed_at = now(), updated_at = now()
       WHERE id = $1`,
      [id],
    );
  }

  /** Deletes the revision, what was read of it, and its reference to the file. */
  async delete(id: string): Promise<void> {
    // Locks out a running reader, which can store no more pages.
    await this.db.defer(`SELECT FROM document_revisions WHERE id = $1 FOR UPDATE`, [id]);
    await this.deletePages(id);
    await this.db.defer(
      `WITH gone AS (DELETE FROM document_revisions WHERE id = $1 RETURNING content_sha256)
       UPDATE blobs b SET released_at = clock_timestamp() FROM gone WHERE b.sha256 = gone.content_sha256
         AND NOT EXISTS (SELECT 1 FROM document_revisions r WHERE r.content_sha256 = b.sha256 AND r.id <> $1)`,
      [id],
    );
  }

  private async deletePages(id: string): Promise<void> {
    await this.db.defer(`DELETE FROM passages WHERE revision_id = $1`, [id]);
    await this.db.defer(`DELETE FROM pages WHERE revision_id = $1`, [id]);
  }

  listHeadings(revisionId: string): Promise<OutlineItem[]> {
    return this.db.query<OutlineItem>(
      `SELECT b.value ->> 'text' AS title, coalesce((b.value ->> 'level')::int, 1) AS level, p.page_number
       FROM pages p, jsonb_array_elements(p.blocks) WITH ORDINALITY AS b
       WHERE p.revision_id = $1 AND b.value ->> 'kind' = 'heading' ORDER BY p.page_number, b.ordinality LIMIT ${MAX_HEADINGS}`,
      [revisionId],
    );
  }

  /** @param visible conditions on `documents d` */
  listPages(
    visible: SqlConditions,
    { id: revisionId, document_id }: Pick<Revision, 'id' | 'document_id'>,
    afterPage: number,
    rowCount: number,
  ): Promise<KeysetRows<PageSummaryRow>> {
    const conditions = new SqlConditions(visible);
    const [revision, document, after, limit] = [revisionId, document_id, afterPage, rowCount].map((value) =>
      conditions.parameter(value),
    ) as [string, string, string, string];
    return this.db.list<PageSummaryRow>(
      {
        sql: `SELECT id, page_number, label, text, ocr_confidence,
                ${openDiscrepanciesOn('p.revision_id', 'p.page_number')} AS discrepancies,
                ${temporaryRevisionsOn(visible, `${document}::text`, 'p.revision_id', 'p.page_number')} AS temporary_revisions
              FROM pages p WHERE revision_id = ${revision} AND page_number > ${after}
              ORDER BY page_number LIMIT ${limit}`,
        parameters: conditions.parameters,
      },
      { sql: `FROM pages WHERE revision_id = $1`, parameters: [revisionId] },
    );
  }

  /** What the given pages are called, without those of other documents. @param visible conditions on `documents d` */
  findPlaces(visible: SqlConditions, pages: readonly PageReference[]): Promise<PagePlace[]> {
    const conditions = new SqlConditions(visible);
    const revisions = conditions.parameter(pages.map(({ revision_id: id }) => id));
    const numbers = conditions.parameter(pages.map(({ page_number: number }) => number));
    return this.db.query<PagePlace>(
      `SELECT DISTINCT p.revision_id, p.page_number, p.label, d.document_number
       FROM unnest(${revisions}::text[], ${numbers}::integer[]) AS named (revision_id, page_number)
         JOIN pages p ON p.revision_id = named.revision_id AND p.page_number = named.page_number
         JOIN document_revisions r ON r.id = p.revision_id JOIN documents d ON d.id = r.document_id
       WHERE ${conditions.sql}`,
      conditions.parameters,
    );
  }

  /** The text of a page; null without such a page. @param revisionId null: the current revision */
  async findPageText(documentId: string, revisionId: string | null, pageNumber: number): Promise<string | null> {
    const [row] = await this.db.query<{ text: string }>(
      `SELECT p.text FROM documents d
         JOIN document_revisions r ON r.id = coalesce($2, d.current_revision_id) AND r.document_id = d.id
         JOIN pages p ON p.revision_id = r.id
       WHERE d.id = $1 AND p.page_number = $3`,
      [documentId, revisionId, pageNumber],
    );
    return row?.text ?? null;
  }
}
