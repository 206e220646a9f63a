import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import { takeAndSchedule } from '../digest/digest-schedule.js';
import type { Notification } from '../notification.entity.js';

/** Content without a recipient. */
export type NotificationContent = Pick<
  Notification,
  | 'kind'
  | 'document_id'
  | 'comment_id'
  | 'share_id'
  | 'revision_id'
  | 'temporary_revision_id'
  | 'temporary_revision_event'
  | 'discrepancy_id'
  | 'discrepancy_event'
  | 'actor_id'
>;

/** Id and owner of a new notification. */
export type Recipient = Pick<Notification, 'id' | 'user_id'>;

/** Days that notifications are kept, and rows deleted at a time. */
const KEPT_DAYS = 90;
const BATCH = 5_000;

/** Notifications for their writers. */
@Injectable()
export class NotifierRepository {
  constructor(private readonly db: Database) {}

  /** Serializes notifications of the organization, so that positions grow in commit order. */
  async lockOrder(organizationId: string): Promise<void> {
    await this.db.defer(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`notifications ${organizationId}`]);
  }

  /** Skips the author, users without this kind, and those already notified of the comment. @returns the notified */
  async insert(content: NotificationContent, recipients: readonly Recipient[]): Promise<string[]> {
    const { kind, document_id, comment_id, share_id, revision_id, actor_id } = content;
    const { temporary_revision_id, temporary_revision_event, discrepancy_id, discrepancy_event } = content;
    const userIds = recipients.map(({ user_id }) => user_id);
    await this.db.defer(takeAndSchedule(kind), [userIds, actor_id]);
    const channel = `coalesce(p.${kind}, 'email')`;
    const rows = await this.db.query<{ user_id: string }>(
      `INSERT INTO notifications
         (id, user_id, kind, document_id, comment_id, share_id, revision_id, actor_id, discrepancy_id, discrepancy_event,
          temporary_revision_id, temporary_revision_event, awaits_digest)
       SELECT a.id, u.id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
              ${channel} = 'email' AND coalesce(p.digest, 'daily') <> 'off' AND u.role <> 'api_user'
       FROM unnest($1::text[], $2::text[]) a (id, user_id)
       JOIN users u ON u.id = a.user_id AND u.removed_at IS NULL
       LEFT JOIN notification_preferences p ON p.user_id = u.id
       WHERE ${channel} <> 'off' AND u.id IS DISTINCT FROM $8
       ON CONFLICT DO NOTHING
       RETURNING user_id`,
      [
        recipients.map(({ id }) => id),
        userIds,
        ...[kind, document_id, comment_id, share_id, revision_id, actor_id, discrepancy_id, discrepancy_event],
        ...[temporary_revision_id, temporary_revision_event],
      ],
    );
    return rows.map(({ user_id }) => user_id);
  }

  /** Authors in the thread of that first comment. */
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
    await this.db.defer(`DELETE FROM notifications WHERE comment_id = $1`, [commentId]);
  }

  /** Deletes mention notifications of users no longer mentioned. */
  async deleteMentionsBut(commentId: string, mentions: readonly string[]): Promise<void> {
    await this.db.defer(
      `DELETE FROM notifications WHERE comment_id = $1 AND kind = 'mention' AND user_id <> ALL ($2)`,
      [commentId, mentions],
    );
  }

  async deleteResolution(rootId: string): Promise<void> {
    await this.db.defer(`DELETE FROM notifications WHERE comment_id = $1 AND kind = 'resolve'`, [rootId]);
  }

  /** Locks the preferences first, as everywhere. */
  async deleteOfUser(userId: string): Promise<void> {
    for (const table of ['notification_preferences', 'notifications', 'document_watches']) {
      await this.db.defer(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
    }
  }

  /** Deletes some expired notifications. @returns whether there may be more */
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
