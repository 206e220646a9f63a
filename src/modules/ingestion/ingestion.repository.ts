import { Injectable } from '@nestjs/common';
import { storableJson } from '@amks/language/text/cut-text.js';
import { Database } from '../../common/database/database.js';
import { newId } from '../../common/ids/type-id.js';
import { Revision, type IngestionError } from '../documents/revision.entity.js';
import type { EmbeddedPassage, ExtractionState, PageMessage } from '@amks/reader/extraction/child-protocol.js';
import type { ExtractedDocument } from '@amks/reader/document/document.types.js';
import type { SuggestedFacts } from '@amks/reader/facts/document-facts.js';
import { toPageBox } from '@amks/reader/layout/rows/text-boxes.js';
import { ReadingStopped } from './reading-stopped.js';
import { LOW_OCR_CONFIDENCE, type PagesRead } from './page-warnings.js';

export interface IngestedRevision extends Pick<
  Revision,
  | 'ingestion_state'
  | 'ingestion_attempts'
  | 'ingestion_read_ms'
  | 'pages_done'
  | 'content_sha256'
  | 'media_type'
  | 'reprocessed_at'
> {
  id: string;
  document_id: string;
  organization_id: string;
  title: string;
  ingestion_checkpoint: ExtractionState | null;
}

/** Owner of stored passages. */
export type PassageOwner = Pick<IngestedRevision, 'id' | 'document_id' | 'organization_id'>;

/** One reading of a revision's file; reprocessing starts another. */
export type Reading = Pick<IngestedRevision, 'id' | 'reprocessed_at'>;

/** Whether the reading of revision `r` that began at $2 is current. */
const WANTED = `r.ingestion_state IN ('queued', 'processing') AND r.reprocessed_at IS NOT DISTINCT FROM $2::timestamptz
  AND EXISTS (SELECT FROM documents d WHERE d.id = r.document_id AND d.deleted_at IS NULL)`;

const BATCH_CHARACTERS = 256 * 1024;

/** Queued again, for at least $3 milliseconds. */
const QUEUED_AGAIN = `ingestion_state = 'queued', ingestion_stage = NULL,
  ingestion_due_at = now() + make_interval(secs => $3 / 1000.0)`;

@Injectable()
export class IngestionRepository {
  constructor(private readonly db: Database) {}

  async find(revisionId: string): Promise<IngestedRevision | null> {
    const [row] = await this.db.query<IngestedRevision>(
      `SELECT r.id, r.document_id, d.organization_id, d.title, r.ingestion_state, r.ingestion_attempts, r.pages_done,
              r.ingestion_read_ms, r.content_sha256, r.media_type, r.ingestion_checkpoint, r.reprocessed_at
       FROM document_revisions r JOIN documents d ON d.id = r.document_id WHERE r.id = $1 AND d.deleted_at IS NULL`,
      [revisionId],
    );
    return row ?? null;
  }

  /** Whether the reading is still current. */
  async isWanted({ id, reprocessed_at }: Reading): Promise<boolean> {
    const rows = await this.db.query(`SELECT 1 FROM document_revisions r WHERE r.id = $1 AND ${WANTED}`, [
      id,
      reprocessed_at,
    ]);
    return rows.length > 0;
  }

  /** Records the stage, which shows other nodes that the reader is alive. @returns false if the reading is no longer wanted */
  async keepAlive({ id, reprocessed_at }: Reading, stage: string): Promise<boolean> {
    const rows = await this.db.query(
      `UPDATE document_revisions r SET updated_at = now(),
         ingestion_stage = CASE r.ingestion_state WHEN 'processing' THEN $3 ELSE r.ingestion_stage END
       WHERE r.id = $1 AND ${WANTED} RETURNING 1`,
      [id, reprocessed_at, stage],
    );
    return rows.length > 0;
  }

  /** @throws ReadingStopped, also in the methods below, without a change, if the reading is no longer wanted */
  async begin(reading: Reading): Promise<void> {
    await this.transition(
      reading,
      `ingestion_state = 'processing', ingestion_stage = 'reading', ingestion_attempts = ingestion_attempts + 1,
       ingestion_started_at = coalesce(ingestion_started_at, now())`,
    );
  }

  /** Queues a revision whose reading stopped for no fault of the file: the attempt does not count. */
  async giveBack(reading: Reading, pauseMs: number): Promise<void> {
    await this.transition(reading, `${QUEUED_AGAIN}, ingestion_attempts = greatest(0, ingestion_attempts - 1)`, [
      pauseMs,
    ]);
  }

  /** Queues the revision for another attempt after a pause. */
  async tryAgain(reading: Reading, pauseMs: number): Promise<void> {
    await this.transition(reading, QUEUED_AGAIN, [pauseMs]);
  }

  /** Attempts at the current page. */
  async countAttempts(revisionId: string): Promise<number> {
    const [row] = await this.db.query<{ attempts: number }>(
      `SELECT ingestion_attempts AS attempts FROM document_revisions WHERE id = $1`,
      [revisionId],
    );
    return row?.attempts ?? 0;
  }

  async summarizePages(revisionId: string): Promise<PagesRead> {
    const [row] = await this.db.query<PagesRead>(
      `SELECT count(*)::int AS pages, (SELECT count(*)::int FROM passages WHERE revision_id = $1) AS passages,
              count(*) FILTER (WHERE text = '' AND error IS NULL)::int AS without_text,
              coalesce(array_agg(page_number ORDER BY page_number) FILTER (WHERE error IS NOT NULL), '{}') AS unreadable,
              coalesce(array_agg(page_number ORDER BY page_number) FILTER (WHERE ocr_confidence < $2), '{}') AS low_confidence,
              coalesce(array_agg(page_number ORDER BY page_number) FILTER (WHERE unread_picture), '{}') AS unread_pictures,
              coalesce(json_agg(json_build_object('page', page_number, 'lines', doubtful_lines) ORDER BY page_number)
                FILTER (WHERE doubtful_lines <> '{}'), '[]') AS doubtful
       FROM pages WHERE revision_id = $1`,
      [revisionId, LOW_OCR_CONFIDENCE],
    );
    return row!;
  }

  /** Metadata of the file. Its applicability becomes the effectivity, unless the uploader set one. */
  async recordOpened(reading: Reading, document: ExtractedDocument): Promise<void> {
    const { page_count, language, outline, s1000d } = document;
    await this.transition(
      reading,
      `page_count = $3, pages_total = $3, language = $4, outline = $5, metadata = $6, effectivity = coalesce(effectivity, $7)`,
      [
        page_count,
        language,
        storableJson(outline),
        s1000d ? storableJson({ s1000d }) : null,
        s1000d?.applicability ?? null,
      ],
    );
  }

  /**
   * Stores a page, its passages and the progress atomically, and resets the attempts.
   * @param model of the vectors, if any
   * @param readMs milliseconds that the page took
   */
  async savePage(owner: PassageOwner & Reading, message: PageMessage, model: string, readMs: number): Promise<void> {
    const { page, passages, state, ocr_confidence, doubtful_lines, unread_picture, suggested, error = null } = message;
    await this.db.transaction(async () => {
      await this.db.query(
        `INSERT INTO pages (revision_id, page_number, id, label, text, blocks, error, width, height, boxes,
           ocr_confidence, doubtful_lines, unread_picture, content_hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, page_content_hash($6::jsonb))`,
        [
          owner.id,
          page.page_number,
          newId('page'),
          page.label,
          page.text,
          storableJson(page.blocks),
          error,
          page.layout?.width ?? null,
          page.layout?.height ?? null,
          page.layout ? storableJson(page.layout.boxes.map(toPageBox)) : null,
          ocr_confidence,
          doubtful_lines,
          unread_picture,
        ],
      );
      for (const some of batchesOf(passages)) await this.savePassages(owner, some, model);
      if (suggested && Object.keys(suggested).length > 0) await this.suggest(owner, suggested);
      await this.update(
        owner,
        `pages_done = $3, ingestion_checkpoint = $4, ingestion_attempts = 0, ingestion_read_ms = ingestion_read_ms + $5`,
        [page.page_number, storableJson(state), readMs],
      );
    });
  }

  private async savePassages(owner: PassageOwner, passages: readonly EmbeddedPassage[], model: string): Promise<void> {
    const rows = passages.map((passage) => ({ id: newId('passage'), passage }));
    await this.db.query(
      `INSERT INTO passages (id, organization_id, document_id, revision_id, page_number, ordinal, kind, section, text,
         start_offset, end_offset, notices, identifiers, token_count, ocr_confidence, facts)
       SELECT id, $1, $2, $3, page_number, ordinal, kind, section, text, start, "end", notices, identifiers, token_count, ocr_confidence, facts
       FROM jsonb_to_recordset($4) AS passage (id text, page_number int, ordinal int, kind text, section text[], text text, start int, "end" int,
         notices jsonb, identifiers text[], token_count int, ocr_confidence real, facts jsonb)`,
      [
        owner.organization_id,
        owner.document_id,
        owner.id,
        storableJson(rows.map(({ id, passage: { embedding: _, ...columns } }) => ({ id, ...columns }))),
      ],
    );
    const embedded = rows.filter(({ passage }) => passage.embedding);
    if (embedded.length === 0) return;
    await this.db.query(
      `INSERT INTO passage_embeddings (passage_id, model, vector)
       SELECT id, $1, vector FROM unnest($2::text[], $3::bytea[]) AS embedded (id, vector)`,
      [model, embedded.map(({ id }) => id), embedded.map(({ passage }) => Buffer.from(passage.embedding!))],
    );
  }

  /** Stores facts from the first pages next to the uploader's; only a missing effectivity is filled in. */
  private async suggest(reading: Reading, suggested: SuggestedFacts): Promise<void> {
    const { effectivity } = suggested;
    if (effectivity !== undefined)
      await this.transition(reading, `effectivity = coalesce(effectivity, $3)`, [effectivity]);
    await this.update(reading, `metadata = coalesce(metadata, '{}') || jsonb_build_object('suggested', $3::jsonb)`, [
      JSON.stringify(suggested),
    ]);
  }

  async markReady(reading: Reading, language: string | null, warnings: string[]): Promise<void> {
    await this.transition(
      reading,
      `ingestion_state = 'ready', ingestion_stage = NULL, ingestion_error = NULL, ingestion_checkpoint = NULL, ingestion_warnings = $3,
       language = $4`,
      [storableJson(warnings), language],
    );
  }

  /** Removes the pages: a document is read completely or not at all. */
  async markFailed(reading: Reading, error: IngestionError): Promise<void> {
    await this.db.transaction(async () => {
      await this.transition(
        reading,
        `ingestion_state = 'failed', ingestion_stage = NULL, ingestion_checkpoint = NULL, ingestion_error = $3,
         pages_done = 0, page_count = NULL, outline = '[]'`,
        [storableJson(error)],
      );
      await this.db.query(`DELETE FROM passages WHERE revision_id = $1`, [reading.id]);
      await this.db.query(`DELETE FROM pages WHERE revision_id = $1`, [reading.id]);
    });
  }

  /** Locks the document first, as all code does: its version increases if the revision is current, because clients see the change. */
  private async transition(reading: Reading, assignments: string, parameters: unknown[] = []): Promise<void> {
    await this.db.transaction(async () => {
      await this.db.query(
        `SELECT 1 FROM documents WHERE id = (SELECT document_id FROM document_revisions WHERE id = $1) FOR NO KEY UPDATE`,
        [reading.id],
      );
      await this.update(reading, assignments, parameters);
      await this.db.query(
        `UPDATE documents SET row_version = row_version + 1, updated_at = now() WHERE current_revision_id = $1`,
        [reading.id],
      );
    });
  }

  /** @param parameters of `assignments`, starting at $3 */
  private async update(reading: Reading, assignments: string, parameters: unknown[] = []): Promise<void> {
    const rows = await this.db.query(
      `UPDATE document_revisions r SET ${assignments}, updated_at = now() WHERE r.id = $1 AND ${WANTED} RETURNING 1`,
      [reading.id, reading.reprocessed_at, ...parameters],
    );
    if (rows.length === 0) throw new ReadingStopped();
  }
}

/** Few enough that a statement is written without a pause of the process: notices repeat in each passage that they govern. */
function* batchesOf(passages: readonly EmbeddedPassage[]): Generator<EmbeddedPassage[]> {
  let [batch, length] = [[] as EmbeddedPassage[], 0];
  for (const passage of passages) {
    batch.push(passage);
    length += passage.text.length + passage.notices.reduce((sum, { text }) => sum + text.length, 0);
    if (length < BATCH_CHARACTERS) continue;
    yield batch;
    [batch, length] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
