import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { Database } from '../../../common/database/database.js';
import { bounded, boundedCount, SqlConditions, withCount } from '../../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import type { RevisionStatus } from '../../documents/dto/document-types.js';
import { Comment } from './comment.entity.js';
import type { ListCommentsQuery } from './dto/comment.request.js';

/** Location of a thread in another revision than its own. */
export interface CarriedTo {
  revision_id: string;
  page_number: number;
  /** Offsets of the quote in the text of the page; null if only the page was located, or the comment was deleted. */
  start: number | null;
  end: number | null;
}

/** A comment, located in a given revision. A deleted one has no content. */
export type CommentRow = Comment & {
  carried_to: CarriedTo | null;
  outdated: boolean;
  /** Replies visible to the caller. */
  reply_count: number;
};

/** A comment, with what else decides about its visibility. */
export type FoundComment = CommentRow & { revision_status: RevisionStatus; document_team_id: string | null };

export interface ListedComments {
  documentId: string;
  /** The revision in which comments are located. */
  revisionId: string;
  withDrafts: boolean;
}

/** SQL condition: the caller, a placeholder, can see the comment with this alias. */
const shownTo = (alias: string, me: string): string => `(${alias}.visibility = 'public' OR ${alias}.user_id = ${me})`;
/** Visible replies to `c`. */
const replies = (me: string): string =>
  `FROM comments r WHERE r.parent_id = c.id AND r.deleted_at IS NULL AND ${shownTo('r', me)}`;
/** A deleted comment is listed while it has replies. A scalar subquery uses the index; for EXISTS the planner may scan all replies. */
const seenBy = (me: string): string =>
  `${shownTo('c', me)} AND (c.deleted_at IS NULL OR (SELECT true ${replies(me)} LIMIT 1))`;

const UNLESS_DELETED = ['user_id', 'position', 'quote', 'edited_at']
  .map((column) => `CASE WHEN c.deleted_at IS NULL THEN c.${column} END AS ${column}`)
  .join(', ');
const COLUMNS = `
  c.id, c.organization_id, c.document_id, c.revision_id, c.page_number, c.visibility, c.parent_id, c.deleted_at, c.row_version,
  c.created_at, c.updated_at, t.resolved_at, t.resolved_by, ${UNLESS_DELETED},
  CASE WHEN c.deleted_at IS NULL THEN c.body ELSE '' END AS body,
  CASE WHEN c.deleted_at IS NULL THEN c.mentions ELSE '{}' END AS mentions`;

const columns = (revision: string, me: string): string => `${COLUMNS},
  c.revision_id <> ${revision} AND p.comment_id IS NULL AS outdated,
  CASE WHEN p.comment_id IS NOT NULL THEN json_build_object('revision_id', p.revision_id, 'page_number', p.page_number,
    'start', CASE WHEN t.id IS NOT NULL AND t.deleted_at IS NULL THEN p.start_offset END,
    'end', CASE WHEN t.id IS NOT NULL AND t.deleted_at IS NULL THEN p.end_offset END) END AS carried_to,
  (SELECT count(*)::int ${replies(me)}) AS reply_count`;

/** Joins `t`, the first comment of the thread if visible, and `p`, its location in the revision. */
const threads = (revision: string, me: string): string => `
  LEFT JOIN comments t ON t.id = coalesce(c.parent_id, c.id) AND t.document_id = c.document_id AND ${shownTo('t', me)}
  LEFT JOIN comment_places p ON p.comment_id = coalesce(c.parent_id, c.id) AND p.revision_id = ${revision}`;

@Injectable()
export class CommentRepository {
  constructor(private readonly db: Database) {}

  /** Located in the current revision. The caller must check access to drafts. @param visible conditions on `documents d` */
  async find({ userId }: Principal, visible: SqlConditions, id: string): Promise<FoundComment | null> {
    const conditions = new SqlConditions(visible).add((p) => `c.id = ${p(id)}`);
    const me = conditions.parameter(userId);
    conditions.add(() => seenBy(me));
    const [row] = await this.db.lookup<FoundComment>(
      `SELECT ${columns('d.current_revision_id', me)}, v.status AS revision_status, d.team_id AS document_team_id
       FROM comments c JOIN documents d ON d.id = c.document_id JOIN document_revisions v ON v.id = c.revision_id
       ${threads('d.current_revision_id', me)} WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    return row ?? null;
  }

  /** Comments on a document visible to the caller, newest first. */
  async list(
    { userId }: Principal,
    listed: ListedComments,
    filter: ListCommentsQuery,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<CommentRow>> {
    const conditions = new SqlConditions();
    const [document, revision] = [conditions.parameter(listed.documentId), conditions.parameter(listed.revisionId)];
    const me = conditions.parameter(userId);
    conditions.add(() => `c.document_id = ${document}`).add(() => seenBy(me));
    if (!listed.withDrafts) {
      const drafts = `SELECT id FROM document_revisions WHERE document_id = ${document} AND status = 'draft'`;
      conditions.add(() => `c.revision_id NOT IN (${drafts})`);
    }
    addFilters(conditions, filter, { document, revision, me });
    const page = new SqlConditions(conditions);
    if (afterId !== null) page.add((p) => `c.id < ${p(afterId)}`);
    const limit = page.parameter(rowCount);
    // Further columns are computed for the rows of the page only.
    const rows = await this.db.query<CommentRow & { total_count: number }>(
      withCount(
        `(${boundedCount(`FROM comments c WHERE ${conditions.sql}`)}) AS counted`,
        `SELECT ${columns(revision, me)}
         FROM (SELECT * FROM comments c WHERE ${page.sql} ORDER BY c.id DESC LIMIT ${limit}) c
         ${threads(revision, me)}`,
      ),
      page.parameters,
    );
    return { rows: rows.filter(({ id }) => id !== null), ...bounded(rows[0]?.total_count ?? 0) };
  }

  /** With the next statement of the transaction. */
  async insert(comment: Comment): Promise<void> {
    await this.db.defer(
      `INSERT INTO comments (id, organization_id, document_id, revision_id, page_number, user_id, body, position, quote,
         visibility, parent_id, mentions, row_version, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
      [
        ...[comment.id, comment.organization_id, comment.document_id, comment.revision_id, comment.page_number],
        ...[comment.user_id, comment.body, comment.position, comment.quote, comment.visibility, comment.parent_id],
        ...[comment.mentions, comment.row_version, comment.created_at, comment.updated_at],
      ],
    );
  }

  /**
   * Locks the thread of a comment, on a document that the caller can see, from the next statement to the end of the transaction.
   * @param visible conditions on `documents d`
   */
  async lockThread(visible: SqlConditions, id: string): Promise<void> {
    const { sql, parameters } = new SqlConditions(visible).add((p) => `c.id = ${p(id)}`);
    await this.db.defer(
      `SELECT FROM comments WHERE id = (
         SELECT coalesce(c.parent_id, c.id) FROM comments c JOIN documents d ON d.id = c.document_id WHERE ${sql})
       FOR NO KEY UPDATE`,
      parameters,
    );
  }

  /** Comments on a revision by id, locked until the transaction ends. */
  lockOfRevision(revisionId: string, afterId: string | null, rowCount: number): Promise<Comment[]> {
    return this.db.query<Comment>(
      `SELECT * FROM comments WHERE revision_id = $1 AND ($2::text IS NULL OR id > $2) ORDER BY id LIMIT $3 FOR UPDATE`,
      [revisionId, afterId, rowCount],
    );
  }

  /**
   * Keeps the current revision of the document, if the caller can see it, from the next statement to the end of the transaction; a shared lock.
   * @param visible conditions on `documents d`
   */
  async holdDocument(visible: SqlConditions, documentId: string): Promise<void> {
    const { sql, parameters } = new SqlConditions(visible).add((p) => `d.id = ${p(documentId)}`);
    await this.db.defer(`SELECT FROM documents d WHERE ${sql} FOR SHARE`, parameters);
  }

  /** Requires the lock of the thread. @returns the comment as it is then */
  async update(
    comment: FoundComment,
    changes: Partial<
      Pick<Comment, 'body' | 'visibility' | 'mentions' | 'resolved_at' | 'resolved_by' | 'edited_at' | 'deleted_at'>
    >,
  ): Promise<FoundComment> {
    const changed = { ...changes, updated_at: new Date() };
    const columns = Object.entries(changed);
    const assignments = columns.map(([column], index) => `${column} = $${index + 2}`);
    await this.db.defer(
      `UPDATE comments SET ${[...assignments, 'row_version = row_version + 1'].join(', ')} WHERE id = $1`,
      [comment.id, ...columns.map(([, value]) => value)],
    );
    return { ...comment, ...changed, row_version: comment.row_version + 1 };
  }

  /** The comment without access checks, or null. */
  findAny(id: string): Promise<Comment | null> {
    return this.db.repository(Comment).findOneBy({ id });
  }

  /** Replies of a thread; with `except`, public ones by other users. */
  async countReplies(rootId: string, except: string | null = null): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM comments WHERE parent_id = $1 AND deleted_at IS NULL
         AND ($2::text IS NULL OR visibility = 'public' AND user_id IS DISTINCT FROM $2)`,
      [rootId, except],
    );
    return row?.count ?? 0;
  }

  /** Makes the author's replies private, without mentions. @returns those that were public, in their new state */
  hideReplies(rootId: string, userId: string): Promise<Comment[]> {
    return this.db.query<Comment>(
      `UPDATE comments SET visibility = 'private', mentions = '{}', row_version = row_version + 1, updated_at = now()
       WHERE parent_id = $1 AND user_id = $2 AND visibility = 'public' AND deleted_at IS NULL RETURNING *`,
      [rootId, userId],
    );
  }
}

/** @param at placeholders */
function addFilters(
  conditions: SqlConditions,
  filter: ListCommentsQuery,
  at: { document: string; revision: string; me: string },
): void {
  const { page_number, user_id, state, outdated, parent_id } = filter;
  // The author of a deleted comment is hidden.
  if (user_id !== undefined) conditions.add((p) => `c.user_id = ${p(user_id)} AND c.deleted_at IS NULL`);
  if (parent_id !== undefined) conditions.add((p) => `c.parent_id = ${p(parent_id)}`);
  if (state !== undefined) {
    const resolved = `SELECT FROM comments t WHERE t.id = coalesce(c.parent_id, c.id) AND t.document_id = ${at.document}
      AND t.resolved_at IS NOT NULL AND ${shownTo('t', at.me)}`;
    conditions.add(() => `${state === 'resolved' ? '' : 'NOT '}EXISTS (${resolved})`);
  }
  const placed = `SELECT FROM comment_places p WHERE p.comment_id = coalesce(c.parent_id, c.id) AND p.revision_id = ${at.revision}`;
  if (outdated === true) conditions.add(() => `c.revision_id <> ${at.revision} AND NOT EXISTS (${placed})`);
  if (page_number === undefined) {
    if (outdated === false) conditions.add(() => `(c.revision_id = ${at.revision} OR EXISTS (${placed}))`);
    return;
  }
  const page = conditions.parameter(page_number);
  // An outdated comment has no location; its page is the original one.
  if (outdated === true) conditions.add(() => `c.page_number = ${page}`);
  else conditions.add(() => `c.id IN (${standingOn(page, at)})`);
}

/** Ids of comments made on the page, or located there. */
function standingOn(page: string, { document, revision }: { document: string; revision: string }): string {
  const here = `p.revision_id = ${revision} AND p.page_number = ${page}`;
  return `SELECT id FROM comments WHERE document_id = ${document} AND page_number = ${page} AND revision_id = ${revision}
    UNION ALL SELECT p.comment_id FROM comment_places p WHERE ${here}
    UNION ALL SELECT r.id FROM comment_places p JOIN comments r ON r.parent_id = p.comment_id WHERE ${here}`;
}
