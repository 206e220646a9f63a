import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import { takeAndSchedule } from '../digest/digest-schedule.js';
import type { Notification } from '../notification.entity.js';

/** What people are to be told, whoever they are. */
export type News = Pick<Notification, 'kind' | 'document_id' | 'comment_id' | 'share_id' | 'revision_id' | 'actor_id'>;

/** A notification that is to be: its id and whose it is. */
export type Addressed = Pick<Notification, 'id' | 'user_id'>;

/** How long notifications are kept, and how many go at a time. */
const KEPT_DAYS = 90;
const BATCH = 5_000;

/** Whom news concern, and the rows that tell them. */
@Injectable()
export class NewsRepository {
  constructor(private readonly db: Database) {}

  /** Until the end of the transaction nobody else writes notifications of the organization: positions grow with commits. */
  async lockOrder(organizationId: string): Promise<void> {
    await this.db.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`notifications ${organizationId}`]);
  }

  /**
   * Tells the news to those who want news of the kind, except to whoever made them and to those who were told of the same
   * comment already. Answers whom.
   */
  async insert(news: News, addressed: readonly Addressed[]): Promise<string[]> {
    const { kind, document_id, comment_id, share_id, revision_id, actor_id } = news;
    const userIds = addressed.map(({ user_id }) => user_id);
    await this.db.query(takeAndSchedule(kind), [userIds, actor_id]);
    const way = `coalesce(p.${kind}, 'email')`;
    const rows = await this.db.query<{ user_id: string }>(
      `INSERT INTO notifications
         (id, user_id, kind, document_id, comment_id, share_id, revision_id, actor_id, awaits_digest)
       SELECT a.id, u.id, $3, $4, $5, $6, $7, $8,
              ${way} = 'email' AND coalesce(p.digest, 'daily') <> 'off' AND u.role <> 'api_user'
       FROM unnest($1::text[], $2::text[]) a (id, user_id)
       JOIN users u ON u.id = a.user_id AND u.removed_at IS NULL
       LEFT JOIN notification_preferences p ON p.user_id = u.id
       WHERE ${way} <> 'off' AND u.id IS DISTINCT FROM $8
       ON CONFLICT DO NOTHING
       RETURNING user_id`,
      [addressed.map(({ id }) => id), userIds, ...[kind, document_id, comment_id, share_id, revision_id, actor_id]],
    );
    return rows.map(({ user_id }) => user_id);
  }

  /** Who wrote what stands in the thread of that first comment. */
  listParticipants(rootId: string): Promise<string[]> {
    return this.listUsers(
      `SELECT DISTINCT user_id FROM comments
       WHERE (id = $1 OR parent_id = $1) AND deleted_at IS NULL AND visibility = 'public' AND user_id IS NOT NULL`,
      rootId,
    );
  }

  listWatchers(documentId: string): Promise<string[]> {
    return this.listUsers(`SELECT user_id FROM document_watches WHERE document_id = $1`, documentId);
  }

  async deleteOfComment(commentId: string): Promise<void> {
    await this.db.query(`DELETE FROM notifications WHERE comment_id = $1`, [commentId]);
  }

  /** That the comment named those whom it does not name any more. */
  async deleteMentionsBut(commentId: string, mentions: readonly string[]): Promise<void> {
    await this.db.query(
      `DELETE FROM notifications WHERE comment_id = $1 AND kind = 'mention' AND user_id <> ALL ($2)`,
      [commentId, mentions],
    );
  }

  async deleteResolution(rootId: string): Promise<void> {
    await this.db.query(`DELETE FROM notifications WHERE comment_id = $1 AND kind = 'resolve'`, [rootId]);
  }

  /** Everything that is a removed user's alone; the preferences first, as everywhere. */
  async deleteOfUser(userId: string): Promise<void> {
    for (const table of ['notification_preferences', 'notifications', 'document_watches']) {
      await this.db.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
    }
  }

  /** Deletes some of those that were kept long enough; whether there may be more. */
  async deleteSomeOld(): Promise<boolean> {
    const rows = await this.db.query(
      `DELETE FROM notifications
       WHERE id IN (SELECT id FROM notifications WHERE created_at < now() - make_interval(days => $1)
                    LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [KEPT_DAYS, BATCH],
    );
    return rows.length === BATCH;
  }

  private async listUsers(sql: string, id: string): Promise<string[]> {
    return (await this.db.query<{ user_id: string }>(sql, [id])).map(({ user_id }) => user_id);
  }
}
