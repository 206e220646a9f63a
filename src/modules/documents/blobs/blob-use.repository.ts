import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';

/** Finds blobs that no row refers to. A new table with a reference to blobs must be added to both queries. */
@Injectable()
export class BlobUseRepository {
  constructor(private readonly db: Database) {}

  /** Oldest first, unused for `minimumAge` seconds, or `releasedAge` if released. Check again under the row lock before deleting. */
  async listUnused(minimumAge: number, releasedAge: number, limit: number): Promise<string[]> {
    const rows = await this.db.query<{ sha256: string }>(
      `SELECT b.sha256 FROM blobs b
       WHERE b.stored_at < now() - make_interval(secs => CASE WHEN b.released_at IS NULL THEN $1::int ELSE $2::int END)
         AND NOT EXISTS (SELECT 1 FROM document_revisions r WHERE r.content_sha256 = b.sha256)
         AND NOT EXISTS (SELECT 1 FROM organization_exports e WHERE e.content_sha256 = b.sha256)
         AND NOT EXISTS (SELECT 1 FROM imports i WHERE i.content_sha256 = b.sha256)
         AND NOT EXISTS (SELECT 1 FROM publication_issues p WHERE p.content_sha256 = b.sha256)
         AND NOT EXISTS (SELECT 1 FROM discrepancy_pictures x WHERE x.content_sha256 = b.sha256)
         AND NOT EXISTS (SELECT 1 FROM offline_packages k WHERE k.content_sha256 = b.sha256)
       ORDER BY b.stored_at LIMIT $3`,
      [minimumAge, releasedAge, limit],
    );
    return rows.map(({ sha256 }) => sha256);
  }

  async isUsed(sha256: string): Promise<boolean> {
    const rows = await this.db.query(
      `SELECT 1 FROM document_revisions WHERE content_sha256 = $1
       UNION ALL SELECT 1 FROM organization_exports WHERE content_sha256 = $1
       UNION ALL SELECT 1 FROM imports WHERE content_sha256 = $1
       UNION ALL SELECT 1 FROM publication_issues WHERE content_sha256 = $1
       UNION ALL SELECT 1 FROM discrepancy_pictures WHERE content_sha256 = $1
       UNION ALL SELECT 1 FROM offline_packages WHERE content_sha256 = $1 LIMIT 1`,
      [sha256],
    );
    return rows.length > 0;
  }
}
