import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { HourlyTask } from '../../../common/hourly-task.js';
import { AccountedBlobStorage } from '../../../integrations/storage/accounted-blob-storage.js';
import { BlobNotFoundError } from '../../../integrations/storage/blob-storage.errors.js';
import { BlobRepository, type VerifiableBlob } from '../../../integrations/storage/blob.repository.js';
import { BlobUseRepository } from './blob-use.repository.js';

const RUNS_PER_DAY = 24;
const BATCH = 500;

/** How many blobs are looked at in a day. */
export const BLOBS_VERIFIED_PER_DAY = Symbol('blobs verified per day');

/** What a look at a blob found: `sound`, another content, or none. */
export interface BlobFinding {
  sha256: string;
  state: 'sound' | 'damaged' | 'missing';
}

/** Not one of many blobs is there: more likely another storage than that of the database was looked into. */
export class WrongStorageError extends Error {
  override readonly name = 'WrongStorageError';

  constructor(looked: number) {
    super(
      `None of the first ${looked} files is in the storage: DATA_DIR, or STORAGE_URL, must be that of the service. Nothing was changed.`,
    );
  }
}

/**
 * Reads stored blobs and compares them with the hash that is their name, some each hour, those looked at longest ago first:
 * a failing disk is noticed before anybody needs the page. What is damaged is not served any more, until the same file is
 * uploaded again or a later look finds it restored.
 */
@Injectable()
export class BlobVerifier extends HourlyTask {
  private readonly log = new Logger(BlobVerifier.name);

  constructor(
    private readonly storage: AccountedBlobStorage,
    private readonly accounts: BlobRepository,
    private readonly uses: BlobUseRepository,
    private readonly db: Database,
    @Inject(BLOBS_VERIFIED_PER_DAY) private readonly perDay: number,
  ) {
    super();
  }

  protected async run(): Promise<void> {
    await this.db.withLock('blob verification', async () => {
      const left = this.perDay - (await this.accounts.countVerifiedToday());
      const limit = Math.min(left, Math.ceil(this.perDay / RUNS_PER_DAY));
      if (limit <= 0) return;
      for (const blob of await this.accounts.listVerifiable(limit)) await this.verify(blob);
    });
  }

  /**
   * Looks at every blob. Stops with StorageUnavailableError when the storage cannot be used: that says nothing of a blob.
   *
   * @throws WrongStorageError before anything is written down when none of the first is there
   */
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

  /** @returns null for a blob that was put again or deleted meanwhile, or is missing and nobody uses it */
  private async verify(blob: VerifiableBlob): Promise<BlobFinding['state'] | null> {
    const state = await this.look(blob.sha256);
    const sound = state === 'sound';
    // A put that could not publish leaves such a row until the sweep.
    if (state === 'missing' && !(await this.uses.isUsed(blob.sha256))) return null;
    if (!(await this.accounts.recordVerified(blob, sound))) return null;
    const { sha256 } = blob;
    if (!sound) this.log.error({ sha256, state }, 'a stored file is damaged');
    else if (blob.damaged) this.log.warn({ sha256 }, 'a damaged file has been restored');
    return state;
  }

  private async look(sha256: string): Promise<BlobFinding['state']> {
    const hash = createHash('sha256');
    try {
      await pipeline(await this.storage.openUnchecked(sha256), hash);
    } catch (error) {
      if (error instanceof BlobNotFoundError) return 'missing';
      // A disk that cannot read it back. A connection that broke says nothing of the blob.
      if ((error as NodeJS.ErrnoException).code === 'EIO') return 'damaged';
      throw error;
    }
    return hash.digest('hex') === sha256 ? 'sound' : 'damaged';
  }
}
