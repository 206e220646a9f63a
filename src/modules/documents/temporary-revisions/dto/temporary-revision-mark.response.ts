import { ApiProperty } from '@nestjs/swagger';
import { shownMarks, type TemporaryRevisionMark } from './temporary-revision-mark.js';
import {
  MARK_ROLES,
  PAGE_ACTIONS,
  TEMPORARY_REVISION_STATUSES,
  type MarkRole,
  type PageAction,
  type TemporaryRevisionStatus,
} from './temporary-revision-kinds.js';

/** A temporary revision that changes the page, or to which the page belongs. */
export class TemporaryRevisionMarkResponse {
  id: string;
  /** The publisher's number. */
  number: string;
  /**
   * `beneath`: the page is changed; do not work by it if `action` is `replace` or `cancel`. `overlay`: the page belongs to the temporary revision.
   * `unplaced`: the document has a later revision, in which a changed page was not found again; check
   * whether the page is affected. With an `action`, the page has the label or number of that page: do not work by it.
   */
  @ApiProperty({ enum: MARK_ROLES, enumName: 'TemporaryRevisionRole' })
  role: MarkRole;
  @ApiProperty({ enum: TEMPORARY_REVISION_STATUSES, enumName: 'TemporaryRevisionStatus' })
  status: TemporaryRevisionStatus;
  /** `insert`: its pages follow the page. Null for a page of the overlay document that changes none, and for `unplaced` pages that only may be affected. */
  @ApiProperty({ enum: PAGE_ACTIONS, enumName: 'TemporaryRevisionAction', nullable: true })
  action: PageAction | null;
  /** The other document: for `overlay` the changed one, otherwise the overlay. Null if you cannot see it. */
  @ApiProperty({ type: String, nullable: true })
  document_id: string | null;
  /** Pages of the other document; empty if you cannot see it. */
  @ApiProperty({ type: 'integer', isArray: true })
  page_numbers: number[];
  @ApiProperty({ format: 'date-time' })
  effective_from: string;
  /** Null if it has no end. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  effective_until: string | null;
  /** Whether a later revision of the document is current that neither incorporates nor confirms it. */
  needs_review: boolean;

  static listOf(marks: readonly TemporaryRevisionMark[] = []): TemporaryRevisionMarkResponse[] {
    return shownMarks(marks).map((mark) => ({ ...mark }));
  }
}
