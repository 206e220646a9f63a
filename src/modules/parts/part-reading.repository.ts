import { Injectable } from '@nestjs/common';
import type { PartPage } from '@amks/reader/parts/part-scanner.js';
import type { PartConditions } from '@amks/reader/parts/part.types.js';
import { Database } from '../../common/database/database.js';
import type { IngestionState } from '../documents/revision.entity.js';
import type { PartRelationRow, RevisionPart } from './part.entity.js';

/** A revision whose parts lists are wanted. */
export interface WantedReading {
  revision_id: string;
  ingestion_state: IngestionState;
  page_count: number | null;
  is_read: boolean;
  /** Whether it is being read, or failed too short a time ago to try again. */
  is_held: boolean;
}

/** A revision whose pages are there. */
export interface ReadingSource extends Pick<WantedReading, 'is_read' | 'is_held'> {
  organization_id: string;
}

/** An attempt to read a revision. No other one has the same values. */
export interface Attempt {
  revision_id: string;
  reprocessed_at: Date | null;
  failures: number;
}

/** Raise it when the reader of parts lists reads them in another way: all revisions are then read again. */
export const READER_VERSION = 2;

/** Of the last attempt to read `document_revisions r` from its pages as they are. */
const hasReading = (condition: string): string =>
  `EXISTS (SELECT FROM part_readings g WHERE g.revision_id = r.id AND ${condition} AND g.reader_version = ${READER_VERSION}
  AND g.reprocessed_at IS NOT DISTINCT FROM r.reprocessed_at)`;
/** Whether the parts lists of `document_revisions r` were read from its pages as they are. */
export const IS_READ = hasReading('g.failures = 0');
/** After these, the job does not try again to read a revision. */
const MAX_FAILURES = 6;
/** Whether the job does not try again to read `document_revisions r`. */
export const IS_GIVEN_UP = hasReading(`g.failures >= ${MAX_FAILURES}`);
/** Attempts follow later and later: a minute after the first, two hours after the fourth. */
const IS_RECENT = `g.created_at > now() - interval '1 minute' * 5 ^ (least(g.failures, ${MAX_FAILURES}) - 1)`;
/** Whether `document_revisions r` is being read, or is not tried again yet. */
export const IS_HELD = hasReading(`g.failures > 0 AND ${IS_RECENT}`);
/** Keeps each statement below its timeout, and the work for it short. */
const [ROWS_AT_ONCE, ROWS_DELETED_AT_ONCE] = [500, 2_000] as const;
const TABLES = ['part_relations', 'part_conditions', 'revision_parts'];
/** Each word of a nomenclature is indexed with the organization: a search walks only the words of its organization. */
const NEW_ROW: Record<string, string> = {
  revision_parts: `e || jsonb_build_object('words', array_to_tsvector(ARRAY(SELECT (e ->> 'organization_id') || ' ' || w
    FROM unnest(tsvector_to_array(to_tsvector('simple', coalesce(e ->> 'nomenclature', '')))) w)))`,
};

/** What the reading of parts lists reads and writes. */
@Injectable()
export class PartReadingRepository {
  constructor(private readonly db: Database) {}

  /** Null unless it is ready. */
  async findSource(revisionId: string): Promise<ReadingSource | null> {
    const [row] = await this.db.query<ReadingSource>(
      `SELECT d.organization_id, ${IS_READ} AS is_read, ${IS_HELD} AS is_held FROM document_revisions r JOIN documents d ON d.id = r.document_id
       WHERE r.id = $1 AND r.ingestion_state = 'ready' AND d.deleted_at IS NULL`,
      [revisionId],
    );
    return row ?? null;
  }

  /** Runs `work` in a transaction, unless another attempt began, or the pages are no longer the same. @returns whether it did */
  during({ revision_id, reprocessed_at, failures }: Attempt, work: () => Promise<void>): Promise<boolean> {
    return this.db.transaction(async () => {
      const held = await this.db.query(
        `SELECT 1 FROM part_readings g JOIN document_revisions r ON r.id = g.revision_id JOIN documents d ON d.id = r.document_id
         WHERE r.id = $1 AND r.ingestion_state = 'ready' AND d.deleted_at IS NULL AND r.reprocessed_at IS NOT DISTINCT FROM $2
           AND g.reprocessed_at IS NOT DISTINCT FROM $2 AND g.failures = $3 AND g.reader_version = ${READER_VERSION}
         FOR UPDATE OF g FOR KEY SHARE OF r`,
        [revision_id, reprocessed_at, failures],
      );
      if (held.length > 0) await work();
      return held.length > 0;
    });
  }

  /** Current revisions whose lists were not read, newest first: they are looked for most. Those that fail are tried again later and later, and given up in the end. */
  async listUnread(limit: number): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT r.id FROM document_revisions r JOIN documents d ON d.id = r.document_id AND d.current_revision_id = r.id
       WHERE r.ingestion_state = 'ready' AND d.deleted_at IS NULL AND NOT EXISTS (
         SELECT FROM part_readings g WHERE g.revision_id = r.id AND g.reader_version = ${READER_VERSION}
           AND g.reprocessed_at IS NOT DISTINCT FROM r.reprocessed_at
           AND (g.failures = 0 OR g.failures >= ${MAX_FAILURES} OR ${IS_RECENT}))
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

  /** Deletes the rows of earlier attempts, some at a time: each statement ends before its timeout. @returns false if another attempt began, whose rows stay */
  async deleteBefore(attempt: Attempt): Promise<boolean> {
    for (const table of TABLES) {
      const some = `ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE revision_id = $1 LIMIT ${ROWS_DELETED_AT_ONCE}))`;
      let deleted: number;
      const remove = async (): Promise<void> => {
        deleted = (await this.db.query(`DELETE FROM ${table} WHERE ${some} RETURNING 1`, [attempt.revision_id])).length;
      };
      do {
        deleted = 0;
        if (!(await this.during(attempt, remove))) return false;
      } while (deleted === ROWS_DELETED_AT_ONCE);
    }
    return true;
  }

  async insert(parts: readonly RevisionPart[], relations: readonly PartRelationRow[]): Promise<void> {
    await this.insertInto('revision_parts', parts);
    await this.insertInto('part_relations', relations);
  }

  async insertConditions(revisionId: string, conditions: readonly PartConditions[]): Promise<void> {
    await this.insertInto(
      'part_conditions',
      conditions.map((statements, position) => ({ revision_id: revisionId, position, statements })),
    );
  }

  private async insertInto(table: string, rows: readonly object[]): Promise<void> {
    for (let i = 0; i < rows.length; i += ROWS_AT_ONCE)
      await this.db.query(
        `INSERT INTO ${table} SELECT r.* FROM jsonb_array_elements($1) e, jsonb_populate_record(NULL::${table}, ${NEW_ROW[table] ?? 'e'}) r`,
        [JSON.stringify(rows.slice(i, i + ROWS_AT_ONCE))],
      );
  }

  /** @throws Error unless all rows are there */
  async recordReading(revisionId: string, partCount: number, vendors: Record<string, string>): Promise<void> {
    const recorded = await this.db.query(
      `WITH recorded AS (UPDATE part_readings SET part_count = $2, vendors = $3, failures = 0, created_at = now()
         WHERE revision_id = $1 AND $2 = (SELECT count(*) FROM revision_parts WHERE revision_id = $1) RETURNING 1)
       SELECT 1 FROM recorded`,
      [revisionId, partCount, JSON.stringify(vendors)],
    );
    if (recorded.length === 0) throw new Error(`Not all ${partCount} rows of ${revisionId} are there`);
  }

  /** Counts as failed until the reading is recorded. Null if the revision no longer exists. */
  async recordAttempt(revisionId: string): Promise<Attempt | null> {
    const [attempt] = await this.db.query<Attempt>(
      `INSERT INTO part_readings AS g (revision_id, reprocessed_at, part_count, failures, reader_version)
       SELECT id, reprocessed_at, 0, 1, ${READER_VERSION} FROM document_revisions WHERE id = $1
       ON CONFLICT (revision_id) DO UPDATE SET reprocessed_at = excluded.reprocessed_at, part_count = 0, created_at = now(),
         reader_version = excluded.reader_version,
         failures = CASE WHEN g.reader_version = excluded.reader_version AND g.reprocessed_at IS NOT DISTINCT FROM excluded.reprocessed_at THEN g.failures + 1 ELSE 1 END
       RETURNING revision_id, reprocessed_at, failures`,
      [revisionId],
    );
    return attempt ?? null;
  }
}
