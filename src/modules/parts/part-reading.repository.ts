import { Injectable } from '@nestjs/common';
import type { PartPage } from '@amks/reader/parts/part-scanner.js';
import type { PartConditions } from '@amks/reader/parts/part.types.js';
import { Database } from '../../common/database/database.js';
import type { PartRelationRow, RevisionPart } from './part.entity.js';

/** A revision whose parts lists are wanted. */
export interface ReadingSource {
  organization_id: string;
  reprocessed_at: Date | null;
  is_read: boolean;
}

/** Raise it when the reader of parts lists reads them in another way: all revisions are then read again. */
export const READER_VERSION = 1;

/** Whether the parts lists of `document_revisions r` were read from its pages as they are. */
export const IS_READ = `EXISTS (SELECT FROM part_readings g WHERE g.revision_id = r.id AND g.failures = 0 AND g.reader_version = ${READER_VERSION}
  AND g.reprocessed_at IS NOT DISTINCT FROM r.reprocessed_at)`;
/** After these, the job does not try again to read a revision. */
const MAX_FAILURES = 6;
/** Whether the job does not try again to read `document_revisions r`. */
export const IS_GIVEN_UP = `EXISTS (SELECT FROM part_readings g WHERE g.revision_id = r.id AND g.failures >= ${MAX_FAILURES} AND g.reader_version = ${READER_VERSION}
  AND g.reprocessed_at IS NOT DISTINCT FROM r.reprocessed_at)`;
/** Keeps each statement below its timeout. */
const ROWS_AT_ONCE = 2_000;
const TABLES = ['part_relations', 'part_conditions', 'revision_parts'];

/** What the reading of parts lists reads and writes. */
@Injectable()
export class PartReadingRepository {
  constructor(private readonly db: Database) {}

  /** Holds the revision, so that it is not deleted until the transaction ends; null unless it is ready. It can still be withdrawn. */
  async holdSource(revisionId: string): Promise<ReadingSource | null> {
    const [row] = await this.db.query<ReadingSource>(
      `SELECT d.organization_id, r.reprocessed_at, ${IS_READ} AS is_read
       FROM document_revisions r JOIN documents d ON d.id = r.document_id
       WHERE r.id = $1 AND r.ingestion_state = 'ready' FOR KEY SHARE OF r`,
      [revisionId],
    );
    return row ?? null;
  }

  /** Current revisions whose lists were not read, newest first: they are looked for most. Those that fail are tried again later and later, and given up in the end. */
  async listUnread(limit: number): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT r.id FROM document_revisions r JOIN documents d ON d.id = r.document_id AND d.current_revision_id = r.id
       WHERE r.ingestion_state = 'ready' AND d.deleted_at IS NULL AND NOT EXISTS (
         SELECT FROM part_readings g WHERE g.revision_id = r.id AND g.reader_version = ${READER_VERSION}
           AND g.reprocessed_at IS NOT DISTINCT FROM r.reprocessed_at
           AND (g.failures = 0 OR g.failures >= ${MAX_FAILURES} OR g.created_at > now() - interval '10 minutes' * 3 ^ g.failures))
       ORDER BY r.id DESC LIMIT $1`,
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  /** The next pages of a revision with the facts of their passages. */
  listPages(revisionId: string, afterPage: number, limit: number): Promise<PartPage[]> {
    return this.db.query(
      `SELECT p.page_number, p.text, p.blocks,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('start', s.start_offset, 'end', s.end_offset,
            'facts', jsonb_build_object('ata', s.facts -> 'ata'), 'notices', '[]'::jsonb) ORDER BY s.start_offset), '[]')
          FROM passages s WHERE s.revision_id = p.revision_id AND s.page_number = p.page_number) AS passages
       FROM pages p WHERE p.revision_id = $1 AND p.page_number > $2 ORDER BY p.page_number LIMIT $3`,
      [revisionId, afterPage, limit],
    );
  }

  async deleteOf(revisionId: string): Promise<void> {
    for (const table of TABLES) await this.db.defer(`DELETE FROM ${table} WHERE revision_id = $1`, [revisionId]);
  }

  async insert(parts: readonly RevisionPart[], relations: readonly PartRelationRow[]): Promise<void> {
    await this.insertInto('revision_parts', parts);
    await this.insertInto('part_relations', relations);
  }

  async insertConditions(revisionId: string, conditions: readonly PartConditions[]): Promise<void> {
    const rows = conditions.map((statements, position) => ({ revision_id: revisionId, position, statements }));
    for (let i = 0; i < rows.length; i += ROWS_AT_ONCE)
      await this.insertInto('part_conditions', rows.slice(i, i + ROWS_AT_ONCE));
  }

  private async insertInto(table: string, rows: readonly object[]): Promise<void> {
    if (rows.length === 0) return;
    await this.db.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`, [
      JSON.stringify(rows),
    ]);
  }

  /** @param reprocessedAt of the revision, before its pages were read */
  async recordReading(
    revisionId: string,
    reprocessedAt: Date | null,
    partCount: number,
    vendors: Record<string, string>,
  ): Promise<void> {
    await this.db.query(
      `INSERT INTO part_readings (revision_id, reprocessed_at, part_count, vendors, reader_version) VALUES ($1, $2, $3, $4, ${READER_VERSION})
       ON CONFLICT (revision_id) DO UPDATE SET reprocessed_at = excluded.reprocessed_at, part_count = excluded.part_count,
         vendors = excluded.vendors, reader_version = excluded.reader_version, failures = 0, created_at = now()`,
      [revisionId, reprocessedAt, partCount, JSON.stringify(vendors)],
    );
  }

  /** Counts as failed until the reading is recorded. */
  async recordAttempt(revisionId: string): Promise<void> {
    await this.db.query(
      `INSERT INTO part_readings AS g (revision_id, reprocessed_at, part_count, failures, reader_version)
       SELECT id, reprocessed_at, 0, 1, ${READER_VERSION} FROM document_revisions WHERE id = $1
       ON CONFLICT (revision_id) DO UPDATE SET reprocessed_at = excluded.reprocessed_at, part_count = 0, created_at = now(),
         reader_version = excluded.reader_version,
         failures = CASE WHEN g.reader_version = excluded.reader_version AND g.reprocessed_at IS NOT DISTINCT FROM excluded.reprocessed_at THEN g.failures + 1 ELSE 1 END`,
      [revisionId],
    );
  }
}
