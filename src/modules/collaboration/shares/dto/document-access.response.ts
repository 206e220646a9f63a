import { ApiProperty } from '@nestjs/swagger';
import { SHARE_PERMISSIONS, type SharePermission } from '../../../documents/dto/share-permissions.js';
import type { ReaderAccess } from '../document-access.policy.js';

const REASONS = ['admin', 'organization', 'team', 'share'] as const;

export class ReaderResponse {
  id: string;
  name: string;
}

export class AccessReasonResponse {
  /** `admin` sees everything; `organization` and `team`: the document is theirs; `share`: somebody shared it. */
  @ApiProperty({ enum: REASONS })
  type: (typeof REASONS)[number];
  /** Of a `share`. */
  share_id?: string;
}

/** Someone who sees a document. */
export class DocumentAccessResponse {
  user: ReaderResponse;
  /** What they may do there with their role. */
  @ApiProperty({ enum: SHARE_PERMISSIONS, enumName: 'SharePermission' })
  permission: SharePermission;
  /** All that apply. */
  @ApiProperty({ type: [AccessReasonResponse] })
  reasons: AccessReasonResponse[];

  static from({ user: { id, name }, permission, reasons }: ReaderAccess): DocumentAccessResponse {
    return { user: { id, name }, permission, reasons };
  }
}
