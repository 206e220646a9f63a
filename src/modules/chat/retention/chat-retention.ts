import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { HourlyTask } from '../../../common/hourly-task.js';
import { untilNoneLeft } from '../../../common/removal-run.js';
import { ChatRetentionRepository } from './chat-retention.repository.js';

/** Conversations looked at, and messages removed, in one transaction. */
const SESSIONS = 100;
const MESSAGES = 1000;

/** Removes conversations that were not used for as long as their organization keeps them. */
@Injectable()
export class ChatRetention extends HourlyTask {
  constructor(
    private readonly chats: ChatRetentionRepository,
    private readonly db: Database,
  ) {
    super();
  }

  async run(): Promise<void> {
    await this.db.withLock('chat retention', () => untilNoneLeft(() => this.removeSome()));
  }

  /** A conversation with more messages than one transaction removes goes in several. */
  private removeSome(): Promise<boolean> {
    return this.db.transaction(async () => {
      const ids = await this.chats.lockOld(SESSIONS);
      if (ids.length === 0) return false;
      await this.chats.deleteMessages(ids, MESSAGES);
      await this.chats.deleteEmpty(ids);
      return true;
    });
  }
}
