import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { SqlConditions } from '../../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import type { ListTemporaryRevisionsQuery } from './dto/temporary-revision.request.js';
import type { PageAction, TemporaryRevisionStatus } from './dto/temporary-revision-kinds.js';
import { HAS_ENDED, IN_FORCE, STATUS } from './temporary-revision-marks.js';
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
  overlay: { pages: number[] } | null;
  supersedes: Pick<TemporaryRevisionRow, 'status'> | null;
  /** Status of the revision that incorporates it. */
  incorporating: string | null;
  /** Those of the document that have not ended. */
  count: number;
  /** One that changes one of the pages in the same period. */
  conflict: { id: string; number: string; page_number: number } | null;
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
/** Of a period: until another one supersedes it, or its own end. */
const ENDS = `coalesce(least(x.effective_until, (SELECT min(s.effective_from) FROM temporary_revisions s
  WHERE s.supersedes_id = x.id AND s.withdrawn_at IS NULL)), 'infinity')`;

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

  /** Serializes changes of the temporary revisions of a document, and its activations, until the transaction ends. */
  async lockDocumentOf(visible: SqlConditions, id: string): Promise<void> {
    const { sql, parameters } = new SqlConditions(visible).add(
      (p) => `d.id = (SELECT x.document_id FROM temporary_revisions x WHERE x.id = ${p(id)})`,
    );
    await this.db.defer(`SELECT FROM documents d WHERE ${sql} FOR NO KEY UPDATE`, parameters);
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
    const incorporating = conditions.parameter(draft.incorporated_by_revision_id);
    const numbers = conditions.parameter(draft.pages.map(({ page_number: number }) => number));
    const overlaid = conditions.parameter([...new Set(draft.pages.flatMap(({ overlay_pages: pages }) => pages))]);
    const excluding = draft.pages.filter(({ action }) => action !== 'insert');
    const excluded = conditions.parameter(excluding.map(({ page_number: number }) => number));
    const [from, until] = [draft.effective_from, draft.effective_until].map((time) => conditions.parameter(time));
    const [found] = await this.db.query<Named>(
      `SELECT ARRAY(SELECT page_number FROM pages WHERE revision_id = ${revision} AND page_number = ANY (${numbers}::int[])) AS pages,
         (SELECT jsonb_build_object('pages', coalesce((SELECT jsonb_agg(o.page_number) FROM pages o
              WHERE o.revision_id = d.current_revision_id AND o.page_number = ANY (${overlaid}::int[])), '[]'))
          FROM documents d WHERE d.id = ${overlay}::text AND ${visible.sql}) AS overlay,
         (SELECT jsonb_build_object('status', ${STATUS}) FROM temporary_revisions x
          WHERE x.id = ${supersedes}::text AND x.document_id = ${document}) AS supersedes,
         (SELECT i.status FROM document_revisions i WHERE i.id = ${incorporating}::text AND i.document_id = ${document}) AS incorporating,
         (SELECT count(*)::int FROM temporary_revisions x WHERE x.document_id = ${document} AND x.id <> ${id} AND NOT ${HAS_ENDED}) AS count,
         (SELECT jsonb_build_object('id', x.id, 'number', x.number, 'page_number', o.page_number)
          FROM temporary_revisions x JOIN temporary_revision_pages o ON o.temporary_revision_id = x.id AND o.revision_id = ${revision}
          WHERE x.document_id = ${document} AND x.id <> ${id} AND x.id IS DISTINCT FROM ${supersedes}::text
            AND x.supersedes_id IS DISTINCT FROM ${id} AND NOT ${HAS_ENDED}
            AND o.action <> 'insert' AND o.page_number = ANY (${excluded}::int[])
            AND x.effective_from < coalesce(${until}::timestamptz, 'infinity') AND ${ENDS} > ${from}::timestamptz
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

  /**
   * Finds the pages of those that have not ended in a later revision: pages with the same text, first with the same label, then the nearest.
   * @returns those in force
   */
  async carry(
    documentId: string,
    revisionId: string,
  ): Promise<Pick<TemporaryRevision, 'id' | 'organization_id' | 'document_id'>[]> {
    return this.db.query(
      `WITH carried AS (
         INSERT INTO temporary_revision_pages (temporary_revision_id, revision_id, page_number, issued_page, action, overlay_pages)
         SELECT o.temporary_revision_id, $2, found.page_number, o.issued_page, o.action, o.overlay_pages
         FROM temporary_revisions x
           JOIN temporary_revision_pages o ON o.temporary_revision_id = x.id AND o.revision_id = x.revision_id
           JOIN pages p ON p.revision_id = x.revision_id AND p.page_number = o.page_number
           CROSS JOIN LATERAL (
             SELECT n.page_number FROM pages n
             WHERE n.revision_id = $2 AND n.text = p.text AND (n.text ~ '[[:alnum:]]' OR n.page_number = p.page_number)
             ORDER BY n.label IS DISTINCT FROM p.label, abs(n.page_number - p.page_number) LIMIT 1) found
         WHERE x.document_id = $1 AND x.revision_id <> $2 AND NOT ${HAS_ENDED}
         ON CONFLICT DO NOTHING)
       SELECT x.id, x.organization_id, x.document_id FROM temporary_revisions x
       WHERE x.document_id = $1 AND x.revision_id <> $2 AND ${IN_FORCE} ORDER BY x.id`,
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
    (${IN_FORCE} AND d.current_revision_id <> x.revision_id) AS needs_review,
    (SELECT d.id FROM documents d WHERE d.id = x.overlay_document_id AND ${visible.sql}) AS seen_overlay_id,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('action', o.action, 'page_number', o.page_number, 'overlay_pages', o.overlay_pages,
       'current_page_number', (SELECT n.page_number FROM temporary_revision_pages n WHERE n.temporary_revision_id = x.id
          AND n.revision_id = d.current_revision_id AND n.issued_page = o.issued_page AND n.action = o.action))
       ORDER BY o.page_number, o.action), '[]')
     FROM temporary_revision_pages o WHERE o.temporary_revision_id = x.id AND o.revision_id = x.revision_id) AS pages`;
}
