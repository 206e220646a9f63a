import { ApiProperty } from '@nestjs/swagger';
import { PaginationResponse } from '../../../common/pagination/pagination.response.js';
import type { ChangedPage, Comparison } from '../comparison/comparison.service.js';
import { RevisionResponse } from './revision.response.js';

const CHANGES = ['added', 'removed', 'changed', 'moved'] as const;
const OPS = ['context', 'removed', 'added'] as const;

/** A block of a page. `start` and `end` are offsets in the text of the page; for a removed block, of the old page. */
export class ChangedLineResponse {
  @ApiProperty({ enum: OPS })
  op: (typeof OPS)[number];
  text: string;
  @ApiProperty({ type: 'integer' })
  start: number;
  @ApiProperty({ type: 'integer' })
  end: number;
}

/** A page that differs between the revisions. */
export class ChangedPageResponse {
  @ApiProperty({ enum: CHANGES })
  change: (typeof CHANGES)[number];
  /** Page number in revision `from`; null for an added page. */
  @ApiProperty({ type: 'integer', nullable: true })
  page_number_from: number | null;
  /** Page number in revision `to`; null for a removed page. */
  @ApiProperty({ type: 'integer', nullable: true })
  page_number_to: number | null;
  @ApiProperty({ type: String, nullable: true })
  label_from: string | null;
  @ApiProperty({ type: String, nullable: true })
  label_to: string | null;
  /** Changed lines, with up to two unchanged lines around each. Running headers and footers are ignored. */
  @ApiProperty({ type: [ChangedLineResponse] })
  lines: ChangedLineResponse[];
  /**
   * True if lines, or the ends of very long lines, are left out. True without lines if the answer would be too long.
   */
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

/** Numbers of pages in the whole comparison. */
export class ComparisonSummaryResponse {
  @ApiProperty({ type: 'integer' })
  pages_added: number;
  @ApiProperty({ type: 'integer' })
  pages_removed: number;
  @ApiProperty({ type: 'integer' })
  pages_changed: number;
  /** Unchanged pages at another position. */
  @ApiProperty({ type: 'integer' })
  pages_moved: number;
  @ApiProperty({ type: 'integer' })
  pages_unchanged: number;
  /** Pages of revision `to` without text. Changes of their drawings are not detected. */
  @ApiProperty({ type: 'integer' })
  pages_without_text: number;
}

/** Differences between two revisions of a document: one page of the list of changed pages. */
export class ComparisonResponse {
  from: RevisionResponse;
  to: RevisionResponse;
  summary: ComparisonSummaryResponse;
  /**
   * True if too many pages differ (more than about 4,000 of each revision). The remaining pages are compared by
   * position, so a removed or added page may be listed as changed.
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
