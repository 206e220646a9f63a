import { ApiProperty } from '@nestjs/swagger';
import type { OrganizationExport } from '../organization-export.service.js';
import { EXPORT_STATES, type ExportState } from './export-states.js';

/** An archive of all data of the organization. */
export class OrganizationExportResponse {
  id: string;
  /** `failed` is final: create another export. */
  @ApiProperty({ enum: EXPORT_STATES })
  state: ExportState;
  /** The administrator; null if removed. */
  @ApiProperty({ type: String, nullable: true })
  requested_by: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  /** When the archive is removed; null while it is being created. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  expires_at: string | null;
  /** Bytes of the archive; null before it is complete. */
  @ApiProperty({ type: 'integer', format: 'int64', nullable: true })
  size_bytes: number | null;
  /** SHA-256 of the archive in lower-case hexadecimal; null before it is complete. */
  @ApiProperty({ type: String, nullable: true })
  sha256: string | null;

  static from(made: OrganizationExport): OrganizationExportResponse {
    return {
      id: made.id,
      state: made.state,
      requested_by: made.requested_by,
      created_at: made.created_at.toISOString(),
      expires_at: made.expires_at?.toISOString() ?? null,
      size_bytes: made.content_size === null ? null : Number(made.content_size),
      sha256: made.content_sha256,
    };
  }
}
