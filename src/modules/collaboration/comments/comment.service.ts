import { Injectable } from '@nestjs/common';
import type { Rectangle } from '@amks/reader/layout/rows/page-boxes.js';
import type { Principal } from '../../../common/principal/principal.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { newId } from '../../../common/ids/type-id.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { Page } from '../../../common/pagination/page.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { DocumentService, type DocumentRow } from '../../documents/document.service.js';
import { PageService } from '../../documents/page.service.js';
import { DocumentReachService } from '../../documents/shares/document-reach.service.js';
import { NormalizedText, normalizedQuote } from './anchors/normalized-text.js';
import { CommentAnchoring } from './anchors/comment-anchoring.service.js';
import type { Comment, Visibility } from './comment.entity.js';
import { DocumentCommented } from './comment.events.js';
import { rectanglesOn } from './comment-rectangles.js';
import { CommentRepository, type CommentRow, type FoundComment } from './comment.repository.js';
import type { CreateCommentRequest, ListCommentsQuery } from './dto/comment.request.js';

/** Maximum replies of a thread. */
const MAX_REPLIES = 1_000;

/** What a comment is about; replies have the subject of their thread. */
type Subject = Pick<Comment, 'revision_id' | 'page_number' | 'visibility' | 'parent_id' | 'position' | 'quote'> & {
  revision_status: FoundComment['revision_status'];
  /** State and location of the thread in the current revision. */
  thread: Pick<FoundComment, 'resolved_at' | 'resolved_by' | 'carried_to' | 'outdated'>;
};

@Injectable()
export class CommentService {
  constructor(
    private readonly comments: CommentRepository,
    private readonly anchoring: CommentAnchoring,
    private readonly documents: DocumentService,
    private readonly pages: PageService,
    private readonly reach: DocumentReachService,
    private readonly paginator: KeysetPaginator,
    private readonly events: DomainEvents,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  /** Visible comments, newest first, located in one revision. @throws AppError NOT_FOUND */
  async list(
    principal: Principal,
    documentId: string,
    query: ListCommentsQuery,
  ): Promise<Page<CommentRow & { rectangles?: Rectangle[] }>> {
    const { page_number: number, rectangles: withRectangles = false } = query;
    if (withRectangles && number === undefined) throw invalid('page_number', 'is required with rectangles');
    const [document, page] = await this.db.together(() =>
      Promise.all([
        this.documents.get(principal, documentId),
        withRectangles ? this.pages.findPage(principal, documentId, number!, query.revision_id) : null,
      ]),
    );
    const revisionId = query.revision_id ?? document.revision.id;
    if (revisionId !== document.revision.id && !page) await this.pages.getRevision(principal, documentId, revisionId);
    const listed = { documentId, revisionId, withDrafts: this.reach.mayManage(principal, document) };
    const found = await this.paginator.page(`comments on ${documentId}`, query, (afterId, rowCount) =>
      this.comments.list(principal, listed, query, afterId, rowCount),
    );
    if (!withRectangles) return found;
    const rectanglesOf = rectanglesOn(page);
    return found.map((comment) => ({ ...comment, rectangles: rectanglesOf(comment) }));
  }

  /** Located in the current revision; a deleted one only while it has replies. @throws AppError NOT_FOUND */
  async get(principal: Principal, id: string): Promise<FoundComment> {
    const found = await this.find(principal, id);
    if (!found) throw AppError.notFound('comment');
    return found;
  }

  /**
   * @throws AppError NOT_FOUND for the document; FORBIDDEN (view_only); CONFLICT (too_many_replies); INVALID_REQUEST for an unknown page, a
   * quote that is not on it, or mentioned users who cannot see the comment
   */
  create(principal: Principal, documentId: string, request: CreateCommentRequest): Promise<FoundComment> {
    return this.db.transaction(async () => {
      // Holds off activations, whose anchoring job would miss the comment.
      await this.comments.holdDocument(this.documents.visibleTo(principal), documentId);
      const { parent_id, revision_id, page_number } = request;
      const [document, text] = await this.db.together(() =>
        Promise.all([
          this.documents.get(principal, documentId),
          parent_id === undefined ? this.pages.findText(documentId, revision_id ?? null, page_number) : null,
        ]),
      );
      await this.reach.requireComments(principal, document);
      const { revision_status, thread, ...subject } = await this.subjectOf(principal, document, request, text);
      const mentions = request.mentions ?? [];
      await this.requireReaders(document, { visibility: subject.visibility, revision_status }, mentions);
      const comment = newComment(principal, document, { ...subject, body: request.body, mentions });
      await this.comments.insert(comment);
      await this.anchoring.enqueue(document.revision.id, comment);
      await this.announce(comment);
      return { ...comment, ...thread, reply_count: 0, revision_status, document_team_id: document.team_id };
    });
  }

  /** Treats unknown users like those without access. @throws AppError INVALID_REQUEST (mentions) unless all can see the comment */
  async requireReaders(
    document: DocumentRow,
    comment: Pick<Subject, 'visibility' | 'revision_status'>,
    mentions: readonly string[],
  ): Promise<void> {
    if (mentions.length === 0) return;
    if (comment.visibility === 'private') throw invalid('mentions', 'must be empty in a private comment');
    const readers = await this.documents.findReaders(document, mentions, { status: comment.revision_status });
    if (readers.length < mentions.length) throw invalid('mentions', 'must be users who can see the comment');
  }

  async announce(comment: Comment): Promise<void> {
    if (comment.visibility === 'private') return;
    await this.record('comment.created', comment);
    await this.events.emit(new DocumentCommented(comment));
  }

  /** Audits public comments only; private ones leave no trace. */
  record(action: string, { id, document_id }: Comment, details: Record<string, unknown> = {}): Promise<void> {
    return this.audit.record({ action, target: { type: 'comment', id }, details: { document_id, ...details } });
  }

  /** Locks a comment and its thread until the transaction ends. @throws AppError NOT_FOUND */
  async lock(principal: Principal, id: string): Promise<FoundComment> {
    // A separate statement, so that the next one sees what the holder of the lock has committed.
    await this.comments.lockThread(this.documents.visibleTo(principal), id);
    const found = await this.get(principal, id);
    if (found.deleted_at !== null) throw AppError.notFound('comment');
    return found;
  }

  private async find(principal: Principal, id: string): Promise<FoundComment | null> {
    const found = await this.comments.find(principal, this.documents.visibleTo(principal), id);
    if (found?.revision_status !== 'draft') return found;
    const owned = { organization_id: found.organization_id, team_id: found.document_team_id };
    return this.reach.mayManage(principal, owned) ? found : null;
  }

  /** @param text of the page, which may be of a revision that the caller cannot see */
  private subjectOf(
    principal: Principal,
    document: DocumentRow,
    request: CreateCommentRequest,
    text: string | null,
  ): Promise<Subject> {
    const { parent_id: parentId } = request;
    return parentId === undefined
      ? this.subjectOnPage(principal, document, request, text)
      : this.subjectOfReply(principal, document, parentId, request);
  }

  private async subjectOnPage(
    principal: Principal,
    document: DocumentRow,
    { revision_id, page_number, position, quote, visibility = 'public' }: CreateCommentRequest,
    text: string | null,
  ): Promise<Subject> {
    const current = document.revision;
    const isCurrent = (revision_id ?? current.id) === current.id && current.status !== 'draft';
    const revision = isCurrent
      ? current
      : await this.pages
          .getRevision(principal, document.id, revision_id)
          .catch(insteadOfNotFound('revision_id', 'is not a revision of the document'));
    if (text === null) throw invalid('page_number', 'is not a page of the revision');
    if (quote !== undefined) {
      const normalized = normalizedQuote(quote);
      const isThere = normalized !== '' && new NormalizedText(text).has(normalized);
      if (!isThere) throw invalid('quote', 'does not occur on the page');
    }
    const outdated = revision.id !== current.id;
    return {
      ...{ revision_id: revision.id, page_number, visibility, parent_id: null },
      ...{ position: position ?? null, quote: quote ?? null, revision_status: revision.status },
      thread: { resolved_at: null, resolved_by: null, carried_to: null, outdated },
    };
  }

  private async subjectOfReply(
    principal: Principal,
    document: DocumentRow,
    parentId: string,
    request: CreateCommentRequest,
  ): Promise<Subject> {
    for (const field of ['position', 'quote', 'revision_id'] as const) {
      if (request[field] !== undefined)
        throw invalid(field, 'cannot be given for a reply, which has the subject of its thread');
    }
    await this.comments.lockThread(this.documents.visibleTo(principal), parentId);
    const parent = await this.find(principal, parentId);
    const root = parent?.parent_id ? await this.find(principal, parent.parent_id) : parent;
    if (!root || root.document_id !== document.id || parent?.deleted_at !== null) {
      throw invalid('parent_id', 'is not a comment on this document');
    }
    const { resolved_at, resolved_by, carried_to, outdated } = root;
    const visibility: Visibility = request.visibility ?? root.visibility;
    if (root.visibility === 'private' && visibility === 'public') {
      throw invalid('visibility', 'must be private in a private thread');
    }
    if ((await this.comments.countReplies(root.id)) >= MAX_REPLIES) {
      throw AppError.conflict('too_many_replies', `A thread can have ${MAX_REPLIES} replies; start another one`);
    }
    return {
      ...{ revision_id: root.revision_id, page_number: root.page_number, visibility, parent_id: root.id },
      ...{ position: null, quote: null, revision_status: root.revision_status },
      thread: { resolved_at, resolved_by, carried_to, outdated },
    };
  }
}

function newComment(
  { userId }: Principal,
  document: DocumentRow,
  said: Pick<
    Comment,
    'revision_id' | 'page_number' | 'visibility' | 'parent_id' | 'position' | 'quote' | 'body' | 'mentions'
  >,
): Comment {
  const now = new Date();
  return {
    id: newId('comment'),
    organization_id: document.organization_id,
    document_id: document.id,
    user_id: userId,
    ...said,
    resolved_at: null,
    resolved_by: null,
    edited_at: null,
    deleted_at: null,
    row_version: 1,
    created_at: now,
    updated_at: now,
  };
}

function invalid(field: string, issue: string): AppError {
  return AppError.invalid([{ field, issue }]);
}

/** An unknown id in a body is an invalid field, not a missing resource. */
function insteadOfNotFound(field: string, issue: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof AppError && error.code === 'NOT_FOUND' ? invalid(field, issue) : error;
  };
}
