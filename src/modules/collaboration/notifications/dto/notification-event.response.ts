import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { NotificationResponse } from './notification.response.js';

const NOTHING: ApiPropertyOptions = { type: 'object', properties: {}, additionalProperties: false };

/** The stream is open, and tells what comes after `id`. */
export class ReadyEvent {
  /** What the client was told last, or could have been; `0` when there was nothing yet. What `Last-Event-ID` names. */
  id: string;
  @ApiProperty({ enum: ['ready'] })
  event: 'ready';
  @ApiProperty(NOTHING)
  data: Record<string, never>;
}

/** A notification as the list shows it. */
export class NotificationEvent {
  /** That of the notification. */
  id: string;
  @ApiProperty({ enum: ['notification'] })
  event: 'notification';
  data: NotificationResponse;
}

/** More came than is told one by one: the list is to be read anew. */
export class ResyncEvent {
  /** That of the newest notification, from which on the stream goes on. */
  id: string;
  @ApiProperty({ enum: ['resync'] })
  event: 'resync';
  @ApiProperty(NOTHING)
  data: Record<string, never>;
}

/** Of the stream of notifications: each event by its name. */
export const NOTIFICATION_EVENTS = { ready: ReadyEvent, notification: NotificationEvent, resync: ResyncEvent };
