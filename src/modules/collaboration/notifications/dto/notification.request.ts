import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsString, MaxLength } from 'class-validator';
import { PageQuery } from '../../../../common/pagination/page-query.js';
import { IfPresent } from '../../../../common/validation/if-present.decorator.js';
import { trueOrFalse } from '../../../../common/validation/transforms.js';
import { NOTIFICATION_KINDS, type NotificationKind } from './notification-kinds.js';

/** Filters of the list of notifications. All given filters must match. */
export class ListNotificationsQuery extends PageQuery {
  /** Selects unread or read notifications. */
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
  /** Replaces the header `Last-Event-ID` for clients that cannot send it. The header takes precedence. */
  @IfPresent()
  @IsString()
  @MaxLength(64)
  last_event_id?: string;
}
