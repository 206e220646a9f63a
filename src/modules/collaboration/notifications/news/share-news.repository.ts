import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import type { Share } from '../../shares/share.repository.js';

/** A share with a team as far as telling of it goes. */
export type TeamShare = Pick<Share, 'id' | 'organization_id' | 'document_id' | 'shared_by'>;

/** A share with those who are told of it next; with nobody, all were. */
export interface ShareNewsBatch {
  share: TeamShare;
  memberIds: string[];
}

/** Which shares with teams are still to be told, and how far that has come. */
@Injectable()
export class ShareNewsRepository {
  constructor(private readonly db: Database) {}

  /** Notes that the team is to be told, but for these people. */
  async begin(shareId: string, exceptIds: readonly string[]): Promise<void> {
    await this.db.query(`INSERT INTO share_news (share_id, except_ids) VALUES ($1, $2)`, [shareId, exceptIds]);
  }

  /** Shares of which not everybody was told yet. */
  async listUnfinished(): Promise<string[]> {
    const rows = await this.db.query<{ share_id: string }>(
      `SELECT share_id FROM share_news ORDER BY created_at, share_id`,
    );
    return rows.map(({ share_id }) => share_id);
  }

  /**
   * The members who come next, in the order of ids. The share stays as it is until the end of the transaction. Null when it
   * is no more, or everybody was told.
   */
  async nextBatch(shareId: string, size: number): Promise<ShareNewsBatch | null> {
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

  /** Notes how far it has come. */
  async advance(shareId: string, afterId: string): Promise<void> {
    await this.db.query(`UPDATE share_news SET after_id = $2 WHERE share_id = $1`, [shareId, afterId]);
  }

  async finish(shareId: string): Promise<void> {
    await this.db.query(`DELETE FROM share_news WHERE share_id = $1`, [shareId]);
  }
}
