import { ApiProperty } from '@nestjs/swagger';
import type { Revision } from '../revision.entity.js';
import { REVISION_STATUSES, type RevisionStatus } from './document-types.js';
import { IngestionSummaryResponse, RevisionSummaryResponse } from './document.response.js';

/** What an S1000D data module or publication module says of itself. */
export class S1000dResponse {
  /** Code of the module without its prefix: `SKARV46-A-32-41-00-00A-520A-A`. */
  dmc: string;
  /** `003`; empty where none is given. */
  issue: string;
  /** Number of the draft between two issues: `00` once issued. */
  in_work: string;
  @ApiProperty({ type: String, format: 'date', nullable: true })
  issue_date: string | null;
  /** Code of the security classification, where one is given. */
  security?: string;
  /** Which aircraft it applies to, in the publisher's words. */
  @ApiProperty({ type: String, nullable: true })
  applicability: string | null;
  /** Kind of content, such as `procedure`; `pm` for a publication. */
  type: string;
}

/** What the first pages of a file seem to say of it: to be checked by whoever files it. */
export class SuggestedFactsResponse {
  document_number?: string;
  /** As the publisher counts: `12`, `003`, `C`. */
  revision?: string;
  @ApiProperty({ type: String, format: 'date', required: false })
  revision_date?: string;
  /** Taken over where the uploader gave none. */
  effectivity?: string;
}

export class RevisionMetadataResponse {
  @ApiProperty({ type: S1000dResponse, required: false })
  s1000d?: S1000dResponse;
  @ApiProperty({ type: SuggestedFactsResponse, required: false })
  suggested?: SuggestedFactsResponse;
}

/** One issue of a document, with its file and its history. */
export class RevisionResponse extends RevisionSummaryResponse {
  document_id: string;
  /** Which aircraft it applies to, in the publisher's words. */
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
  /** Revision that this one replaced. */
  @ApiProperty({ type: String, nullable: true })
  supersedes: string | null;
  /** Revision that replaced this one. */
  @ApiProperty({ type: String, nullable: true })
  superseded_by: string | null;
  /** What the file says of itself; null where it says nothing, and before it is read. */
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
  /** Depth in the table of contents, outermost 1. */
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
  /** Anything but `active` is not to be worked by. */
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
