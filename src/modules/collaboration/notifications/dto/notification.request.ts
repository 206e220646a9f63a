import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsString, MaxLength } from 'class-validator';
import { PageQuery } from '../../../../common/pagination/page-query.js';
import { IfPresent } from '../../../../common/validation/if-present.decorator.js';
import { trueOrFalse } from '../../../../common/validation/true-or-false.js';
import { NOTIFICATION_KINDS, type NotificationKind } from './notification-kinds.js';

/** Filters of the list of notifications; all given must hold. */
export class ListNotificationsQuery extends PageQuery {
  /** Whether they are still to be read. */
  @IfPresent()
  @Transform(trueOrFalse)
  @IsBoolean()
  unread?: boolean;

  @ApiProperty({ enum: NOTIFICATION_KINDS, enumName: 'NotificationKind', required: false })
  @IfPresent()
  @IsIn(NOTIFICATION_KINDS)
  kind?: NotificationKind;
}

export class UpdateNotificationRequest {
  @IsBoolean()
  read: boolean;
}

export class NotificationStreamQuery {
  /** As the header `Last-Event-ID`, for clients that cannot send it; the header wins. */
  @IfPresent()
  @IsString()
  @MaxLength(64)
  last_event_id?: string;
}
