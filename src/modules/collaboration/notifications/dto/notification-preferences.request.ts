import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { IfPresent } from '../../../../common/validation/if-present.decorator.js';
import { DIGESTS, NOTIFICATION_WAYS, type Digest, type NotificationWay } from './notification-kinds.js';

/** What is left out stays as it is. Holds for what comes from now on; mails of what is switched off are not sent any more. */
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

  /** How often a mail tells of what is unread, at most. */
  @ApiProperty({ enum: DIGESTS, required: false })
  @IfPresent()
  @IsIn(DIGESTS)
  digest?: Digest;

  /** Hour of the day, UTC, from which on a daily digest is sent. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 23, required: false })
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(23)
  digest_hour?: number;
}
