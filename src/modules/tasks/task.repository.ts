import { Injectable } from '@nestjs/common';
import type { TaskPage } from '@amks/reader/tasks/task.types.js';
import { Database } from '../../common/database/database.js';
import { SqlConditions } from '../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../common/pagination/keyset-paginator.js';
import type { IngestionState } from '../documents/revision.entity.js';
import type { DocumentType, RevisionStatus } from '../documents/dto/document-types.js';
import type { RevisionTask } from './task.entity.js';

/** A revision whose tasks are wanted, with its document. */
export interface TaskSource {
  document_id: string;
  document_title: string;
  document_number: string | null;
  document_type: DocumentType;
  aircraft_type: string;
  current_revision_id: string | null;
  revision_id: string;
  version: string;
  status: RevisionStatus;
  content_sha256: string;
  effectivity: string | null;
  ingestion_state: IngestionState;
  reprocessed_at: Date | null;
  /** Whether the tasks were read from the pages as they are. */
  is_read: boolean;
}

export type TaskSummary = Pick<
  RevisionTask,
  'position' | 'number' | 'title' | 'ata_chapter' | 'first_page' | 'last_page' | 'effectivity' | 'content_sha256'
>;

/** Where a task is that another one mentions. */
export interface TaskPlace {
  number: string;
  document_id: string;
  revision_id: string;
  document_title: string;
  document_number: string | null;
  page_number: number;
  title: string;
}

export interface TaskFilter {
  q?: string;
  ata_chapter?: string;
  number?: string;
}

const SOURCE = `d.id AS document_id, d.title AS document_title, d.document_number, d.document_type,
  d.aircraft_type, d.current_revision_id, r.id AS revision_id, r.version, r.status, r.content_sha256, r.effectivity, r.ingestion_state,
  r.reprocessed_at, EXISTS (SELECT FROM task_readings t WHERE t.revision_id = r.id AND t.failures = 0
    AND t.reprocessed_at IS NOT DISTINCT FROM r.reprocessed_at) AS is_read`;
const SUMMARY =
  't.position, t.number, t.title, t.ata_chapter, t.first_page, t.last_page, t.effectivity, t.content_sha256';
const COLUMNS = `${SUMMARY}, t.revision_id, t.start_offset, t.end_offset, t.parts, t.inherited`;
/** After these, the job does not try again to read a revision. */
const MAX_FAILURES = 6;
/** Documents of one number that a mention can resolve to. */
const MAX_PLACES = 2_000;

@Injectable()
export class TaskRepository {
  constructor(private readonly db: Database) {}

  /** The given revision, or the current one; null for one that is not visible. @param visible conditions on `documents d` */
  async findSource(visible: SqlConditions, documentId: string, revisionId: string | null): Promise<TaskSource | null> {
    const conditions = new SqlConditions(visible).add((p) => `d.id = ${p(documentId)}`);
    const id = conditions.parameter(revisionId);
    const [row] = await this.db.query<TaskSource>(
      `SELECT ${SOURCE} FROM documents d
         JOIN document_revisions r ON r.document_id = d.id AND r.id = coalesce(${id}::text, d.current_revision_id)
       WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    return row ?? null;
  }

  /** The current revisions of the given documents. @param visible conditions on `documents d` */
  findCurrent(visible: SqlConditions, documentIds: readonly string[]): Promise<TaskSource[]> {
    const conditions = new SqlConditions(visible).add((p) => `d.id = ANY(${p(documentIds)})`);
    return this.db.query<TaskSource>(
      `SELECT ${SOURCE} FROM documents d JOIN document_revisions r ON r.document_id = d.id AND r.id = d.current_revision_id
       WHERE ${conditions.sql} ORDER BY d.id`,
      conditions.parameters,
    );
  }

  /** Holds the revision, so that it is not deleted until the transaction ends; null unless it is ready. It can still be withdrawn. */
  async holdSource(revisionId: string): Promise<TaskSource | null> {
    const [row] = await this.db.query<TaskSource>(
      `SELECT ${SOURCE} FROM document_revisions r JOIN documents d ON d.id = r.document_id
       WHERE r.id = $1 AND r.ingestion_state = 'ready' FOR KEY SHARE OF r`,
      [revisionId],
    );
    return row ?? null;
  }

  /** Current revisions whose tasks were not read, oldest first. Those that fail are tried again later and later, and given up in the end. */
  async listUnread(limit: number): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT r.id FROM document_revisions r JOIN documents d ON d.id = r.document_id AND d.current_revision_id = r.id
       WHERE r.ingestion_state = 'ready' AND d.deleted_at IS NULL AND NOT EXISTS (
         SELECT FROM task_readings t WHERE t.revision_id = r.id AND t.reprocessed_at IS NOT DISTINCT FROM r.reprocessed_at
           AND (t.failures = 0 OR t.failures >= ${MAX_FAILURES} OR t.created_at > now() - interval '10 minutes' * 3 ^ t.failures))
       ORDER BY r.id LIMIT $1`,
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  /** The next pages of a revision with the facts of their passages. */
  listPages(revisionId: string, afterPage: number, limit: number): Promise<TaskPage[]> {
    return this.db.query(
      `SELECT p.page_number, p.text, p.blocks,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('start', s.start_offset, 'end', s.end_offset,
            'facts', coalesce(s.facts, '{}'), 'notices', s.notices) ORDER BY s.start_offset), '[]')
          FROM passages s WHERE s.revision_id = p.revision_id AND s.page_number = p.page_number) AS passages
       FROM pages p WHERE p.revision_id = $1 AND p.page_number > $2 ORDER BY p.page_number LIMIT $3`,
      [revisionId, afterPage, limit],
    );
  }

  async deleteOf(revisionId: string): Promise<void> {
    await this.db.query(`DELETE FROM revision_tasks WHERE revision_id = $1`, [revisionId]);
  }

  async insert(tasks: readonly RevisionTask[]): Promise<void> {
    if (tasks.length === 0) return;
    const columns = `revision_id, position, number, title, ata_chapter, first_page, last_page, start_offset, end_offset,
      effectivity, parts, inherited, content_sha256`;
    await this.db.query(
      `INSERT INTO revision_tasks (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::revision_tasks, $1)`,
      [JSON.stringify(tasks)],
    );
  }

  /** @param reprocessedAt of the revision, before its pages were read */
  async recordReading(revisionId: string, reprocessedAt: Date | null, taskCount: number): Promise<void> {
    await this.db.query(
      `INSERT INTO task_readings (revision_id, reprocessed_at, task_count) VALUES ($1, $2, $3)
       ON CONFLICT (revision_id) DO UPDATE SET reprocessed_at = excluded.reprocessed_at, task_count = excluded.task_count,
         failures = 0, created_at = now()`,
      [revisionId, reprocessedAt, taskCount],
    );
  }

  /** Counts as failed until the reading is recorded. */
  async recordAttempt(revisionId: string): Promise<void> {
    await this.db.query(
      `INSERT INTO task_readings AS t (revision_id, reprocessed_at, task_count, failures)
       SELECT id, reprocessed_at, 0, 1 FROM document_revisions WHERE id = $1
       ON CONFLICT (revision_id) DO UPDATE SET reprocessed_at = excluded.reprocessed_at, task_count = 0, created_at = now(),
         failures = CASE WHEN t.reprocessed_at IS NOT DISTINCT FROM excluded.reprocessed_at THEN t.failures + 1 ELSE 1 END`,
      [revisionId],
    );
  }

  /** In the order of the document. */
  list(
    revisionId: string,
    { q, ata_chapter, number }: TaskFilter,
    after: number,
    rowCount: number,
  ): Promise<KeysetRows<TaskSummary>> {
    const matching = new SqlConditions().add((p) => `t.revision_id = ${p(revisionId)}`);
    if (number !== undefined) matching.add((p) => `t.number = ${p(number)}`);
    if (q !== undefined) matching.add((p) => `strpos(lower(t.number || ' ' || t.title), lower(${p(q)})) > 0`);
    if (ata_chapter !== undefined)
      matching.add((p) => `(t.ata_chapter = ${p(ata_chapter)} OR starts_with(t.ata_chapter, ${p(`${ata_chapter}-`)}))`);
    const page = new SqlConditions(matching).add((p) => `t.position > ${p(after)}`);
    const limit = page.parameter(rowCount);
    return this.db.list<TaskSummary>(
      {
        sql: `SELECT ${SUMMARY} FROM revision_tasks t WHERE ${page.sql} ORDER BY t.position LIMIT ${limit}`,
        parameters: page.parameters,
      },
      { sql: `FROM revision_tasks t WHERE ${matching.sql}`, parameters: matching.parameters },
    );
  }

  async find(revisionId: string, number: string): Promise<RevisionTask | null> {
    const [row] = await this.db.query<RevisionTask>(
      `SELECT ${COLUMNS} FROM revision_tasks t WHERE t.revision_id = $1 AND t.number = $2`,
      [revisionId, number],
    );
    return row ?? null;
  }

  /** Tasks of the numbers in current revisions, those of one document first. @param visible conditions on `documents d` */
  findPlaces(visible: SqlConditions, documentId: string, numbers: readonly string[]): Promise<TaskPlace[]> {
    const conditions = new SqlConditions(visible).add((p) => `t.number = ANY(${p(numbers)})`);
    const own = conditions.parameter(documentId);
    return this.db.query(
      `SELECT t.number, t.title, t.first_page AS page_number, t.revision_id, d.id AS document_id, d.title AS document_title, d.document_number
       FROM revision_tasks t JOIN document_revisions r ON r.id = t.revision_id AND r.status = 'active'
         JOIN task_readings g ON g.revision_id = r.id AND g.failures = 0 AND g.reprocessed_at IS NOT DISTINCT FROM r.reprocessed_at
         JOIN documents d ON d.id = r.document_id AND d.current_revision_id = r.id
       WHERE ${conditions.sql} ORDER BY d.id = ${own} DESC, d.id LIMIT ${MAX_PLACES}`,
      conditions.parameters,
    );
  }
}
