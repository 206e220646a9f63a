import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/auth/principal.js';
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
import { LevelledText, levelledQuote } from './carrying/levelled-text.js';
import { CommentCarrier } from './carrying/comment-carrier.service.js';
import type { Comment, Visibility } from './comment.entity.js';
import { DocumentCommented } from './comment.events.js';
import { CommentRepository, type CommentRow, type FoundComment } from './comment.repository.js';
import type { CreateCommentRequest, ListCommentsQuery } from './dto/comment.request.js';

/** Living replies of one thread. */
const MAX_REPLIES = 1_000;

/** What a comment is about: a reply is about what its root is. */
type Subject = Pick<Comment, 'revision_id' | 'page_number' | 'visibility' | 'parent_id' | 'position' | 'quote'> & {
  revision_status: FoundComment['revision_status'];
};

/** Comments on documents: who sees and makes them. */
@Injectable()
export class CommentService {
  constructor(
    private readonly comments: CommentRepository,
    private readonly carrier: CommentCarrier,
    private readonly documents: DocumentService,
    private readonly pages: PageService,
    private readonly reach: DocumentReachService,
    private readonly paginator: KeysetPaginator,
    private readonly events: DomainEvents,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  /** Those that the caller sees, newest first, as they stand in one revision. @throws AppError NOT_FOUND */
  async list(principal: Principal, documentId: string, query: ListCommentsQuery): Promise<Page<CommentRow>> {
    const document = await this.documents.get(principal, documentId);
    const revisionId = query.revision_id ?? document.revision.id;
    if (revisionId !== document.revision.id) await this.pages.getRevision(principal, documentId, revisionId);
    const listed = { documentId, revisionId, withDrafts: this.reach.mayManage(principal, document) };
    return this.paginator.page(`comments on ${documentId}`, query, (afterId, rowCount) =>
      this.comments.list(principal, listed, query, afterId, rowCount),
    );
  }

  /** As it stands in the current revision; a deleted one only while there are replies to it. @throws AppError NOT_FOUND */
  async get(principal: Principal, id: string): Promise<FoundComment> {
    const found = await this.find(principal, id);
    if (!found) throw AppError.notFound('comment');
    return found;
  }

  /**
   * Comments on a page, or answers a comment.
   *
   * @throws AppError NOT_FOUND for the document; FORBIDDEN (view_only); CONFLICT (too_many_replies); INVALID_REQUEST for a
   *   page that the revision does not have, a quote that does not stand there, mentions of whoever cannot see the comment
   */
  create(principal: Principal, documentId: string, request: CreateCommentRequest): Promise<FoundComment> {
    return this.db.transaction(async () => {
      await this.documents.get(principal, documentId);
      // So that no other revision becomes the current one before this is committed: its carrying would miss the comment.
      await this.comments.holdDocument(documentId);
      const document = await this.documents.get(principal, documentId);
      await this.reach.requireComments(principal, document);
      const { revision_status, ...subject } = await this.subjectOf(principal, document, request);
      const mentions = request.mentions ?? [];
      await this.requireReaders(document, { visibility: subject.visibility, revision_status }, mentions);
      const comment = newComment(principal, document, { ...subject, body: request.body, mentions });
      await this.comments.insert(comment);
      await this.carrier.ask(document.revision.id, comment);
      await this.announce(comment);
      return this.get(principal, comment.id);
    });
  }

  /**
   * That everybody who is mentioned can see the comment. Whoever is not there and whoever does not see it are one.
   *
   * @throws AppError INVALID_REQUEST (mentions)
   */
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

  /** Tells of a comment that others see from now on. */
  async announce(comment: Comment): Promise<void> {
    if (comment.visibility === 'private') return;
    await this.record('comment.created', comment);
    await this.events.emit(new DocumentCommented(comment));
  }

  /** Into the audit trail, for public comments alone: of a private one nobody is to know. */
  record(action: string, { id, document_id }: Comment, details: Record<string, unknown> = {}): Promise<void> {
    return this.audit.record({ action, target: { type: 'comment', id }, details: { document_id, ...details } });
  }

  /** The comment, which nobody else changes until the end of the transaction, nor its thread. @throws AppError NOT_FOUND */
  async lock(principal: Principal, id: string): Promise<FoundComment> {
    await this.get(principal, id);
    await this.comments.lockThread(id);
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

  private subjectOf(principal: Principal, document: DocumentRow, request: CreateCommentRequest): Promise<Subject> {
    const { parent_id: parentId } = request;
    return parentId === undefined
      ? this.subjectOnPage(principal, document, request)
      : this.subjectOfReply(principal, document, parentId, request);
  }

  private async subjectOnPage(
    principal: Principal,
    document: DocumentRow,
    { revision_id, page_number, position, quote, visibility = 'public' }: CreateCommentRequest,
  ): Promise<Subject> {
    const revision = await this.pages
      .getRevision(principal, document.id, revision_id)
      .catch(insteadOfNotFound('revision_id', 'is not a revision of the document'));
    const page = await this.pages
      .getPageOf(revision, page_number)
      .catch(insteadOfNotFound('page_number', 'is not a page of the revision'));
    if (quote !== undefined) {
      const levelled = levelledQuote(quote);
      const isThere = levelled !== '' && new LevelledText(page.text).has(levelled);
      if (!isThere) throw invalid('quote', 'does not stand on the page');
    }
    return {
      ...{ revision_id: revision.id, page_number, visibility, parent_id: null },
      ...{ position: position ?? null, quote: quote ?? null, revision_status: revision.status },
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
        throw invalid(field, 'cannot be given for a reply, which is about what its root is');
    }
    await this.comments.lockThread(parentId);
    const parent = await this.find(principal, parentId);
    const root = parent?.parent_id ? await this.find(principal, parent.parent_id) : parent;
    if (!root || root.document_id !== document.id || parent?.deleted_at !== null) {
      throw invalid('parent_id', 'is not a comment on this document');
    }
    const visibility: Visibility = request.visibility ?? root.visibility;
    if (root.visibility === 'private' && visibility === 'public') {
      throw invalid('visibility', 'must be private in a private thread');
    }
    if ((await this.comments.countReplies(root.id)) >= MAX_REPLIES) {
      throw AppError.conflict('too_many_replies', `A thread takes ${MAX_REPLIES} replies; begin another one`);
    }
    return {
      ...{ revision_id: root.revision_id, page_number: root.page_number, visibility, parent_id: root.id },
      ...{ position: null, quote: null, revision_status: root.revision_status },
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

/** What a body names and is not there is a wrong field, not a missing resource. */
function insteadOfNotFound(field: string, issue: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof AppError && error.code === 'NOT_FOUND' ? invalid(field, issue) : error;
  };
}
