import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../../../common/events/domain-events.js';
import { RevisionActivated } from '../../../documents/document.events.js';
import { DocumentService } from '../../../documents/document.service.js';
import { TemporaryRevisionChanged } from '../../../documents/temporary-revisions/temporary-revision.events.js';
import { UserRemoved } from '../../../users/user.events.js';
import { CommentDeleted, CommentResolved, CommentUpdated, DocumentCommented } from '../../comments/comment.events.js';
import { DiscrepancyChanged, type DiscrepancyAct } from '../../discrepancies/discrepancy.events.js';
import { DocumentShared } from '../../shares/share.events.js';
import { NotifierRepository, type NotificationContent } from './notifier.repository.js';
import { Notifier } from './notifier.js';
import { TeamShareNotifier } from './team-share-notifier.js';

type Comment = DocumentCommented['comment'];

const FOR_MANAGERS: readonly DiscrepancyAct[] = [
  'reported',
  'withdrawn',
  'instruction_proposed',
  'quote_gone',
  'mail_failed',
  'overdue',
];

/** Creates notifications for events, in the transaction of the event. */
@Injectable()
export class NotificationEventHandlers {
  constructor(
    events: DomainEvents,
    private readonly rows: NotifierRepository,
    private readonly notifier: Notifier,
    private readonly teams: TeamShareNotifier,
    private readonly documents: DocumentService,
  ) {
    events.on(DocumentCommented, ({ comment }) => this.notifyOfComment(comment));
    events.on(CommentUpdated, ({ comment, changed }) => this.notifyOfMentions(comment, changed));
    events.on(CommentDeleted, ({ comment: { id, organization_id } }) =>
      this.notifier.retract(organization_id, () => this.rows.deleteOfComment(id)),
    );
    events.on(CommentResolved, ({ comment, resolved, byUserId }) =>
      this.notifyOfResolution(comment, resolved, byUserId),
    );
    events.on(DocumentShared, (event) => this.notifyOfShare(event));
    events.on(RevisionActivated, ({ document, revision }) => this.notifyOfRevision(document, revision));
    events.on(TemporaryRevisionChanged, (event) => this.notifyOfTemporaryRevision(event));
    events.on(DiscrepancyChanged, (event) => this.notifyOfDiscrepancy(event));
    events.on(UserRemoved, ({ user: { id, organization_id } }) =>
      this.notifier.retract(organization_id, () => this.rows.deleteOfUser(id)),
    );
  }

  /** Notifies mentioned users, and the other participants of the thread. */
  private async notifyOfComment(comment: Comment): Promise<void> {
    const { mentions, parent_id } = comment;
    const participants = parent_id === null ? [] : await this.participants(comment, parent_id);
    await this.notifier.notify(
      comment.organization_id,
      { content: ofComment('mention', comment, comment.user_id), userIds: mentions },
      { content: ofComment('reply', comment, comment.user_id), userIds: participants },
    );
  }

  /** Notifies users mentioned since, and retracts the notifications of others. */
  private async notifyOfMentions(comment: Comment, changed: readonly string[]): Promise<void> {
    if (!changed.includes('mentions')) return;
    const { id, mentions, organization_id } = comment;
    await this.notifier.retract(organization_id, () => this.rows.deleteMentionsBut(id, mentions));
    const content = ofComment('mention', comment, comment.user_id);
    await this.notifier.notify(organization_id, { content, userIds: mentions });
  }

  /** Reopening retracts the notifications. */
  private async notifyOfResolution(comment: Comment, resolved: boolean, byUserId: string): Promise<void> {
    const { id, organization_id } = comment;
    if (!resolved) return this.notifier.retract(organization_id, () => this.rows.deleteResolution(id));
    const userIds = await this.participants(comment, id);
    await this.notifier.notify(organization_id, { content: ofComment('resolve', comment, byUserId), userIds });
  }

  /** Excludes users with a separate share in the same request. */
  private notifyOfShare({ share, given }: DocumentShared): Promise<void> {
    if (share.user_id !== null) return this.notifier.notifyOfShare(share, [share.user_id]);
    const notifiedIds = given.flatMap(({ user_id }) => user_id ?? []);
    return this.teams.enqueue(share.id, notifiedIds);
  }

  private async notifyOfRevision(
    document: RevisionActivated['document'],
    { id, activated_by }: RevisionActivated['revision'],
  ): Promise<void> {
    const userIds = await this.documents.findReaders(document, await this.rows.listWatchers(document.id));
    const content = contentOf('revision', { document_id: document.id, revision_id: id, actor_id: activated_by });
    await this.notifier.notify(document.organization_id, { content, userIds });
  }

  /** Notifies those who watch the document; of a review, its managers. */
  private async notifyOfTemporaryRevision(event: TemporaryRevisionChanged): Promise<void> {
    const { act, byUserId, temporaryRevision } = event;
    // A deletion deletes its notifications.
    if (act === 'deleted') return;
    const { id, document_id, organization_id } = temporaryRevision;
    const userIds =
      act === 'review_required'
        ? await this.documents.listManagers(document_id, null)
        : await this.documents.findReaders({ id: document_id }, await this.rows.listWatchers(document_id));
    const about = { document_id, temporary_revision_id: id, temporary_revision_event: act, actor_id: byUserId };
    const content = contentOf('temporary_revision', about);
    await this.notifier.notify(organization_id, { content, userIds });
  }

  /** Notifies the managers of the document of what they must act on, and the reporter of the rest. */
  private async notifyOfDiscrepancy({ discrepancy, act, byUserId }: DiscrepancyChanged): Promise<void> {
    const { id, document_id, organization_id, reported_by } = discrepancy;
    const userIds = FOR_MANAGERS.includes(act)
      ? await this.documents.listManagers(document_id, byUserId)
      : await this.documents.findReaders({ id: document_id }, reported_by === null ? [] : [reported_by]);
    const about = { document_id, discrepancy_id: id, discrepancy_event: act, actor_id: byUserId };
    await this.notifier.notify(organization_id, { content: contentOf('discrepancy', about), userIds });
  }

  /** Authors in the thread who can still see the document. */
  private async participants({ document_id }: Comment, rootId: string): Promise<string[]> {
    return this.documents.findReaders({ id: document_id }, await this.rows.listParticipants(rootId));
  }
}

function ofComment(
  kind: NotificationContent['kind'],
  { id, document_id }: Comment,
  actorId: string | null,
): NotificationContent {
  return contentOf(kind, { document_id, comment_id: id, actor_id: actorId });
}

function contentOf(
  kind: NotificationContent['kind'],
  about: Pick<NotificationContent, 'document_id' | 'actor_id'> & Partial<NotificationContent>,
): NotificationContent {
  const nothing = {
    comment_id: null,
    share_id: null,
    revision_id: null,
    temporary_revision_id: null,
    temporary_revision_event: null,
    discrepancy_id: null,
    discrepancy_event: null,
  };
  return { ...nothing, ...about, kind };
}
