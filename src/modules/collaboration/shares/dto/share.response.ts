import { ApiProperty } from '@nestjs/swagger';
import { withEtag } from '../../../../common/http/envelope.js';
import { SHARE_PERMISSIONS, type SharePermission } from '../../../documents/dto/document-types.js';
import type { ShareRow } from '../share.repository.js';
import type { RecipientType } from './share.request.js';

export class RecipientResponse {
  @ApiProperty({ enum: ['user', 'team'] })
  type: RecipientType;
  id: string;
  name: string;
}

/** Makes a document visible to a user or a team. */
export class ShareResponse {
  id: string;
  document_id: string;
  recipient: RecipientResponse;
  @ApiProperty({ enum: SHARE_PERMISSIONS, enumName: 'SharePermission' })
  permission: SharePermission;
  @ApiProperty({ type: String, nullable: true })
  message: string | null;
  @ApiProperty({ type: 'integer', nullable: true })
  page_number: number | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  expires_at: string | null;
  /** The user. */
  @ApiProperty({ type: String, nullable: true })
  shared_by: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;

  static from(share: ShareRow): ShareResponse {
    const { user_id, team_id } = share;
    const recipient = user_id === null ? { type: 'team', id: team_id ?? '' } : { type: 'user', id: user_id };
    const body: ShareResponse = {
      id: share.id,
      document_id: share.document_id,
      recipient: { ...(recipient as Pick<RecipientResponse, 'type' | 'id'>), name: share.recipient_name },
      permission: share.permission,
      message: share.message,
      page_number: share.page_number,
      expires_at: share.expires_at?.toISOString() ?? null,
      shared_by: share.shared_by,
      created_at: share.created_at.toISOString(),
    };
    return withEtag(body, share.row_version);
  }
}

export class SharedDocumentResponse {
  id: string;
  title: string;
}

export class SharerResponse {
  id: string;
  name: string;
}

/** A share with the caller or their team, with its document. */
export class ReceivedShareResponse extends ShareResponse {
  document: SharedDocumentResponse;
  /** Null for a removed account. */
  @ApiProperty({ type: SharerResponse, nullable: true })
  sharer: SharerResponse | null;

  static override from(share: ShareRow): ReceivedShareResponse {
    const { document_id: id, document_title: title, shared_by: by, sharer_name: name } = share;
    const sharer = by === null || name === null ? null : { id: by, name };
    return { ...ShareResponse.from(share), document: { id, title }, sharer };
  }
}
