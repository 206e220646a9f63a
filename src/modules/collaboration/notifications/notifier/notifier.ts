import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import { Signals } from '../../../../common/database/signals.js';
import { newId } from '../../../../common/ids/type-id.js';
import type { TeamShare } from './team-share-notification.repository.js';
import { NotifierRepository, type NotificationContent } from './notifier.repository.js';

/** Signal about new notifications, with a user's id. */
export const NOTIFICATIONS_SIGNAL = 'notifications';

/** A notification with its recipients. A user in several announcements of a comment gets the first only. */
export interface Announcement {
  content: NotificationContent;
  userIds: readonly string[];
}

/** Creates notifications at the end of the transaction of their subject. */
@Injectable()
export class Notifier {
  constructor(
    private readonly rows: NotifierRepository,
    private readonly signals: Signals,
    private readonly db: Database,
  ) {}

  /** {@link notify} users of a share. */
  notifyOfShare({ id, organization_id, document_id, shared_by }: TeamShare, userIds: readonly string[]): Promise<void> {
    const nothing = {
      comment_id: null,
      revision_id: null,
      temporary_revision_id: null,
      temporary_revision_event: null,
      discrepancy_id: null,
      discrepancy_event: null,
    };
    const about = { document_id, share_id: id, ...nothing };
    return this.notify(organization_id, { content: { kind: 'share', ...about, actor_id: shared_by }, userIds });
  }

  /** Deletes notifications in turn with other writers, to avoid deadlocks between notifications and preferences. */
  retract(organizationId: string, work: () => Promise<void>): Promise<void> {
    return this.db.beforeCommit('notifications', async () => {
      await this.rows.lockOrder(organizationId);
      await work();
    });
  }

  /** @param announcements of one organization, most important first */
  async notify(organizationId: string, ...announcements: Announcement[]): Promise<void> {
    const addressed = announcements.filter(({ userIds }) => userIds.length > 0);
    if (addressed.length === 0) return;
    await this.db.beforeCommit('notifications', async () => {
      await this.rows.lockOrder(organizationId);
      const notified = new Set<string>();
      for (const { content, userIds } of addressed) {
        const recipients = userIds.map((user_id) => ({ id: newId('notification'), user_id }));
        for (const userId of await this.rows.insert(content, recipients)) notified.add(userId);
      }
      if (notified.size > 0) await this.signals.sendEach(NOTIFICATIONS_SIGNAL, [...notified]);
    });
  }
}
