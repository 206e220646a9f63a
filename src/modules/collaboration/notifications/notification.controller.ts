import { Body, Controller, Get, Headers, HttpStatus, Param, Patch, Post, Query, UseInterceptors } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../../common/auth/principal.js';
import { IfMatch } from '../../../common/http/if-match.js';
import { RawResponse } from '../../../common/http/raw-response.decorator.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { Answers, AnswersEvents, AnswersPage } from '../../../common/openapi/api-response.decorator.js';
import type { Page } from '../../../common/pagination/page.js';
import { NOTIFICATION_EVENTS } from './dto/notification-event.response.js';
import {
  ListNotificationsQuery,
  NotificationStreamQuery,
  UpdateNotificationRequest,
} from './dto/notification.request.js';
import { NotificationResponse, ReadAllResponse, UnreadCountResponse } from './dto/notification.response.js';
import { NotificationService } from './notification.service.js';
import { NotificationDelivery } from './stream/notification-delivery.interceptor.js';

/** Every role may; a key or an application only with the scope, since what it reads here are titles of documents. */
@ApiTags('Notifications')
@Controller('notifications')
@Requires('document.view')
export class NotificationController {
  constructor(private readonly notifications: NotificationService) {}

  /** What the caller is told of, newest first, as far as they may see what it is about now. */
  @Get()
  @AnswersPage(NotificationResponse)
  async listNotifications(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListNotificationsQuery,
  ): Promise<Page<NotificationResponse>> {
    return (await this.notifications.list(principal, query)).map((row) => NotificationResponse.from(row));
  }

  /** How many are not read yet. */
  @Get('unread-count')
  @Answers(HttpStatus.OK, UnreadCountResponse)
  async countUnreadNotifications(@CurrentPrincipal() principal: Principal): Promise<UnreadCountResponse> {
    return { count: await this.notifications.countUnread(principal) };
  }

  /**
   * What comes from now on, or came since `Last-Event-ID`, as it comes: events `ready` at the start, `notification` each with
   * its id, and `resync` when more came than is told one by one: then the list is to be read anew. Ends with the session,
   * and after some minutes: clients come back with the last id.
   */
  @Get('stream')
  @RawResponse()
  @UseInterceptors(NotificationDelivery)
  @ApiHeader({ name: 'Last-Event-ID', required: false, description: 'id of the last event that the client had' })
  @AnswersEvents(HttpStatus.OK, NOTIFICATION_EVENTS)
  followNotifications(
    @Query() query: NotificationStreamQuery,
    @Headers('last-event-id') lastEventId: string | undefined,
  ): string | null {
    return lastEventId ?? query.last_event_id ?? null;
  }

  /** Marks a notification as read or as unread. */
  @Patch(':id')
  @Answers(HttpStatus.OK, NotificationResponse)
  async updateNotification(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('notification')) id: string,
    @Body() { read }: UpdateNotificationRequest,
    @IfMatch() ifMatch: string | null,
  ): Promise<NotificationResponse> {
    return NotificationResponse.from(await this.notifications.setRead(principal, id, read, ifMatch));
  }

  /** Marks everything as read that the list shows. */
  @Post('read-all')
  @Answers(HttpStatus.OK, ReadAllResponse)
  async readAllNotifications(@CurrentPrincipal() principal: Principal): Promise<ReadAllResponse> {
    return { read: await this.notifications.readAll(principal) };
  }
}
