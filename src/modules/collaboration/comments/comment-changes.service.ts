import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { requireMatch } from '../../../common/http/if-match.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { PageQuery } from '../../../common/pagination/page-query.js';
import type { Page } from '../../../common/pagination/page.js';
import { RevisionDeleted } from '../../documents/document.events.js';
import { DocumentService, type DocumentRow } from '../../documents/document.service.js';
import { DocumentReachService } from '../../documents/shares/document-reach.service.js';
import type { CommentEdit } from './comment-edit.entity.js';
import { CommentEditRepository } from './comment-edit.repository.js';
import type { Comment } from './comment.entity.js';
import { CommentDeleted, CommentResolved, CommentUpdated } from './comment.events.js';
import { CommentRepository, type FoundComment } from './comment.repository.js';
import { CommentService } from './comment.service.js';
import type { UpdateCommentRequest } from './dto/comment.request.js';

/** Maximum earlier versions of a comment. */
const MAX_EDITS = 200;
/** Comments of a deleted draft in memory at a time. */
const DRAFT_BATCH = 200;

@Injectable()
export class CommentChanges {
  constructor(
    private readonly seen: CommentService,
    private readonly comments: CommentRepository,
    private readonly edits: CommentEditRepository,
    private readonly documents: DocumentService,
    private readonly reach: DocumentReachService,
    private readonly paginator: KeysetPaginator,
    private readonly events: DomainEvents,
    private readonly db: Database,
  ) {
    events.on(RevisionDeleted, ({ revision, byUserId }) => this.tellAllDeleted(revision.id, byUserId));
  }

  /**
   * Keeps the earlier body.
   * @throws AppError NOT_FOUND, FORBIDDEN (not_author, view_only), PRECONDITION_FAILED; CONFLICT (has_replies, private_thread,
   * too_many_edits); INVALID_REQUEST (mentions)
   */
  update(
    principal: Principal,
    id: string,
    changes: UpdateCommentRequest,
    ifMatch: string | null,
  ): Promise<FoundComment> {
    return this.db.transaction(async () => {
      const before = await this.seen.lock(principal, id);
      if (before.user_id !== principal.userId) throw notAuthor();
      const document = await this.requireComments(principal, before);
      requireMatch(ifMatch, before.row_version);
      const visibility = changes.visibility ?? before.visibility;
      const kept = visibility === 'private' ? [] : before.mentions;
      const mentions = changes.mentions ?? kept;
      const after = { body: changes.body ?? before.body, visibility, mentions };
      const changed = (['body', 'visibility', 'mentions'] as const).filter(
        (field) => JSON.stringify(after[field]) !== JSON.stringify(before[field]),
      );
      if (changed.length === 0) return before;
      // Users mentioned before may no longer see the comment.
      const added = mentions.filter((userId) => visibility === 'private' || !before.mentions.includes(userId));
      await this.seen.requireReaders(document, { ...before, visibility }, added);
      if (changed.includes('visibility')) await this.requireFree(before, visibility);
      const editedAt = changed.includes('body') ? await this.keepBody(before) : before.edited_at;
      const updated = await this.comments.update(before, { ...after, edited_at: editedAt });
      await this.tell(principal, before, updated, changed);
      return updated;
    });
  }

  /** @throws AppError NOT_FOUND, FORBIDDEN (view_only), CONFLICT (not_a_thread) */
  setResolved(principal: Principal, id: string, resolved: boolean): Promise<FoundComment> {
    return this.db.transaction(async () => {
      const before = await this.seen.lock(principal, id);
      if (before.parent_id !== null) {
        throw AppError.conflict('not_a_thread', 'A reply cannot be resolved; resolve the comment that it answers');
      }
      await this.requireComments(principal, before);
      if (resolved === (before.resolved_at !== null)) return before;
      const by = { resolved_at: new Date(), resolved_by: principal.userId };
      const after = await this.comments.update(before, resolved ? by : { resolved_at: null, resolved_by: null });
      if (after.visibility === 'public') {
        await this.seen.record(resolved ? 'comment.resolved' : 'comment.reopened', after);
        await this.events.emit(new CommentResolved(after, resolved, principal.userId));
      }
      return after;
    });
  }

  /** Admins can delete any public comment. @throws AppError NOT_FOUND, FORBIDDEN (not_author) */
  remove(principal: Principal, id: string): Promise<void> {
    return this.db.transaction(async () => {
      const comment = await this.seen.lock(principal, id);
      if (comment.user_id !== principal.userId && principal.role !== 'admin') throw notAuthor();
      await this.comments.update(comment, { deleted_at: new Date() });
      if (comment.visibility === 'public') await this.tellDeleted(comment, principal.userId);
    });
  }

  /** Newest first; users other than the author see public bodies only. @throws AppError NOT_FOUND, also for a deleted comment */
  async listEdits(principal: Principal, id: string, query: PageQuery): Promise<Page<CommentEdit>> {
    const comment = await this.seen.get(principal, id);
    if (comment.deleted_at !== null) throw AppError.notFound('comment');
    const isAuthor = comment.user_id === principal.userId;
    return this.paginator.page(`edits of ${id}`, query, (after, rowCount) =>
      this.edits.list(id, isAuthor, after === null ? null : Number(after), rowCount),
    );
  }

  private async requireComments(principal: Principal, comment: Comment): Promise<DocumentRow> {
    const document = await this.documents.get(principal, comment.document_id);
    await this.reach.requireComments(principal, document);
    return document;
  }

  /** A thread with comments of others cannot turn private, and a private thread has no public comments. */
  private async requireFree(comment: Comment, visibility: Comment['visibility']): Promise<void> {
    if (visibility === 'public') {
      const root = comment.parent_id === null ? null : await this.comments.findAny(comment.parent_id);
      if (root?.visibility === 'private') {
        throw AppError.conflict('private_thread', 'The comment is a reply to a private comment');
      }
    } else if (comment.parent_id === null && (await this.comments.countReplies(comment.id, comment.user_id)) > 0) {
      throw AppError.conflict('has_replies', 'A comment with replies cannot be made private');
    }
  }

  private async keepBody(before: Comment): Promise<Date> {
    const count = await this.edits.count(before.id);
    if (count >= MAX_EDITS) {
      throw AppError.conflict('too_many_edits', `A comment can be edited ${MAX_EDITS} times; write another one`);
    }
    const now = new Date();
    await this.edits.insert(before, count + 1, now);
    return now;
  }

  /** Emits what other users see: publishing is a creation, turning private a deletion. */
  private async tell(
    principal: Principal,
    before: FoundComment,
    after: FoundComment,
    changed: readonly string[],
  ): Promise<void> {
    if (before.visibility === 'private') return this.seen.announce(after);
    if (after.visibility === 'public') {
      await this.seen.record('comment.updated', after, { changed });
      return this.events.emit(new CommentUpdated(after, changed));
    }
    const hidden = before.parent_id === null ? await this.comments.hideReplies(before.id, principal.userId) : [];
    for (const comment of [before, ...hidden]) {
      await this.tellDeleted({ ...comment, visibility: 'public' }, principal.userId, true);
    }
  }

  /** Emits the deletions before the rows are removed with the draft. */
  private async tellAllDeleted(revisionId: string, byUserId: string): Promise<void> {
    let comments: Comment[] = [];
    do {
      comments = await this.comments.lockOfRevision(revisionId, comments.at(-1)?.id ?? null, DRAFT_BATCH);
      const seen = comments.filter(({ visibility, deleted_at }) => visibility === 'public' && deleted_at === null);
      for (const comment of seen) await this.tellDeleted(comment, byUserId);
    } while (comments.length === DRAFT_BATCH);
  }

  private async tellDeleted(comment: Comment, byUserId: string, isHidden = false): Promise<void> {
    await this.seen.record('comment.deleted', comment, { own: comment.user_id === byUserId });
    await this.events.emit(new CommentDeleted(comment, byUserId, isHidden));
  }
}

function notAuthor(): AppError {
  return new AppError('FORBIDDEN', 'Only the author of a comment can change it', { reason: 'not_author' });
}
