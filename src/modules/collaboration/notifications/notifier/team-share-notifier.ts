import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import { JobQueue } from '../../../../integrations/job-queue/job-queue.js';
import { Notifier } from './notifier.js';
import { TeamShareNotificationRepository } from './team-share-notification.repository.js';

/** Queue of documents shared with a team. */
const TEAM_SHARED = 'notifications.team-to-tell';
interface TeamShareJob {
  share_id: string;
}

/** Members notified per transaction, during which other notifications of the organization wait. */
const BATCH = 200;

/**
 * Notifies team members of shares after the request, in batches. The progress is a row written with the share, so that the next start or
 * the hourly job resumes after a crash.
 */
@Injectable()
export class TeamShareNotifier implements OnModuleInit {
  constructor(
    private readonly shares: TeamShareNotificationRepository,
    private readonly notifier: Notifier,
    private readonly queue: JobQueue,
    private readonly db: Database,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.queue.subscribe<TeamShareJob>(TEAM_SHARED, 'team-telling', { concurrency: 1 }, ({ share_id }) =>
      this.notifyAll(share_id),
    );
  }

  /** Runs with the open transaction. @param exceptIds users notified in another way */
  async enqueue(shareId: string, exceptIds: readonly string[]): Promise<void> {
    const job: TeamShareJob = { share_id: shareId };
    await this.shares.enqueue(shareId, exceptIds);
    await this.queue.publish(TEAM_SHARED, job);
  }

  /** Resumes after a crash. */
  async run(): Promise<void> {
    for (const shareId of await this.shares.listUnfinished()) await this.notifyAll(shareId);
  }

  /** Notifies the remaining members unless another process does. */
  private async notifyAll(shareId: string): Promise<void> {
    await this.db.withLock(`content of ${shareId}`, async () => {
      while (await this.notifyBatch(shareId));
    });
  }

  /** @returns whether there may be more */
  private notifyBatch(shareId: string): Promise<boolean> {
    return this.db.transaction(async () => {
      const batch = await this.shares.nextBatch(shareId, BATCH);
      const lastId = batch?.memberIds.at(-1);
      if (!batch || lastId === undefined) {
        await this.shares.finish(shareId);
        return false;
      }
      await this.notifier.notifyOfShare(batch.share, batch.memberIds);
      await this.shares.advance(shareId, lastId);
      return true;
    });
  }
}
