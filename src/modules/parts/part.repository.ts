import { Injectable } from '@nestjs/common';
import { partKey } from '@amks/language/identifiers/part-numbers.js';
import type { PartConditions, PartRelationKind } from '@amks/reader/parts/part.types.js';
import { Database } from '../../common/database/database.js';
import { SqlConditions } from '../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../common/pagination/keyset-paginator.js';
import type { Reader } from '../../common/principal/principal.js';
import { DocumentService } from '../documents/document.service.js';
import { openDiscrepanciesOn, type OpenDiscrepancy } from '../documents/discrepancies/open-discrepancy.repository.js';
import {
  changedPagesOf,
  hasTemporaryRevisions,
  numbersOnPage,
} from '../documents/temporary-revisions/temporary-revision-marks.js';
import type { DocumentType, RevisionStatus } from '../documents/dto/document-types.js';
import type { IngestionState } from '../documents/revision.entity.js';
import type { ListPartsQuery } from './dto/part.request.js';
import type { PartRelationRow, RevisionPart } from './part.entity.js';
import { IS_GIVEN_UP, IS_READ } from './part-reading.repository.js';
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

export type PartRow = Omit<RevisionPart, 'organization_id' | 'condition' | 'assemblies'> &
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
    /** What the row depends on. */
    statements: PartConditions;
  };

/** Whether current documents are missing. */
export interface Unread {
  is_waiting: boolean;
  is_given_up: boolean;
}

/** A condition of rows, in its revision. */
export type ConditionRow = PartSource &
  Pick<Changes, 'changed_pages'> & { position: number; statements: PartConditions };

const SOURCE = `d.id AS document_id, d.title AS document_title, d.document_number, d.document_type, d.aircraft_type,
  r.id AS revision_id, r.version, r.status, r.effectivity AS revision_effectivity`;
const CURRENT = `r.status = 'active' AND ${IS_READ}`;
const IN_CURRENT = (row: string): string =>
  `JOIN document_revisions r ON r.id = ${row}.revision_id JOIN documents d ON d.id = r.document_id AND d.current_revision_id = r.id`;
/** Of a row with another alias than those of the statement about temporary revisions, such as `x` and `o`. */
const ON_PAGE = (row: string): string => numbersOnPage('d.id', 'r.id', `${row}.page_number`);
const REPORTS = (row: string): string =>
  `${openDiscrepanciesOn(`${row}.revision_id`, `${row}.page_number`)} AS discrepancies`;
/** Libraries without temporary revisions pay for one look at an index. */
const UNCHANGED = (row: string): string => `jsonb_array_length(${ON_PAGE(row)}) = 0`;
const CHANGED_PAGES = `CASE WHEN ${hasTemporaryRevisions('r')} THEN ${changedPagesOf('r.id')} ELSE '[]'::jsonb END AS changed_pages`;
const STATEMENTS = `coalesce((SELECT c.statements FROM part_conditions c WHERE c.revision_id = p.revision_id AND c.position = p.condition), '[]') AS statements`;
/** As `isLimited` tells it: whether a row is for some aircraft, or can be. */
const IS_LIMITED = (
  row: string,
): string => `EXISTS (SELECT FROM part_conditions n, jsonb_array_elements(n.statements) e WHERE n.revision_id = ${row}.revision_id
  AND n.position = ${row}.condition AND NOT EXISTS (SELECT FROM jsonb_array_elements(e) o WHERE o ->> 'value' ~* '${ALL_AIRCRAFT}'))`;
/** Rows around one, among which the alternatives of its item are. */
const NEAR = 10;
const COLUMNS = `p.id, p.position, p.ata_chapter, p.figure, p.figure_title, p.figure_page, p.item, p.not_illustrated, p.number,
  p.number_code, p.number_key, p.nomenclature, p.indenture, p.quantity, p.vendor, p.stock_number, p.effectivity, p.usage_code,
  p.attaching, p.page_number, p.start_offset, p.end_offset, p.text, ${SOURCE},
  (SELECT g.vendors ->> p.vendor FROM part_readings g WHERE g.revision_id = p.revision_id) AS vendor_name,
  ${ON_PAGE('p')} AS temporary_revisions, ${REPORTS('p')}, ${CHANGED_PAGES}, ${STATEMENTS}`;
const PLACE = `p.id, p.ata_chapter, p.figure, p.figure_title, p.item, p.number, p.nomenclature, p.quantity, p.vendor, p.page_number, ${SOURCE},
  ${ON_PAGE('p')} AS temporary_revisions, ${REPORTS('p')},
  ARRAY(SELECT a.number FROM revision_parts a WHERE a.revision_id = p.revision_id AND a.position = ANY(p.assemblies)
        AND a.number IS NOT NULL ORDER BY a.position) AS assemblies`;
/** Whether an alternative of the item has a symbol of interchangeability without a number: it is about the other numbers of the item. */
const HAS_SYMBOL = `EXISTS (SELECT FROM revision_parts y JOIN revision_parts z ON z.revision_id = y.revision_id
    AND z.position BETWEEN p.position - ${NEAR} AND p.position + ${NEAR} AND z.number_code <> y.number_code
    AND z.item = p.item AND z.figure IS NOT DISTINCT FROM p.figure AND z.text ~ '\\((?:OW|TW|NI)\\)'
  WHERE y.revision_id = p.revision_id AND y.item = p.item AND y.figure IS NOT DISTINCT FROM p.figure
    AND y.position BETWEEN p.position - ${NEAR} AND p.position + ${NEAR} AND (y.id = p.id OR z.id = p.id)) AS has_symbol`;
/** Replacements that are followed from a number. */
export const MAX_STEPS = 12;
/** Statements and places that one part shows. */
export const MAX_STATEMENTS = 500;
export const MAX_PLACES = 100;
/** Different conditions among the rows of a search. */
export const MAX_CONDITIONS = 20_000;

/** Of a search by keyword. */
const MAX_WORDS = 8;

@Injectable()
export class PartRepository {
  constructor(
    private readonly db: Database,
    private readonly documents: DocumentService,
  ) {}

  /** The given revision of a document, or the current one; null for one that is not visible. */
  async findSource(
    reader: Reader,
    documentId: string,
    revisionId: string | null,
  ): Promise<(PartSource & { ingestion_state: IngestionState; is_read: boolean }) | null> {
    const conditions = this.documents.visibleTo(reader).add((p) => `d.id = ${p(documentId)}`);
    const id = conditions.parameter(revisionId);
    const [row] = await this.db.query<PartSource & { ingestion_state: IngestionState; is_read: boolean }>(
      `SELECT ${SOURCE}, r.ingestion_state, ${IS_READ} AS is_read FROM documents d
         JOIN document_revisions r ON r.document_id = d.id AND r.id = coalesce(${id}::text, d.current_revision_id)
       WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    return row ?? null;
  }

  /** In the order of filing, then of the document. @param revisionId instead of current revisions @param excluded conditions that do not hold */
  list(
    reader: Reader,
    query: ListPartsQuery,
    revisionId: string | null,
    excluded: readonly { revision_id: string; position: number }[],
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<PartRow>> {
    const matching = this.matching(reader, query, revisionId);
    if (excluded.length > 0)
      matching.add(
        (p) =>
          `((p.revision_id, p.condition) NOT IN (SELECT * FROM unnest(${p(excluded.map((one) => one.revision_id))}::text[], ${p(excluded.map(({ position }) => position))}::integer[])) OR NOT ${UNCHANGED('p')})`,
      );
    const page = new SqlConditions(matching);
    if (afterId !== null) page.add((p) => `p.id > ${p(afterId)}`);
    const replaced = this.replacedBy(reader, page);
    const from = `FROM revision_parts p JOIN document_revisions r ON r.id = p.revision_id JOIN documents d ON d.id = r.document_id`;
    const sql = `SELECT ${COLUMNS}, ${replaced} ${from} WHERE ${page.sql} ORDER BY p.id LIMIT ${page.parameter(rowCount)}`;
    return this.db.list<PartRow>(
      { sql, parameters: page.parameters },
      { sql: `${from} WHERE ${matching.sql}`, parameters: matching.parameters },
    );
  }

  /** The different conditions of the rows that a query matches, up to one more than {@link MAX_CONDITIONS}. */
  listConditions(reader: Reader, query: ListPartsQuery, revisionId: string | null): Promise<ConditionRow[]> {
    const matching = this.matching(reader, query, revisionId);
    return this.db.query(
      `SELECT ${SOURCE}, ${CHANGED_PAGES}, c.position, c.statements FROM (SELECT DISTINCT p.revision_id, p.condition
           FROM revision_parts p JOIN document_revisions r ON r.id = p.revision_id JOIN documents d ON d.id = r.document_id
           WHERE ${matching.sql} LIMIT ${MAX_CONDITIONS + 1}) x
         JOIN part_conditions c ON c.revision_id = x.revision_id AND c.position = x.condition
         JOIN document_revisions r ON r.id = x.revision_id JOIN documents d ON d.id = r.document_id`,
      matching.parameters,
    );
  }

  /** Whether current documents that the reader can see wait to be read, and whether some could not be read. */
  async findUnread(reader: Reader): Promise<Unread> {
    const visible = this.documents.visibleTo(reader);
    const some = (condition: string): string =>
      `EXISTS (SELECT FROM documents d JOIN document_revisions r ON r.id = d.current_revision_id AND r.status = 'active'
         WHERE ${visible.sql} AND r.ingestion_state = 'ready' AND ${condition})`;
    const [row] = await this.db.query<Unread>(
      `SELECT ${some(`NOT ${IS_READ} AND NOT ${IS_GIVEN_UP}`)} AS is_waiting, ${some(IS_GIVEN_UP)} AS is_given_up`,
      visible.parameters,
    );
    return row!;
  }

  /** A row of any revision, unless its pages were read again since. Only those who manage a document may see rows of its drafts. */
  async find(reader: Reader, id: string): Promise<(PartRow & { has_symbol: boolean }) | null> {
    const conditions = this.documents.visibleTo(reader).add((p) => `p.id = ${p(id)} AND ${IS_READ}`);
    const replaced = this.replacedBy(reader, conditions);
    const [row] = await this.db.query<PartRow & { has_symbol: boolean }>(
      `SELECT ${COLUMNS}, ${replaced}, ${HAS_SYMBOL} FROM revision_parts p JOIN document_revisions r ON r.id = p.revision_id
         JOIN documents d ON d.id = r.document_id WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    return row ?? null;
  }

  /**
   * Statements of current documents about a number, and those about the numbers that replace it one after another. Each different statement
   * comes before its repetitions in other documents, up to one more than {@link MAX_STATEMENTS}.
   */
  listStatements(reader: Reader, code: string): Promise<PartStatementRow[]> {
    const conditions = this.documents.visibleTo(reader);
    const organization = conditions.parameter(reader.organizationId);
    const number = conditions.parameter(code);
    const visible = `q.organization_id = ${organization} AND ${CURRENT} AND ${conditions.sql}`;
    return this.db.query(
      `WITH RECURSIVE chain(code, step) AS (SELECT ${number}::text, 0 UNION
         SELECT q.other, chain.step + 1 FROM chain JOIN part_relations q ON q.one = chain.code AND q.kind = 'supersession'
           ${IN_CURRENT('q')} WHERE chain.step < ${MAX_STEPS} AND ${visible}),
       said AS (SELECT q.kind, q.one, q.other, q.condition, q.page_number, q.start_offset, q.end_offset, q.text, q.position,
           p.id AS part_id, p.text AS row_text, p.number_code AS row_code, p.vendor, ${SOURCE}, ${ON_PAGE('q')} AS temporary_revisions, ${CHANGED_PAGES}, ${STATEMENTS}
         FROM part_relations q JOIN revision_parts p ON p.revision_id = q.revision_id AND p.position = q.part_position ${IN_CURRENT('q')}
         WHERE ${visible} AND (q.one = ${number} OR q.other = ${number}
           OR (q.kind IN ('supersession', 'unclear') AND q.one IN (SELECT code FROM chain)))),
       once AS (SELECT DISTINCT ON (kind, one, other, condition, document_id, vendor, statements) * FROM said
         ORDER BY kind, one, other, condition, document_id, vendor, statements, jsonb_array_length(temporary_revisions), part_id)
       SELECT shown.*, ${REPORTS('shown')} FROM (
         SELECT *, row_number() OVER (PARTITION BY kind, one, other, condition, vendor ORDER BY jsonb_array_length(temporary_revisions), part_id) AS turn
         FROM once ORDER BY turn, part_id, position LIMIT ${MAX_STATEMENTS + 1}) shown
       ORDER BY turn, part_id, position`,
      conditions.parameters,
    );
  }

  /** Rows of current documents with the number. */
  listPlaces(reader: Reader, key: string, code: string): Promise<PartPlaceRow[]> {
    const conditions = this.documents
      .visibleTo(reader)
      .add((p) => `p.organization_id = ${p(reader.organizationId)} AND p.number_key = ${p(key)}`)
      .add((p) => `p.number_code = ${p(code)} AND ${CURRENT} AND ${UNCHANGED('p')}`);
    return this.db.query(
      `SELECT ${PLACE} FROM revision_parts p ${IN_CURRENT('p')} WHERE ${conditions.sql} ORDER BY p.id LIMIT ${MAX_PLACES}`,
      conditions.parameters,
    );
  }

  /** The next higher assembly of a row, several for alternatives of one item. */
  listAssemblies(id: string): Promise<PartPlaceRow[]> {
    return this.db.query(
      `SELECT ${PLACE} FROM revision_parts x JOIN revision_parts p ON p.revision_id = x.revision_id AND p.position = ANY(x.assemblies)
         JOIN document_revisions r ON r.id = p.revision_id JOIN documents d ON d.id = r.document_id
       WHERE x.id = $1 ORDER BY p.position`,
      [id],
    );
  }

  private matching(reader: Reader, query: ListPartsQuery, revisionId: string | null): SqlConditions {
    const { number, names, keyword, document_id, ata_chapter } = query;
    const matching = this.documents.visibleTo(reader).add((p) => `p.organization_id = ${p(reader.organizationId)}`);
    if (revisionId === null) matching.add(() => `d.current_revision_id = r.id AND ${CURRENT}`);
    else matching.add((p) => `p.revision_id = ${p(revisionId)}`);
    if (document_id !== undefined) matching.add((p) => `d.id = ${p(document_id)}`);
    if (number !== undefined) matching.add((p) => `p.number_key = ${p(partKey(number))}`);
    if (names !== undefined) {
      const key = matching.parameter(partKey(names));
      matching.add(
        (p) => `(p.revision_id, p.position) IN (SELECT q.revision_id, q.part_position FROM part_relations q
        WHERE q.organization_id = ${p(reader.organizationId)} AND (replace(q.one, '-', '') = ${key} OR replace(q.other, '-', '') = ${key}))`,
      );
      matching.add(() => `p.number_key IS DISTINCT FROM ${key}`);
    }
    if (keyword !== undefined)
      matching.add((p) => `to_tsvector('simple', coalesce(p.nomenclature, '')) @@ to_tsquery('simple', ${p(prefixes(keyword))})`); // prettier-ignore
    if (ata_chapter !== undefined)
      matching.add((p) => `(p.ata_chapter = ${p(ata_chapter)} OR starts_with(p.ata_chapter, ${p(`${ata_chapter}-`)}))`);
    return matching;
  }

  private replacedBy(reader: Reader, conditions: SqlConditions): string {
    // The same documents are visible, with other parameters: a subquery has its aliases.
    const visible = this.documents.visibleTo(reader);
    const offset = conditions.parameters.length;
    for (const value of visible.parameters) conditions.parameter(value);
    const sql = visible.sql.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + offset}`);
    return `ARRAY(SELECT DISTINCT q.other FROM part_relations q
        JOIN revision_parts z ON z.revision_id = q.revision_id AND z.position = q.part_position ${IN_CURRENT('q')}
      WHERE q.organization_id = p.organization_id AND q.kind = 'supersession' AND q.one = p.number_code AND q.condition IS NULL
        AND ${CURRENT} AND ${sql} AND ${UNCHANGED('q')} AND NOT ${IS_LIMITED('z')} AND coalesce(NOT (z.number_code = q.one AND z.vendor <> p.vendor), true)
      ORDER BY 1 LIMIT 20) AS replaced_by`;
  }
}

/** Words of a nomenclature that begin so; text without words matches nothing. */
function prefixes(keyword: string): string {
  return (keyword.match(/[\p{L}\p{N}]+/gu) ?? [])
    .slice(0, MAX_WORDS)
    .map((word) => `'${word}':*`)
    .join(' & ');
}
