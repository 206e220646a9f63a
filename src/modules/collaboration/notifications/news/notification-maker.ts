import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import { Signals } from '../../../../common/database/signals.js';
import { newId } from '../../../../common/ids/type-id.js';
import type { TeamShare } from './share-news.repository.js';
import { NewsRepository, type News } from './news.repository.js';

/** Signal that there is something new for the user of that id. */
export const NOTIFICATIONS_SIGNAL = 'notifications';

/** News and those whom they concern; who is in several of one comment's is told the first of them alone. */
export interface Announcement {
  news: News;
  userIds: readonly string[];
}

/** Makes notifications at the end of the transaction of what they tell of: all of it is kept or none. */
@Injectable()
export class NotificationMaker {
  constructor(
    private readonly news: NewsRepository,
    private readonly signals: Signals,
    private readonly db: Database,
  ) {}

  /** {@link tell} people that a document is shared with them. */
  tellShare({ id, organization_id, document_id, shared_by }: TeamShare, userIds: readonly string[]): Promise<void> {
    const about = { document_id, comment_id: null, share_id: id, revision_id: null };
    return this.tell(organization_id, { news: { kind: 'share', ...about, actor_id: shared_by }, userIds });
  }

  /**
   * Takes back what was told, in turn: whoever holds notifications or preferences while they wait for their turn may be
   * waited for by those whose turn it is.
   */
  takeBack(organizationId: string, work: () => Promise<void>): Promise<void> {
    return this.db.beforeCommit('notifications', async () => {
      await this.news.lockOrder(organizationId);
      await work();
    });
  }

  /** @param announcements of one organization; the weightier first */
  tell(organizationId: string, ...announcements: Announcement[]): Promise<void> {
    return this.db.beforeCommit('notifications', async () => {
      await this.news.lockOrder(organizationId);
      const told = new Set<string>();
      for (const { news, userIds } of announcements) {
        if (userIds.length === 0) continue;
        const addressed = userIds.map((user_id) => ({ id: newId('notification'), user_id }));
        for (const userId of await this.news.insert(news, addressed)) told.add(userId);
      }
      if (told.size > 0) await this.signals.sendEach(NOTIFICATIONS_SIGNAL, [...told]);
    });
  }
}
