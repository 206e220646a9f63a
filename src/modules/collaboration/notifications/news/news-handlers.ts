import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../../../common/events/domain-events.js';
import { RevisionActivated } from '../../../documents/document.events.js';
import { DocumentService } from '../../../documents/document.service.js';
import { UserRemoved } from '../../../users/user.events.js';
import { CommentDeleted, CommentResolved, CommentUpdated, DocumentCommented } from '../../comments/comment.events.js';
import { DocumentShared } from '../../shares/share.events.js';
import { NewsRepository, type News } from './news.repository.js';
import { NotificationMaker } from './notification-maker.js';
import { TeamTeller } from './team-teller.js';

type Comment = DocumentCommented['comment'];

/** Who is told of what happens, in the transaction in which it does. */
@Injectable()
export class NewsHandlers {
  constructor(
    events: DomainEvents,
    private readonly news: NewsRepository,
    private readonly maker: NotificationMaker,
    private readonly teams: TeamTeller,
    private readonly documents: DocumentService,
  ) {
    events.on(DocumentCommented, ({ comment }) => this.tellComment(comment));
    events.on(CommentUpdated, ({ comment, changed }) => this.tellChange(comment, changed));
    events.on(CommentDeleted, ({ comment: { id, organization_id } }) =>
      this.maker.takeBack(organization_id, () => this.news.deleteOfComment(id)),
    );
    events.on(CommentResolved, ({ comment, resolved, byUserId }) => this.tellResolution(comment, resolved, byUserId));
    events.on(DocumentShared, (event) => this.tellShare(event));
    events.on(RevisionActivated, ({ document, revision }) => this.tellRevision(document, revision));
    events.on(UserRemoved, ({ user: { id, organization_id } }) =>
      this.maker.takeBack(organization_id, () => this.news.deleteOfUser(id)),
    );
  }

  /** Whoever is named, and of the others those who are in the thread. */
  private async tellComment(comment: Comment): Promise<void> {
    const { mentions, parent_id } = comment;
    const participants = parent_id === null ? [] : await this.participants(comment, parent_id);
    await this.maker.tell(
      comment.organization_id,
      { news: ofComment('mention', comment, comment.user_id), userIds: mentions },
      { news: ofComment('reply', comment, comment.user_id), userIds: participants },
    );
  }

  /** Whoever is named from now on. */
  private async tellChange(comment: Comment, changed: readonly string[]): Promise<void> {
    if (!changed.includes('mentions')) return;
    const { id, mentions, organization_id } = comment;
    await this.maker.takeBack(organization_id, () => this.news.deleteMentionsBut(id, mentions));
    const news = ofComment('mention', comment, comment.user_id);
    await this.maker.tell(organization_id, { news, userIds: mentions });
  }

  /** A thread that is taken up again was not settled. */
  private async tellResolution(comment: Comment, resolved: boolean, byUserId: string): Promise<void> {
    const { id, organization_id } = comment;
    if (!resolved) return this.maker.takeBack(organization_id, () => this.news.deleteResolution(id));
    const userIds = await this.participants(comment, id);
    await this.maker.tell(organization_id, { news: ofComment('resolve', comment, byUserId), userIds });
  }

  /** Of what is shared with somebody and their team at once they are told once, as of a share with them. */
  private tellShare({ share, given }: DocumentShared): Promise<void> {
    if (share.user_id !== null) return this.maker.tellShare(share, [share.user_id]);
    const toldIds = given.flatMap(({ user_id }) => user_id ?? []);
    return this.teams.begin(share.id, toldIds);
  }

  private async tellRevision(
    document: RevisionActivated['document'],
    { id, activated_by }: RevisionActivated['revision'],
  ): Promise<void> {
    const userIds = await this.documents.findReaders(document, await this.news.listWatchers(document.id));
    const news = newsOf('revision', { document_id: document.id, revision_id: id, actor_id: activated_by });
    await this.maker.tell(document.organization_id, { news, userIds });
  }

  /** Who wrote in the thread and still sees the document. */
  private async participants({ document_id }: Comment, rootId: string): Promise<string[]> {
    return this.documents.findReaders({ id: document_id }, await this.news.listParticipants(rootId));
  }
}

function ofComment(kind: News['kind'], { id, document_id }: Comment, actorId: string | null): News {
  return newsOf(kind, { document_id, comment_id: id, actor_id: actorId });
}

function newsOf(kind: News['kind'], about: Pick<News, 'document_id' | 'actor_id'> & Partial<News>): News {
  return { comment_id: null, share_id: null, revision_id: null, ...about, kind };
}
