import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';

/** Rows removed by one statement. */
const BATCH = 1_000;
/** Retention of deleted comments, for complaints. */
const OVER = `c.deleted_at < now() - interval '30 days'`;

/** Removes the content of comments. */
@Injectable()
export class CommentRemovalRepository {
  constructor(private readonly db: Database) {}

  /** Comments deleted long ago; those with replies lose all content and location. */
  async removeOver(): Promise<void> {
    await this.repeat(
      `DELETE FROM comments WHERE id IN (
         SELECT c.id FROM comments c WHERE ${OVER}
           AND NOT EXISTS (SELECT FROM comments r WHERE r.parent_id = c.id AND r.deleted_at IS NULL) LIMIT ${BATCH}) RETURNING 1`,
    );
    await this.repeat(
      `DELETE FROM comment_edits WHERE (comment_id, number) IN (
         SELECT e.comment_id, e.number FROM comment_edits e JOIN comments c ON c.id = e.comment_id
         WHERE ${OVER} LIMIT ${BATCH}) RETURNING 1`,
    );
    await this.repeat(
      `WITH emptied AS (
         UPDATE comments SET body = '', quote = NULL, position = NULL, mentions = '{}', user_id = NULL WHERE id IN (
           SELECT c.id FROM comments c WHERE ${OVER} AND (c.body <> '' OR c.user_id IS NOT NULL) LIMIT ${BATCH})
         RETURNING id),
       displaced AS (DELETE FROM comment_places WHERE comment_id IN (SELECT id FROM emptied))
       SELECT 1 FROM emptied`,
    );
  }

  /** Private comments, and bodies from before publication. A row with replies by others stays, without content. */
  async removePrivateOf(userId: string): Promise<void> {
    await this.db.query(
      `DELETE FROM comment_edits e USING comments c
       WHERE c.id = e.comment_id AND c.user_id = $1 AND (e.visibility = 'private' OR c.visibility = 'private')`,
      [userId],
    );
    await this.db.query(
      `WITH emptied AS (
         UPDATE comments SET body = '', quote = NULL, position = NULL, deleted_at = coalesce(deleted_at, now()),
           row_version = row_version + 1, updated_at = now()
         WHERE user_id = $1 AND visibility = 'private' RETURNING id)
       DELETE FROM comment_places WHERE comment_id IN (SELECT id FROM emptied)`,
      [userId],
    );
  }

  private async repeat(statement: string): Promise<void> {
    while ((await this.db.query(statement)).length === BATCH);
  }
}
