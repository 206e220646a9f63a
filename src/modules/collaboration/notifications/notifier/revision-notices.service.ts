import { Injectable } from '@nestjs/common';
import type { NotificationKind } from '../dto/notification-kinds.js';
import { Notifier } from './notifier.js';

/** A revision of a document, and the user who caused the notification. Nothing is sent after the revision was deleted. */
export interface NoticeSubject {
  organization_id: string;
  document_id: string | null;
  revision_id: string | null;
  actor_id: string | null;
}

/** Notifications about revisions for other modules. */
@Injectable()
export class RevisionNotices {
  constructor(private readonly notifier: Notifier) {}

  /** With the open transaction. @param userIds who can see the revision */
  async notify(
    kind: Extract<NotificationKind, 'assignment' | 'reminder' | 'overdue'>,
    { organization_id, document_id, revision_id, actor_id }: NoticeSubject,
    userIds: readonly string[],
  ): Promise<void> {
    if (document_id === null || revision_id === null) return;
    const none = {
      comment_id: null,
      share_id: null,
      temporary_revision_id: null,
      temporary_revision_event: null,
      discrepancy_id: null,
      discrepancy_event: null,
    };
    const content = { kind, document_id, revision_id, actor_id, ...none };
    await this.notifier.notify(organization_id, { content, userIds });
  }
}
