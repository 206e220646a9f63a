import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { StorageUnavailableError } from './blob-storage.errors.js';
import type { StoredBlob } from './blob-storage.js';

const FOREIGN_KEY_VIOLATION = '23503';
const STATEMENT_TIMEOUT = '57014';

/** SQL of an advisory lock that prevents removals during a backup: exclusive for backups, shared for removals. */
export const REMOVAL_LOCK = `hashtextextended('blob removal', 0)`;

/** `in_use`: there is a reference. `fresh`: stored recently, or a backup is running. `unknown`: does not exist. */
export type Removal = 'removed' | 'in_use' | 'fresh' | 'unknown';

export interface VerifiableBlob {
  sha256: string;
  /** Identifies the put. */
  stored_at: Date;
  damaged: boolean;
}

/** Rolls back a deletion. */
class FreshBlobError extends Error {}

const DUE = `coalesce(last_verified_at, stored_at)`;

@Injectable()
export class BlobRepository {
  constructor(private readonly db: Database) {}

  /**
   * Enters a blob that is about to be published. From the commit on it is not deleted for a while; a running deletion is waited
   * for. Returns whether the stored content is known to be damaged.
   * @throws StorageUnavailableError when that deletion takes too long
   */
  async register({ sha256, size }: StoredBlob): Promise<boolean> {
    try {
      const rows = await this.db.query<{ damaged: boolean }>(
        `INSERT INTO blobs (sha256, size) VALUES ($1, $2)
         ON CONFLICT (sha256) DO UPDATE SET stored_at = clock_timestamp(), released_at = NULL, puts = blobs.puts + 1
         RETURNING damaged_at IS NOT NULL AS damaged`,
        [sha256, size],
      );
      return rows[0]!.damaged;
    } catch (error) {
      throw (error as { code?: string }).code === STATEMENT_TIMEOUT
        ? new StorageUnavailableError('failed', error)
        : error;
    }
  }

  async takeBack(sha256: string): Promise<void> {
    await this.db.query(`UPDATE blobs SET puts = puts - 1 WHERE sha256 = $1 AND puts > 0`, [sha256]);
  }

  /** Enters unknown blobs of the storage as stored now. Returns their number. */
  async adopt(blobs: readonly StoredBlob[]): Promise<number> {
    const rows = await this.db.query(
      `INSERT INTO blobs (sha256, size) SELECT * FROM unnest($1::text[], $2::bigint[])
       ON CONFLICT (sha256) DO NOTHING RETURNING 1`,
      [blobs.map(({ sha256 }) => sha256), blobs.map(({ size }) => size)],
    );
    return rows.length;
  }

  async isDamaged(sha256: string): Promise<boolean> {
    const rows = await this.db.query(`SELECT 1 FROM blobs WHERE sha256 = $1 AND damaged_at IS NOT NULL`, [sha256]);
    return rows.length > 0;
  }

  /**
   * Deletes a blob without references that was not stored within the last `minimumAge` seconds, or whose puts were all taken
   * back, and not during a backup. Deletes the row first, which foreign keys prevent while it is in use, then the content by
   * `remove`, while the row is locked. Concurrent puts and references wait. If `remove` fails, nothing changes.
   * Not inside another transaction, which a refusal would abort.
   */
  async delete(sha256: string, minimumAge: number, remove: () => Promise<void>): Promise<Removal> {
    try {
      return await this.db.transaction(async () => {
        const rows = await this.db.query<{ settled: boolean }>(
          `SELECT (stored_at < clock_timestamp() - make_interval(secs => $2::int) OR puts = 0)
             AND pg_try_advisory_xact_lock_shared(${REMOVAL_LOCK}) AS settled
           FROM blobs WHERE sha256 = $1 FOR UPDATE`,
          [sha256, minimumAge],
        );
        if (!rows[0]) return 'unknown';
        // First, so that blobs in use are never reported as fresh.
        await this.db.query(`DELETE FROM blobs WHERE sha256 = $1`, [sha256]);
        if (!rows[0].settled) throw new FreshBlobError();
        await remove();
        return 'removed';
      });
    } catch (error) {
      if (error instanceof FreshBlobError) return 'fresh';
      if ((error as { code?: string }).code === FOREIGN_KEY_VIOLATION) return 'in_use';
      throw error;
    }
  }

  async markReleased(sha256: string): Promise<void> {
    await this.db.query(`UPDATE blobs SET released_at = clock_timestamp() WHERE sha256 = $1`, [sha256]);
  }

  /** Blobs not verified within a day, oldest verification first. */
  listVerifiable(limit: number): Promise<VerifiableBlob[]> {
    return this.db.query<VerifiableBlob>(
      `SELECT sha256, stored_at, damaged_at IS NOT NULL AS damaged FROM blobs
       WHERE ${DUE} < now() - interval '24 hours' ORDER BY ${DUE} LIMIT $1`,
      [limit],
    );
  }

  listAfter(sha256: string, limit: number): Promise<VerifiableBlob[]> {
    return this.db.query<VerifiableBlob>(
      `SELECT sha256, stored_at, damaged_at IS NOT NULL AS damaged FROM blobs WHERE sha256 > $1 ORDER BY sha256 LIMIT $2`,
      [sha256, limit],
    );
  }

  async countVerifiedToday(): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM blobs WHERE last_verified_at > now() - interval '24 hours'`,
    );
    return row?.count ?? 0;
  }

  /** Records a verification; false if the blob was stored again or deleted meanwhile. */
  async recordVerified({ sha256, stored_at }: VerifiableBlob, sound: boolean): Promise<boolean> {
    const rows = await this.db.query(
      `UPDATE blobs SET last_verified_at = now(), damaged_at = CASE WHEN $3 THEN NULL ELSE coalesce(damaged_at, now()) END
       WHERE sha256 = $1 AND stored_at = $2 RETURNING 1`,
      [sha256, stored_at, sound],
    );
    return rows.length > 0;
  }

  async markRepaired(sha256: string): Promise<void> {
    await this.db.query(`UPDATE blobs SET damaged_at = NULL WHERE sha256 = $1`, [sha256]);
  }
}
