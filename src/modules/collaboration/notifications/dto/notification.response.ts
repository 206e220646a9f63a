import { ApiProperty } from '@nestjs/swagger';
import { withEtag } from '../../../../common/http/envelope.js';
import { DISCREPANCY_ACTS, type DiscrepancyAct } from '../../discrepancies/discrepancy.events.js';
import {
  TEMPORARY_REVISION_ACTS,
  type TemporaryRevisionAct,
} from '../../../documents/temporary-revisions/temporary-revision.events.js';
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

/** A notification of the caller. */
export class NotificationResponse {
  id: string;
  @ApiProperty({ enum: NOTIFICATION_KINDS, enumName: 'NotificationKind' })
  kind: NotificationKind;
  document: NotificationDocumentResponse;
  /** Page of the comment or report, or the page that a share opens. */
  @ApiProperty({ type: 'integer', nullable: true })
  page_number: number | null;
  /** For `mention` and `reply` the comment, for `resolve` the first comment of the thread. */
  @ApiProperty({ type: String, nullable: true })
  comment_id: string | null;
  @ApiProperty({ type: String, nullable: true })
  share_id: string | null;
  /** For `revision`, the activated revision; for `assignment`, `reminder` and `overdue`, the revision to acknowledge. */
  @ApiProperty({ type: String, nullable: true })
  revision_id: string | null;
  /** For `temporary_revision`. */
  @ApiProperty({ type: String, nullable: true })
  temporary_revision_id: string | null;
  /** What happened to the temporary revision. `review_required`: a later revision is current, which does not incorporate it. */
  @ApiProperty({ enum: TEMPORARY_REVISION_ACTS, enumName: 'TemporaryRevisionEvent', nullable: true })
  temporary_revision_event: TemporaryRevisionAct | null;
  /** For `discrepancy`, the report. */
  @ApiProperty({ type: String, nullable: true })
  discrepancy_id: string | null;
  /** What happened to the report. `quote_gone`: the new revision no longer has its quote, so that it can perhaps be closed. `mail_failed`: the author did not get the mail. `overdue`: its due date passed. */
  @ApiProperty({ enum: DISCREPANCY_ACTS, enumName: 'DiscrepancyEvent', nullable: true })
  discrepancy_event: DiscrepancyAct | null;
  /** The user who caused it; null if the account was removed. */
  @ApiProperty({ type: NotificationActorResponse, nullable: true })
  actor: NotificationActorResponse | null;
  read: boolean;
  @ApiProperty({ format: 'date-time' })
  created_at: string;

  static from(row: NotificationRow): NotificationResponse {
    const { id, kind, page_number, comment_id, share_id, revision_id, discrepancy_id, discrepancy_event } = row;
    const { temporary_revision_id, temporary_revision_event } = row;
    const { actor_id, actor_name } = row;
    return withEtag(
      {
        id,
        kind,
        document: { id: row.document_id, title: row.document_title },
        ...{ page_number, comment_id, share_id, revision_id },
        ...{ temporary_revision_id, temporary_revision_event },
        ...{ discrepancy_id, discrepancy_event },
        actor: actor_id === null || actor_name === null ? null : { id: actor_id, name: actor_name },
        read: row.read_at !== null,
        created_at: row.created_at.toISOString(),
      },
      row.row_version,
    );
  }
}

export class UnreadCountResponse {
  /** Number of visible unread notifications. */
  @ApiProperty({ type: 'integer' })
  count: number;
}

export class ReadAllResponse {
  /** Number of notifications marked as read by this request. */
  @ApiProperty({ type: 'integer' })
  read: number;
}

export class WatchResponse {
  /** Whether the caller is notified of new revisions and temporary revisions. */
  watching: boolean;
}
