import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { SqlConditions } from '../../../common/database/sql-conditions.js';
import type { PageReference } from '../revision.repository.js';
import { temporaryRevisionsOn } from '../temporary-revisions/temporary-revision-marks.js';
import type { TemporaryRevisionMark } from '../temporary-revisions/dto/temporary-revision-mark.js';
import {
  DISCREPANCY_SEVERITIES,
  OPEN_STATUSES,
  type DiscrepancyKind,
  type DiscrepancySeverity,
  type OpenStatus,
} from './dto/discrepancy-kinds.js';

/** An open report, as the page that it is about shows it. */
export interface OpenDiscrepancy {
  id: string;
  kind: DiscrepancyKind;
  severity: DiscrepancySeverity;
  status: OpenStatus;
  quote: string;
  /** Offsets of the quote in the text of the page; null if it begins or ends within a word. */
  start: number | null;
  end: number | null;
  description: string;
  /** The approved instruction. */
  interim_instruction: string | null;
}

/** What speaks against working by a page. */
export interface PageMarks {
  discrepancies: OpenDiscrepancy[];
  temporary_revisions: TemporaryRevisionMark[];
}

/** Reports shown on a page: first those with an instruction, then by severity, then the newest. */
const SHOWN = 10;
const SEVERITIES = DISCREPANCY_SEVERITIES.map((severity) => `'${severity}'`).join(', ');

/** SQL condition: report `x` is open. Constant, so that the partial index serves it. */
export const IS_OPEN = `x.status IN (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/**
 * SQL of the open reports on a page. One that was not sought yet in the current revision is on its original page there, so that no warning is
 * missing meanwhile.
 */
const placedOn = (revision: string, page: string): string => `
  (SELECT p0.discrepancy_id, p0.start_offset, p0.end_offset FROM discrepancy_places p0
   WHERE p0.revision_id = ${revision} AND p0.page_number = ${page}
   UNION ALL
   SELECT x.id, NULL, NULL FROM document_revisions r0 JOIN documents d0 ON d0.id = r0.document_id AND d0.current_revision_id = r0.id
     JOIN discrepancies x ON x.document_id = d0.id AND x.page_number = ${page} AND ${IS_OPEN}
   WHERE r0.id = ${revision} AND x.sought_revision_id IS DISTINCT FROM r0.id
     AND NOT EXISTS (SELECT FROM discrepancy_places p0 WHERE p0.discrepancy_id = x.id AND p0.revision_id = r0.id))`;

/**
 * SQL of the open reports on a page, as a JSON array of {@link OpenDiscrepancy}. Joins the statement that reads the page, so that both show
 * one instant. The caller must have checked that the document is visible. @param revision, page SQL of its revision and number
 */
export function openDiscrepanciesOn(revision: string, page: string): string {
  return `(SELECT coalesce(jsonb_agg(o.shown ORDER BY o.rank), '[]') FROM (
    SELECT row_number() OVER (ORDER BY x.instruction IS NULL, array_position(ARRAY[${SEVERITIES}], x.severity), x.id DESC) AS rank, jsonb_build_object(
      'id', x.id, 'kind', x.kind, 'severity', x.severity, 'status', x.status, 'quote', x.quote, 'start', at.start_offset, 'end', at.end_offset,
      'description', x.description,
      'interim_instruction', x.instruction) AS shown
    FROM ${placedOn(revision, page)} at JOIN discrepancies x ON x.id = at.discrepancy_id
    WHERE ${IS_OPEN}
    ORDER BY rank LIMIT ${SHOWN}) o)`;
}

/** Open reports, for those who show pages. */
@Injectable()
export class OpenDiscrepancyRepository {
  constructor(private readonly db: Database) {}

  /** And temporary revisions. Of the given pages, without those of documents that are not visible. @param visible conditions on `documents d` */
  findOn(visible: SqlConditions, pages: readonly PageReference[]): Promise<(PageReference & PageMarks)[]> {
    const conditions = new SqlConditions(visible);
    const revisions = conditions.parameter(pages.map(({ revision_id: id }) => id));
    const numbers = conditions.parameter(pages.map(({ page_number: number }) => number));
    return this.db.query(
      `SELECT named.revision_id, named.page_number, ${openDiscrepanciesOn('named.revision_id', 'named.page_number')} AS discrepancies,
              ${temporaryRevisionsOn(visible, 'r.document_id', 'named.revision_id', 'named.page_number')} AS temporary_revisions
       FROM (SELECT DISTINCT * FROM unnest(${revisions}::text[], ${numbers}::integer[]) AS u (revision_id, page_number)) named
         JOIN document_revisions r ON r.id = named.revision_id JOIN documents d ON d.id = r.document_id
       WHERE ${conditions.sql}`,
      conditions.parameters,
    );
  }
}
