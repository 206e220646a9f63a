import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import type { Share } from '../../shares/share.repository.js';

export type TeamShare = Pick<Share, 'id' | 'organization_id' | 'document_id' | 'shared_by'>;

/** The share and its next members; without members, all were notified. */
export interface TeamShareBatch {
  share: TeamShare;
  memberIds: string[];
}

@Injectable()
export class TeamShareNotificationRepository {
  constructor(private readonly db: Database) {}

  /** Queues the members of the team, except these. */
  async enqueue(shareId: string, exceptIds: readonly string[]): Promise<void> {
    await this.db.query(`INSERT INTO share_news (share_id, except_ids) VALUES ($1, $2)`, [shareId, exceptIds]);
  }

  /** Shares with members still to be notified. */
  async listUnfinished(): Promise<string[]> {
    const rows = await this.db.query<{ share_id: string }>(
      `SELECT share_id FROM share_news ORDER BY created_at, share_id`,
    );
    return rows.map(({ share_id }) => share_id);
  }

  /** Next members by id; locks the share. Null if it was deleted, or all were notified. */
  async nextBatch(shareId: string, size: number): Promise<TeamShareBatch | null> {
    const [share] = await this.db.query<TeamShare>(
      `SELECT s.id, s.organization_id, s.document_id, s.shared_by
       FROM document_shares s JOIN share_news n ON n.share_id = s.id WHERE s.id = $1 FOR KEY SHARE OF s`,
      [shareId],
    );
    if (!share) return null;
    const members = await this.db.query<{ id: string }>(
      `SELECT u.id FROM share_news n JOIN document_shares s ON s.id = n.share_id JOIN users u ON u.team_id = s.team_id
       WHERE n.share_id = $1 AND u.removed_at IS NULL AND u.id <> ALL (n.except_ids)
         AND (n.after_id IS NULL OR u.id > n.after_id)
       ORDER BY u.id LIMIT $2`,
      [shareId, size],
    );
    return { share, memberIds: members.map(({ id }) => id) };
  }

  /** Saves the progress. */
  async advance(shareId: string, afterId: string): Promise<void> {
    await this.db.query(`UPDATE share_news SET after_id = $2 WHERE share_id = $1`, [shareId, afterId]);
  }

  async finish(shareId: string): Promise<void> {
    await this.db.query(`DELETE FROM share_news WHERE share_id = $1`, [shareId]);
  }
}
