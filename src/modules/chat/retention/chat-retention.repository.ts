import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';

/** Conversations that are older than their organization keeps them. */
@Injectable()
export class ChatRetentionRepository {
  constructor(private readonly db: Database) {}

  /**
   * Takes some of them for the rest of the transaction, the longest unused first; those that somebody uses just now are
   * left out. A question moves `updated_at`, so that one which was asked meanwhile is seen.
   */
  async lockOld(count: number): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT s.id FROM organizations o JOIN chat_sessions s ON s.organization_id = o.id
       WHERE s.updated_at < now() - make_interval(days => o.chat_retention_days)
       ORDER BY s.updated_at LIMIT $1 FOR UPDATE OF s SKIP LOCKED`,
      [count],
    );
    return rows.map(({ id }) => id);
  }

  /** With them go the events of their making and what was said of them. */
  async deleteMessages(sessionIds: readonly string[], count: number): Promise<void> {
    await this.db.query(
      `DELETE FROM chat_messages
       WHERE id IN (SELECT id FROM chat_messages WHERE session_id = ANY($1) LIMIT $2)`,
      [sessionIds, count],
    );
  }

  async deleteEmpty(sessionIds: readonly string[]): Promise<void> {
    await this.db.query(
      `DELETE FROM chat_sessions s
       WHERE s.id = ANY($1) AND NOT EXISTS (SELECT FROM chat_messages m WHERE m.session_id = s.id)`,
      [sessionIds],
    );
  }
}
