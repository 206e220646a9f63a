import { ApiProperty } from '@nestjs/swagger';
import type { Revision } from '../revision.entity.js';
import { REVISION_STATUSES, type RevisionStatus } from './document-types.js';
import { IngestionSummaryResponse, RevisionSummaryResponse } from './document.response.js';

/** Identification of an S1000D data module or publication module. */
export class S1000dResponse {
  /** Module code without prefix: `SKARV46-A-32-41-00-00A-520A-A`. */
  dmc: string;
  /** `003`; empty if the file has none. */
  issue: string;
  /** In-work number of a draft issue; `00` for a released one. */
  in_work: string;
  @ApiProperty({ type: String, format: 'date', nullable: true })
  issue_date: string | null;
  /** Code of the security classification. */
  security?: string;
  /** The aircraft to which the module applies, in the publisher's words. */
  @ApiProperty({ type: String, nullable: true })
  applicability: string | null;
  /** Kind of content, such as `procedure`; `pm` for a publication module. */
  type: string;
}

/** Facts found on the first pages of the file. Check them before use. */
export class SuggestedFactsResponse {
  document_number?: string;
  /** In the publisher's numbering: `12`, `003`, `C`. */
  revision?: string;
  @ApiProperty({ type: String, format: 'date', required: false })
  revision_date?: string;
  /** Used for the revision if the upload has none. */
  effectivity?: string;
}

export class RevisionMetadataResponse {
  @ApiProperty({ type: S1000dResponse, required: false })
  s1000d?: S1000dResponse;
  @ApiProperty({ type: SuggestedFactsResponse, required: false })
  suggested?: SuggestedFactsResponse;
}

/** One issue of a document. */
export class RevisionResponse extends RevisionSummaryResponse {
  document_id: string;
  /** The aircraft to which the revision applies, in the publisher's words. */
  @ApiProperty({ type: String, nullable: true })
  effectivity: string | null;
  @ApiProperty({ type: 'integer', description: 'Bytes of the file' })
  content_size: number;
  media_type: string;
  file_name: string;
  @ApiProperty({ type: 'integer', nullable: true })
  page_count: number | null;
  @ApiProperty({ type: String, nullable: true })
  language: string | null;
  /** The revision that this one replaced. */
  @ApiProperty({ type: String, nullable: true })
  supersedes: string | null;
  /** The revision that replaced this one. */
  @ApiProperty({ type: String, nullable: true })
  superseded_by: string | null;
  /** Metadata of the file; null if it has none, and before it was read. */
  @ApiProperty({ type: RevisionMetadataResponse, nullable: true })
  metadata: RevisionMetadataResponse | null;
  ingestion: IngestionSummaryResponse;
  @ApiProperty({ type: String, nullable: true })
  created_by: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ type: String, nullable: true })
  activated_by: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  activated_at: string | null;
  @ApiProperty({ type: String, nullable: true })
  withdrawn_by: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  withdrawn_at: string | null;

  static from(revision: Revision): RevisionResponse {
    return {
      id: revision.id,
      document_id: revision.document_id,
      version: revision.version,
      revision_date: revision.revision_date,
      effectivity: revision.effectivity,
      status: revision.status,
      content_sha256: revision.content_sha256,
      content_size: Number(revision.content_size),
      media_type: revision.media_type,
      file_name: revision.file_name,
      page_count: revision.page_count,
      language: revision.language,
      supersedes: revision.supersedes_id,
      superseded_by: revision.superseded_by_id,
      metadata: revision.metadata,
      ingestion: IngestionSummaryResponse.of(revision),
      created_by: revision.created_by,
      created_at: revision.created_at.toISOString(),
      activated_by: revision.activated_by,
      activated_at: revision.activated_at?.toISOString() ?? null,
      withdrawn_by: revision.withdrawn_by,
      withdrawn_at: revision.withdrawn_at?.toISOString() ?? null,
    };
  }
}

export class OutlineItemResponse {
  title: string;
  /** Depth in the table of contents; the outermost level is 1. */
  @ApiProperty({ type: 'integer' })
  level: number;
  @ApiProperty({ type: 'integer' })
  page_number: number;
}

/** The table of contents of a revision. */
export class OutlineResponse {
  document_id: string;
  revision_id: string;
  version: string;
  /** Do not work from a revision that is not `active`. */
  @ApiProperty({ enum: REVISION_STATUSES, enumName: 'RevisionStatus' })
  status: RevisionStatus;
  @ApiProperty({
    enum: ['file', 'headings'],
    description: 'As the file declares it, or from the headings of its pages',
  })
  source: 'file' | 'headings';
  items: OutlineItemResponse[];

  static of({ id, document_id, version, status }: Revision, outline: Outline): OutlineResponse {
    return { document_id, revision_id: id, version, status, ...outline };
  }
}

export interface Outline {
  source: 'file' | 'headings';
  items: OutlineItemResponse[];
}
