import { Injectable } from '@nestjs/common';
import type { Principal, Reader } from '../../common/principal/principal.js';
import { Database } from '../../common/database/database.js';
import { SqlConditions } from '../../common/database/sql-conditions.js';
import { Document } from './document.entity.js';
import { seesEverything } from './document.policy.js';
import type { DocumentType, RevisionStatus } from './dto/document-types.js';
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

export interface NumberedDocument extends Pick<Document, 'id' | 'title'> {
  number: string;
  version: string;
  status: RevisionStatus;
}

export const DOCUMENT_COLUMNS = `
  d.id, d.organization_id, d.title, d.document_type, d.aircraft_type, d.document_number, d.ata_chapter, d.access, d.team_id,
  d.current_revision_id, d.created_by, d.deleted_at, d.row_version, d.created_at, d.updated_at,
  r.id AS revision_id, r.version, r.revision_date::text, r.effectivity, r.status, r.supersedes_id, r.superseded_by_id,
  r.content_sha256, r.page_count, r.language, r.ingestion_state, r.ingestion_error`;
export const DOCUMENTS = `documents d JOIN document_revisions r ON r.id = d.current_revision_id`;
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

/** The documents of a reader who does not see everything, in disjoint sets: conditions on `documents d`. */
export interface VisibleSets {
  open: string;
  ofTeam: string;
  /** Visible only through shares. */
  shared: string;
}

/** {@link DocumentRepository.visibleTo} by the reason for it. @param p placeholder of a value */
export function visibleSets(reader: Reader, p: (value: unknown) => string): VisibleSets {
  const present = `d.organization_id = ${p(reader.organizationId)} AND d.deleted_at IS NULL`;
  const team = p(reader.teamId);
  const shares = sharedWith(p(reader.userId), team);
  return {
    open: `${present} AND d.access = 'organization'`,
    ofTeam: `${present} AND d.access <> 'organization' AND d.team_id = ${team}`,
    shared: `${present} AND d.access <> 'organization' AND d.team_id IS DISTINCT FROM ${team} AND d.id IN (${shares})`,
  };
}

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
    const sets = visibleSets(reader, (value) => shared.parameter(value));
    return { teamIds: reader.teamId === null ? [] : [reader.teamId], shared: shared.add(() => sets.shared) };
  }

  async find(principal: Principal, id: string): Promise<DocumentRow | null> {
    const conditions = this.visibleTo(principal).add((p) => `d.id = ${p(id)}`);
    const rows = await this.db.lookup<FlatRow>(
      `SELECT ${DOCUMENT_COLUMNS} FROM ${DOCUMENTS} WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    return rows[0] ? nested(rows[0]) : null;
  }

  /** Documents with the given revisions, those that the caller can see, in no particular order. */
  async findByRevisions(principal: Principal, revisionIds: readonly string[]): Promise<DocumentRow[]> {
    const conditions = this.visibleTo(principal).add((p) => `r.id = ANY(${p(revisionIds)})`);
    const rows = await this.db.query<FlatRow>(
      `SELECT ${DOCUMENT_COLUMNS} FROM documents d JOIN document_revisions r ON r.document_id = d.id WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    return rows.map(nested);
  }

  /** Uploads of one file to an organization wait for each other until the transaction ends. To avoid deadlocks, call it before {@link lock}. */
  async lockContent({ organizationId }: Principal, sha256: string): Promise<void> {
    const key = `content ${organizationId} ${sha256}`;
    await this.db.defer(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [key]);
  }

  /** New documents of the organization with one number wait for each other until the transaction ends. To avoid deadlocks, call it before {@link lock}. */
  async lockNumber({ organizationId }: Principal, number: string): Promise<void> {
    const key = `document number ${organizationId} ${number.toLowerCase()}`;
    await this.db.defer(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [key]);
  }

  /** Documents that the caller can see and that have a revision with that content, each with this revision, the latest first. */
  async findByContent(principal: Principal, sha256: string): Promise<DocumentRow[]> {
    const conditions = this.visibleTo(principal).add((p) => `r.content_sha256 = ${p(sha256)}`);
    const rows = await this.db.query<FlatRow>(
      `SELECT ${DOCUMENT_COLUMNS} FROM documents d JOIN document_revisions r ON r.document_id = d.id
       WHERE ${conditions.sql} ORDER BY r.id DESC`,
      conditions.parameters,
    );
    return rows.map(nested);
  }

  /** Documents that the caller can see with this number, ignoring case, and type, oldest first. */
  async findByNumber(principal: Principal, number: string, type: DocumentType): Promise<DocumentRow[]> {
    const conditions = this.visibleTo(principal).add(
      (p) => `lower(d.document_number) COLLATE "C" = lower(${p(number)}) COLLATE "C" AND d.document_type = ${p(type)}`,
    );
    const rows = await this.db.query<FlatRow>(
      `SELECT ${DOCUMENT_COLUMNS} FROM ${DOCUMENTS} WHERE ${conditions.sql} ORDER BY d.id LIMIT 100`,
      conditions.parameters,
    );
    return rows.map(nested);
  }

  /** Each number with the document to show for it, of those that the caller can see: an active one precedes, then the newest. */
  findByNumbers(principal: Principal, numbers: readonly string[]): Promise<NumberedDocument[]> {
    const conditions = this.visibleTo(principal);
    const wanted = conditions.parameter(numbers);
    return this.db.query<NumberedDocument>(
      `SELECT DISTINCT ON (n.number) n.number, d.id, d.title, r.version, r.status
       FROM unnest(${wanted}::text[]) AS n(number)
       JOIN documents d ON lower(d.document_number) COLLATE "C" = lower(n.number) COLLATE "C"
       JOIN document_revisions r ON r.id = d.current_revision_id
       WHERE ${conditions.sql} ORDER BY n.number, r.status <> 'active', d.id DESC`,
      conditions.parameters,
    );
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

  async insert(document: Document): Promise<void> {
    await this.db.repository(Document).insert(document);
  }

  /**
   * Serializes changes of a document that the caller can see, from the next statement to the end of the transaction. To avoid deadlocks, call it
   * before any lock on a revision.
   */
  async lock(principal: Principal, id: string): Promise<void> {
    const { sql, parameters } = this.visibleTo(principal).add((p) => `d.id = ${p(id)}`);
    await this.db.defer(`SELECT FROM documents d WHERE ${sql} FOR NO KEY UPDATE`, parameters);
  }

  async update(id: string, changes: Partial<Pick<Document, EditableColumn>>): Promise<void> {
    const columns = Object.entries(changes);
    const assignments = columns.map(([column], index) => `${column} = $${index + 2}`);
    await this.db.defer(`UPDATE documents SET ${[...assignments, NEXT_VERSION].join(', ')} WHERE id = $1`, [
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
    await this.db.defer(`UPDATE documents SET deleted_at = now(), ${NEXT_VERSION} WHERE id = $1`, [id]);
    await this.db.defer(`UPDATE idempotency_keys SET gone = true WHERE document_id = $1`, [id]);
  }

  async markAllDeleted(organizationId: string): Promise<void> {
    await this.db.query(
      `UPDATE documents SET deleted_at = now(), ${NEXT_VERSION} WHERE organization_id = $1 AND deleted_at IS NULL`,
      [organizationId],
    );
  }

  async setCurrentRevision(id: string, revisionId: string): Promise<void> {
    await this.db.defer(`UPDATE documents SET current_revision_id = $2, ${NEXT_VERSION} WHERE id = $1`, [
      id,
      revisionId,
    ]);
  }
}

/** Columns of {@link DOCUMENT_COLUMNS}. */
export type FlatRow = Document & Omit<DocumentRow['revision'], 'id'> & { revision_id: string; status: RevisionStatus };

/** Completes the driver's row in place; copying columns would cost more. */
export function nested(row: FlatRow): DocumentRow {
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
