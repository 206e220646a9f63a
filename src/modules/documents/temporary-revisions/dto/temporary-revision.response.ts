import { ApiProperty } from '@nestjs/swagger';
import { withRowEtag } from '../../../../common/http/envelope.js';
import type { TemporaryRevisionRow } from '../temporary-revision.repository.js';
import {
  PAGE_ACTIONS,
  TEMPORARY_REVISION_STATUSES,
  type PageAction,
  type TemporaryRevisionStatus,
} from './temporary-revision-kinds.js';

/** What happens to a page of the document. */
export class TemporaryPageResponse {
  @ApiProperty({ enum: PAGE_ACTIONS, enumName: 'TemporaryRevisionAction' })
  action: PageAction;
  /** Page of the revision `revision_id`; for `insert` the page before. */
  @ApiProperty({ type: 'integer' })
  page_number: number;
  /** Pages of the overlay document. */
  @ApiProperty({ type: 'integer', isArray: true })
  overlay_pages: number[];
  /** The page with the same text in the current revision of the document; null if it does not exist. */
  @ApiProperty({ type: 'integer', nullable: true })
  current_page_number: number | null;
}

/** A document that overlays pages of another. */
export class TemporaryRevisionResponse {
  id: string;
  /** The publisher's number. */
  number: string;
  /** The document that it changes. */
  document_id: string;
  /** The revision against which it was issued, or for which it was last confirmed. */
  revision_id: string;
  /** The document with its pages. Null if you cannot see it, or if it was deleted: the changed pages stay changed. */
  @ApiProperty({ type: String, nullable: true })
  overlay_document_id: string | null;
  /** Derived from the clock and from the revisions of the document. */
  @ApiProperty({ enum: TEMPORARY_REVISION_STATUSES, enumName: 'TemporaryRevisionStatus' })
  status: TemporaryRevisionStatus;
  @ApiProperty({ format: 'date-time' })
  effective_from: string;
  /** Null if it has no end. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  effective_until: string | null;
  /** In the order of the pages. */
  pages: TemporaryPageResponse[];
  /**
   * Whether a later revision of the document is current that neither incorporates nor confirms it. It stays in force for pages whose text is the
   * same; `pages` names those that were not found.
   */
  needs_review: boolean;
  /** The temporary revision that ends when this one takes effect. */
  @ApiProperty({ type: String, nullable: true })
  supersedes_id: string | null;
  /** The revision that contains its changes; if it is a draft, from its activation on. */
  @ApiProperty({ type: String, nullable: true })
  incorporated_by_revision_id: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  withdrawn_at: string | null;
  /** A user id; null after the account was deleted. */
  @ApiProperty({ type: String, nullable: true })
  created_by: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  static from(row: TemporaryRevisionRow): TemporaryRevisionResponse {
    const body: TemporaryRevisionResponse = {
      id: row.id,
      number: row.number,
      document_id: row.document_id,
      revision_id: row.revision_id,
      overlay_document_id: row.seen_overlay_id,
      status: row.status,
      effective_from: row.effective_from.toISOString(),
      effective_until: row.effective_until?.toISOString() ?? null,
      pages: row.pages.map(({ action, page_number, overlay_pages, current_page_number }) => {
        return { action, page_number, overlay_pages, current_page_number };
      }),
      needs_review: row.needs_review,
      supersedes_id: row.supersedes_id,
      incorporated_by_revision_id: row.incorporated_by_revision_id,
      withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
      created_by: row.created_by,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
    return withRowEtag(body, row.row_version);
  }
}
