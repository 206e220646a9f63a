import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { removeInBatches } from '../../../common/runtime/batched-removal.js';
import { ChatRetentionRepository } from './chat-retention.repository.js';

/** Maximum conversations checked and messages removed in one transaction. */
const SESSIONS = 100;
const MESSAGES = 1000;

/** Removes conversations that were unused for their organization's retention period. */
@Injectable()
export class ChatRetention {
  constructor(
    private readonly chats: ChatRetentionRepository,
    private readonly db: Database,
  ) {}

  async run(): Promise<void> {
    await this.db.withLock('chat retention', () => removeInBatches(() => this.removeSome()));
  }

  /** A conversation with more than {@link MESSAGES} messages takes several transactions. */
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
