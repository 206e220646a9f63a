import { ApiProperty } from '@nestjs/swagger';
import type { OrganizationExport } from '../organization-export.service.js';
import { EXPORT_STATES, type ExportState } from './export-states.js';

/** An archive of everything that the organization keeps here. */
export class OrganizationExportResponse {
  id: string;
  /** `failed` only after several attempts: ask for another. */
  @ApiProperty({ enum: EXPORT_STATES })
  state: ExportState;
  /** The administrator; null when they are removed. */
  @ApiProperty({ type: String, nullable: true })
  requested_by: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  /** When it is removed by itself; null while it is being made. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  expires_at: string | null;
  /** Of the archive; null while there is none. */
  @ApiProperty({ type: 'integer', format: 'int64', nullable: true })
  size_bytes: number | null;
  /** Of the archive, in lower-case hexadecimal; null while there is none. */
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
