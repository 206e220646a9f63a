import { ApiProperty } from '@nestjs/swagger';
import { factsOfPage } from '../../../common/files/passage-facts.js';
import { secondsLeft } from '../reading-pace.js';
import { BoxIndex, type Rectangle } from '../../../common/files/page-boxes.js';
import type { Revision } from '../revision.entity.js';
import { REVISION_STATUSES, type RevisionStatus } from './document-types.js';
import { IngestionSummaryResponse } from './document.response.js';
import type { PageRow, PageSummaryRow } from '../revision.repository.js';
import { EffectivityResponse, FigureResponse, QuantityResponse } from './page-facts.response.js';

/** A page as the list of pages shows it. */
export class PageSummaryResponse {
  id: string;
  /** Physical page, counted from 1. */
  @ApiProperty({ type: 'integer' })
  page_number: number;
  /** What is printed on the page as its number, where the file says so. */
  @ApiProperty({ type: String, nullable: true })
  label: string | null;
  text: string;
  /** How surely the text was read from a picture of the page; null where it is the file's own. */
  @ApiProperty({ type: Number, nullable: true, minimum: 0, maximum: 100 })
  ocr_confidence: number | null;

  static from({ id, page_number, label, text, ocr_confidence }: PageSummaryRow): PageSummaryResponse {
    return { id, page_number, label, text, ocr_confidence };
  }
}

/** A rectangle on the page, in points from its upper left corner; multiply by image width / page width for pixels. */
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
  /** Offset of the block's first character in `text` of the page. */
  @ApiProperty({ type: 'integer' })
  start: number;
  /** Offset after its last. */
  @ApiProperty({ type: 'integer' })
  end: number;
  @ApiProperty({ type: 'integer', required: false })
  level?: number;
  /** Where the block stands on the page, a rectangle a line; empty where that is not known. */
  @ApiProperty({ type: () => [RectangleResponse] })
  rectangles: Rectangle[];
}

export class NoticeResponse {
  @ApiProperty({ enum: ['warning', 'caution'] })
  kind: string;
  text: string;
}

/** A page with its blocks in reading order and, apart, the warnings and cautions on it. */
export class PageResponse extends PageSummaryResponse {
  document_id: string;
  revision_id: string;
  version: string;
  /** Anything but `active` is not to be worked by. */
  @ApiProperty({ enum: REVISION_STATUSES, enumName: 'RevisionStatus' })
  status: RevisionStatus;
  /** Points; null where the size of the page is not known. */
  @ApiProperty({ type: Number, nullable: true })
  width: number | null;
  @ApiProperty({ type: Number, nullable: true })
  height: number | null;
  blocks: BlockResponse[];
  warnings: NoticeResponse[];
  /** Numbers with units, in the order of the text. */
  quantities: QuantityResponse[];
  /** What says for which aircraft the text holds, here or on an earlier page. */
  effectivity: EffectivityResponse[];
  /** Figures and tables that are named, and captions. */
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

/** Where a citation or a quote stands on its page. */
export class HighlightsResponse {
  @ApiProperty({ type: 'integer' })
  page_number: number;
  /** Points; null where the size of the page is not known. */
  @ApiProperty({ type: Number, nullable: true })
  width: number | null;
  @ApiProperty({ type: Number, nullable: true })
  height: number | null;
  /** A rectangle a line, in the order of the text; empty where the places are not known. */
  @ApiProperty({ type: () => [RectangleResponse] })
  rectangles: Rectangle[];

  static of({ page_number, width, height }: PageRow, rectangles: Rectangle[]): HighlightsResponse {
    return { page_number, width, height, rectangles };
  }
}

/** How far the reading of a document's file has come. */
export class IngestionResponse extends IngestionSummaryResponse {
  @ApiProperty({ type: String, nullable: true, description: 'reading or embedding, while processing' })
  stage: string | null;
  @ApiProperty({ type: 'integer' })
  pages_done: number;
  @ApiProperty({ type: 'integer', nullable: true })
  pages_total: number | null;
  /** When somebody first began to read it. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  started_at: string | null;
  /** Seconds until the last page is read, by the pace so far; null before the first page, and when it is not being read. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0 })
  seconds_left: number | null;
  /** What of the file is not in its text, in sentences. */
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
