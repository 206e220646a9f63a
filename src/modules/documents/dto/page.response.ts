import { ApiProperty } from '@nestjs/swagger';
import { factsOfPage } from '@amks/language/facts/passage-facts.js';
import { BoxIndex, type Rectangle } from '@amks/reader/layout/rows/page-boxes.js';
import { OpenDiscrepancyResponse } from '../discrepancies/dto/open-discrepancy.response.js';
import { TemporaryRevisionMarkResponse } from '../temporary-revisions/dto/temporary-revision-mark.response.js';
import type { Revision } from '../revision.entity.js';
import { REVISION_STATUSES, type RevisionStatus } from './document-types.js';
import { IngestionSummaryResponse } from './document.response.js';
import type { PageRow, PageSummaryRow } from '../revision.repository.js';
import { EffectivityResponse, FigureResponse, QuantityResponse } from './page-facts.response.js';

/** A page in the list of pages. */
export class PageSummaryResponse {
  id: string;
  /** Physical page, counted from 1. */
  @ApiProperty({ type: 'integer' })
  page_number: number;
  /** The page number printed on the page, if the file declares it. */
  @ApiProperty({ type: String, nullable: true })
  label: string | null;
  text: string;
  /** OCR confidence, 0–100; null if the text comes from the file itself. */
  @ApiProperty({ type: Number, nullable: true, minimum: 0, maximum: 100 })
  ocr_confidence: number | null;
  /** Up to ten open discrepancy reports on the page. */
  discrepancies: OpenDiscrepancyResponse[];
  /** Up to ten temporary revisions that change the page, or to which it belongs. */
  temporary_revisions: TemporaryRevisionMarkResponse[];

  static from({ id, page_number, label, text, ocr_confidence, ...marks }: PageSummaryRow): PageSummaryResponse {
    const discrepancies = marks.discrepancies.map((one) => OpenDiscrepancyResponse.from(one));
    const temporary_revisions = TemporaryRevisionMarkResponse.listOf(marks.temporary_revisions);
    return { id, page_number, label, text, ocr_confidence, discrepancies, temporary_revisions };
  }
}

/** A rectangle on the page, in points from its upper left corner. For pixels, multiply by image width / page width. */
export class RectangleResponse {
  x: number;
  y: number;
  width: number;
  height: number;
}

export class BlockResponse {
  @ApiProperty({ enum: ['heading', 'paragraph', 'list_item', 'table_row', 'figure', 'warning', 'caution', 'note'] })
  kind: string;
  text: string;
  /** Offset of the first character in the page's `text`. */
  @ApiProperty({ type: 'integer' })
  start: number;
  /** Offset after the last character. */
  @ApiProperty({ type: 'integer' })
  end: number;
  @ApiProperty({ type: 'integer', required: false })
  level?: number;
  /** One rectangle for each line of the block; empty if unknown. */
  @ApiProperty({ type: () => [RectangleResponse] })
  rectangles: Rectangle[];
}

export class NoticeResponse {
  @ApiProperty({ enum: ['warning', 'caution'] })
  kind: string;
  text: string;
}

/** A page with its blocks in reading order. Its warnings and cautions are also listed separately. */
export class PageResponse extends PageSummaryResponse {
  document_id: string;
  revision_id: string;
  version: string;
  /** Do not work from a revision that is not `active`. */
  @ApiProperty({ enum: REVISION_STATUSES, enumName: 'RevisionStatus' })
  status: RevisionStatus;
  /** In points; null if unknown. */
  @ApiProperty({ type: Number, nullable: true })
  width: number | null;
  @ApiProperty({ type: Number, nullable: true })
  height: number | null;
  blocks: BlockResponse[];
  warnings: NoticeResponse[];
  /** Numbers with units, in the order of the text. */
  quantities: QuantityResponse[];
  /** Effectivity statements that apply to the page, from this page or an earlier one. */
  effectivity: EffectivityResponse[];
  /** References to figures and tables, and captions. */
  figures: FigureResponse[];

  static of({ id, document_id, version, status }: Revision, page: PageRow): PageResponse {
    const boxes = new BoxIndex(page.boxes ?? []);
    return {
      ...PageSummaryResponse.from(page),
      document_id,
      revision_id: id,
      version,
      status,
      width: page.width,
      height: page.height,
      blocks: page.blocks.map(({ kind, text, start, end, level }) => ({
        kind,
        text,
        start,
        end,
        ...(level === undefined ? {} : { level }),
        rectangles: boxes.rectanglesOf(start, end),
      })),
      warnings: page.blocks
        .filter(({ kind }) => kind === 'warning' || kind === 'caution')
        .map(({ kind, text }) => ({ kind, text })),
      ...factsOfPage(page.facts),
    };
  }
}

/** The location of a citation or quote on its page. */
export class HighlightsResponse {
  @ApiProperty({ type: 'integer' })
  page_number: number;
  /** In points; null if unknown. */
  @ApiProperty({ type: Number, nullable: true })
  width: number | null;
  @ApiProperty({ type: Number, nullable: true })
  height: number | null;
  /** One rectangle for each line, in the order of the text; empty if locations are unknown. */
  @ApiProperty({ type: () => [RectangleResponse] })
  rectangles: Rectangle[];

  static of({ page_number, width, height }: PageRow, rectangles: Rectangle[]): HighlightsResponse {
    return { page_number, width, height, rectangles };
  }
}

/** Progress of reading a document's file. */
export class IngestionResponse extends IngestionSummaryResponse {
  @ApiProperty({ type: String, nullable: true, description: 'reading or embedding, while processing' })
  stage: string | null;
  @ApiProperty({ type: 'integer' })
  pages_done: number;
  @ApiProperty({ type: 'integer', nullable: true })
  pages_total: number | null;
  /** When the file was first read. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  started_at: string | null;
  /** Estimated seconds until the last page is read; null before the first page, and when the file is not being read. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0 })
  seconds_left: number | null;
  /** What could not be read from the file, as sentences. */
  warnings: string[];
  static from(revision: Revision): IngestionResponse {
    return {
      ...IngestionSummaryResponse.of(revision),
      stage: revision.ingestion_stage,
      pages_done: revision.pages_done,
      pages_total: revision.pages_total,
      started_at: revision.ingestion_started_at?.toISOString() ?? null,
      seconds_left: secondsLeft(revision),
      warnings: revision.ingestion_warnings,
    };
  }
}

/** Extrapolated from the pages done so far. */
export function secondsLeft(
  revision: Pick<Revision, 'ingestion_state' | 'ingestion_read_ms' | 'pages_done' | 'pages_total'>,
): number | null {
  const { ingestion_state: state, ingestion_read_ms: readMs, pages_done: done, pages_total: total } = revision;
  if (state !== 'processing' || done === 0 || total === null) return null;
  return Math.ceil(((total - done) * readMs) / done / 1000);
}
