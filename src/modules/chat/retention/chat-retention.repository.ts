import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';

/** Conversations beyond their organization's retention. */
@Injectable()
export class ChatRetentionRepository {
  constructor(private readonly db: Database) {}

  /** Locks the longest unused ones and skips those in use. A question changes `updated_at`, which the caller checks. */
  async lockOld(count: number): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT s.id FROM organizations o JOIN chat_sessions s ON s.organization_id = o.id
       WHERE s.updated_at < now() - make_interval(days => o.chat_retention_days)
       ORDER BY s.updated_at LIMIT $1 FOR UPDATE OF s SKIP LOCKED`,
      [count],
    );
    return rows.map(({ id }) => id);
  }

  /** Also deletes their events and feedback. */
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
