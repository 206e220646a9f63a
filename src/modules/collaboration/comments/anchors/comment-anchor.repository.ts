import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import type { CommentAnchor } from './comment-anchor.entity.js';
import type { Comment } from '../comment.entity.js';

export type AnchoredComment = Pick<Comment, 'id' | 'revision_id' | 'page_number' | 'quote'>;

/** Hash of a page's text, computed here for pages that have none yet. */
const hashOf = (page: string): string => `coalesce(${page}.content_hash, page_content_hash(${page}.blocks))`;

@Injectable()
export class CommentAnchorRepository {
  constructor(private readonly db: Database) {}

  /** {@link enqueue} for all comments on other revisions of the document. @returns false also without comments */
  async enqueueAll(documentId: string, revisionId: string): Promise<boolean> {
    const others = await this.db.query(`SELECT 1 FROM comments WHERE document_id = $1 AND revision_id <> $2 LIMIT 1`, [
      documentId,
      revisionId,
    ]);
    return others.length > 0 && (await this.enqueue(revisionId, ''));
  }

  /** Queues the comments from this id on. @returns whether the revision was not queued yet; otherwise a running job covers them */
  async enqueue(revisionId: string, fromId: string): Promise<boolean> {
    const [row] = await this.db.query<{ is_new: boolean }>(
      `INSERT INTO comment_carries AS k (revision_id, from_id) VALUES ($1, $2)
       ON CONFLICT (revision_id) DO UPDATE SET late_id = least(k.late_id, excluded.from_id)
       RETURNING late_id IS NULL AS is_new`,
      [revisionId, fromId],
    );
    return row?.is_new ?? false;
  }

  /** Revisions with comments that are still to be located. */
  async listUnfinished(): Promise<string[]> {
    const rows = await this.db.query<{ revision_id: string }>(
      `SELECT revision_id FROM comment_carries ORDER BY created_at, revision_id`,
    );
    return rows.map(({ revision_id }) => revision_id);
  }

  async isUnfinished(revisionId: string): Promise<boolean> {
    const rows = await this.db.query(`SELECT 1 FROM comment_carries WHERE revision_id = $1`, [revisionId]);
    return rows.length > 0;
  }

  /** Next threads of other revisions by id, from the last of the previous batch, also with replies only. Null if the queue is empty. */
  async nextBatch(revisionId: string, size: number): Promise<AnchoredComment[] | null> {
    const [carry] = await this.db.query<{ from_id: string; document_id: string }>(
      `UPDATE comment_carries k SET from_id = least(k.from_id, k.late_id), late_id = NULL
       FROM document_revisions v WHERE v.id = k.revision_id AND k.revision_id = $1 RETURNING k.from_id, v.document_id`,
      [revisionId],
    );
    if (!carry) return null;
    return this.db.query<AnchoredComment>(
      `SELECT id, revision_id, page_number, quote FROM comments
       WHERE document_id = $1 AND revision_id <> $2 AND parent_id IS NULL AND id >= $3 AND body <> ''
       ORDER BY id LIMIT $4`,
      [carry.document_id, revisionId, carry.from_id, size],
    );
  }

  async advance(revisionId: string, id: string): Promise<void> {
    await this.db.query(`UPDATE comment_carries SET from_id = $2 WHERE revision_id = $1`, [revisionId, id]);
  }

  /** Ends the job. Returns false if comments were queued in the meantime. */
  async finish(revisionId: string): Promise<boolean> {
    const rows = await this.db.query(
      `DELETE FROM comment_carries WHERE revision_id = $1 AND late_id IS NULL RETURNING 1`,
      [revisionId],
    );
    return rows.length > 0;
  }

  /** Texts in page order: of the given pages, or of the next ones after a page. */
  listTexts(
    revisionId: string,
    which: { pageNumbers: readonly number[] } | { after: number; limit: number },
  ): Promise<{ page_number: number; text: string }[]> {
    if ('pageNumbers' in which) {
      return this.db.query(`SELECT page_number, text FROM pages WHERE revision_id = $1 AND page_number = ANY($2)`, [
        revisionId,
        which.pageNumbers,
      ]);
    }
    return this.db.query(
      `SELECT page_number, text FROM pages WHERE revision_id = $1 AND page_number > $2 ORDER BY page_number LIMIT $3`,
      [revisionId, which.after, which.limit],
    );
  }

  /** Locations by page: the only page with the same text, if the original revision has that text once too. Skips empty pages. */
  async placesOfPages(
    revisionId: string,
    comments: readonly Pick<AnchoredComment, 'id' | 'revision_id' | 'page_number'>[],
  ): Promise<CommentAnchor[]> {
    const sought = comments.map(({ id, revision_id, page_number }) => ({ id, revision_id, page_number }));
    return this.db.query<CommentAnchor>(
      `WITH sought AS (SELECT * FROM jsonb_to_recordset($2) AS s(id text, revision_id text, page_number int)),
       unique_pages AS (
         SELECT p.revision_id, ${hashOf('p')} AS hash, min(p.page_number) AS page_number FROM pages p
         WHERE p.text ~ '\\S' AND p.revision_id IN (SELECT $1 UNION SELECT revision_id FROM sought)
         GROUP BY 1, 2 HAVING count(*) = 1)
       SELECT s.id AS comment_id, n.revision_id, n.page_number, NULL::int AS start_offset, NULL::int AS end_offset
       FROM sought s JOIN unique_pages o ON o.revision_id = s.revision_id AND o.page_number = s.page_number
       JOIN unique_pages n ON n.revision_id = $1 AND n.hash = o.hash`,
      [revisionId, JSON.stringify(sought)],
    );
  }

  /** Existing locations stay. */
  async insert(places: readonly CommentAnchor[]): Promise<void> {
    await this.db.query(
      `INSERT INTO comment_places (comment_id, revision_id, page_number, start_offset, end_offset)
       SELECT p.* FROM jsonb_to_recordset($1) AS p(comment_id text, revision_id text, page_number int, start_offset int, end_offset int)
       JOIN comments c ON c.id = p.comment_id WHERE c.body <> ''
       ON CONFLICT (comment_id, revision_id) DO NOTHING`,
      [JSON.stringify(places)],
    );
  }
}
