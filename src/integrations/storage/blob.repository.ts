import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { StorageUnavailableError } from './blob-storage.errors.js';
import type { StoredBlob } from './blob-storage.js';

const FOREIGN_KEY_VIOLATION = '23503';
const STATEMENT_TIMEOUT = '57014';

/**
 * SQL of the advisory lock that keeps blobs from being removed: a backup holds it alone while it copies what its rows name,
 * each removal shares it.
 */
export const REMOVAL_LOCK = `hashtextextended('blob removal', 0)`;

/**
 * What became of a removal: `in_use` something refers to it, `fresh` nothing does but it was put too recently or a backup is
 * being made, `unknown` there is no such blob.
 */
export type Removal = 'removed' | 'in_use' | 'fresh' | 'unknown';

/** A blob whose content may be looked at again. */
export interface VerifiableBlob {
  sha256: string;
  /** It tells one put from the next. */
  stored_at: Date;
  damaged: boolean;
}

/** Takes a deletion back. */
class FreshBlobError extends Error {}

const DUE = `coalesce(last_verified_at, stored_at)`;

/** The accounts of what is stored. */
@Injectable()
export class BlobRepository {
  constructor(private readonly db: Database) {}

  /**
   * Enters a blob that is about to be published, or was put again. From the commit on nobody deletes it for a while; a
   * deletion under way is waited for. Answers whether what is stored under the hash is known to be damaged.
   *
   * @throws StorageUnavailableError when that deletion takes too long: a storage that is slow to delete holds the row
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

  /** One of those who put the blob will not use it. */
  async takeBack(sha256: string): Promise<void> {
    await this.db.query(`UPDATE blobs SET puts = puts - 1 WHERE sha256 = $1 AND puts > 0`, [sha256]);
  }

  /** Enters what is found in the storage and was never entered; answers how many. They count as put now. */
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
   * Deletes a blob that nothing refers to and nobody put within the last `minimumAge` seconds, or whose puts were all taken
   * back, and not while a backup is being made: its row first, which the
   * foreign keys refuse while it is in use, and while the row is held, by `remove`, its content. Whoever puts it, or begins
   * to refer to it, waits for the row meanwhile, and publishes the content only then. If `remove` fails all is as before.
   *
   * Not inside another transaction, which the refusal would spoil.
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
        // First of all, so that what is in use is never taken for fresh.
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

  /** Notes that the last user of a blob is gone. */
  async markReleased(sha256: string): Promise<void> {
    await this.db.query(`UPDATE blobs SET released_at = clock_timestamp() WHERE sha256 = $1`, [sha256]);
  }

  /** Blobs not looked at within the last day, those looked at longest ago first. */
  listVerifiable(limit: number): Promise<VerifiableBlob[]> {
    return this.db.query<VerifiableBlob>(
      `SELECT sha256, stored_at, damaged_at IS NOT NULL AS damaged FROM blobs
       WHERE ${DUE} < now() - interval '24 hours' ORDER BY ${DUE} LIMIT $1`,
      [limit],
    );
  }

  /** All blobs in the order of their hashes, page by page. */
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

  /** Writes down what a look found, unless the blob was put again or deleted meanwhile: then false. */
  async recordVerified({ sha256, stored_at }: VerifiableBlob, sound: boolean): Promise<boolean> {
    const rows = await this.db.query(
      `UPDATE blobs SET last_verified_at = now(), damaged_at = CASE WHEN $3 THEN NULL ELSE coalesce(damaged_at, now()) END
       WHERE sha256 = $1 AND stored_at = $2 RETURNING 1`,
      [sha256, stored_at, sound],
    );
    return rows.length > 0;
  }

  /** The content was published anew. */
  async markRepaired(sha256: string): Promise<void> {
    await this.db.query(`UPDATE blobs SET damaged_at = NULL WHERE sha256 = $1`, [sha256]);
  }
}
