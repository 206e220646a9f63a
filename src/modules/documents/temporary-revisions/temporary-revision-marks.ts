import type { SqlConditions } from '../../../common/database/sql-conditions.js';
import type { MarkRole } from './dto/temporary-revision-kinds.js';

/** A revision that was withdrawn incorporates nothing as soon as another one is current. */
const incorporated = (
  x: string,
): string => `EXISTS (SELECT FROM document_revisions i JOIN documents b ON b.id = i.document_id
  WHERE i.id = ${x}.incorporated_by_revision_id AND (i.status IN ('active', 'superseded') OR (i.status = 'withdrawn' AND b.current_revision_id = i.id)))`;
const superseded = (x: string): string => `EXISTS (SELECT FROM temporary_revisions s
  WHERE s.supersedes_id = ${x}.id AND s.withdrawn_at IS NULL AND s.effective_from <= now())`;

/** SQL condition: temporary revision `x` has an end that is not a time. */
export const hasEnded = (x = 'x'): string =>
  `(${x}.withdrawn_at IS NOT NULL OR coalesce(${x}.effective_until <= now(), false) OR ${incorporated(x)} OR ${superseded(x)})`;

/** SQL condition: temporary revision `x` is in force. The clock is PostgreSQL's, so that it ends without a job. */
export const IN_FORCE = `(x.effective_from <= now() AND NOT ${hasEnded()})`;

/** SQL of the status of temporary revision `x`. */
export const STATUS = `CASE WHEN x.withdrawn_at IS NOT NULL THEN 'withdrawn' WHEN ${incorporated('x')} THEN 'incorporated'
  WHEN ${superseded('x')} THEN 'superseded' WHEN x.effective_until <= now() THEN 'expired'
  WHEN x.effective_from > now() THEN 'scheduled' ELSE 'in_force' END`;

const isoTime = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Which marks a page has, and what they say. */
interface MarkScope {
  /** SQL condition on `x`. */
  holds: string;
  /** SQL of the end of `x`. */
  until: string;
  most: number;
}
const NOW: MarkScope = { holds: IN_FORCE, until: 'x.effective_until', most: 10 };
/** For copies that are read later: those that take effect later, too. One that takes the place of another ends it. */
const FROM_NOW_ON: MarkScope = {
  holds: `NOT ${hasEnded()}`,
  until: `least(x.effective_until, (SELECT min(s.effective_from) FROM temporary_revisions s
    WHERE s.supersedes_id = x.id AND s.withdrawn_at IS NULL))`,
  most: 100,
};

const markOf = (
  { until }: MarkScope,
  role: MarkRole | { sql: string },
  status: string,
  action: string,
  document: string,
  pages: string,
): string =>
  `jsonb_build_object('id', x.id, 'number', x.number, 'role', ${typeof role === 'string' ? `'${role}'` : role.sql}, 'status', ${status}, 'action', ${action},
    'document_id', ${document}, 'page_numbers', ${pages}, 'effective_from', ${isoTime('x.effective_from')},
    'effective_until', ${isoTime(until)}, 'needs_review', base.current_revision_id <> x.revision_id)`;

/** The limit must cut off no mark that keeps a page out of answers: each kind's own rank, and of overlays first what keeps a page in. */
const RANKS = { excluding: 0, overlay: 1, unplaced: 4, mention: 5, insert: 6 } as const;
const PRESUMED_ROLE = { sql: `CASE WHEN o.is_presumed THEN 'unplaced' ELSE 'beneath' END` };

/**
 * SQL of the temporary revisions in force for a page of the document, and of those whose page it is, as a JSON array of
 * `TemporaryRevisionMark`. Joins the statement that reads the page, so that both show one instant. The other document is named only if
 * it is visible. @param visible conditions on `documents d`; document, revision, page SQL of the page
 */
export function temporaryRevisionsOn(visible: SqlConditions, document: string, revision: string, page: string): string {
  return marksOn(NOW, visible.sql, document, revision, page);
}

/**
 * SQL of the marks of a page as {@link temporaryRevisionsOn}, with those that take effect later. Who reads them decides by the clock whether they
 * are in force. @param visible SQL condition on `documents d`
 */
export function temporaryRevisionsFromNowOn(visible: string, document: string, revision: string, page: string): string {
  return marksOn(FROM_NOW_ON, visible, document, revision, page);
}

function marksOn(scope: MarkScope, visible: string, document: string, revision: string, page: string): string {
  const status = scope === NOW ? `'in_force'` : STATUS;
  const seen = (id: string): string =>
    `LEFT JOIN LATERAL (SELECT d.id FROM documents d WHERE d.id = ${id} AND ${visible}) seen ON true`;
  return `(SELECT coalesce(jsonb_agg(m.mark ORDER BY m.rank, m.id), '[]') FROM (
    SELECT x.id, CASE WHEN o.action = 'insert' THEN ${RANKS.insert} ELSE ${RANKS.excluding} END AS rank, ${markOf(scope, PRESUMED_ROLE, status, 'o.action', 'seen.id', `CASE WHEN seen.id IS NULL THEN '{}' ELSE o.overlay_pages END`)} AS mark
    FROM temporary_revision_pages o JOIN temporary_revisions x ON x.id = o.temporary_revision_id
      JOIN documents base ON base.id = x.document_id ${seen('x.overlay_document_id')}
    WHERE o.revision_id = ${revision} AND o.page_number = ${page} AND ${scope.holds}
    UNION ALL
    SELECT x.id, CASE WHEN o.action IS NULL THEN ${RANKS.mention} ELSE ${RANKS.overlay} + coalesce(array_position(ARRAY['in_force', 'scheduled'], state.status), 3) - 1 END,
      ${markOf(scope, 'overlay', 'state.status', 'o.action', 'seen.id', `CASE WHEN seen.id IS NULL THEN '{}' ELSE coalesce(o.numbers, '{}') END`)}
    FROM temporary_revisions x JOIN documents base ON base.id = x.document_id ${seen('x.document_id')}
      CROSS JOIN LATERAL (SELECT ${STATUS} AS status) state
      CROSS JOIN LATERAL (SELECT min(c.action) AS action, array_agg(DISTINCT c.page_number) AS numbers FROM temporary_revision_pages c
        WHERE c.temporary_revision_id = x.id AND c.revision_id = x.revision_id AND ${page} = ANY (c.overlay_pages)) o
    WHERE x.overlay_document_id = ${document}
    UNION ALL
    (SELECT x.id, ${RANKS.unplaced}, ${markOf(scope, 'unplaced', status, 'NULL', 'seen.id', `'{}'::int[]`)}
    FROM temporary_revisions x JOIN documents base ON base.id = x.document_id AND base.current_revision_id = ${revision}
      ${seen('x.overlay_document_id')}
    WHERE x.document_id = ${document} AND x.revision_id <> ${revision} AND ${scope.holds}
      AND EXISTS (SELECT FROM temporary_revision_pages f WHERE f.temporary_revision_id = x.id AND f.revision_id = x.revision_id
        AND NOT EXISTS (SELECT FROM temporary_revision_pages n WHERE n.temporary_revision_id = x.id AND n.revision_id = ${revision}
          AND n.action = f.action AND n.issued_page = f.issued_page AND NOT n.is_presumed))
      AND NOT EXISTS (SELECT FROM temporary_revision_pages n
        WHERE n.temporary_revision_id = x.id AND n.revision_id = ${revision} AND n.page_number = ${page})
    ORDER BY x.id DESC LIMIT ${scope.most})
    ORDER BY rank, id DESC LIMIT ${scope.most}) m)`;
}

/** SQL of the pages of a revision that are replaced or canceled, as a JSON array. */
export function changedPagesOf(revision: string): string {
  return `(SELECT coalesce(jsonb_agg(DISTINCT o.page_number), '[]')
    FROM temporary_revision_pages o JOIN temporary_revisions x ON x.id = o.temporary_revision_id
    WHERE o.revision_id = ${revision} AND o.action <> 'insert' AND ${IN_FORCE})`;
}

/** SQL of the pages that are replaced or canceled in any revision of a document, as a JSON array. */
export function changedPagesOfDocument(document: string): string {
  return `(SELECT coalesce(jsonb_agg(DISTINCT o.page_number), '[]')
    FROM temporary_revisions x JOIN temporary_revision_pages o ON o.temporary_revision_id = x.id
    WHERE x.document_id = ${document} AND o.action <> 'insert' AND ${IN_FORCE})`;
}

/**
 * SQL of the numbers of temporary revisions because of which nobody may work by a range of pages, as a JSON array: those in force that change
 * one of them or follow it, and those not in force to which one of them belongs.
 * @param document, revision, first, last SQL of the range
 */
export function numbersAgainst(document: string, revision: string, first: string, last: string): string {
  return `(SELECT coalesce(jsonb_agg(DISTINCT against.number), '[]') FROM (
    SELECT x.number FROM temporary_revision_pages o JOIN temporary_revisions x ON x.id = o.temporary_revision_id
    WHERE o.revision_id = ${revision} AND o.page_number BETWEEN ${first} AND ${last} AND ${IN_FORCE}
    UNION ALL
    SELECT own.number FROM (
      SELECT x.number, bool_or(${IN_FORCE}) OVER (PARTITION BY page) AS in_force
      FROM temporary_revisions x JOIN temporary_revision_pages o ON o.temporary_revision_id = x.id CROSS JOIN unnest(o.overlay_pages) page
      WHERE x.overlay_document_id = ${document} AND page BETWEEN ${first} AND ${last}) own
    WHERE NOT own.in_force) against)`;
}

/**
 * SQL of the numbers of temporary revisions because of which a page of a current revision must not be used, as a JSON array: those of
 * {@link numbersAgainst}, and those in force of an earlier revision whose pages are not known in this one.
 * @param document, revision, page SQL of the page
 */
export function numbersOnPage(document: string, revision: string, page: string): string {
  return `CASE WHEN EXISTS (SELECT FROM temporary_revisions x WHERE x.document_id = ${document} OR x.overlay_document_id = ${document}) THEN
    ${numbersAgainst(document, revision, page, page)} || (SELECT coalesce(jsonb_agg(x.number ORDER BY x.number), '[]')
      FROM temporary_revisions x JOIN documents base ON base.id = x.document_id AND base.current_revision_id = ${revision}
      WHERE x.document_id = ${document} AND x.revision_id <> ${revision} AND ${IN_FORCE}
        AND EXISTS (SELECT FROM temporary_revision_pages f WHERE f.temporary_revision_id = x.id AND f.revision_id = x.revision_id
          AND NOT EXISTS (SELECT FROM temporary_revision_pages n WHERE n.temporary_revision_id = x.id AND n.revision_id = ${revision}
            AND n.action = f.action AND n.issued_page = f.issued_page AND NOT n.is_presumed))
        AND NOT EXISTS (SELECT FROM temporary_revision_pages n
          WHERE n.temporary_revision_id = x.id AND n.revision_id = ${revision} AND n.page_number = ${page}))
    ELSE '[]'::jsonb END`;
}

/** SQL condition: a temporary revision, in force or not, changes a page of revision `r`, or has its pages in the document. */
export function hasTemporaryRevisions(r: string): string {
  return `(EXISTS (SELECT FROM temporary_revision_pages o WHERE o.revision_id = ${r}.id)
    OR EXISTS (SELECT FROM temporary_revisions x WHERE x.overlay_document_id = ${r}.document_id))`;
}

/** SQL condition: a temporary revision, in force or not, changes the page of passage `p`, or has its pages in the document. */
export function isMarked(p: string): string {
  return `(EXISTS (SELECT FROM temporary_revision_pages o WHERE o.revision_id = ${p}.revision_id AND o.page_number = ${p}.page_number)
    OR EXISTS (SELECT FROM temporary_revisions x WHERE x.overlay_document_id = ${p}.document_id))`;
}
