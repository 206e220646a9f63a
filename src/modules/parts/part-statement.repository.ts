import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Reader } from '../../common/principal/principal.js';
import { DocumentService } from '../documents/document.service.js';
import { CHANGED_PAGES, CURRENT, IN_CURRENT, IS_LIMITED, ON_PAGE, reportsOn, conditionsOf, SOURCE, UNCHANGED, type PartStatementRow } from './part-rows.repository.js'; // prettier-ignore

/** Replacements that are followed from a number. */
export const MAX_STEPS = 12;
/** Statements that one part shows. */
export const MAX_STATEMENTS = 500;
/** Numbers of one row. */
const MAX_REPLACED_BY = 20;

/** Numbers with rows of several vendors: the same number of another vendor is another part. @param keys SQL of the numbers without hyphens */
const SEVERAL_VENDORS = (keys: string, organization: string, visible: string): string =>
  `several AS MATERIALIZED (SELECT k.number_code AS code FROM revision_parts k ${IN_CURRENT('k')}
     WHERE k.organization_id = ${organization} AND k.number_key IN (${keys}) AND ${CURRENT} AND ${visible}
     GROUP BY k.number_code HAVING min(k.vendor) < max(k.vendor))`;

/**
 * Queries of a WITH clause for {@link REPLACED_BY}: what replaces the numbers of the rows in the query `page`, read once for each number.
 * @param visible condition on `documents d`, with the first parameters of the statement @param organization placeholder
 */
export function replacementsOf(page: string, visible: string, organization: string): string {
  const told = `SELECT DISTINCT q.one, q.other, z.number_code AS row_code, z.vendor
    FROM (SELECT DISTINCT number_code AS code FROM ${page}) w
      JOIN part_relations q ON q.organization_id = ${organization} AND q.one = w.code AND q.kind = 'supersession' AND q.condition IS NULL
      JOIN revision_parts z ON z.revision_id = q.revision_id AND z.position = q.part_position ${IN_CURRENT('q')}
    WHERE ${CURRENT} AND ${visible} AND ${UNCHANGED('q')} AND NOT ${IS_LIMITED('z')}`;
  // A replacement that another row denies, or gives with a condition, is left open, and so is one with words that are not understood.
  const open = (
    pair: string,
  ): string => `SELECT FROM part_relations q ${IN_CURRENT('q')} WHERE q.organization_id = ${organization}
    AND ${pair} AND ${CURRENT} AND ${visible}`;
  const isConditional = `(q.condition IS NOT NULL OR EXISTS (SELECT FROM revision_parts z
    WHERE z.revision_id = q.revision_id AND z.position = q.part_position AND ${IS_LIMITED('z')}))`;
  const isOpen = `EXISTS (${open(`q.one = s.one AND (q.kind = 'unclear' OR (q.kind = 'not_interchangeable' AND q.other = s.other)
      OR (q.kind = 'supersession' AND ${isConditional}))`)})
    OR EXISTS (${open(`q.kind = 'not_interchangeable' AND q.one = s.other AND q.other = s.one`)})`;
  return `said AS MATERIALIZED (${told}), ${SEVERAL_VENDORS(`SELECT replace(one, '-', '') FROM said`, organization, visible)},
    told AS MATERIALIZED (SELECT s.*, s.one IN (SELECT code FROM several) AS is_ambiguous FROM said s WHERE NOT (${isOpen}))`;
}

/** Numbers that replace that of row `p` without a condition. */
export const REPLACED_BY = `ARRAY(SELECT DISTINCT t.other FROM told t WHERE t.one = p.number_code
    AND CASE WHEN t.is_ambiguous THEN coalesce(t.vendor = p.vendor, false) ELSE coalesce(NOT (t.row_code = t.one AND t.vendor <> p.vendor), true) END
  ORDER BY 1 LIMIT ${MAX_REPLACED_BY}) AS replaced_by`;

/** What rows say of two part numbers. */
@Injectable()
export class PartStatementRepository {
  constructor(
    private readonly db: Database,
    private readonly documents: DocumentService,
  ) {}

  /**
   * Statements of current documents about a number, and those about the numbers that replace it one after another. Each different statement
   * comes before its repetitions in other documents, up to one more than {@link MAX_STATEMENTS}.
   */
  list(reader: Reader, code: string): Promise<PartStatementRow[]> {
    const conditions = this.documents.visibleTo(reader);
    const organization = conditions.parameter(reader.organizationId);
    const number = conditions.parameter(code);
    const visible = `q.organization_id = ${organization} AND ${CURRENT} AND ${conditions.sql}`;
    const isOfChain = (column: string): string => `q.${column} IN (SELECT code FROM chain)`;
    return this.db.query(
      `WITH RECURSIVE chain(code, step) AS (SELECT ${number}::text, 0 UNION
         SELECT q.other, chain.step + 1 FROM chain JOIN part_relations q ON q.one = chain.code AND q.kind = 'supersession'
           ${IN_CURRENT('q')} WHERE chain.step < ${MAX_STEPS} AND ${visible}),
       ${SEVERAL_VENDORS(`SELECT replace(code, '-', '') FROM chain`, organization, conditions.sql)},
       said AS (SELECT q.kind, q.one, q.other, q.condition, q.page_number, q.start_offset, q.end_offset, q.text, q.position, q.revision_id AS of_revision,
           p.id AS part_id, p.text AS row_text, p.number_code AS row_code, p.vendor, p.condition AS condition_of_row, ${ON_PAGE('q')} AS temporary_revisions,
           CASE WHEN q.kind = 'supersession' THEN q.one ELSE ${number} END IN (SELECT code FROM several) AS is_ambiguous
         FROM part_relations q JOIN revision_parts p ON p.revision_id = q.revision_id AND p.position = q.part_position ${IN_CURRENT('q')}
         WHERE ${visible} AND (q.one = ${number} OR q.other = ${number}
           OR (q.kind IN ('supersession', 'unclear') AND ${isOfChain('one')})
           OR (q.kind = 'not_interchangeable' AND ${isOfChain('one')} AND ${isOfChain('other')}))),
       once AS (SELECT DISTINCT ON (kind, one, other, condition, of_revision, row_code, vendor, condition_of_row) * FROM said
         ORDER BY kind, one, other, condition, of_revision, row_code, vendor, condition_of_row, jsonb_array_length(temporary_revisions), part_id),
       shown AS MATERIALIZED (SELECT *, row_number() OVER (PARTITION BY kind, one, other, condition, row_code, vendor ORDER BY jsonb_array_length(temporary_revisions), part_id) AS turn
         FROM once ORDER BY turn, part_id, position LIMIT ${MAX_STATEMENTS + 1})
       SELECT s.*, ${SOURCE}, ${CHANGED_PAGES}, ${conditionsOf('s.of_revision', 's.condition_of_row')}, ${reportsOn('r.id', 's.page_number')}
       FROM shown s JOIN document_revisions r ON r.id = s.of_revision JOIN documents d ON d.id = r.document_id
       ORDER BY s.turn, s.part_id, s.position`,
      conditions.parameters,
    );
  }
}
