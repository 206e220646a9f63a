import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { OperatorError } from '../../../common/errors/operator-error.js';
import { Database } from '../../../common/database/database.js';
import { AccountedBlobStorage } from '../../../integrations/storage/accounted-blob-storage.js';
import { BlobNotFoundError } from '../../../integrations/storage/blob-storage.errors.js';
import { BlobRepository, type VerifiableBlob } from '../../../integrations/storage/blob.repository.js';
import { BlobUseRepository } from './blob-use.repository.js';

const RUNS_PER_DAY = 24;
const BATCH = 500;

/** Token of the number of blobs verified in a day. */
export const BLOBS_VERIFIED_PER_DAY = Symbol('blobs verified per day');

/** Result of verifying a blob: `sound`, `damaged` (other or unreadable content), or `missing`. */
export interface BlobFinding {
  sha256: string;
  state: 'sound' | 'damaged' | 'missing';
}

/** None of many blobs exists: the storage probably belongs to another database. */
export class WrongStorageError extends OperatorError {
  override readonly name = 'WrongStorageError';

  constructor(looked: number) {
    super(
      `None of the first ${looked} files is in the storage: DATA_DIR, or STORAGE_URL, must be that of the service. Nothing was changed.`,
    );
  }
}

/**
 * Compares stored blobs with their hash, some each hour, least recently verified first. Damaged blobs are not served until uploaded again
 * or verified as sound.
 */
@Injectable()
export class BlobVerifier {
  private readonly log = new Logger(BlobVerifier.name);

  constructor(
    private readonly storage: AccountedBlobStorage,
    private readonly accounts: BlobRepository,
    private readonly uses: BlobUseRepository,
    private readonly db: Database,
    @Inject(BLOBS_VERIFIED_PER_DAY) private readonly perDay: number,
  ) {}

  async run(): Promise<void> {
    await this.db.withLock('blob verification', async () => {
      const left = this.perDay - (await this.accounts.countVerifiedToday());
      const limit = Math.min(left, Math.ceil(this.perDay / RUNS_PER_DAY));
      if (limit <= 0) return;
      for (const blob of await this.accounts.listVerifiable(limit)) await this.verify(blob);
    });
  }

  /** @throws StorageUnavailableError; WrongStorageError, before it writes anything, if all of the first blobs are missing */
  async *verifyAll(): AsyncGenerator<BlobFinding> {
    for (let last = ''; ;) {
      const batch = await this.accounts.listAfter(last, BATCH);
      if (last === '') await this.requireAny(batch);
      for (const blob of batch) {
        const state = await this.verify(blob);
        if (state) yield { sha256: blob.sha256, state };
      }
      if (batch.length < BATCH) return;
      last = batch.at(-1)?.sha256 ?? '';
    }
  }

  private async requireAny(batch: readonly VerifiableBlob[]): Promise<void> {
    let missed = 0;
    for (const { sha256 } of batch) {
      if (await this.storage.stat(sha256)) return;
      if (await this.uses.isUsed(sha256)) missed += 1;
    }
    if (missed > 0) throw new WrongStorageError(missed);
  }

  /** @returns null for a blob that was stored again or deleted in the meantime, or is missing and unused */
  private async verify(blob: VerifiableBlob): Promise<BlobFinding['state'] | null> {
    const state = await this.inspect(blob.sha256);
    const sound = state === 'sound';
    // An upload that could not be published leaves such a row until the sweep.
    if (state === 'missing' && !(await this.uses.isUsed(blob.sha256))) return null;
    if (!(await this.accounts.recordVerified(blob, sound))) return null;
    const { sha256 } = blob;
    if (!sound) this.log.error({ sha256, state }, 'a stored file is damaged');
    else if (blob.damaged) this.log.warn({ sha256 }, 'a damaged file has been restored');
    return state;
  }

  private async inspect(sha256: string): Promise<BlobFinding['state']> {
    const hash = createHash('sha256');
    try {
      await pipeline(await this.storage.openUnchecked(sha256), hash);
    } catch (error) {
      if (error instanceof BlobNotFoundError) return 'missing';
      // The disk cannot read it back. A broken connection says nothing about the blob.
      if ((error as NodeJS.ErrnoException).code === 'EIO') return 'damaged';
      throw error;
    }
    return hash.digest('hex') === sha256 ? 'sound' : 'damaged';
  }
}
