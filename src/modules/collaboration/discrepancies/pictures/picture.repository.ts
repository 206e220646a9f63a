import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import { DiscrepancyPicture } from './picture.entity.js';

@Injectable()
export class PictureRepository {
  constructor(private readonly db: Database) {}

  async find(discrepancyId: string, id: string): Promise<DiscrepancyPicture | null> {
    const [row] = await this.db.query<DiscrepancyPicture>(
      `SELECT * FROM discrepancy_pictures WHERE discrepancy_id = $1 AND id = $2`,
      [discrepancyId, id],
    );
    return row ?? null;
  }

  /** Hashes of the files, in order. */
  async listContent(discrepancyId: string): Promise<string[]> {
    const rows = await this.db.query<{ content_sha256: string }>(
      `SELECT content_sha256 FROM discrepancy_pictures WHERE discrepancy_id = $1 ORDER BY id`,
      [discrepancyId],
    );
    return rows.map(({ content_sha256: sha256 }) => sha256);
  }

  async insert(picture: DiscrepancyPicture): Promise<void> {
    await this.db.repository(DiscrepancyPicture).insert(picture);
  }

  /** If no other row refers to the file, the storage sweep removes it. */
  async delete(id: string): Promise<void> {
    await this.db.query(
      `WITH gone AS (DELETE FROM discrepancy_pictures WHERE id = $1 RETURNING content_sha256)
       UPDATE blobs b SET released_at = clock_timestamp() FROM gone WHERE b.sha256 = gone.content_sha256`,
      [id],
    );
  }
}
