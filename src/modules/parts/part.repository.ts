import { Injectable } from '@nestjs/common';
import { partKey } from '@amks/language/identifiers/part-numbers.js';
import type { PartConditions } from '@amks/reader/parts/part.types.js';
import { Database } from '../../common/database/database.js';
import { SqlConditions } from '../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../common/pagination/keyset-paginator.js';
import type { Reader } from '../../common/principal/principal.js';
import { DocumentService } from '../documents/document.service.js';
import { hasTemporaryRevisions, numbersOnPage } from '../documents/temporary-revisions/temporary-revision-marks.js';
import type { ListPartsQuery } from './dto/part.request.js';
import { IS_GIVEN_UP, IS_HELD, IS_READ, type WantedReading } from './part-reading.repository.js';
import { CHANGED_PAGES, COLUMNS, CURRENT, HAS_SYMBOL, IN_CURRENT, PLACE, SOURCE, UNCHANGED, type Excluded, type FoundConditions, type PartPlaceRow, type PartRow, type PartSource, type Unread } from './part-rows.repository.js'; // prettier-ignore
import { REPLACED_BY, replacementsOf } from './part-statement.repository.js';

/** Places that one part shows. */
const MAX_PLACES = 100;
/** Different conditions among the rows of a search. */
export const MAX_CONDITIONS = 20_000;
/** Of a search by keyword. */
const MAX_WORDS = 8;
/** Of a row whose document is not joined. */
const IS_CHANGED = `jsonb_array_length(${numbersOnPage('(SELECT u.document_id FROM document_revisions u WHERE u.id = p.revision_id)', 'p.revision_id', 'p.page_number')}) > 0`;
const ROWS = `FROM revision_parts p JOIN document_revisions r ON r.id = p.revision_id JOIN documents d ON d.id = r.document_id`;

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
  ): Promise<(PartSource & WantedReading) | null> {
    const conditions = this.documents.visibleTo(reader).add((p) => `d.id = ${p(documentId)}`);
    const id = conditions.parameter(revisionId);
    const [row] = await this.db.query<PartSource & WantedReading>(
      `SELECT ${SOURCE}, r.ingestion_state, r.page_count, ${IS_READ} AS is_read, ${IS_HELD} AS is_held FROM documents d
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
    excluded: Excluded,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<PartRow>> {
    const visible = this.documents.visibleTo(reader);
    const matching = matchingRows(visible, reader, query, revisionId);
    if (excluded.positions.size > 0) {
      const positions = matching.parameter(JSON.stringify(Object.fromEntries(excluded.positions)));
      matching.add(
        (p) =>
          `((p.revision_id, p.condition) NOT IN (SELECT e.key, v::integer FROM jsonb_each(${positions}::jsonb) e, jsonb_array_elements_text(e.value) v)
            OR (p.revision_id = ANY (${p(excluded.changed)}::text[]) AND ${IS_CHANGED}))`,
      );
    }
    const page = new SqlConditions(matching);
    if (afterId !== null) page.add((p) => `p.id > ${p(afterId)}`);
    const rows = `SELECT p.* FROM revision_parts p WHERE ${page.sql} ORDER BY p.id LIMIT ${page.parameter(rowCount)}`;
    const sql = `WITH page AS MATERIALIZED (${rows}), ${replacementsOf('page', visible.sql, page.parameter(reader.organizationId))}
      SELECT ${COLUMNS}, ${REPLACED_BY} ${ROWS.replace('revision_parts', 'page')} ORDER BY p.id`;
    return this.db.list<PartRow>(
      { sql, parameters: page.parameters },
      { sql: `FROM revision_parts p WHERE ${matching.sql}`, parameters: matching.parameters },
    );
  }

  /** The different conditions of the rows that a query matches, up to one more than {@link MAX_CONDITIONS}. */
  findConditions(reader: Reader, query: ListPartsQuery, revisionId: string | null): Promise<FoundConditions[]> {
    const visible = this.documents.visibleTo(reader);
    const { number, names, keyword, ata_chapter } = query;
    const isWhole = [number, names, keyword, ata_chapter].every((filter) => filter === undefined);
    const matching = isWhole ? new SqlConditions(visible) : matchingRows(visible, reader, query, revisionId);
    // Some row has each condition of a revision: all of its rows need not be read.
    const found = isWhole
      ? `SELECT c.revision_id, c.position AS condition FROM (${revisionsFor(visible, matching, query, revisionId)}) v JOIN part_conditions c ON c.revision_id = v.id`
      : `SELECT DISTINCT p.revision_id, p.condition FROM revision_parts p WHERE ${matching.sql}`;
    return this.db.query(
      `SELECT ${SOURCE}, ${CHANGED_PAGES}, ${hasTemporaryRevisions('r')} AS has_changes, g.created_at AS read_at, x.positions
       FROM (SELECT revision_id, array_agg(condition) AS positions
             FROM (${found} LIMIT ${MAX_CONDITIONS + 1}) u GROUP BY revision_id) x
         JOIN part_readings g ON g.revision_id = x.revision_id
         JOIN document_revisions r ON r.id = x.revision_id JOIN documents d ON d.id = r.document_id`,
      matching.parameters,
    );
  }

  /** @param wanted positions by revision, of {@link findConditions} */
  listConditions(
    wanted: ReadonlyMap<string, readonly number[]>,
  ): Promise<{ revision_id: string; position: number; statements: PartConditions }[]> {
    return this.db.query(
      `SELECT c.revision_id, c.position, c.statements FROM jsonb_each($1::jsonb) e CROSS JOIN LATERAL jsonb_array_elements_text(e.value) v
         JOIN part_conditions c ON c.revision_id = e.key AND c.position = v::integer`,
      [JSON.stringify(Object.fromEntries(wanted))],
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
    const visible = this.documents.visibleTo(reader);
    const conditions = new SqlConditions(visible).add((p) => `p.id = ${p(id)} AND ${IS_READ}`);
    const [row] = await this.db.query<PartRow & { has_symbol: boolean }>(
      `WITH page AS MATERIALIZED (SELECT p.* ${ROWS} WHERE ${conditions.sql}),
         ${replacementsOf('page', visible.sql, conditions.parameter(reader.organizationId))}
       SELECT ${COLUMNS}, ${REPLACED_BY}, ${HAS_SYMBOL} ${ROWS.replace('revision_parts', 'page')}`,
      conditions.parameters,
    );
    return row ?? null;
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
}

/** SQL of the revisions among whose rows is looked. @param conditions begins with the parameters of `visible` */
function revisionsFor(
  visible: SqlConditions,
  conditions: SqlConditions,
  { document_id }: ListPartsQuery,
  revisionId: string | null,
): string {
  const isWanted =
    revisionId === null ? `d.current_revision_id = r.id AND ${CURRENT}` : `r.id = ${conditions.parameter(revisionId)}`;
  const isOfDocument = document_id === undefined ? 'true' : `d.id = ${conditions.parameter(document_id)}`;
  return `SELECT r.id FROM document_revisions r JOIN documents d ON d.id = r.document_id WHERE ${visible.sql} AND ${isWanted} AND ${isOfDocument}`;
}

/** Conditions on `revision_parts p`, its revision `r` and its document `d`. */
function matchingRows(
  visible: SqlConditions,
  reader: Reader,
  query: ListPartsQuery,
  revisionId: string | null,
): SqlConditions {
  const { number, names, keyword, ata_chapter } = query;
  const matching = new SqlConditions();
  matching.parameters.push(...visible.parameters);
  const organization = matching.parameter(reader.organizationId);
  matching.add(() => `p.organization_id = ${organization}`);
  const revisions = revisionsFor(visible, matching, query, revisionId);
  // As a set that is made once: joined, the planner takes it for a single row, and sorts all rows of the organization.
  matching.add(() => `(p.revision_id IN (${revisions})) IS TRUE`);
  if (revisionId !== null) matching.add((p) => `p.revision_id = ${p(revisionId)}`);
  if (number !== undefined) matching.add((p) => `p.number_key = ${p(partKey(number))}`);
  if (names !== undefined) {
    const key = matching.parameter(partKey(names));
    matching.add(
      () => `(p.revision_id, p.position) IN (SELECT q.revision_id, q.part_position FROM part_relations q
        WHERE q.organization_id = ${organization} AND (replace(q.one, '-', '') = ${key} OR replace(q.other, '-', '') = ${key}))`,
    );
    matching.add(() => `p.number_key IS DISTINCT FROM ${key}`);
  }
  if (keyword !== undefined) matching.add((p) => `p.words @@ ${p(prefixes(keyword, reader.organizationId))}::tsquery`);
  if (ata_chapter !== undefined)
    matching.add((p) => `(p.ata_chapter = ${p(ata_chapter)} OR starts_with(p.ata_chapter, ${p(`${ata_chapter}-`)}))`);
  return matching;
}

/** Words of a nomenclature that begin so, as the rows of the organization have them; text without words matches nothing. */
function prefixes(keyword: string, organizationId: string): string {
  return (keyword.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .slice(0, MAX_WORDS)
    .map((word) => `'${organizationId} ${word}':*`)
    .join(' & ');
}
