import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import type { CommentPlace } from '../comment-place.entity.js';
import type { Comment } from '../comment.entity.js';

/** A root as far as carrying it goes. */
export type CarriedComment = Pick<Comment, 'id' | 'revision_id' | 'page_number' | 'quote'>;

/** Hash of what a page says; pages that were read before they had one get it here. */
const hashOf = (page: string): string => `coalesce(${page}.content_hash, page_content_hash(${page}.blocks))`;

@Injectable()
export class CommentPlaceRepository {
  constructor(private readonly db: Database) {}

  /** {@link ask} for all comments on other revisions of the document; false also when there are none. */
  async askForAll(documentId: string, revisionId: string): Promise<boolean> {
    const others = await this.db.query(`SELECT 1 FROM comments WHERE document_id = $1 AND revision_id <> $2 LIMIT 1`, [
      documentId,
      revisionId,
    ]);
    return others.length > 0 && (await this.ask(revisionId, ''));
  }

  /**
   * Notes that comments from the one of that id on are to be carried to the revision. True when nobody is to do so yet: whoever
   * is at it already will not end before these were looked at.
   */
  async ask(revisionId: string, fromId: string): Promise<boolean> {
    const [row] = await this.db.query<{ is_new: boolean }>(
      `INSERT INTO comment_carries AS k (revision_id, from_id) VALUES ($1, $2)
       ON CONFLICT (revision_id) DO UPDATE SET late_id = least(k.late_id, excluded.from_id)
       RETURNING late_id IS NULL AS is_new`,
      [revisionId, fromId],
    );
    return row?.is_new ?? false;
  }

  /** Revisions to which not all comments were carried yet. */
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

  /**
   * Threads that come next, in the order of ids, beginning with the last of those before: what was made on another revision
   * of the document, also where only replies are left, as long as it is known what it was about. Null when nothing is
   * to be carried to the revision any more.
   */
  async nextBatch(revisionId: string, size: number): Promise<CarriedComment[] | null> {
    const [carry] = await this.db.query<{ from_id: string; document_id: string }>(
      `UPDATE comment_carries k SET from_id = least(k.from_id, k.late_id), late_id = NULL
       FROM document_revisions v WHERE v.id = k.revision_id AND k.revision_id = $1 RETURNING k.from_id, v.document_id`,
      [revisionId],
    );
    if (!carry) return null;
    return this.db.query<CarriedComment>(
      `SELECT id, revision_id, page_number, quote FROM comments
       WHERE document_id = $1 AND revision_id <> $2 AND parent_id IS NULL AND id >= $3 AND body <> ''
       ORDER BY id LIMIT $4`,
      [carry.document_id, revisionId, carry.from_id, size],
    );
  }

  /** Notes how far it has come. */
  async advance(revisionId: string, id: string): Promise<void> {
    await this.db.query(`UPDATE comment_carries SET from_id = $2 WHERE revision_id = $1`, [revisionId, id]);
  }

  /** Nothing is left to be carried, unless somebody asked for more in the meantime: then false. */
  async finish(revisionId: string): Promise<boolean> {
    const rows = await this.db.query(
      `DELETE FROM comment_carries WHERE revision_id = $1 AND late_id IS NULL RETURNING 1`,
      [revisionId],
    );
    return rows.length > 0;
  }

  /** Texts of pages in their order, by number: the given ones, or the next behind a page. */
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

  /**
   * Where comments stand that go with their whole page: on the one page that says what theirs does, if no other of their own
   * revision says it too. Pages without text say nothing.
   */
  async placesOfPages(revisionId: string, commentIds: readonly string[]): Promise<CommentPlace[]> {
    return this.db.query<CommentPlace>(
      `WITH unique_pages AS (
         SELECT p.revision_id, ${hashOf('p')} AS hash, min(p.page_number) AS page_number FROM pages p
         WHERE p.text ~ '\\S' AND p.revision_id IN (SELECT $1 UNION SELECT revision_id FROM comments WHERE id = ANY($2))
         GROUP BY 1, 2 HAVING count(*) = 1)
       SELECT c.id AS comment_id, n.revision_id, n.page_number, NULL::int AS start_offset, NULL::int AS end_offset
       FROM comments c JOIN unique_pages o ON o.revision_id = c.revision_id AND o.page_number = c.page_number
       JOIN unique_pages n ON n.revision_id = $1 AND n.hash = o.hash WHERE c.id = ANY($2)`,
      [revisionId, commentIds],
    );
  }

  /** Those that are known already stay as they are. */
  async insert(places: readonly CommentPlace[]): Promise<void> {
    await this.db.query(
      `INSERT INTO comment_places (comment_id, revision_id, page_number, start_offset, end_offset)
       SELECT p.* FROM jsonb_to_recordset($1) AS p(comment_id text, revision_id text, page_number int, start_offset int, end_offset int)
       JOIN comments c ON c.id = p.comment_id WHERE c.body <> ''
       ON CONFLICT (comment_id, revision_id) DO NOTHING`,
      [JSON.stringify(places)],
    );
  }
}
