import { ApiProperty } from '@nestjs/swagger';
import { SHARE_PERMISSIONS, type SharePermission } from '../../../documents/dto/document-types.js';
import type { ReaderAccess } from '../document-access.policy.js';

const REASONS = ['admin', 'organization', 'team', 'share'] as const;

export class ReaderResponse {
  id: string;
  name: string;
}

export class AccessReasonResponse {
  /**
   * `admin`: admins see all documents; `organization`, `team`: the document is open to them; `share`: it was shared.
   */
  @ApiProperty({ enum: REASONS })
  type: (typeof REASONS)[number];
  /** For `share`. */
  share_id?: string;
}

/** A user who can see a document. */
export class DocumentAccessResponse {
  user: ReaderResponse;
  /** Takes the user's role into account. */
  @ApiProperty({ enum: SHARE_PERMISSIONS, enumName: 'SharePermission' })
  permission: SharePermission;
  /** All reasons that apply. */
  @ApiProperty({ type: [AccessReasonResponse] })
  reasons: AccessReasonResponse[];

  static from({ user: { id, name }, permission, reasons }: ReaderAccess): DocumentAccessResponse {
    return { user: { id, name }, permission, reasons };
  }
}
