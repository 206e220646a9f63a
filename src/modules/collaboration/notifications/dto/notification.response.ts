import { ApiProperty } from '@nestjs/swagger';
import { withEtag } from '../../../../common/http/envelope.js';
import type { NotificationRow } from '../notification.repository.js';
import { NOTIFICATION_KINDS, type NotificationKind } from './notification-kinds.js';

export class NotificationDocumentResponse {
  id: string;
  title: string;
}

export class NotificationActorResponse {
  id: string;
  name: string;
}

/** Something that the caller is told of. */
export class NotificationResponse {
  id: string;
  @ApiProperty({ enum: NOTIFICATION_KINDS, enumName: 'NotificationKind' })
  kind: NotificationKind;
  document: NotificationDocumentResponse;
  /** Page of the comment, or the one that a share points to. */
  @ApiProperty({ type: 'integer', nullable: true })
  page_number: number | null;
  /** Of `mention` and `reply` the comment itself, of `resolve` the first of its thread. */
  @ApiProperty({ type: String, nullable: true })
  comment_id: string | null;
  @ApiProperty({ type: String, nullable: true })
  share_id: string | null;
  /** Of `revision`, the one that is now to work by. */
  @ApiProperty({ type: String, nullable: true })
  revision_id: string | null;
  /** Whose doing it is; null when the account is no more. */
  @ApiProperty({ type: NotificationActorResponse, nullable: true })
  actor: NotificationActorResponse | null;
  read: boolean;
  @ApiProperty({ format: 'date-time' })
  created_at: string;

  static from(row: NotificationRow): NotificationResponse {
    const { id, kind, page_number, comment_id, share_id, revision_id, actor_id, actor_name } = row;
    return withEtag(
      {
        id,
        kind,
        document: { id: row.document_id, title: row.document_title },
        ...{ page_number, comment_id, share_id, revision_id },
        actor: actor_id === null || actor_name === null ? null : { id: actor_id, name: actor_name },
        read: row.read_at !== null,
        created_at: row.created_at.toISOString(),
      },
      row.row_version,
    );
  }
}

export class UnreadCountResponse {
  /** Notifications that are shown and not read yet. */
  @ApiProperty({ type: 'integer' })
  count: number;
}

export class ReadAllResponse {
  /** How many became read by this. */
  @ApiProperty({ type: 'integer' })
  read: number;
}
