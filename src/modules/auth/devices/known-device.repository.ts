import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';

/** Limit per user, which bounds the table. */
const KEPT_DEVICES = 100;

@Injectable()
export class KnownDeviceRepository {
  constructor(private readonly db: Database) {}

  /** Records the sign-in. True if the device is unknown and not the user's first. The caller locks the user. */
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
    await this.db.defer(`DELETE FROM known_devices WHERE user_id = $1`, [userId]);
  }

  /** Deletes devices unseen for 180 days or beyond {@link KEPT_DEVICES}, except the most recent: later sign-ins must trigger a notice. */
  async deleteForgotten(): Promise<void> {
    await this.db.query(
      `DELETE FROM known_devices d USING (
         SELECT user_id, fingerprint, last_seen_at,
                row_number() OVER (PARTITION BY user_id ORDER BY last_seen_at DESC, fingerprint) AS place
         FROM known_devices) AS seen
       WHERE d.user_id = seen.user_id AND d.fingerprint = seen.fingerprint AND place > 1
         AND (place > $1 OR seen.last_seen_at <= now() - interval '180 days')`,
      [KEPT_DEVICES],
    );
  }
}
