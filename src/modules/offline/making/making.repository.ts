import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { StoredBlob } from '../../../integrations/storage/blob-storage.js';
import {
  openDiscrepanciesOn,
  type OpenDiscrepancy,
} from '../../documents/discrepancies/open-discrepancy.repository.js';
import type { PageRow } from '../../documents/revision.repository.js';
import type { TemporaryRevisionMark } from '../../documents/temporary-revisions/dto/temporary-revision-mark.js';
import { temporaryRevisionsFromNowOn } from '../../documents/temporary-revisions/temporary-revision-marks.js';
import type { PackageError } from '../dto/package-states.js';
import type { OfflinePackage, OfflinePackageDocument, PackageFile } from '../offline-package.entity.js';
import type { OutdatedReason } from '../dto/package-states.js';
import { OUTDATED, outdatedWhileHeld } from '../outdated.repository.js';

export type { OfflinePackageDocument, PackageFile } from '../offline-package.entity.js';

/** A package to make. */
export type MadePackage = OfflinePackage & {
  organization_name: string;
  created_by_name: string | null;
  /** When it began to be made, by the clock of the database as all its times. */
  began_at: Date;
  documents: OfflinePackageDocument[];
  outdated: OutdatedReason | null;
};
export type PackedPage = Pick<PageRow, 'page_number' | 'label' | 'text' | 'facts' | 'starts'> & {
  discrepancies: OpenDiscrepancy[];
  temporary_revisions: TemporaryRevisionMark[];
};

/** SQL condition: document `d` is in package $4, whose maker could see it. */
const PACKED = `EXISTS (SELECT FROM offline_package_documents y WHERE y.offline_package_id = $4 AND y.document_id = d.id AND y.included)`;
/** Pages read at once: their texts can be large. */
const PAGES_AT_ONCE = 50;

@Injectable()
export class MakingRepository {
  constructor(private readonly db: Database) {}

  /** Counts one more attempt at a package that is not made yet; null if it is made or deleted. */
  async begin(id: string): Promise<MadePackage | null> {
    const rows = await this.db.query<MadePackage>(
      `WITH k AS (UPDATE offline_packages SET attempts = attempts + 1 WHERE id = $1 AND state = 'building' RETURNING *)
       SELECT k.*, now() AS began_at, o.name AS organization_name, u.name AS created_by_name, ${OUTDATED} AS outdated,
         (SELECT jsonb_agg(to_jsonb(x) ORDER BY x.position) FROM offline_package_documents x
          WHERE x.offline_package_id = k.id) AS documents
       FROM k JOIN organizations o ON o.id = k.organization_id LEFT JOIN users u ON u.id = k.created_by`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** Takes back the count of an attempt that failed for another reason than the package. */
  async uncount(id: string): Promise<void> {
    await this.db.query(`UPDATE offline_packages SET attempts = attempts - 1 WHERE id = $1 AND state = 'building'`, [
      id,
    ]);
  }

  /** Runs `work`, which reads {@link pages}, on a snapshot, so that they are all of one time. */
  onSnapshot<T>(work: () => Promise<T>): Promise<T> {
    return this.db.snapshot(work);
  }

  /** Pages of a revision, some at a time, with the passages that decide for which aircraft they are. */
  async *pages({
    offline_package_id: packageId,
    document_id: documentId,
    revision_id: revisionId,
  }: OfflinePackageDocument): AsyncGenerator<PackedPage> {
    for (let after = 0; ;) {
      const pages = await this.db.query<PackedPage>(
        `SELECT p.page_number, p.label, p.text, ${openDiscrepanciesOn('p.revision_id', 'p.page_number')} AS discrepancies,
           ${temporaryRevisionsFromNowOn(PACKED, '$3', 'p.revision_id', 'p.page_number')} AS temporary_revisions,
           passage.facts, passage.starts
         FROM pages p CROSS JOIN LATERAL (
           SELECT coalesce(jsonb_agg(s.facts ORDER BY s.ordinal), '[]') AS facts,
                  coalesce(jsonb_agg(s.start_offset ORDER BY s.ordinal), '[]') AS starts
           FROM passages s WHERE s.revision_id = p.revision_id AND s.page_number = p.page_number) passage
         WHERE p.revision_id = $1 AND p.page_number > $2 ORDER BY p.page_number LIMIT ${PAGES_AT_ONCE}`,
        [revisionId, after, documentId, packageId],
      );
      yield* pages;
      if (pages.length < PAGES_AT_ONCE) return;
      after = pages.at(-1)!.page_number;
    }
  }

  /** False if the package was deleted. */
  async isBuilding(id: string): Promise<boolean> {
    const rows = await this.db.query(`SELECT FROM offline_packages WHERE id = $1 AND state = 'building'`, [id]);
    return rows.length > 0;
  }

  /** See {@link outdatedWhileHeld}. */
  outdatedWhileHeld(id: string): Promise<OutdatedReason | null> {
    return outdatedWhileHeld(this.db, id);
  }

  /** False if the package was deleted meanwhile. */
  async finish(
    id: string,
    { sha256, size }: StoredBlob,
    files: readonly PackageFile[],
    madeAt: Date,
  ): Promise<boolean> {
    const rows = await this.db.query(
      `UPDATE offline_packages SET state = 'ready', content_sha256 = $2, content_size = $3, files = $4, made_at = $5
       WHERE id = $1 AND state = 'building' RETURNING 1`,
      [id, sha256, size, JSON.stringify(files), madeAt],
    );
    return rows.length > 0;
  }

  /** False if the package was deleted meanwhile. */
  async fail(id: string, error: PackageError): Promise<boolean> {
    const rows = await this.db.query(
      `UPDATE offline_packages SET state = 'failed', error = $2 WHERE id = $1 AND state = 'building' RETURNING 1`,
      [id, error],
    );
    return rows.length > 0;
  }

  /** Packages that are not made yet, oldest first. */
  async listBuilding(): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT id FROM offline_packages WHERE state = 'building' ORDER BY id`,
    );
    return rows.map(({ id }) => id);
  }
}
