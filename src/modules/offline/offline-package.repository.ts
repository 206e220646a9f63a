import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { SqlConditions } from '../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../common/pagination/keyset-paginator.js';
import type { Principal } from '../../common/principal/principal.js';
import { endOfRevision } from '../documents/current-revisions.js';
import type { RevisionStatus } from '../documents/dto/document-types.js';
import { STATUS } from '../documents/temporary-revisions/temporary-revision-marks.js';
import type { IngestionState } from '../documents/revision.entity.js';
import type { OfflinePackage, OfflinePackageDocument } from './offline-package.entity.js';

import type { ChosenTemporaryRevision } from './chosen-temporary-revisions.js';
import type { OutdatedReason } from './dto/package-states.js';
import { discrepanciesDigest, OUTDATED, outdatedWhileHeld, temporaryRevisionsDigest } from './outdated.repository.js';

export type { OfflinePackage, OfflinePackageDocument, PackageFile } from './offline-package.entity.js';

/** A document of a package, with what became of its revision. */
export interface PackageDocumentRow extends OfflinePackageDocument {
  /** Null if the document was deleted. */
  revision_status: RevisionStatus | null;
  /** When the revision ceased to be current; ISO 8601. */
  superseded_since: string | null;
}
export type ListedPackage = OfflinePackage & { is_over: boolean; outdated: OutdatedReason | null };
export type FoundPackage = ListedPackage & { documents: PackageDocumentRow[] };

/** What changes the pages of chosen documents. */
export interface ChosenChanges {
  found: ChosenTemporaryRevision[];
  temporary_revisions_digest: string;
  discrepancies_digest: string;
}

/** What a person, and their organization, have. */
export interface KeptPackages {
  building: number;
  /** Without those with documents that the person can no longer see, and therefore cannot delete. */
  kept: number;
  building_of_all: number;
  bytes_of_all: number;
}

/** A document to choose, with its current revision. */
export type ChosenDocument = Omit<
  OfflinePackageDocument,
  'offline_package_id' | 'position' | 'included' | 'applicability' | 'page_count' | 'was_open'
> & { page_count: number | null; status: RevisionStatus; ingestion_state: IngestionState };

/** SQL of the documents of package `k` as JSON. */
const DOCUMENTS = `(SELECT coalesce(jsonb_agg(to_jsonb(x) || jsonb_build_object('revision_status', r.status,
    'superseded_since', CASE WHEN live.id IS NOT NULL
      THEN to_jsonb(${endOfRevision('r', 'v')}) END) ORDER BY x.position), '[]')
  FROM offline_package_documents x
    LEFT JOIN documents live ON live.id = x.document_id AND live.deleted_at IS NULL
    LEFT JOIN document_revisions r ON r.id = x.revision_id AND r.document_id = live.id
    LEFT JOIN document_revisions v ON v.id = live.current_revision_id
  WHERE x.offline_package_id = k.id)`;
const COLUMNS = `k.*, k.expires_at <= now() AS is_over, ${OUTDATED} AS outdated`;

@Injectable()
export class OfflinePackageRepository {
  constructor(private readonly db: Database) {}

  /** Documents that the caller can see, with their current revisions. @param visible conditions on `documents d` */
  findDocuments(visible: SqlConditions, ids: readonly string[]): Promise<ChosenDocument[]> {
    const conditions = new SqlConditions(visible).add((p) => `d.id = ANY(${p(ids)})`);
    return this.db.query<ChosenDocument>(
      `SELECT d.id AS document_id, r.id AS revision_id, d.title, d.document_number, d.document_type, d.aircraft_type, r.version,
         r.revision_date::text, r.effectivity, r.content_sha256 AS file_sha256, r.content_size AS file_size, r.media_type,
         r.page_count, r.status, r.ingestion_state
       FROM documents d JOIN document_revisions r ON r.id = d.current_revision_id WHERE ${conditions.sql}`,
      conditions.parameters,
    );
  }

  /**
   * Temporary revisions that change a chosen document, or have a chosen document; their digest, and that of the open reports.
   * @param visible conditions on `documents d`
   */
  async findTemporaryRevisions(
    visible: SqlConditions,
    ids: readonly string[],
    validDays: number,
  ): Promise<ChosenChanges> {
    const conditions = new SqlConditions(visible);
    const [chosen, days] = [conditions.parameter(ids), conditions.parameter(validDays)];
    const [row] = await this.db.query<ChosenChanges>(
      `SELECT ${temporaryRevisionsDigest(`SELECT unnest(${chosen}::text[])`)} AS temporary_revisions_digest,
         ${discrepanciesDigest(`SELECT unnest(${chosen}::text[])`)} AS discrepancies_digest,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'number', x.number, 'document_id', x.document_id,
            'overlay_document_id', x.overlay_document_id, 'status', ${STATUS},
            'is_visible', EXISTS (SELECT FROM documents d WHERE d.id = x.overlay_document_id AND ${visible.sql}),
            'is_coming', x.effective_from < now() + make_interval(hours => 24 * ${days}::int),
            'has_pages', EXISTS (SELECT FROM temporary_revision_pages o
              WHERE o.temporary_revision_id = x.id AND o.action <> 'cancel')) ORDER BY x.id), '[]')
          FROM temporary_revisions x
          WHERE x.document_id = ANY(${chosen}::text[]) OR x.overlay_document_id = ANY(${chosen}::text[])) AS found`,
      conditions.parameters,
    );
    return row!;
  }

  /** Requests of one organization wait for each other until the transaction ends. @param visible conditions on `documents d` */
  async countKept(principal: Principal, visible: SqlConditions): Promise<KeptPackages> {
    const { organizationId, userId } = principal;
    await this.db.defer(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [
      `offline packages ${organizationId}`,
    ]);
    const shown = shownTo(principal, visible);
    const person = shown.parameter(userId);
    const [row] = await this.db.query<KeptPackages>(
      `SELECT (SELECT count(*) FROM offline_packages b WHERE b.state = 'building' AND b.created_by = ${person})::int AS building,
         (SELECT count(*) FROM offline_packages k
          WHERE k.state IN ('building', 'ready') AND k.expires_at > now() AND ${shown.sql})::int AS kept,
         count(*) FILTER (WHERE o.state = 'building')::int AS building_of_all,
         coalesce(sum(coalesce(o.content_size, o.sources_size)), 0)::float8 AS bytes_of_all
       FROM offline_packages o WHERE o.organization_id = ${shown.parameter(organizationId)} AND o.state IN ('building', 'ready')`,
      shown.parameters,
    );
    return row!;
  }

  /** Expiry is by the clock of the database. */
  async insert(
    made: Omit<OfflinePackage, 'created_at' | 'expires_at'>,
    documents: readonly OfflinePackageDocument[],
    validDays: number,
  ): Promise<void> {
    await this.db.query(
      `WITH package AS (INSERT INTO offline_packages SELECT (jsonb_populate_record(NULL::offline_packages, $1
           || jsonb_build_object('created_at', now(), 'expires_at', now() + make_interval(hours => 24 * $3::int)))).*)
       INSERT INTO offline_package_documents SELECT * FROM jsonb_populate_recordset(NULL::offline_package_documents, $2)`,
      [JSON.stringify(made), JSON.stringify(documents), validDays],
    );
  }

  /** See {@link outdatedWhileHeld}. */
  outdatedWhileHeld(id: string): Promise<OutdatedReason | null> {
    return outdatedWhileHeld(this.db, id);
  }

  /** A package of the caller. @param visible conditions on `documents d` */
  async find(principal: Principal, visible: SqlConditions, id: string): Promise<FoundPackage | null> {
    const conditions = shownTo(principal, visible).add((p) => `k.id = ${p(id)}`);
    const [row] = await this.db.query<FoundPackage>(
      `SELECT ${COLUMNS}, ${DOCUMENTS} AS documents FROM offline_packages k WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    return row ?? null;
  }

  /** Newest first. */
  list(
    principal: Principal,
    visible: SqlConditions,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<ListedPackage>> {
    const matching = shownTo(principal, visible);
    const page = new SqlConditions(matching);
    if (afterId !== null) page.add((p) => `k.id < ${p(afterId)}`);
    const limit = page.parameter(rowCount);
    const sql = `SELECT ${COLUMNS} FROM offline_packages k WHERE ${page.sql} ORDER BY k.id DESC LIMIT ${limit}`;
    const counted = { sql: `FROM offline_packages k WHERE ${matching.sql}`, parameters: matching.parameters };
    return this.db.list<ListedPackage>({ sql, parameters: page.parameters }, counted);
  }

  /** False for a further part: the same credential downloaded of the package within the hour. */
  async noteDownload(id: string, credentialId: string): Promise<boolean> {
    const rows = await this.db.query(
      `UPDATE offline_packages SET downloaded_at = now(), downloaded_with = $2
       WHERE id = $1 AND (downloaded_with = $2 AND downloaded_at > now() - interval '1 hour') IS NOT TRUE RETURNING 1`,
      [id, credentialId],
    );
    return rows.length > 0;
  }

  /** Notes in packages with a document that is being deleted who could see it. */
  noteDeletion(documentId: string, wasOpen: boolean): Promise<void> {
    return this.db.defer(`UPDATE offline_package_documents SET was_open = $2 WHERE document_id = $1`, [
      documentId,
      wasOpen,
    ]);
  }

  /** @returns the hash of its file, if it has one */
  async delete(id: string): Promise<string | null> {
    const rows = await this.db.query<{ content_sha256: string | null }>(
      `DELETE FROM offline_packages WHERE id = $1 RETURNING content_sha256`,
      [id],
    );
    return rows[0]?.content_sha256 ?? null;
  }

  /**
   * Ends packages that are expired, whose maker was removed, or with a deleted document, and removes those that ended long ago.
   * @returns hashes of their files
   */
  async end(keptDays: number): Promise<string[]> {
    const rows = await this.db.query<{ content_sha256: string }>(
      `WITH over AS (
         SELECT k.id, k.content_sha256 FROM offline_packages k WHERE k.state = 'ready' AND (k.expires_at <= now() OR k.created_by IS NULL
           OR EXISTS (SELECT FROM offline_package_documents x WHERE x.offline_package_id = k.id AND x.included
             AND NOT EXISTS (SELECT FROM documents d WHERE d.id = x.document_id AND d.deleted_at IS NULL)))
         FOR UPDATE),
       ended AS (UPDATE offline_packages k SET state = 'expired', content_sha256 = NULL FROM over WHERE k.id = over.id),
       old AS (DELETE FROM offline_packages WHERE state <> 'ready' AND expires_at < now() - make_interval(hours => 24 * $1::int))
       SELECT content_sha256 FROM over`,
      [keptDays],
    );
    return rows.map(({ content_sha256: sha256 }) => sha256);
  }

  /** @returns hashes of the files */
  async deleteOf(organizationId: string): Promise<string[]> {
    const rows = await this.db.query<{ content_sha256: string | null }>(
      `DELETE FROM offline_packages WHERE organization_id = $1 RETURNING content_sha256`,
      [organizationId],
    );
    return rows.flatMap(({ content_sha256: sha256 }) => sha256 ?? []);
  }
}

/**
 * The caller's own packages, as long as they can see all documents in them. Deleted documents hide none, but for those of teams: whether one
 * was deleted is shown to nobody else. Their rows are removed soon, so that the deletion is noted in the package.
 */
function shownTo({ organizationId, userId }: Principal, visible: SqlConditions): SqlConditions {
  const { sql, parameters } = visible;
  const conditions = new SqlConditions();
  for (const parameter of parameters) conditions.parameter(parameter);
  return conditions
    .add((p) => `k.organization_id = ${p(organizationId)} AND k.created_by = ${p(userId)}`)
    .add(
      () => `NOT EXISTS (SELECT FROM offline_package_documents x WHERE x.offline_package_id = k.id
        AND NOT EXISTS (SELECT FROM documents d WHERE d.id = x.document_id AND ${sql})
        AND x.was_open IS NOT TRUE)`,
    );
}
