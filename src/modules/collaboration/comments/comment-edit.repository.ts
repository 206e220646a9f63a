import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import type { CommentEdit } from './comment-edit.entity.js';
import type { Comment } from './comment.entity.js';

@Injectable()
export class CommentEditRepository {
  constructor(private readonly db: Database) {}

  async count(commentId: string): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM comment_edits WHERE comment_id = $1`,
      [commentId],
    );
    return row?.count ?? 0;
  }

  async insert({ id, body, visibility }: Comment, number: number, editedAt: Date): Promise<void> {
    await this.db.defer(
      `INSERT INTO comment_edits (comment_id, number, body, visibility, edited_at) VALUES ($1, $2, $3, $4, $5)`,
      [id, number, body, visibility, editedAt],
    );
  }

  /** Earlier bodies, newest first; `all`, or public ones only. */
  async list(
    commentId: string,
    all: boolean,
    afterNumber: number | null,
    rowCount: number,
  ): Promise<KeysetRows<CommentEdit & { id: string }>> {
    const shown = `comment_id = $1 AND ($2 OR visibility = 'public')`;
    return this.db.list<CommentEdit & { id: string }>(
      {
        sql: `SELECT *, number::text AS id FROM comment_edits WHERE ${shown} AND ($3::int IS NULL OR number < $3)
              ORDER BY number DESC LIMIT $4`,
        parameters: [commentId, all, afterNumber, rowCount],
      },
      { sql: `FROM comment_edits WHERE ${shown}`, parameters: [commentId, all] },
    );
  }
}
