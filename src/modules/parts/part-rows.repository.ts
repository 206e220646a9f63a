import type { PartConditions, PartRelationKind } from '@amks/reader/parts/part.types.js';
import { openDiscrepanciesOn, type OpenDiscrepancy } from '../documents/discrepancies/open-discrepancy.repository.js';
import {
  changedPagesOf,
  hasTemporaryRevisions,
  numbersOnPage,
} from '../documents/temporary-revisions/temporary-revision-marks.js';
import type { DocumentType, RevisionStatus } from '../documents/dto/document-types.js';
import type { PartRelationRow, RevisionPart } from './part.entity.js';
import { IS_READ } from './part-reading.repository.js';
import { ALL_AIRCRAFT } from './supersession.js';

/** The document and revision of a row. */
export interface PartSource {
  document_id: string;
  document_title: string;
  document_number: string | null;
  document_type: DocumentType;
  aircraft_type: string;
  revision_id: string;
  version: string;
  status: RevisionStatus;
  revision_effectivity: string | null;
}

export type PartRow = Omit<RevisionPart, 'organization_id' | 'condition' | 'assemblies' | 'words'> &
  PartSource &
  Changes & {
    vendor_name: string | null;
    /** Numbers that replace it without a condition, by current documents that the caller can see. */
    replaced_by: string[];
    statements: PartConditions;
  };

/** Temporary revisions and open discrepancy reports of the page of a row. */
interface OnPage {
  discrepancies: OpenDiscrepancy[];
  /** Numbers of those because of which nobody may work by the page. */
  temporary_revisions: string[];
}

/** Temporary revisions of the row, and of the pages with its conditions. */
interface Changes extends OnPage {
  /** Pages of the revision that are replaced or canceled. */
  changed_pages: number[];
}

/** Another row of a parts list. */
export type PartPlaceRow = PartSource &
  OnPage &
  Pick<RevisionPart, 'id' | 'ata_chapter' | 'figure' | 'figure_title' | 'item' | 'number' | 'nomenclature'> &
  Pick<RevisionPart, 'quantity' | 'vendor' | 'page_number'> & { assemblies: string[] };

/** A statement about two part numbers with the row that makes it. One row stands for those of its document that say the same. */
export type PartStatementRow = PartSource &
  Changes &
  Pick<PartRelationRow, 'one' | 'other' | 'condition' | 'page_number' | 'start_offset' | 'end_offset' | 'text'> & {
    kind: PartRelationKind;
    part_id: string;
    row_text: string;
    /** Number and vendor of the row that makes it. */
    row_code: string | null;
    vendor: string | null;
    /** Whether rows of the number that it is about have several vendors. */
    is_ambiguous: boolean;
    /** What the row depends on. */
    statements: PartConditions;
  };

/** Whether current documents are missing. */
export interface Unread {
  is_waiting: boolean;
  is_given_up: boolean;
}

/** Which conditions the rows of a search have in a revision. */
export type FoundConditions = PartSource &
  Pick<Changes, 'changed_pages'> & { has_changes: boolean; read_at: Date; positions: number[] };

/** Conditions that do not hold. */
export interface Excluded {
  /** Positions by revision. */
  positions: ReadonlyMap<string, readonly number[]>;
  /** Revisions that have temporary revisions: their rows stay on pages that these change. */
  changed: string[];
}

export const SOURCE = `d.id AS document_id, d.title AS document_title, d.document_number, d.document_type, d.aircraft_type,
  r.id AS revision_id, r.version, r.status, r.effectivity AS revision_effectivity`;
export const CURRENT = `r.status = 'active' AND ${IS_READ}`;
export const IN_CURRENT = (row: string): string =>
  `JOIN document_revisions r ON r.id = ${row}.revision_id JOIN documents d ON d.id = r.document_id AND d.current_revision_id = r.id`;
/** Of a row with another alias than those of the statement about temporary revisions, such as `x` and `o`. */
export const ON_PAGE = (row: string): string => numbersOnPage('d.id', 'r.id', `${row}.page_number`);
export const reportsOn = (revision: string, page: string): string =>
  `${openDiscrepanciesOn(revision, page)} AS discrepancies`;
export const REPORTS = (row: string): string => reportsOn(`${row}.revision_id`, `${row}.page_number`);
/** Libraries without temporary revisions pay for one look at an index. */
export const UNCHANGED = (row: string): string => `jsonb_array_length(${ON_PAGE(row)}) = 0`;
export const CHANGED_PAGES = `CASE WHEN ${hasTemporaryRevisions('r')} THEN ${changedPagesOf('r.id')} ELSE '[]'::jsonb END AS changed_pages`;
/** The conditions of each row are stored, also an empty list: where they are missing, the row is open. */
const MISSING = `'[[{"source": "row", "reach": "section", "text": "", "value": null, "page_number": 1, "start": 0, "end": 1}]]'::jsonb`;
export const conditionsOf = (revision: string, position: string): string =>
  `coalesce((SELECT c.statements FROM part_conditions c WHERE c.revision_id = ${revision} AND c.position = ${position}), ${MISSING}) AS statements`;
export const STATEMENTS = conditionsOf('p.revision_id', 'p.condition');
/** As `isLimited` tells it: whether a row is for some aircraft, or can be. */
export const IS_LIMITED = (
  row: string,
): string => `NOT EXISTS (SELECT FROM part_conditions n WHERE n.revision_id = ${row}.revision_id
  AND n.position = ${row}.condition AND NOT EXISTS (SELECT FROM jsonb_array_elements(n.statements) e
    WHERE NOT EXISTS (SELECT FROM jsonb_array_elements(e) o WHERE o ->> 'value' ~* '${ALL_AIRCRAFT}')))`;
/** Rows around one, among which the alternatives of its item are. */
const NEAR = 10;
export const COLUMNS = `p.id, p.position, p.ata_chapter, p.figure, p.figure_title, p.figure_page, p.item, p.not_illustrated, p.number,
  p.number_code, p.number_key, p.nomenclature, p.indenture, p.quantity, p.vendor, p.stock_number, p.effectivity, p.usage_code,
  p.attaching, p.page_number, p.start_offset, p.end_offset, p.text, ${SOURCE},
  (SELECT g.vendors ->> p.vendor FROM part_readings g WHERE g.revision_id = p.revision_id) AS vendor_name,
  ${ON_PAGE('p')} AS temporary_revisions, ${REPORTS('p')}, ${CHANGED_PAGES}, ${STATEMENTS}`;
export const PLACE = `p.id, p.ata_chapter, p.figure, p.figure_title, p.item, p.number, p.nomenclature, p.quantity, p.vendor, p.page_number, ${SOURCE},
  ${ON_PAGE('p')} AS temporary_revisions, ${REPORTS('p')},
  ARRAY(SELECT a.number FROM revision_parts a WHERE a.revision_id = p.revision_id AND a.position = ANY(p.assemblies)
        AND a.number IS NOT NULL ORDER BY a.position) AS assemblies`;
/** Whether an alternative of the item has a symbol of interchangeability without a number: it is about the other numbers of the item. */
export const HAS_SYMBOL = `EXISTS (SELECT FROM revision_parts y JOIN revision_parts z ON z.revision_id = y.revision_id
    AND z.position BETWEEN p.position - ${NEAR} AND p.position + ${NEAR} AND z.number_code <> y.number_code
    AND z.item = p.item AND z.figure IS NOT DISTINCT FROM p.figure AND z.text ~ '\\((?:OW|TW|NI)\\)'
  WHERE y.revision_id = p.revision_id AND y.item = p.item AND y.figure IS NOT DISTINCT FROM p.figure
    AND y.position BETWEEN p.position - ${NEAR} AND p.position + ${NEAR} AND (y.id = p.id OR z.id = p.id)) AS has_symbol`;
