import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { SqlConditions } from '../../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import type { RevisionStatus } from '../dto/document-types.js';
import type { ListTemporaryRevisionsQuery } from './dto/temporary-revision.request.js';
import type { PageAction, TemporaryRevisionStatus } from './dto/temporary-revision-kinds.js';
import { hasEnded, STATUS } from './temporary-revision-marks.js';
import type { TemporaryRevision } from './temporary-revision.entity.js';

export interface ChangedPage {
  action: PageAction;
  page_number: number;
  overlay_pages: number[];
}

/** As a caller sees it. */
export type TemporaryRevisionRow = TemporaryRevision & {
  status: TemporaryRevisionStatus;
  needs_review: boolean;
  document_team_id: string | null;
  /** Of the document. */
  current_revision_id: string;
  current_version: string;
  /** The overlay document if it is visible. */
  seen_overlay_id: string | null;
  pages: (ChangedPage & { current_page_number: number | null })[];
};

/** What a request names, as far as it exists and is visible. */
export interface Named {
  /** Of the given pages of the document. */
  pages: number[];
  /** Null without the overlay document. */
  overlay: { organization_id: string; team_id: string | null; pages: number[] } | null;
  supersedes: Pick<TemporaryRevisionRow, 'status'> | null;
  /** The revision that incorporates it. `is_later`: than the one against which it was issued. */
  incorporating: { status: RevisionStatus; is_later: boolean } | null;
  /** Those of the document that have not ended. */
  count: number;
  /** One that changes one of the pages in the same period. */
  conflict: Conflict | null;
}

/** Another one that changes the same page in the same period. */
export interface Conflict {
  id: string;
  number: string;
  page_number: number;
}

/** What {@link TemporaryRevisionRepository.examine} looks up. */
export type Draft = Pick<
  TemporaryRevision,
  'id' | 'document_id' | 'overlay_document_id' | 'supersedes_id' | 'incorporated_by_revision_id'
> & {
  /** Current revision of the document. */
  revision_id: string;
  /** Revision against which it is issued. */
  issued_id: string;
  effective_from: Date;
  effective_until: Date | null;
  pages: readonly ChangedPage[];
};

const OWN_COLUMNS = [
  ...(['id', 'organization_id', 'document_id', 'revision_id', 'overlay_document_id', 'number'] as const),
  ...(['effective_from', 'effective_until', 'supersedes_id', 'incorporated_by_revision_id'] as const),
  ...(['withdrawn_at', 'created_by', 'row_version', 'created_at', 'updated_at'] as const),
];
const ROWS = `temporary_revisions x JOIN documents d ON d.id = x.document_id`;
const WITH_REVISION = `${ROWS} JOIN document_revisions c ON c.id = d.current_revision_id`;
/** Of the period of `x`: until another one supersedes it, or its own end. */
const endOf = (
  x: string,
): string => `coalesce(least(${x}.effective_until, (SELECT min(s.effective_from) FROM temporary_revisions s
  WHERE s.supersedes_id = ${x}.id AND s.withdrawn_at IS NULL)), 'infinity')`;

/** Of a page without the running headers and footers, which carry the revision and its date. */
const hashOf = (page: string): string => `coalesce(${page}.content_hash, page_content_hash(${page}.blocks))`;

/** Temporary revisions. `visible` are conditions on `documents d`, which is the changed document. */
@Injectable()
export class TemporaryRevisionRepository {
  constructor(private readonly db: Database) {}

  async find(visible: SqlConditions, id: string): Promise<TemporaryRevisionRow | null> {
    const conditions = new SqlConditions(visible).add((p) => `x.id = ${p(id)}`);
    const [row] = await this.db.lookup<TemporaryRevisionRow>(
      `SELECT ${columnsFor(visible)} FROM ${WITH_REVISION} WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    return row ?? null;
  }

  /**
   * Serializes changes of the temporary revisions of its document, and activations of it and of the overlay document, until the transaction
   * ends. Both in one order, so that two that name each other's do not deadlock.
   */
  async lockBothOf(visible: SqlConditions, id: string): Promise<void> {
    const { sql, parameters } = new SqlConditions(visible).add(
      (p) =>
        `d.id IN (SELECT unnest(ARRAY[x.document_id, x.overlay_document_id]) FROM temporary_revisions x WHERE x.id = ${p(id)})`,
    );
    await this.db.defer(`SELECT FROM documents d WHERE ${sql} ORDER BY d.id FOR NO KEY UPDATE`, parameters);
  }

  /** As {@link lockBothOf}, of a new one. */
  async lockDocuments(visible: SqlConditions, ids: readonly string[]): Promise<void> {
    const { sql, parameters } = new SqlConditions(visible).add((p) => `d.id = ANY (${p(ids)}::text[])`);
    await this.db.defer(`SELECT FROM documents d WHERE ${sql} ORDER BY d.id FOR NO KEY UPDATE`, parameters);
  }

  /** Newest first. */
  list(
    visible: SqlConditions,
    documentId: string,
    { status }: ListTemporaryRevisionsQuery,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<TemporaryRevisionRow>> {
    const matching = new SqlConditions(visible).add((p) => `x.document_id = ${p(documentId)}`);
    if (status !== undefined) matching.add((p) => `${STATUS} = ${p(status)}`);
    const page = new SqlConditions(matching);
    if (afterId !== null) page.add((p) => `x.id < ${p(afterId)}`);
    const limit = page.parameter(rowCount);
    return this.db.list<TemporaryRevisionRow>(
      {
        sql: `SELECT ${columnsFor(visible)} FROM ${WITH_REVISION} WHERE ${page.sql} ORDER BY x.id DESC LIMIT ${limit}`,
        parameters: page.parameters,
      },
      { sql: `FROM ${ROWS} WHERE ${matching.sql}`, parameters: matching.parameters },
    );
  }

  /** Requires the lock of the document, which keeps others from adding a conflict. */
  async examine(visible: SqlConditions, draft: Draft): Promise<Named> {
    const conditions = new SqlConditions(visible);
    const [document, revision, id] = [draft.document_id, draft.revision_id, draft.id].map((value) =>
      conditions.parameter(value),
    );
    const overlay = conditions.parameter(draft.overlay_document_id);
    const supersedes = conditions.parameter(draft.supersedes_id);
    const issued = conditions.parameter(draft.issued_id);
    const incorporating = conditions.parameter(draft.incorporated_by_revision_id);
    const numbers = conditions.parameter(draft.pages.map(({ page_number: number }) => number));
    const overlaid = conditions.parameter([...new Set(draft.pages.flatMap(({ overlay_pages: pages }) => pages))]);
    const excluding = draft.pages.filter(({ action }) => action !== 'insert');
    const excluded = conditions.parameter(excluding.map(({ page_number: number }) => number));
    const [from, until] = [draft.effective_from, draft.effective_until].map((time) => conditions.parameter(time));
    const [found] = await this.db.query<Named>(
      `SELECT ARRAY(SELECT page_number FROM pages WHERE revision_id = ${revision} AND page_number = ANY (${numbers}::int[])) AS pages,
         (SELECT jsonb_build_object('organization_id', d.organization_id, 'team_id', d.team_id, 'pages', coalesce((SELECT jsonb_agg(o.page_number) FROM pages o
              WHERE o.revision_id = d.current_revision_id AND o.page_number = ANY (${overlaid}::int[])), '[]'))
          FROM documents d WHERE d.id = ${overlay}::text AND ${visible.sql}) AS overlay,
         (SELECT jsonb_build_object('status', ${STATUS}) FROM temporary_revisions x
          WHERE x.id = ${supersedes}::text AND x.document_id = ${document}) AS supersedes,
         (SELECT jsonb_build_object('status', i.status, 'is_later', i.status = 'draft'
              OR coalesce(i.activated_at, i.created_at) > coalesce(f.activated_at, f.created_at))
          FROM document_revisions i JOIN document_revisions f ON f.id = ${issued}
          WHERE i.id = ${incorporating}::text AND i.document_id = ${document}) AS incorporating,
         (SELECT count(*)::int FROM temporary_revisions x WHERE x.document_id = ${document} AND x.id <> ${id} AND NOT ${hasEnded()}) AS count,
         (SELECT jsonb_build_object('id', x.id, 'number', x.number, 'page_number', o.page_number)
          FROM temporary_revisions x JOIN temporary_revision_pages o ON o.temporary_revision_id = x.id AND o.revision_id = ${revision}
          WHERE x.document_id = ${document} AND x.id <> ${id} AND x.id IS DISTINCT FROM ${supersedes}::text
            AND x.supersedes_id IS DISTINCT FROM ${id} AND NOT ${hasEnded()}
            AND o.action <> 'insert' AND o.page_number = ANY (${excluded}::int[])
            AND x.effective_from < coalesce(${until}::timestamptz, 'infinity') AND ${endOf('x')} > ${from}::timestamptz
          ORDER BY x.id, o.page_number LIMIT 1) AS conflict`,
      conditions.parameters,
    );
    if (!found) throw new Error('a statement without FROM has a row');
    return found;
  }

  async insert(row: TemporaryRevision, pages: readonly ChangedPage[]): Promise<void> {
    await this.db.defer(
      `INSERT INTO temporary_revisions (${OWN_COLUMNS.join(', ')}) VALUES (${OWN_COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})`,
      OWN_COLUMNS.map((column) => row[column]),
    );
    await this.insertPages(row, pages);
  }

  async update(id: string, changes: Partial<TemporaryRevision>): Promise<void> {
    const columns = Object.entries(changes);
    const assignments = columns.map(([column], index) => `${column} = $${index + 2}`);
    await this.db.defer(
      `UPDATE temporary_revisions SET ${[...assignments, 'row_version = row_version + 1', 'updated_at = now()'].join(', ')} WHERE id = $1`,
      [id, ...columns.map(([, value]) => value)],
    );
  }

  /** Also those in other revisions: the pages before were an error. */
  async replacePages(row: Pick<TemporaryRevision, 'id' | 'revision_id'>, pages: readonly ChangedPage[]): Promise<void> {
    await this.db.defer(`DELETE FROM temporary_revision_pages WHERE temporary_revision_id = $1`, [row.id]);
    await this.insertPages(row, pages);
  }

  async delete(id: string): Promise<void> {
    await this.db.defer(`DELETE FROM temporary_revisions WHERE id = $1`, [id]);
  }

  /** One that changes a page in the current revision in the same period as this one. Requires the lock of the document. */
  async findConflict(id: string): Promise<Conflict | null> {
    const [found] = await this.db.query<Conflict>(
      `SELECT y.id, y.number, o.page_number
       FROM temporary_revisions x JOIN documents d ON d.id = x.document_id
         JOIN temporary_revision_pages o ON o.temporary_revision_id = x.id AND o.revision_id = d.current_revision_id
         JOIN temporary_revision_pages q ON q.revision_id = o.revision_id AND q.page_number = o.page_number AND q.temporary_revision_id <> x.id
         JOIN temporary_revisions y ON y.id = q.temporary_revision_id
       WHERE x.id = $1 AND o.action <> 'insert' AND q.action <> 'insert' AND NOT ${hasEnded()} AND NOT ${hasEnded('y')}
         AND x.effective_from < ${endOf('y')} AND y.effective_from < ${endOf('x')}
         AND y.supersedes_id IS DISTINCT FROM x.id AND x.supersedes_id IS DISTINCT FROM y.id
       ORDER BY y.id, o.page_number LIMIT 1`,
      [id],
    );
    return found ?? null;
  }

  /**
   * Finds the pages of those that are not withdrawn in a later revision, also of those that have ended, which can come back: pages with content
   * that only one page of it has. Of others, the pages with the same label, or else the same number, are presumed to be changed.
   * @returns those that have not ended
   */
  async carry(
    documentId: string,
    revisionId: string,
  ): Promise<Pick<TemporaryRevision, 'id' | 'organization_id' | 'document_id'>[]> {
    return this.db.query(
      `WITH fresh AS MATERIALIZED (
         SELECT ${hashOf('n')} AS hash, min(n.page_number) AS page_number FROM pages n
         WHERE n.revision_id = $2 AND EXISTS (SELECT FROM temporary_revisions x WHERE x.document_id = $1)
           AND EXISTS (SELECT FROM jsonb_array_elements(n.blocks) b WHERE b.value ->> 'text' ~ '[[:alnum:]]')
         GROUP BY 1 HAVING count(*) = 1),
       issued AS MATERIALIZED (
         SELECT o.*, p.label, fresh.page_number AS found
         FROM temporary_revisions x
           JOIN temporary_revision_pages o ON o.temporary_revision_id = x.id AND o.revision_id = x.revision_id
           JOIN pages p ON p.revision_id = x.revision_id AND p.page_number = o.page_number
           LEFT JOIN fresh ON fresh.hash = ${hashOf('p')}
         WHERE x.document_id = $1 AND x.revision_id <> $2 AND x.withdrawn_at IS NULL),
       carried AS (
         INSERT INTO temporary_revision_pages (temporary_revision_id, revision_id, page_number, issued_page, action, overlay_pages, is_presumed)
         SELECT i.temporary_revision_id, $2, i.found, i.issued_page, i.action, i.overlay_pages, false FROM issued i WHERE i.found IS NOT NULL
         UNION ALL
         SELECT i.temporary_revision_id, $2, n.page_number, i.issued_page, i.action, i.overlay_pages, true
         FROM issued i JOIN pages n ON n.revision_id = $2 AND (n.label = i.label OR (n.page_number = i.page_number
           AND NOT EXISTS (SELECT FROM pages l WHERE l.revision_id = $2 AND l.label = i.label)))
         WHERE i.found IS NULL AND i.action <> 'insert' AND NOT EXISTS (SELECT FROM issued k
           WHERE k.temporary_revision_id = i.temporary_revision_id AND k.found = n.page_number AND k.action <> 'insert')
         ON CONFLICT DO NOTHING)
       SELECT x.id, x.organization_id, x.document_id FROM temporary_revisions x
       WHERE x.document_id = $1 AND x.revision_id <> $2 AND NOT ${hasEnded()} ORDER BY x.id`,
      [documentId, revisionId],
    );
  }

  private async insertPages(
    { id, revision_id }: Pick<TemporaryRevision, 'id' | 'revision_id'>,
    pages: readonly ChangedPage[],
  ): Promise<void> {
    await this.db.defer(
      `INSERT INTO temporary_revision_pages (temporary_revision_id, revision_id, page_number, issued_page, action, overlay_pages)
       SELECT $1, $2, page_number, page_number, action, overlay_pages
       FROM jsonb_to_recordset($3) AS named (page_number integer, action text, overlay_pages integer[])`,
      [id, revision_id, JSON.stringify(pages)],
    );
  }
}

function columnsFor(visible: SqlConditions): string {
  return `${OWN_COLUMNS.map((column) => `x.${column}`).join(', ')}, ${STATUS} AS status,
    d.team_id AS document_team_id, d.current_revision_id, c.version AS current_version,
    (NOT ${hasEnded()} AND d.current_revision_id <> x.revision_id) AS needs_review,
    (SELECT d.id FROM documents d WHERE d.id = x.overlay_document_id AND ${visible.sql}) AS seen_overlay_id,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('action', o.action, 'page_number', o.page_number, 'overlay_pages', o.overlay_pages,
       'current_page_number', (SELECT n.page_number FROM temporary_revision_pages n WHERE n.temporary_revision_id = x.id
          AND n.revision_id = d.current_revision_id AND n.issued_page = o.issued_page AND n.action = o.action AND NOT n.is_presumed LIMIT 1))
       ORDER BY o.page_number, o.action), '[]')
     FROM temporary_revision_pages o WHERE o.temporary_revision_id = x.id AND o.revision_id = x.revision_id) AS pages`;
}
