import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { IfPresent } from '../../../../common/validation/if-present.decorator.js';
import { DIGESTS, NOTIFICATION_WAYS, type Digest, type NotificationWay } from './notification-kinds.js';

/** Missing fields stay unchanged. Changes apply to new notifications; pending mails of a disabled kind are not sent. */
export class UpdateNotificationPreferencesRequest {
  @ApiProperty({ enum: NOTIFICATION_WAYS, enumName: 'NotificationWay', required: false })
  @IfPresent()
  @IsIn(NOTIFICATION_WAYS)
  mention?: NotificationWay;

  @ApiProperty({ enum: NOTIFICATION_WAYS, enumName: 'NotificationWay', required: false })
  @IfPresent()
  @IsIn(NOTIFICATION_WAYS)
  reply?: NotificationWay;

  @ApiProperty({ enum: NOTIFICATION_WAYS, enumName: 'NotificationWay', required: false })
  @IfPresent()
  @IsIn(NOTIFICATION_WAYS)
  share?: NotificationWay;

  @ApiProperty({ enum: NOTIFICATION_WAYS, enumName: 'NotificationWay', required: false })
  @IfPresent()
  @IsIn(NOTIFICATION_WAYS)
  resolve?: NotificationWay;

  @ApiProperty({ enum: NOTIFICATION_WAYS, enumName: 'NotificationWay', required: false })
  @IfPresent()
  @IsIn(NOTIFICATION_WAYS)
  revision?: NotificationWay;

  /** A temporary revision of a watched document was issued, changed or withdrawn; for managers of the document, one must be reviewed. */
  @ApiProperty({ enum: NOTIFICATION_WAYS, enumName: 'NotificationWay', required: false })
  @IfPresent()
  @IsIn(NOTIFICATION_WAYS)
  temporary_revision?: NotificationWay;

  /** A revision was assigned to the user. */
  @ApiProperty({ enum: NOTIFICATION_WAYS, enumName: 'NotificationWay', required: false })
  @IfPresent()
  @IsIn(NOTIFICATION_WAYS)
  assignment?: NotificationWay;

  /** An acknowledgement is due soon. */
  @ApiProperty({ enum: NOTIFICATION_WAYS, enumName: 'NotificationWay', required: false })
  @IfPresent()
  @IsIn(NOTIFICATION_WAYS)
  reminder?: NotificationWay;

  /** An acknowledgement is overdue: for its reader, and for the manager who assigned it. */
  @ApiProperty({ enum: NOTIFICATION_WAYS, enumName: 'NotificationWay', required: false })
  @IfPresent()
  @IsIn(NOTIFICATION_WAYS)
  overdue?: NotificationWay;

  @ApiProperty({ enum: NOTIFICATION_WAYS, enumName: 'NotificationWay', required: false })
  @IfPresent()
  @IsIn(NOTIFICATION_WAYS)
  discrepancy?: NotificationWay;

  /** Maximum frequency of mails about unread notifications. */
  @ApiProperty({ enum: DIGESTS, required: false })
  @IfPresent()
  @IsIn(DIGESTS)
  digest?: Digest;

  /** Hour of the day (UTC) from which the daily digest is sent. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 23, required: false })
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(23)
  digest_hour?: number;
}
