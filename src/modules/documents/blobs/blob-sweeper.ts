import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { HourlyTask } from '../../../common/hourly-task.js';
import { AccountedBlobStorage } from '../../../integrations/storage/accounted-blob-storage.js';
import type { StoredBlob } from '../../../integrations/storage/blob-storage.js';
import { BlobRepository } from '../../../integrations/storage/blob.repository.js';
import { BlobUseRepository } from './blob-use.repository.js';

/** Uploads that were refused, or broke off after the file, leave blobs that nobody uses; within this time one may still be. Seconds. */
const MINIMUM_AGE = 24 * 60 * 60;
/** The same where the last user deleted it: only somebody who uploads the same file right now could want it. Seconds. */
const RELEASED_AGE = 15 * 60;
/** Blobs looked up at a time. */
const BATCH = 500;
/** The storage itself is listed at start and then once a day: the rows name everything that was put through them. */
const RUNS_PER_LISTING = 24;

/** What one sweep did. */
export interface SweepReport {
  /** Blobs deleted. */
  removed: number;
  /** Blobs found in the storage that no row knew of; they are deleted after the minimum age unless used by then. */
  adopted: number;
  /** Temporary files and multipart uploads of processes that died. */
  unfinished: number;
}

/** Removes blobs that nothing refers to, on one node at a time. */
@Injectable()
export class BlobSweeper extends HourlyTask {
  private readonly log = new Logger(BlobSweeper.name);
  private runs = 0;

  constructor(
    private readonly storage: AccountedBlobStorage,
    private readonly accounts: BlobRepository,
    private readonly uses: BlobUseRepository,
    private readonly db: Database,
  ) {
    super();
  }

  protected async run(): Promise<void> {
    const listing = this.runs++ % RUNS_PER_LISTING === 0;
    await this.sweep(listing);
  }

  /** @returns null while another node is at it */
  async sweep(listing: boolean): Promise<SweepReport | null> {
    const report = await this.db.withLock('blob sweep', async () => ({
      removed: await this.removeUnused(),
      adopted: listing ? await this.adoptUnknown() : 0,
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
      // A blob of the list may have come into use since: removing it looks again, under its lock.
      for (const sha256 of unused) if ((await this.storage.remove(sha256, RELEASED_AGE)) === 'removed') gone += 1;
      removed += gone;
      if (unused.length < BATCH || gone === 0) return removed;
    }
  }

  /** What came into the storage past this service, such as by a restored backup. */
  private async adoptUnknown(): Promise<number> {
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
