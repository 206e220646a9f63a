import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import { HourlyTask } from '../../../../common/hourly-task.js';
import { JobQueue } from '../../../../integrations/job-queue/job-queue.js';
import { NotificationMaker } from './notification-maker.js';
import { ShareNewsRepository } from './share-news.repository.js';

/** A document was shared with a team. */
const TEAM_TO_TELL = 'notifications.team-to-tell';
interface TeamToTell {
  share_id: string;
}

/** Members who are told in one transaction: so long do others of the organization wait who have something to tell. */
const BATCH = 200;

/**
 * Tells the members of teams with which documents are shared: after the request, however many they are, and batch by batch.
 *
 * That there is somebody to be told, and how far it has come, is a row in the transaction of the share: whoever dies in
 * between leaves it for the next start of any process, or for the next hour.
 */
@Injectable()
export class TeamTeller extends HourlyTask implements OnModuleInit {
  constructor(
    private readonly shares: ShareNewsRepository,
    private readonly maker: NotificationMaker,
    private readonly queue: JobQueue,
    private readonly db: Database,
  ) {
    super();
  }

  async onModuleInit(): Promise<void> {
    await this.queue.subscribe<TeamToTell>(TEAM_TO_TELL, 'team-telling', { concurrency: 1 }, ({ share_id }) =>
      this.tellAll(share_id),
    );
  }

  /** With the open transaction; @param exceptIds who is told otherwise that the document is shared with them */
  async begin(shareId: string, exceptIds: readonly string[]): Promise<void> {
    const job: TeamToTell = { share_id: shareId };
    await this.shares.begin(shareId, exceptIds);
    await this.queue.publish(TEAM_TO_TELL, job);
  }

  /** What a process that died left. */
  protected async run(): Promise<void> {
    for (const shareId of await this.shares.listUnfinished()) await this.tellAll(shareId);
  }

  /** Tells whoever was not told yet, unless another process is at it. */
  private async tellAll(shareId: string): Promise<void> {
    await this.db.withLock(`news of ${shareId}`, async () => {
      while (await this.tellSome(shareId));
    });
  }

  /** Whether there may be more. */
  private tellSome(shareId: string): Promise<boolean> {
    return this.db.transaction(async () => {
      const batch = await this.shares.nextBatch(shareId, BATCH);
      const lastId = batch?.memberIds.at(-1);
      if (!batch || lastId === undefined) {
        await this.shares.finish(shareId);
        return false;
      }
      await this.maker.tellShare(batch.share, batch.memberIds);
      await this.shares.advance(shareId, lastId);
      return true;
    });
  }
}
