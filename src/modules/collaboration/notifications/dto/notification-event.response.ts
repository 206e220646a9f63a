import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { NotificationResponse } from './notification.response.js';

const NOTHING: ApiPropertyOptions = { type: 'object', properties: {}, additionalProperties: false };

/** First event of the stream. */
export class ReadyEvent {
  /**
   * The last event that the client received or could have received; `0` before the first event. Use it as `Last-Event-ID`.
   */
  id: string;
  @ApiProperty({ enum: ['ready'] })
  event: 'ready';
  @ApiProperty(NOTHING)
  data: Record<string, never>;
}

/** A notification, as in the list. */
export class NotificationEvent {
  /** Id of the notification. */
  id: string;
  @ApiProperty({ enum: ['notification'] })
  event: 'notification';
  data: NotificationResponse;
}

/** Too many notifications to stream. Fetch the list again. */
export class ResyncEvent {
  /** Id of the newest notification; the stream continues after it. */
  id: string;
  @ApiProperty({ enum: ['resync'] })
  event: 'resync';
  @ApiProperty(NOTHING)
  data: Record<string, never>;
}

/** Events of the notification stream, by name. */
export const NOTIFICATION_EVENTS = { ready: ReadyEvent, notification: NotificationEvent, resync: ResyncEvent };
