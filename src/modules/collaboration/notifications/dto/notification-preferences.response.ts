import { ApiProperty } from '@nestjs/swagger';
import { withEtag } from '../../../../common/http/envelope.js';
import type { ShownPreferences } from '../preferences/preferences.repository.js';
import { DIGESTS, NOTIFICATION_WAYS, type Digest, type NotificationWay } from './notification-kinds.js';

/** Channel of each kind: `off`, `in_app`, or `email` (in the app and in the next digest). */
export class NotificationPreferencesResponse {
  @ApiProperty({ enum: NOTIFICATION_WAYS, enumName: 'NotificationWay' })
  mention: NotificationWay;
  @ApiProperty({ enum: NOTIFICATION_WAYS, enumName: 'NotificationWay' })
  reply: NotificationWay;
  @ApiProperty({ enum: NOTIFICATION_WAYS, enumName: 'NotificationWay' })
  share: NotificationWay;
  @ApiProperty({ enum: NOTIFICATION_WAYS, enumName: 'NotificationWay' })
  resolve: NotificationWay;
  @ApiProperty({ enum: NOTIFICATION_WAYS, enumName: 'NotificationWay' })
  revision: NotificationWay;
  @ApiProperty({ enum: NOTIFICATION_WAYS, enumName: 'NotificationWay' })
  temporary_revision: NotificationWay;
  @ApiProperty({ enum: NOTIFICATION_WAYS, enumName: 'NotificationWay' })
  assignment: NotificationWay;
  @ApiProperty({ enum: NOTIFICATION_WAYS, enumName: 'NotificationWay' })
  reminder: NotificationWay;
  @ApiProperty({ enum: NOTIFICATION_WAYS, enumName: 'NotificationWay' })
  overdue: NotificationWay;
  @ApiProperty({ enum: NOTIFICATION_WAYS, enumName: 'NotificationWay' })
  discrepancy: NotificationWay;
  @ApiProperty({ enum: DIGESTS })
  digest: Digest;
  /** Hour of the day (UTC). */
  @ApiProperty({ type: 'integer' })
  digest_hour: number;

  static from({ row_version, ...shown }: ShownPreferences): NotificationPreferencesResponse {
    const { mention, reply, share, resolve, revision, temporary_revision, assignment, reminder, overdue, discrepancy } =
      shown;
    const { digest, digest_hour } = shown;
    return withEtag(
      {
        ...{ mention, reply, share, resolve, revision, temporary_revision, assignment, reminder, overdue, discrepancy },
        ...{ digest, digest_hour },
      },
      row_version,
    );
  }
}
