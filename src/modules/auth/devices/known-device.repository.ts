import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';

@Injectable()
export class KnownDeviceRepository {
  constructor(private readonly db: Database) {}

  /** Notes that the user signed in from there. True when they never did, but did from elsewhere. Under the user's lock. */
  async meet(userId: string, fingerprint: Buffer): Promise<boolean> {
    const [row] = await this.db.query<{ is_new: boolean }>(
      `WITH before AS (
         SELECT count(*) > 0 AND NOT bool_or(fingerprint = $2) AS is_new FROM known_devices WHERE user_id = $1),
       met AS (
         INSERT INTO known_devices (user_id, fingerprint) VALUES ($1, $2)
         ON CONFLICT (user_id, fingerprint) DO UPDATE SET last_seen_at = now())
       SELECT is_new FROM before`,
      [userId, fingerprint],
    );
    return row?.is_new === true;
  }

  async deleteAll(userId: string): Promise<void> {
    await this.db.query(`DELETE FROM known_devices WHERE user_id = $1`, [userId]);
  }

  /**
   * Forgets what was not seen for 180 days, and all but the last `limit` of a user. The last one stays: a sign-in after a long
   * time is told of, too.
   */
  async deleteForgotten(limit: number): Promise<void> {
    await this.db.query(
      `DELETE FROM known_devices d USING (
         SELECT user_id, fingerprint, last_seen_at,
                row_number() OVER (PARTITION BY user_id ORDER BY last_seen_at DESC, fingerprint) AS place
         FROM known_devices) AS seen
       WHERE d.user_id = seen.user_id AND d.fingerprint = seen.fingerprint AND place > 1
         AND (place > $1 OR seen.last_seen_at <= now() - interval '180 days')`,
      [limit],
    );
  }
}
