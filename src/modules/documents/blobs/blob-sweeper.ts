import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AccountedBlobStorage } from '../../../integrations/storage/accounted-blob-storage.js';
import type { StoredBlob } from '../../../integrations/storage/blob-storage.js';
import { BlobRepository } from '../../../integrations/storage/blob.repository.js';
import { BlobUseRepository } from './blob-use.repository.js';

/** Minimum age of an unused blob: a refused or aborted upload leaves one, and a younger one may still come into use. Seconds. */
const MINIMUM_AGE = 24 * 60 * 60;
/** Minimum age after the last user deleted the blob: only a parallel upload of the same file needs it. Seconds. */
const RELEASED_AGE = 15 * 60;
/** Blobs looked up at a time. */
const BATCH = 500;

export interface SweepReport {
  removed: number;
  /** Temporary files and multipart uploads of processes that died. */
  unfinished: number;
}

@Injectable()
export class BlobSweeper {
  private readonly log = new Logger(BlobSweeper.name);

  constructor(
    private readonly storage: AccountedBlobStorage,
    private readonly accounts: BlobRepository,
    private readonly uses: BlobUseRepository,
    private readonly db: Database,
  ) {}

  /** @returns null while another node sweeps */
  async sweep(): Promise<SweepReport | null> {
    const report = await this.db.withLock('blob sweep', async () => ({
      removed: await this.removeUnused(),
      unfinished: await this.storage.discardUnfinished(),
    }));
    if (report && Object.values(report).some((count) => count > 0)) this.log.log(report, 'storage swept');
    return report;
  }

  private async removeUnused(): Promise<number> {
    let removed = 0;
    for (;;) {
      const unused = await this.uses.listUnused(MINIMUM_AGE, RELEASED_AGE, BATCH);
      let gone = 0;
      // The blob may be in use again: `remove` checks again under its lock.
      for (const sha256 of unused) if ((await this.storage.remove(sha256, RELEASED_AGE)) === 'removed') gone += 1;
      removed += gone;
      if (unused.length < BATCH || gone === 0) return removed;
    }
  }

  /**
   * Adds blobs without a row, as after restoring a backup; the sweep removes unused ones. @returns how many; null if another node does it
   */
  async adoptUnknown(): Promise<number | null> {
    const adopted = await this.db.withLock('blob adoption', () => this.adoptAll());
    if (adopted) this.log.log({ adopted }, 'blobs without a row found in the storage');
    return adopted;
  }

  private async adoptAll(): Promise<number> {
    let adopted = 0;
    let batch: StoredBlob[] = [];
    for await (const blob of this.storage.list()) {
      batch.push(blob);
      if (batch.length < BATCH) continue;
      adopted += await this.accounts.adopt(batch);
      batch = [];
    }
    return batch.length === 0 ? adopted : adopted + (await this.accounts.adopt(batch));
  }
}
