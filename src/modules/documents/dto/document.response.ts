import { ApiProperty } from '@nestjs/swagger';
import { withEtag } from '../../../common/http/envelope.js';
import {
  DOCUMENT_ACCESS,
  DOCUMENT_TYPES,
  REVISION_STATUSES,
  type DocumentType,
  type RevisionStatus,
} from './document-types.js';
import type { DocumentAccess } from '../document.entity.js';
import type { DocumentRow } from '../document.repository.js';
import type { IngestionState, Revision } from '../revision.entity.js';

export class IngestionErrorResponse {
  code: string;
  /** A sentence for the person who uploaded the file. */
  message: string;
}

export class IngestionSummaryResponse {
  @ApiProperty({ enum: ['queued', 'processing', 'ready', 'failed'], enumName: 'IngestionState' })
  state: IngestionState;
  @ApiProperty({ type: IngestionErrorResponse, nullable: true })
  error: IngestionErrorResponse | null;

  static of({
    ingestion_state,
    ingestion_error,
  }: Pick<Revision, 'ingestion_state' | 'ingestion_error'>): IngestionSummaryResponse {
    return { state: ingestion_state, error: ingestion_error };
  }
}

export class RevisionSummaryResponse {
  id: string;
  version: string;
  @ApiProperty({ type: String, format: 'date', nullable: true })
  revision_date: string | null;
  @ApiProperty({ enum: REVISION_STATUSES, enumName: 'RevisionStatus' })
  status: RevisionStatus;
  content_sha256: string;
}

/** A document with its current revision. */
export class DocumentResponse {
  id: string;
  title: string;
  @ApiProperty({ enum: DOCUMENT_TYPES, enumName: 'DocumentType' })
  document_type: DocumentType;
  aircraft_type: string;
  version: string;
  @ApiProperty({ type: String, nullable: true })
  document_number: string | null;
  @ApiProperty({ type: String, nullable: true })
  ata_chapter: string | null;
  @ApiProperty({ enum: REVISION_STATUSES, enumName: 'RevisionStatus' })
  status: RevisionStatus;
  @ApiProperty({ enum: DOCUMENT_ACCESS, enumName: 'DocumentAccess' })
  access: DocumentAccess;
  @ApiProperty({ type: String, nullable: true })
  team_id: string | null;
  @ApiProperty({ type: String, nullable: true })
  language: string | null;
  @ApiProperty({ type: 'integer', nullable: true })
  page_count: number | null;
  @ApiProperty({ type: String, nullable: true })
  effectivity: string | null;
  revision: RevisionSummaryResponse;
  /** The revision that this one replaced. */
  @ApiProperty({ type: String, nullable: true })
  supersedes: string | null;
  /** The revision that replaced this one. */
  @ApiProperty({ type: String, nullable: true })
  superseded_by: string | null;
  ingestion: IngestionSummaryResponse;
  @ApiProperty({ type: String, nullable: true })
  created_by: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  static from(document: DocumentRow): DocumentResponse {
    const { revision } = document;
    const body: DocumentResponse = {
      id: document.id,
      title: document.title,
      document_type: document.document_type,
      aircraft_type: document.aircraft_type,
      version: revision.version,
      document_number: document.document_number,
      ata_chapter: document.ata_chapter,
      status: revision.status,
      access: document.access,
      team_id: document.team_id,
      language: revision.language,
      page_count: revision.page_count,
      effectivity: revision.effectivity,
      revision: {
        id: revision.id,
        version: revision.version,
        revision_date: revision.revision_date,
        status: revision.status,
        content_sha256: revision.content_sha256,
      },
      supersedes: revision.supersedes_id,
      superseded_by: revision.superseded_by_id,
      ingestion: IngestionSummaryResponse.of(revision),
      created_by: document.created_by,
      created_at: document.created_at.toISOString(),
      updated_at: document.updated_at.toISOString(),
    };
    return withEtag(body, document.row_version);
  }
}

/** A value and the number of documents that have it. */
export class ValueCountResponse {
  value: string;
  @ApiProperty({ type: 'integer' })
  count: number;
}

export class DocumentTypeResponse extends ValueCountResponse {
  /** Whether new documents can have this type. */
  in_use: boolean;
}
