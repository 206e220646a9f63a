import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { bounded, MAX_COUNTED, SqlConditions, withCount } from '../../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import type { Principal } from '../../../common/principal/principal.js';
import { seesEverything } from '../document.policy.js';
import {
  DOCUMENT_COLUMNS,
  DOCUMENTS,
  DocumentRepository,
  nested,
  visibleSets,
  type DocumentRow,
  type FlatRow,
  type VisibleSets,
} from '../document.repository.js';
import { isInPublication } from '../publications/publication.repository.js';
import type { ListDocumentsQuery } from '../dto/document.request.js';

const CHAPTER = 'd.ata_chapter COLLATE "C"';

interface Page {
  afterId: string | null;
  rowCount: number;
}

/** Lists and counts of documents that a reader can see. */
@Injectable()
export class DocumentListRepository {
  constructor(
    private readonly db: Database,
    private readonly documents: DocumentRepository,
  ) {}

  async list(
    principal: Principal,
    filter: ListDocumentsQuery,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<DocumentRow>> {
    const statement = isNarrow(filter)
      ? this.narrowList(principal, filter, { afterId, rowCount })
      : this.plainList(principal, filter, { afterId, rowCount });
    const rows = await this.db.query<FlatRow & { total_count: number }>(statement.sql, statement.parameters);
    const count = rows[0]?.total_count ?? 0;
    return {
      rows: rows.filter(({ id }) => id !== null).map(nested),
      ...(isNarrow(filter) ? bounded(count) : { totalCount: count, isExact: true }),
    };
  }

  async listIdsInPublication(principal: Principal, publicationId: string): Promise<string[]> {
    const conditions = this.documents.visibleTo(principal).add((p) => isInPublication(principal, publicationId, p));
    const rows = await this.db.query<{ id: string }>(
      `SELECT d.id FROM documents d WHERE ${conditions.sql} ORDER BY d.id LIMIT ${MAX_COUNTED}`,
      conditions.parameters,
    );
    return rows.map(({ id }) => id);
  }

  /** Values of a column in the caller's documents with counts, most frequent first. */
  countBy(
    principal: Principal,
    column: 'document_type' | 'aircraft_type',
  ): Promise<{ value: string; count: number }[]> {
    const statement = new SqlConditions();
    const p = (value: unknown): string => statement.parameter(value);
    const kept = `${keptFor(principal, p)} AND d.${column} IS NOT NULL`;
    const shared = seesEverything(principal)
      ? ''
      : `UNION ALL SELECT d.${column}, count(*) FROM documents d WHERE ${visibleSets(principal, p).shared} GROUP BY 1`;
    return this.db.query(
      `SELECT value, sum(documents)::int AS count
       FROM (SELECT d.${column} AS value, d.documents FROM document_counts d WHERE ${kept} ${shared}) AS counted
       GROUP BY 1 HAVING sum(documents) > 0 ORDER BY 2 DESC, 1`,
      statement.parameters,
    );
  }

  /** Reads the page in the order of an index. The total is the sum of kept counts. */
  private plainList(principal: Principal, filter: ListDocumentsQuery, page: Page): Statement {
    const statement = new SqlConditions();
    const p = (value: unknown): string => statement.parameter(value);
    const filters = filtersOf(principal, filter, p);
    const count = keptCount(principal, filters, p);
    const after = page.afterId === null ? [] : [`d.id < ${p(page.afterId)}`];
    const limit = p(page.rowCount);
    const inOrder = (columns: string, from: string, set: string): string =>
      `SELECT ${columns} FROM ${from} WHERE ${matching(set, [...filters, ...after])} ORDER BY d.id DESC LIMIT ${limit}`;
    const inSets = ({ open, ofTeam, shared }: VisibleSets): string =>
      [open, ofTeam, shared].map((set) => `(${inOrder('d.id', 'documents d', set)})`).join(' UNION ALL ');
    const rows = seesEverything(principal)
      ? inOrder(DOCUMENT_COLUMNS, DOCUMENTS, everything(principal, p))
      : `SELECT ${DOCUMENT_COLUMNS} FROM ${DOCUMENTS} WHERE d.id IN (
           SELECT id FROM (${inSets(visibleSets(principal, p))}) AS visible ORDER BY id DESC LIMIT ${limit})`;
    return { sql: withCount(`(${count}) AS counted`, rows), parameters: statement.parameters };
  }

  /** Finds all matches by the index of a filter, unless there are so many that the newest are found sooner in the order of ids. */
  private narrowList(principal: Principal, filter: ListDocumentsQuery, page: Page): Statement {
    const statement = new SqlConditions();
    const p = (value: unknown): string => statement.parameter(value);
    const all = matching(this.documents.visibleTo(principal, statement).sql, filtersOf(principal, filter, p));
    const after = p(page.afterId);
    const limit = p(page.rowCount);
    const total = '(SELECT total_count FROM counted)';
    const rows = `
      SELECT ${DOCUMENT_COLUMNS} FROM ${DOCUMENTS} WHERE ${total} <= ${MAX_COUNTED} AND d.id IN (
        SELECT id FROM found WHERE ${after}::text IS NULL OR id < ${after} ORDER BY id DESC LIMIT ${limit})
      UNION ALL (
        SELECT ${DOCUMENT_COLUMNS} FROM ${DOCUMENTS}
        WHERE ${total} > ${MAX_COUNTED} AND ${all} AND (${after}::text IS NULL OR d.id < ${after})
        ORDER BY d.id DESC LIMIT ${limit})`;
    const sql = `WITH found AS MATERIALIZED (SELECT d.id FROM documents d WHERE ${all} LIMIT ${MAX_COUNTED + 1}),
      counted AS (SELECT count(*)::float8 AS total_count FROM found) ${withCount('counted', rows)}`;
    return { sql, parameters: statement.parameters };
  }
}

interface Statement {
  sql: string;
  parameters: unknown[];
}

/** Whether an index of the filter finds the matches, but not in the order of the list. Counts are kept for all other filters. */
function isNarrow({ ata_chapter, publication_id, q, updated_since }: ListDocumentsQuery): boolean {
  return [ata_chapter, publication_id, q, updated_since].some((filter) => filter !== undefined);
}

/** Conditions on `documents d`. Without narrow filters they also hold for `document_counts d`. */
function filtersOf(principal: Principal, filter: ListDocumentsQuery, p: (value: unknown) => string): string[] {
  const { document_type, aircraft_type, ata_chapter, status, access, publication_id, q, updated_since } = filter;
  const filters: string[] = [];
  if (document_type !== undefined) filters.push(`d.document_type = ${p(document_type)}`);
  if (access !== undefined) filters.push(`d.access = ${p(access)}`);
  if (aircraft_type !== undefined) filters.push(`d.aircraft_type = ${p(aircraft_type)}`);
  if (status === 'active') filters.push('d.inactive_status IS NULL');
  else if (status !== undefined) filters.push(`d.inactive_status = ${p(status)}`);
  if (ata_chapter !== undefined) {
    const chapter = p(ata_chapter);
    filters.push(`(${CHAPTER} = ${chapter} OR ${CHAPTER} >= ${chapter} || '-' AND ${CHAPTER} < ${chapter} || '.')`);
  }
  if (q !== undefined) {
    const start = p(q);
    filters.push(`(${startsWith('d.title', start)} OR ${startsWith('d.document_number', start)})`);
  }
  if (publication_id !== undefined) filters.push(isInPublication(principal, publication_id, p));
  if (updated_since !== undefined) filters.push(`d.updated_at >= ${p(updated_since)}`);
  return filters;
}

function everything({ organizationId }: Principal, p: (value: unknown) => string): string {
  return `d.organization_id = ${p(organizationId)} AND d.deleted_at IS NULL`;
}

/** Conditions on `document_counts d`: the documents that the reader sees without shares. */
function keptFor(principal: Principal, p: (value: unknown) => string): string {
  const own = `d.organization_id = ${p(principal.organizationId)}`;
  return seesEverything(principal)
    ? own
    : `${own} AND (d.access = 'organization' OR d.team_id = ${p(principal.teamId)})`;
}

function keptCount(principal: Principal, filters: string[], p: (value: unknown) => string): string {
  // Rows without a type have the sums over all types, aircraft and states.
  const grain = `d.document_type IS ${filters.length > 0 ? 'NOT NULL' : 'NULL'}`;
  const kept = `SELECT coalesce(sum(d.documents), 0) FROM document_counts d WHERE ${matching(keptFor(principal, p), [grain, ...filters])}`;
  if (seesEverything(principal)) return `SELECT (${kept})::float8 AS total_count`;
  const shared = `SELECT count(*) FROM documents d WHERE ${matching(visibleSets(principal, p).shared, filters)}`;
  return `SELECT ((${kept}) + (${shared}))::float8 AS total_count`;
}

function matching(set: string, filters: readonly string[]): string {
  return [set, ...filters].join(' AND ');
}

/** Case-insensitive prefix match as a range, so that an index in byte order serves it for any parameter. */
function startsWith(column: string, parameter: string): string {
  const [text, start] = [`lower(${column}) COLLATE "C"`, `lower(${parameter}::text)`];
  return `(${text} >= ${start} AND ${text} < ${start} || U&'\\+10FFFF')`;
}
