import { Injectable } from '@nestjs/common';
import type { Principal, Reader } from '../../common/principal/principal.js';
import { Database } from '../../common/database/database.js';
import { SqlConditions } from '../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../common/pagination/keyset-paginator.js';
import { Document } from './document.entity.js';
import { seesEverything } from './document.policy.js';
import type { ListDocumentsQuery } from './dto/document.request.js';
import type { RevisionStatus } from './dto/document-types.js';
import type { Revision } from './revision.entity.js';
import { sharedWith } from './shares/document-share.repository.js';

/** A document with its current revision, or the one asked for. */
export type DocumentRow = Document & {
  revision: Pick<
    Revision,
    | 'id'
    | 'version'
    | 'revision_date'
    | 'effectivity'
    | 'status'
    | 'supersedes_id'
    | 'superseded_by_id'
    | 'content_sha256'
    | 'page_count'
    | 'language'
    | 'ingestion_state'
    | 'ingestion_error'
  >;
};

const COLUMNS = `
  d.id, d.organization_id, d.title, d.document_type, d.aircraft_type, d.document_number, d.ata_chapter, d.access, d.team_id,
  d.current_revision_id, d.created_by, d.deleted_at, d.row_version, d.created_at, d.updated_at,
  r.id AS revision_id, r.version, r.revision_date::text, r.effectivity, r.status, r.supersedes_id, r.superseded_by_id,
  r.content_sha256, r.page_count, r.language, r.ingestion_state, r.ingestion_error`;
const FROM = `documents d JOIN document_revisions r ON r.id = d.current_revision_id`;
/** That `d` has an active revision, which is then its current one. A partial index covers these. */
const IS_ACTIVE = `EXISTS (SELECT FROM document_revisions a WHERE a.document_id = d.id AND a.status = 'active')`;
const CHAPTER = 'd.ata_chapter COLLATE "C"';
const NEXT_VERSION = 'row_version = row_version + 1, updated_at = now()';

export const EDITABLE_COLUMNS = [
  'title',
  'document_type',
  'aircraft_type',
  'document_number',
  'ata_chapter',
  'access',
  'team_id',
] as const;
/** Documents that a reader can see, by the reason for it. */
export type DocumentReach = 'everything' | { teamIds: string[]; shared: SqlConditions };

export type EditableColumn = (typeof EDITABLE_COLUMNS)[number];

@Injectable()
export class DocumentRepository {
  constructor(private readonly db: Database) {}

  /** Defines which documents a reader can see, as conditions on `documents d`. Every read of documents must use it. */
  visibleTo(principal: Reader, conditions = new SqlConditions()): SqlConditions {
    conditions.add((p) => `d.organization_id = ${p(principal.organizationId)} AND d.deleted_at IS NULL`);
    if (seesEverything(principal)) return conditions;
    const team = conditions.parameter(principal.teamId);
    return conditions.add(
      (p) => `(d.access = 'organization' OR d.team_id = ${team} OR d.id IN (${sharedWith(p(principal.userId), team)}))`,
    );
  }

  /** {@link visibleTo} for a search index: the reader's teams, and conditions for documents visible only through shares. */
  reachOf(reader: Reader): DocumentReach {
    if (seesEverything(reader)) return 'everything';
    const shared = new SqlConditions();
    const team = shared.parameter(reader.teamId);
    shared
      .add((p) => `d.organization_id = ${p(reader.organizationId)} AND d.deleted_at IS NULL`)
      .add((p) => `d.id IN (${sharedWith(p(reader.userId), team)})`)
      .add(() => `d.access <> 'organization' AND d.team_id IS DISTINCT FROM ${team}`);
    return { teamIds: reader.teamId === null ? [] : [reader.teamId], shared };
  }

  async list(
    principal: Principal,
    filter: ListDocumentsQuery,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<DocumentRow>> {
    const conditions = this.visibleTo(principal);
    const { document_type, aircraft_type, ata_chapter, status, access, q, updated_since } = filter;
    if (document_type !== undefined) conditions.add((p) => `d.document_type = ${p(document_type)}`);
    if (aircraft_type !== undefined) conditions.add((p) => `d.aircraft_type = ${p(aircraft_type)}`);
    if (ata_chapter !== undefined) {
      const chapter = conditions.parameter(ata_chapter);
      conditions.add(
        () => `(${CHAPTER} = ${chapter} OR ${CHAPTER} >= ${chapter} || '-' AND ${CHAPTER} < ${chapter} || '.')`,
      );
    }
    if (status === 'active') conditions.add(() => IS_ACTIVE);
    else if (status !== undefined) conditions.add((p) => `r.status = ${p(status)}`);
    if (access !== undefined) conditions.add((p) => `d.access = ${p(access)}`);
    if (q !== undefined) {
      const start = conditions.parameter(q);
      conditions.add(() => `(${startsWith('d.title', start)} OR ${startsWith('d.document_number', start)})`);
    }
    if (updated_since !== undefined) conditions.add((p) => `d.updated_at >= ${p(updated_since)}`);
    const matching = `FROM ${status === undefined || status === 'active' ? 'documents d' : FROM} WHERE ${conditions.sql}`;
    const total = `SELECT count(*) ${matching}`;
    // Narrow filters are evaluated once in a CTE. Others read pages in index order and count separately.
    const isNarrow = q !== undefined || ata_chapter !== undefined;
    const sql = (isNarrow ? narrowList : plainList)(matching, conditions, afterId, rowCount);
    const rows = await this.db.query<FlatRow & { total_count: string }>(sql.text, sql.parameters);
    const totalCount = rows[0] ? Number(rows[0].total_count) : await this.count(total, conditions);
    return { rows: rows.map(nested), totalCount };
  }

  async find(principal: Principal, id: string): Promise<DocumentRow | null> {
    const conditions = this.visibleTo(principal).add((p) => `d.id = ${p(id)}`);
    const rows = await this.db.query<FlatRow>(
      `SELECT ${COLUMNS} FROM ${FROM} WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    return rows[0] ? nested(rows[0]) : null;
  }

  /** Documents with the given revisions, those that the caller can see, in no particular order. */
  async findByRevisions(principal: Principal, revisionIds: readonly string[]): Promise<DocumentRow[]> {
    const conditions = this.visibleTo(principal).add((p) => `r.id = ANY(${p(revisionIds)})`);
    const rows = await this.db.query<FlatRow>(
      `SELECT ${COLUMNS} FROM documents d JOIN document_revisions r ON r.document_id = d.id WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    return rows.map(nested);
  }

  /** The given ids that are documents visible to the caller. */
  async findVisibleIds(principal: Principal, ids: readonly string[]): Promise<string[]> {
    const conditions = this.visibleTo(principal).add((p) => `d.id = ANY(${p(ids)})`);
    const rows = await this.db.query<{ id: string }>(
      `SELECT d.id FROM documents d WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    return rows.map(({ id }) => id);
  }

  /** Values of a column in the caller's documents with counts, most frequent first. */
  async countBy(
    principal: Principal,
    column: 'document_type' | 'aircraft_type',
  ): Promise<{ value: string; count: number }[]> {
    const conditions = this.visibleTo(principal);
    return this.db.query(
      `SELECT d.${column} AS value, count(*)::int AS count FROM documents d WHERE ${conditions.sql} GROUP BY 1 ORDER BY 2 DESC, 1`,
      conditions.parameters,
    );
  }

  async insert(document: Document): Promise<void> {
    await this.db.repository(Document).insert(document);
  }

  /** Serializes changes of a document until the transaction ends. To avoid deadlocks, call it before any lock on a revision. */
  async lock(id: string): Promise<void> {
    await this.db.query(`SELECT 1 FROM documents WHERE id = $1 FOR NO KEY UPDATE`, [id]);
  }

  async update(id: string, changes: Partial<Pick<Document, EditableColumn>>): Promise<void> {
    const columns = Object.entries(changes);
    const assignments = columns.map(([column], index) => `${column} = $${index + 2}`);
    await this.db.query(`UPDATE documents SET ${[...assignments, NEXT_VERSION].join(', ')} WHERE id = $1`, [
      id,
      ...columns.map(([, value]) => value),
    ]);
  }

  /** Increments the version after a change of something shown with the document. */
  async touch(id: string): Promise<void> {
    await this.update(id, {});
  }

  /** Hides the document and the idempotent responses of requests that created it. */
  async markDeleted(id: string): Promise<void> {
    await this.db.query(`UPDATE documents SET deleted_at = now(), ${NEXT_VERSION} WHERE id = $1`, [id]);
    await this.db.query(`UPDATE idempotency_keys SET gone = true WHERE document_id = $1`, [id]);
  }

  async markAllDeleted(organizationId: string): Promise<void> {
    await this.db.query(
      `UPDATE documents SET deleted_at = now(), ${NEXT_VERSION} WHERE organization_id = $1 AND deleted_at IS NULL`,
      [organizationId],
    );
  }

  async setCurrentRevision(id: string, revisionId: string): Promise<void> {
    await this.db.query(`UPDATE documents SET current_revision_id = $2, ${NEXT_VERSION} WHERE id = $1`, [
      id,
      revisionId,
    ]);
  }

  private async count(sql: string, conditions: SqlConditions): Promise<number> {
    const [row] = await this.db.query<{ count: string }>(sql, conditions.parameters);
    return Number(row?.count ?? 0);
  }
}

type FlatRow = Document & Omit<DocumentRow['revision'], 'id'> & { revision_id: string; status: RevisionStatus };

/** Completes the driver's row in place; copying columns would cost more. */
function nested(row: FlatRow): DocumentRow {
  return Object.assign(row, {
    revision: {
      id: row.revision_id,
      version: row.version,
      revision_date: row.revision_date,
      effectivity: row.effectivity,
      status: row.status,
      supersedes_id: row.supersedes_id,
      superseded_by_id: row.superseded_by_id,
      content_sha256: row.content_sha256,
      page_count: row.page_count,
      language: row.language,
      ingestion_state: row.ingestion_state,
      ingestion_error: row.ingestion_error,
    },
  });
}

interface ListSql {
  text: string;
  parameters: unknown[];
}

function plainList(matching: string, conditions: SqlConditions, afterId: string | null, rowCount: number): ListSql {
  const page = new SqlConditions(conditions);
  if (afterId !== null) page.add((p) => `d.id < ${p(afterId)}`);
  const limit = page.parameter(rowCount);
  const text = `SELECT ${COLUMNS}, (SELECT count(*) ${matching}) AS total_count FROM ${FROM} WHERE ${page.sql} ORDER BY d.id DESC LIMIT ${limit}`;
  return { text, parameters: page.parameters };
}

/** The same with a materialized list of matches: otherwise the planner scans all ids in order to find them. */
function narrowList(matching: string, conditions: SqlConditions, afterId: string | null, rowCount: number): ListSql {
  const page = new SqlConditions(conditions);
  const after = page.parameter(afterId);
  const limit = page.parameter(rowCount);
  const text = `WITH matching AS MATERIALIZED (SELECT d.id ${matching})
    SELECT ${COLUMNS}, (SELECT count(*) FROM matching) AS total_count FROM ${FROM}
    WHERE d.id IN (SELECT id FROM matching WHERE ${after}::text IS NULL OR id < ${after} ORDER BY id DESC LIMIT ${limit})
    ORDER BY d.id DESC`;
  return { text, parameters: page.parameters };
}

/** Case-insensitive prefix match as a range, so that an index in byte order serves it for any parameter. */
function startsWith(column: string, parameter: string): string {
  const [text, start] = [`lower(${column}) COLLATE "C"`, `lower(${parameter}::text)`];
  return `(${text} >= ${start} AND ${text} < ${start} || U&'\\+10FFFF')`;
}
