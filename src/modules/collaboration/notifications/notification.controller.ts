import { Body, Controller, Get, Headers, HttpStatus, Param, Patch, Post, Query, UseInterceptors } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import { StreamDelivery, type Follow } from '../../../common/streams/stream-delivery.interceptor.js';
import type { Principal } from '../../../common/principal/principal.js';
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
import { NotificationStream } from './stream/notification-stream.service.js';

/** Allowed for every role. API keys and applications need the scope, because notifications show document titles. */
@ApiTags('Notifications')
@Controller('notifications')
@Requires('document.view')
export class NotificationController {
  constructor(
    private readonly notifications: NotificationService,
    private readonly streams: NotificationStream,
  ) {}

  /** Lists the caller's notifications, newest first, without those whose subject the caller can no longer see. */
  @Get()
  @AnswersPage(NotificationResponse)
  async listNotifications(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListNotificationsQuery,
  ): Promise<Page<NotificationResponse>> {
    return (await this.notifications.list(principal, query)).map((row) => NotificationResponse.from(row));
  }

  /** Returns the number of unread notifications. */
  @Get('unread-count')
  @Answers(HttpStatus.OK, UnreadCountResponse)
  async countUnreadNotifications(@CurrentPrincipal() principal: Principal): Promise<UnreadCountResponse> {
    return { count: await this.notifications.countUnread(principal) };
  }

  /**
   * Streams notifications as server-sent events, from now on or after `Last-Event-ID`: `ready` at the start,
   * `notification` with its id, and `resync` if there are too many to stream; then fetch the list. The stream ends with
   * the session, and after some minutes: reconnect with the last id.
   */
  @Get('stream')
  @RawResponse()
  @UseInterceptors(StreamDelivery)
  @ApiHeader({ name: 'Last-Event-ID', required: false, description: 'id of the last event that the client had' })
  @AnswersEvents(HttpStatus.OK, NOTIFICATION_EVENTS)
  followNotifications(
    @CurrentPrincipal() principal: Principal,
    @Query() query: NotificationStreamQuery,
    @Headers('last-event-id') lastEventId: string | undefined,
  ): Follow {
    const lastId = lastEventId ?? query.last_event_id ?? null;
    return (signal) => this.streams.follow(principal, lastId, signal);
  }

  /** Marks a notification as read or unread. */
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

  /** Marks all listed notifications as read. */
  @Post('read-all')
  @Answers(HttpStatus.OK, ReadAllResponse)
  async readAllNotifications(@CurrentPrincipal() principal: Principal): Promise<ReadAllResponse> {
    return { read: await this.notifications.readAll(principal) };
  }
}
