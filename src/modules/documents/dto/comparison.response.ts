import { ApiProperty } from '@nestjs/swagger';
import { PaginationResponse } from '../../../common/pagination/pagination.response.js';
import type { ChangedPage, Comparison } from '../comparison/comparison.service.js';
import { RevisionResponse } from './revision.response.js';

const CHANGES = ['added', 'removed', 'changed', 'moved'] as const;
const OPS = ['context', 'removed', 'added'] as const;

/** A block of a page; `start` and `end` are offsets into the page's text: of the page before for what was removed. */
export class ChangedLineResponse {
  @ApiProperty({ enum: OPS })
  op: (typeof OPS)[number];
  text: string;
  @ApiProperty({ type: 'integer' })
  start: number;
  @ApiProperty({ type: 'integer' })
  end: number;
}

/** A page that is not as it was. */
export class ChangedPageResponse {
  @ApiProperty({ enum: CHANGES })
  change: (typeof CHANGES)[number];
  /** Page of the revision `from`; null for an added one. */
  @ApiProperty({ type: 'integer', nullable: true })
  page_number_from: number | null;
  /** Page of the revision `to`; null for a removed one. */
  @ApiProperty({ type: 'integer', nullable: true })
  page_number_to: number | null;
  @ApiProperty({ type: String, nullable: true })
  label_from: string | null;
  @ApiProperty({ type: String, nullable: true })
  label_to: string | null;
  /** Lines that changed and two around each of them; running headers and footers are none. */
  @ApiProperty({ type: [ChangedLineResponse] })
  lines: ChangedLineResponse[];
  /** Whether lines, or ends of very long lines, are left out; all of them where the pages of one answer are too long. */
  truncated: boolean;

  static from({ change, from, to, lines, truncated }: ChangedPage): ChangedPageResponse {
    return {
      change,
      page_number_from: from?.page_number ?? null,
      page_number_to: to?.page_number ?? null,
      label_from: from?.label ?? null,
      label_to: to?.label ?? null,
      lines,
      truncated,
    };
  }
}

/** Numbers of pages over the whole comparison. */
export class ComparisonSummaryResponse {
  @ApiProperty({ type: 'integer' })
  pages_added: number;
  @ApiProperty({ type: 'integer' })
  pages_removed: number;
  @ApiProperty({ type: 'integer' })
  pages_changed: number;
  /** The same as before, at another place. */
  @ApiProperty({ type: 'integer' })
  pages_moved: number;
  @ApiProperty({ type: 'integer' })
  pages_unchanged: number;
  /** Pages of the revision `to` that hold no text: whether a drawing on them changed is not known. */
  @ApiProperty({ type: 'integer' })
  pages_without_text: number;
}

/** What changed from one revision of a document to another: one page of the list of changed pages. */
export class ComparisonResponse {
  from: RevisionResponse;
  to: RevisionResponse;
  summary: ComparisonSummaryResponse;
  /**
   * Whether more pages differ than are looked into (some 4,000 of each revision): those behind are compared with the page
   * at their place, so that a page may be listed as changed that was removed or added.
   */
  approximate: boolean;
  @ApiProperty({ type: [ChangedPageResponse] })
  pages: ChangedPageResponse[];
  /** Of `pages`. */
  pagination: PaginationResponse;

  static of({ from, to, summary, approximate, pages }: Comparison): ComparisonResponse {
    return {
      from: RevisionResponse.from(from),
      to: RevisionResponse.from(to),
      summary,
      approximate,
      pages: pages.items.map((page) => ChangedPageResponse.from(page)),
      pagination: pages.pagination,
    };
  }
}
