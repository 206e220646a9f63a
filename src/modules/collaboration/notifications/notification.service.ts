import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { requireMatch } from '../../../common/http/if-match.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { Page } from '../../../common/pagination/page.js';
import type { ListNotificationsQuery } from './dto/notification.request.js';
import { NotificationRepository, type NotificationRow } from './notification.repository.js';

/** Notifications of the caller; not even admins can read those of others. */
@Injectable()
export class NotificationService {
  constructor(
    private readonly notifications: NotificationRepository,
    private readonly paginator: KeysetPaginator,
    private readonly db: Database,
  ) {}

  list(principal: Principal, query: ListNotificationsQuery): Promise<Page<NotificationRow>> {
    return this.paginator.page('notifications', query, (afterId, rowCount) =>
      this.notifications.list(principal, query, afterId, rowCount),
    );
  }

  countUnread(principal: Principal): Promise<number> {
    return this.notifications.countUnread(principal);
  }

  /** @throws AppError NOT_FOUND, PRECONDITION_FAILED if `ifMatch` is stale */
  setRead(principal: Principal, id: string, read: boolean, ifMatch: string | null): Promise<NotificationRow> {
    return this.db.transaction(async () => {
      await this.notifications.lock(principal.userId, id);
      const notification = await this.get(principal, id);
      requireMatch(ifMatch, notification.row_version);
      if ((notification.read_at !== null) === read) return notification;
      await this.notifications.setRead(id, read);
      return this.get(principal, id);
    });
  }

  /** @returns how many became read */
  readAll(principal: Principal): Promise<number> {
    return this.notifications.readAll(principal);
  }

  private async get(principal: Principal, id: string): Promise<NotificationRow> {
    const notification = await this.notifications.find(principal, id);
    if (!notification) throw AppError.notFound('notification');
    return notification;
  }
}
